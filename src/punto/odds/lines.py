"""Lines: which outcomes each pay line of a wager takes, so that a count is a sum over a list."""

from functools import cache

from punto.rules.wagers import Wager, verdicts


@cache
def line_members(wager: Wager) -> tuple[tuple[int, ...], ...]:
    """The outcome indices of each pay line in order, and last those of the push.

    >>> from punto.rules.games import find_game
    >>> [len(members) for members in line_members(find_game("tiger").wager("tiger"))]
    [24, 30, 0]
    """
    place = {line: n for n, line in enumerate(wager.lines)}
    members: list[list[int]] = [[] for _ in (*wager.lines, None)]
    for index, verdict in enumerate(verdicts(wager)):
        if verdict.line is not None:
            members[place[verdict.line]].append(index)
        elif verdict.pushes:
            members[-1].append(index)
    return tuple(map(tuple, members))
