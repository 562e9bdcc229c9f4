"""Lines: the outcomes that each pay line of a wager covers, so that a count is a sum."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lcm

import numpy as np

from punto.odds.program import Ints
from punto.rules.outcome import outcomes
from punto.rules.wagers import Pays, Wager, When, verdicts


# All caches are bounded: anyone may define wagers.
@lru_cache(maxsize=1024)
def members(when: When) -> tuple[int, ...]:
    """The indices of the outcomes that satisfy a condition.

    >>> len(members(When(cards=4)))
    92
    """
    return tuple(index for index, each in enumerate(outcomes()) if when.holds(each))


@lru_cache(maxsize=256)
def line_members(wager: Wager) -> tuple[tuple[int, ...], ...]:
    """The outcome indices of each pay line in order, and last those of the push.

    >>> from punto.rules.games import find_game
    >>> [len(members) for members in line_members(find_game("tiger").wager("tiger"))]
    [24, 30, 0]
    """
    place = {line: n for n, line in enumerate(wager.lines)}
    found: list[list[int]] = [[] for _ in (*wager.lines, None)]
    for index, verdict in enumerate(verdicts(wager)):
        if verdict.line is not None:
            found[place[verdict.line]].append(index)
        elif verdict.pushes:
            found[-1].append(index)
    return tuple(map(tuple, found))


@lru_cache(maxsize=256)
def line_profits(wager: Wager) -> tuple[int, tuple[int, ...]]:
    """The number of parts in a unit, and what each line pays in whole parts.

    >>> from punto.rules.games import find_game
    >>> line_profits(find_game("tiger").wager("banker"))
    (20, (19,))
    """
    odds = [line.odds for line in wager.lines]
    parts = lcm(*(each.denominator for each in odds))
    return parts, tuple(parts * each.numerator // each.denominator for each in odds)


@dataclass(frozen=True)
class Columns:
    """The pay lines and pushes of some wagers, one column each, and the outcomes in each column.

    Wagers may come from several games; each has its own columns, even if they are the same.
    """

    wagers: tuple[Wager, ...]

    @cached_property
    def names(self) -> tuple[tuple[Wager, Pays | None], ...]:
        """What each column counts: a line of a wager, or (None) its push."""
        return tuple((wager, line) for wager in self.wagers for line in (*wager.lines, None))

    @cached_property
    def members(self) -> tuple[Ints, Ints]:
        """Where each column starts in one list of outcome indices, and that list."""
        columns = [members for wager in self.wagers for members in line_members(wager)]
        starts = np.cumsum([0, *map(len, columns)], dtype=np.int64)
        return starts, np.array([index for column in columns for index in column], np.int64)


def columns_of(wagers: Iterable[Wager]) -> Columns:
    """The columns of these wagers, laid out once."""
    return _columns(tuple(wagers))


_columns = lru_cache(maxsize=64)(Columns)
