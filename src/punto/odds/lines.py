"""Lines: which outcomes each pay line of a wager takes, so that a count is a sum over a list."""

from functools import cache, lru_cache

from punto.rules.outcome import outcomes
from punto.rules.wagers import Wager, When, verdicts


@lru_cache(maxsize=1024)
def members(when: When) -> tuple[int, ...]:
    """The indices of the outcomes that satisfy a condition.

    >>> len(members(When(cards=4)))
    92
    """
    return tuple(index for index, each in enumerate(outcomes()) if when.holds(each))


@cache
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
