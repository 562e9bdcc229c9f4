"""The counts a display shows beside the roads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from punto.roads.marks import Mark
from punto.rules.outcome import Winner


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of winners and pairs, and the longest streaks. Ties do not break a streak."""

    rounds: int
    banker: int
    player: int
    ties: int
    player_pairs: int
    banker_pairs: int
    longest_banker: int
    longest_player: int


def tally(marks: Iterable[Mark]) -> Tally:
    """Count these rounds.

    >>> from punto.roads.marks import parse
    >>> tally(parse("BTBP1")).longest_banker
    2
    """
    wins: Counter[Winner] = Counter()
    longest: Counter[Winner] = Counter()
    player_pairs = banker_pairs = length = 0
    streak: Winner | None = None
    for mark in marks:
        wins[mark.winner] += 1
        player_pairs += mark.player_pair
        banker_pairs += mark.banker_pair
        if mark.winner is Winner.TIE:
            continue
        length = length + 1 if mark.winner is streak else 1
        streak = mark.winner
        longest[streak] = max(longest[streak], length)
    return Tally(
        rounds=wins.total(),
        banker=wins[Winner.BANKER],
        player=wins[Winner.PLAYER],
        ties=wins[Winner.TIE],
        player_pairs=player_pairs,
        banker_pairs=banker_pairs,
        longest_banker=longest[Winner.BANKER],
        longest_player=longest[Winner.PLAYER],
    )
