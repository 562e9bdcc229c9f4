"""Settings of a script's table: `zone=paiza-club method=A decks=6 limits=50..5000 …`."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.money import parse_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method, Zone
from punto.rules.staff import POSITIONS
from punto.table.configuration import (
    CardSource,
    Configuration,
    Funding,
    Range,
    Timekeeper,
    usual_configuration,
)
from punto.table.settings_currency import in_currency

Words = tuple[str, ...]

SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "edition": ("edition", str),
    "next-edition": ("next_edition", str),
    "next-edition-from": ("next_edition_from_ms", int),
    "decks": ("decks", int),
    "layout": ("layout", str),
    "positions": ("positions", int),
    "zone": ("zone", Zone),
    "method": ("method", Method),
    "stakes-per-area": ("stakes_per_area", int),
    "burn": ("burn", lambda word: {"yes": True, "no": False}[word]),
    "cut": ("cut_cards_from_end", int),
    "after-cut": ("rounds_after_cut", int),
    "funding": ("funding", Funding),
    "timekeeper": ("timekeeper", Timekeeper),
    "betting-seconds": ("betting_seconds", int),
    "rounds-an-hour": ("rounds_an_hour", int),
    "source": ("card_source", CardSource),
    "resolver": ("resolver", POSITIONS.__getitem__),
    "ranks": ("ranks", lambda word: tuple(POSITIONS[each] for each in word.split(","))),
}


AMOUNTS = {
    "unit": "unit_cents",
    "differential": "differential_cents",
    "approval": "approval_cents",
}


def as_written(game: Game) -> Configuration:
    """A table by the document alone: the operator's own rule of second approvals is not set."""
    return replace(usual_configuration(game), approval_cents=None)


def configured(config: Configuration, words: Words) -> Configuration:
    """A configuration with these settings changed; `limits=` and `limits:WAGER=` set limits."""
    for word in sorted(words, key=_sets_currency, reverse=True):  # it says what amounts mean
        name, equals, value = word.partition("=")
        try:
            if name.startswith("limits") and equals:
                config = _with_limits(config, name.partition(":")[2], value)
            elif name == "currency":
                config = in_currency(config, value)
            elif name in AMOUNTS:
                config = replace(config, **{AMOUNTS[name]: parse_amount(value, config.digits)})
            else:
                field, read = SETTINGS[name]
                config = replace(config, **{field: read(value)})
        except (KeyError, ValueError):
            raise Refused(
                Reason.UNREADABLE_REQUEST, "The setting {word!r} is not understood.", word=word[:40]
            ) from None
    return config


def _sets_currency(word: str) -> bool:
    return word.startswith("currency=")


def _with_limits(config: Configuration, wager: str, value: str) -> Configuration:
    low, high = (parse_amount(part, config.digits) for part in value.split(".."))
    names = [wager] if wager else list(config.limits)
    return replace(config, limits={**config.limits, **dict.fromkeys(names, Range(low, high))})
