"""A flood of refused commands: the dealer deals, the journal stays small, no one is blocked."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event as Signal
from threading import Thread

import pytest

from punto.floor.command_queue import BATCH_MAX, STAFF_MAX, CommandQueue, Pending
from punto.floor.command_rates import Rate, RefusalBudget
from punto.floor.host import Host
from punto.floor.submission import Submission
from punto.journal.errors import Conflict
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.people import Patron
from tests.envelope import Given
from tests.floor.tables import CREDITS, DEALER, bet, opened, routine, shuffled
from tests.submission import ask, submit

RECORDED = 10


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "casino.journal"))
    store.create()
    yield store
    store.close()


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store, refusals=RefusalBudget(Rate(RECORDED, 0), Rate(RECORDED * 2, 0)))
    opened(made, "t1", CREDITS)
    ask(made, "t1", "bets", Given(c.OpenBetting(), DEALER))
    ask(made, "t1", "no more", Given(c.CloseBetting(), DEALER))
    yield made
    made.stop()


def flood(host: Host, over: Signal, numbers: Iterator[int]) -> None:
    """Stakes that come too late, twenty at a time."""
    while not over.is_set():
        futures = [submit(host, "t1", f"seat1/{next(numbers)}", bet(1)) for _ in range(20)]
        for each in futures:
            assert each.result().refused is not None


def test_a_dealer_deals_a_card_a_press_in_the_middle_of_a_flood(host: Host, store: Store) -> None:
    """Each press is for the table as it was seen, as at a virtual shoe."""
    over, cards = Signal(), iter(shuffled(seed=3))
    flooding = [Thread(target=flood, args=(host, over, count(n, 2))) for n in range(2)]
    for thread in flooding:
        thread.start()
    try:
        presses = 0
        while (command := routine(host.look("t1").state, cards)) is not None:
            number = host.look("t1").head.number
            ask(host, "t1", f"press-{number}", command, after=number)
            presses += 1
        assert presses >= 6
    finally:
        over.set()
        for thread in flooding:
            thread.join()
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []


def test_what_happened_is_still_what_counts(host: Host) -> None:
    """A card that was drawn since is more than was seen; a refusal is not."""
    seen = host.look("t1").head.number
    with pytest.raises(Refused):
        ask(host, "t1", "seat1/late", bet(1))
    assert host.look("t1").head.number == seen + 1
    ask(host, "t1", "first", Given(c.DrawCard("2H"), DEALER), after=seen)
    for after in (seen, seen + 1):
        with pytest.raises(Conflict):
            ask(host, "t1", f"second-{after}", Given(c.DrawCard("3H"), DEALER), after=after)
    with pytest.raises(Conflict):  # nobody can have seen what is not there yet
        ask(host, "t1", "third", Given(c.DrawCard("3H"), DEALER), after=seen + 9)
    ask(host, "t1", "fourth", Given(c.DrawCard("3H"), DEALER), after=seen + 2)


def test_refusals_beyond_the_budget_are_not_written(host: Host, store: Store) -> None:
    before = host.look("t1").head.number
    receipts = [submit(host, "t1", f"seat1/{n}", bet(1)).result() for n in range(200)]
    assert host.look("t1").head.number == before + RECORDED
    assert [each.is_recorded for each in receipts] == [True] * RECORDED + [False] * (200 - RECORDED)
    answers = {(each.refused.reason, each.refused.sentence) for each in receipts if each.refused}
    assert {reason for reason, _ in answers} == {Reason.BETTING_CLOSED}
    assert len(answers) == 1, "the true reason, recorded or not"
    # Answered again as before, whatever is left of the budget.
    again = submit(host, "t1", "seat1/0", bet(1)).result()
    assert again.refused is not None
    assert again.refused.reason is Reason.BETTING_CLOSED
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []


def test_a_command_that_was_not_recorded_may_be_given_again(host: Host) -> None:
    for number in range(RECORDED + 1):
        last = submit(host, "t1", f"seat1/{number}", bet(1)).result()
    assert not last.is_recorded
    cards = iter(shuffled(seed=4))
    while (command := routine(host.state("t1"), cards)) is not None:
        ask(host, "t1", f"go-on-{host.look('t1').head.number}", command)
    ask(host, "t1", "again", Given(c.OpenBetting(), DEALER))
    again = submit(host, "t1", f"seat1/{RECORDED}", bet(1)).result()
    assert again.refused is None or again.refused.reason is not Reason.BETTING_CLOSED


def test_refusals_of_staff_and_of_readers_are_always_written(host: Host) -> None:
    before = host.look("t1").head.number
    for number in range(RECORDED * 3):
        with pytest.raises(Refused):
            ask(host, "t1", f"dealer/{number}", Given(c.OpenBetting(), DEALER))
        with pytest.raises(Refused):
            ask(host, "t1", f"read/{number}", Given(c.DrawCard("XX"), Patron("seat1")))
    assert host.look("t1").head.number == before + RECORDED * 6


def pending(number: int, *, staff: bool) -> Pending:
    given = Given(c.OpenBetting(), DEALER) if staff else bet(1)
    return Pending(Submission("t1", str(number), given.by, given.command), None)


def test_all_go_in_their_order_where_they_fit_into_a_commit() -> None:
    queue = CommandQueue()
    for number in range(100):
        queue.put(pending(number, staff=number % 7 == 0))
    assert [int(each.submission.id) for each in queue.take()] == list(range(100))


def test_where_they_do_not_fit_staff_go_before_the_crowd() -> None:
    queue = CommandQueue()
    crowd = BATCH_MAX * 5
    for number in range(crowd):
        queue.put(pending(number, staff=False))
    for number in range(crowd, crowd + 3):
        queue.put(pending(number, staff=True))
    first = [int(each.submission.id) for each in queue.take()]
    assert first == [*range(BATCH_MAX), crowd, crowd + 1, crowd + 2]
    for number in range(STAFF_MAX * 3):
        queue.put(pending(number, staff=True))
    assert len(queue.take()) == BATCH_MAX + STAFF_MAX  # but not without end


def test_a_table_that_is_held_keeps_its_order_and_nobody_else_waits() -> None:
    queue = CommandQueue()
    first = [pending(number, staff=False) for number in range(3)]
    queue.defer("t1", first)
    queue.put(pending(3, staff=False))
    queue.put(Pending(Submission("t2", "other", bet(1).by, bet(1).command), None))
    assert [each.submission.id for each in queue.take()] in (
        ["other"],
        ["0", "1", "2", "3", "other"],
    )
    assert len(queue) in (0, 4)
