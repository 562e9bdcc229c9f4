"""What one round leaves on the roads, and the text people write it in.

A shoe is written as one letter a round: `B`, `P` or `T` in either case, each followed at once by
`1` if the Player hand was a pair, `2` if the Banker hand was, `3` if both were. White space,
commas and hyphens may stand between rounds and mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, Literal, TypeAlias


@unique
class Winner(Enum):
    """Who won the round; a tie has no winner but leaves a mark all the same."""

    BANKER = "B"
    PLAYER = "P"
    TIE = "T"


Side: TypeAlias = Literal[Winner.BANKER, Winner.PLAYER]
"""A winner the big road has a cell for: everything but a tie."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One round as the roads see it."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False

    def __str__(self) -> str:
        return self.winner.value + _DIGITS[self.player_pair, self.banker_pair]


_DIGITS: Final = {
    (False, False): "",
    (True, False): "1",
    (False, True): "2",
    (True, True): "3",
}

# One shared Mark a spelling: a million rounds then hold a dozen objects, not a million.
_SPELT: Final = {
    letter + digit: Mark(winner, player_pair, banker_pair)
    for winner in Winner
    for letter in (winner.value, winner.value.lower())
    for (player_pair, banker_pair), digit in _DIGITS.items()
}


class BadNotation(ValueError):  # noqa: N818  (a sentence for people, told as it is)
    """The text names no shoe; the message is one sentence with the character and its place."""

    def __init__(self, character: str, place: int, why: str) -> None:
        super().__init__(f"The character {character!r} at place {place} {why}.")
        self.character = character
        self.place = place
        """Counted from 1, as a person would."""


def parse(text: str) -> tuple[Mark, ...]:
    """The rounds written in the text, in order of play.

    >>> [str(mark) for mark in parse("b, p1 - T3")]
    ['B', 'P1', 'T3']
    """
    marks: list[Mark] = []
    may_take_digit = False
    for place, character in enumerate(text, start=1):
        mark = _SPELT.get(character)
        if mark is not None:
            marks.append(mark)
            may_take_digit = True
        elif character in ("1", "2", "3"):
            if not may_take_digit:
                raise BadNotation(character, place, "does not directly follow B, P or T")
            marks[-1] = _SPELT[marks[-1].winner.value + character]
            may_take_digit = False
        elif character in (",", "-") or character.isspace():
            may_take_digit = False
        else:
            raise BadNotation(character, place, "is not B, P or T")
    return tuple(marks)


def spell(marks: Iterable[Mark]) -> str:
    """The shortest text that parses to these marks.

    >>> spell(parse("b, p1 - T3"))
    'BP1T3'
    """
    return "".join(map(str, marks))
