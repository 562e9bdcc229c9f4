"""Readings: our decisions where the documents are silent or unclear, and the clauses affected."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from punto.rules.register import load_toml


@dataclass(frozen=True, slots=True)
class Reading:
    """A question the documents leave open, our answer, the reason, and the clauses affected."""

    id: str
    question: str
    answer: str
    why: str
    clauses: Mapping[str, tuple[str, ...]]  # game id to clause numbers


@cache
def readings() -> Mapping[str, Reading]:
    """Return all readings by id.

    >>> readings()["cut-card"].clauses["tiger"]
    ('3.22',)
    """
    return {
        name: Reading(
            name,
            entry["question"],
            entry["answer"],
            entry["why"],
            {game: tuple(numbers) for game, numbers in entry["clauses"].items()},
        )
        for name, entry in load_toml("readings").items()
    }


def readings_for(game_id: str) -> list[Reading]:
    """Return the readings that affect a game."""
    return [reading for reading in readings().values() if game_id in reading.clauses]
