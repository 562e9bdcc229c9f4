"""Marks: one round as the roads record it, and its text notation.

A shoe is written as one letter per round: `B`, `P` or `T` in either case, immediately followed by
`1` if the Player hand was a pair, `2` if the Banker hand was, `3` if both were. White space,
commas and hyphens between rounds are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from punto.rules.outcome import Winner
from punto.rules.round import Round

LETTERS: Final = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.TIE: "T"}
"""How each winner is written in a shoe's text; a tie leaves a mark like the others."""

Side: TypeAlias = Literal[Winner.BANKER, Winner.PLAYER]
"""A winner that has a cell on the big road: anything but a tie."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One round as the roads see it."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False

    def __str__(self) -> str:
        return LETTERS[self.winner] + _DIGITS[self.player_pair, self.banker_pair]


_DIGITS: Final = {
    (False, False): "",
    (True, False): "1",
    (False, True): "2",
    (True, True): "3",
}

# One shared Mark per spelling: a million rounds need a dozen objects, not a million.
_SPELT: Final = {
    letter + digit: Mark(winner, player_pair, banker_pair)
    for winner, capital in LETTERS.items()
    for letter in (capital, capital.lower())
    for (player_pair, banker_pair), digit in _DIGITS.items()
}


def mark_of(dealt: Round) -> Mark:
    """What a round leaves on the roads.

    >>> from punto.rules.cards import parse_cards
    >>> from punto.rules.games import find_game
    >>> from punto.rules.round import read_round
    >>> str(mark_of(read_round(find_game("tiger"), parse_cards("8C 3D 8H 2H KD"))))
    'P1'
    """
    return Mark(dealt.outcome.winner, dealt.player.pair, dealt.banker.pair)


class BadNotation(ValueError):  # noqa: N818  (a sentence for people, shown as it is)
    """The text names no shoe; the message is one sentence with the character and its place."""

    def __init__(self, character: str, place: int, why: str) -> None:
        super().__init__(f"The character {character!r} at place {place} {why}.")
        self.character = character
        self.place = place
        """Counted from 1, as a person would."""


def parse(text: str) -> tuple[Mark, ...]:
    """Return the rounds written in the text, in order of play.

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
            marks[-1] = _SPELT[LETTERS[marks[-1].winner] + character]
            may_take_digit = False
        elif character in (",", "-") or character.isspace():
            may_take_digit = False
        else:
            raise BadNotation(character, place, "is not B, P or T")
    return tuple(marks)


def spell(marks: Iterable[Mark]) -> str:
    """Return the shortest text that parses to these marks.

    >>> spell(parse("b, p1 - T3"))
    'BP1T3'
    """
    return "".join(map(str, marks))
