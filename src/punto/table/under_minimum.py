"""The memory of stakes under the minimum: whose one time has been used up (5.14)."""

from msgspec.structs import replace

from punto.rules.settlement import Result
from punto.table.events import Paid
from punto.table.state import Finished


def remembered_again(
    finished: tuple[Finished, ...],
) -> tuple[tuple[Finished, ...], tuple[str, ...]]:
    """Rounds of which one was corrected, each with what was remembered before it; and the memory.

    It is followed from the oldest of them on, as they stand now, so that corrections of several
    rounds come to the same in any order.
    """
    memory = set(finished[0].under_minimum_before)
    rounds: list[Finished] = []
    for each in finished:
        rounds.append(replace(each, under_minimum_before=tuple(sorted(memory))))
        memory |= {line.patron for line in each.lines if _uses_it_up(each, line)}
    return tuple(rounds), tuple(sorted(memory))


def _uses_it_up(finished: Finished, line: Paid) -> bool:
    """Whether a stake under the minimum was paid or collected; a push is neither."""
    limits = finished.configuration.limits.get(line.wager)
    under = limits is not None and line.cents < limits.min_cents
    return under and line.result in (Result.WIN, Result.LOSE)
