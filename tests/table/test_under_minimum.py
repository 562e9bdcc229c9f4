"""Whose one time under the minimum is used up, followed through the last rounds."""

import pytest
from msgspec.structs import replace

from punto.rules.settlement import Result
from punto.table.configuration import Range
from punto.table.events import Paid
from punto.table.state import Finished
from punto.table.under_minimum import remembered_again
from tests.table.starting_states import TIGER

LIMITED = replace(TIGER, limits={"player": Range(10_00, 100_00)})


def line(patron: str, result: Result, cents: int = 5_00, wager: str = "player") -> Paid:
    return Paid(1, patron, wager, cents, result, "", 0, 0, "5.14")


def played(number: int, *lines: Paid, before: tuple[str, ...] = ()) -> Finished:
    return Finished(number, (), (), lines, False, LIMITED, under_minimum_before=before)


@pytest.mark.parametrize(
    ("paid", "used_up"),
    [
        (line("ann", Result.WIN), True),
        (line("ann", Result.LOSE), True),
        (line("ann", Result.PUSH), False),
        (line("ann", Result.RETURNED), False),
        (line("ann", Result.VOID), False),
        (line("ann", Result.WIN, 9_99), True),
        (line("ann", Result.WIN, 10_00), False),
        (line("ann", Result.LOSE, 1, wager="tie"), False),  # which had no limits then
    ],
)
def test_a_stake_under_the_minimum_that_was_paid_or_collected_uses_it_up(
    paid: Paid, used_up: bool
) -> None:
    one = played(1, paid)
    assert remembered_again((one,)) == ((one,), ("ann",) if used_up else ())


def test_it_is_followed_from_the_oldest_round_on() -> None:
    rounds = (
        played(1, line("cy", Result.WIN), before=("zoe",)),
        played(2, line("ann", Result.LOSE), line("bob", Result.PUSH), before=("forgotten",)),
        played(3),
    )
    again, memory = remembered_again(rounds)
    assert memory == ("ann", "cy", "zoe")
    before = [each.under_minimum_before for each in again]
    assert before == [("zoe",), ("cy", "zoe"), ("ann", "cy", "zoe")]
    assert [replace(each, under_minimum_before=()) for each in again] == [
        replace(each, under_minimum_before=()) for each in rounds
    ]
