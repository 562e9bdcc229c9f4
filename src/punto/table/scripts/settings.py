"""Settings of a script's table: `zone=paiza-club method=A decks=6 limits=50..5000 …`."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.table.configuration import Configuration, Funding, Range, Timekeeper

Words = tuple[str, ...]

SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "edition": ("edition", str),
    "decks": ("decks", int),
    "layout": ("layout", str),
    "positions": ("positions", int),
    "zone": ("zone", Zone),
    "method": ("method", Method),
    "currency": ("currency", str),
    "unit": ("unit_cents", parse_amount),
    "differential": ("differential_cents", parse_amount),
    "stakes-per-area": ("stakes_per_area", int),
    "burn": ("burn", lambda word: {"yes": True, "no": False}[word]),
    "cut": ("cut_cards_from_end", int),
    "after-cut": ("rounds_after_cut", int),
    "funding": ("funding", Funding),
    "timekeeper": ("timekeeper", Timekeeper),
}


def configured(config: Configuration, words: Words) -> Configuration:
    """A configuration with these settings changed; `limits=` and `limits:WAGER=` set limits."""
    for word in words:
        name, equals, value = word.partition("=")
        try:
            if name.startswith("limits") and equals:
                config = _with_limits(config, name.partition(":")[2], value)
            else:
                field, read = SETTINGS[name]
                config = replace(config, **{field: read(value)})
        except (KeyError, ValueError):
            raise Refused(
                Reason.UNREADABLE_REQUEST, f"The setting {word[:40]!r} is not understood."
            ) from None
    return config


def _with_limits(config: Configuration, wager: str, value: str) -> Configuration:
    low, high = (parse_amount(part) for part in value.split(".."))
    names = [wager] if wager else list(config.limits)
    return replace(config, limits={**config.limits, **dict.fromkeys(names, Range(low, high))})
