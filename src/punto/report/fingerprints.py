"""Fingerprints: hashes of the input data of the figures, so that two sheets can be compared."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from importlib.resources import files
from typing import Any

from punto.rules.game import Game
from punto.rules.outcome import outcomes
from punto.rules.play_guide import player_draws_on, table_of_play
from punto.rules.wagers import Wager


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A SHA-256 hash, with a key for programs and a name for people."""

    key: str
    name: str
    sha256: str


def fingerprints(game: Game | None, custom: Sequence[Wager]) -> tuple[Fingerprint, ...]:
    """Return the fingerprints of the rules the figures were computed from."""
    found = []
    if game is not None:
        found += [
            fingerprint("law", "Law of the game, as data", game),
            _file_fingerprint("register", "Register of clauses", f"{game.id}.toml"),
        ]
    found += [
        _file_fingerprint("readings", "Register of readings", "readings.toml"),
        fingerprint("drawing", "Table of play", [player_draws_on(), table_of_play()]),
        fingerprint("outcomes", "Outcomes, in their order", outcomes()),
    ]
    found += [fingerprint(f"wager:{each.id}", f"Wager {each.id}", each) for each in custom]
    return tuple(found)


def fingerprint(key: str, name: str, value: object) -> Fingerprint:
    """Hash a value as canonical JSON: keys sorted, no white space.

    >>> fingerprint("half", "One half", Fraction(1, 2)).sha256[:12]
    'aefa48926575'
    """
    text = json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return Fingerprint(key, name, hashlib.sha256(text.encode()).hexdigest())


def plain(value: object) -> Any:
    """Return a value as plain JSON types, records as objects.

    >>> plain({"edge": Fraction(1, 3), "decks": (4, 10)})
    {'edge': '1/3', 'decks': [4, 10]}
    """
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {_key(key): plain(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [plain(each) for each in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"The law holds nothing of the type {type(value).__name__}.")


def _key(key: object) -> str:
    return str(plain(key))


def _file_fingerprint(key: str, name: str, file: str) -> Fingerprint:
    data = files("punto.rules.register").joinpath(file).read_bytes()
    return Fingerprint(key, f"{name}, {file}", hashlib.sha256(data).hexdigest())
