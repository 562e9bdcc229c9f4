"""Commands that arrive while a host waits for the write lock join its batch, in order."""

from collections.abc import Iterator
from concurrent.futures import Future
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from punto.floor.command_queue import Pending
from punto.floor.host import Host
from punto.floor.submission import Receipt, Reply, Submission
from punto.journal.errors import Unavailable
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.accounts import Account
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from tests.envelope import Given
from tests.floor.tables import CASHIER, DEALER, opened, stake
from tests.submission import ask, submit

SOON_S = 60.0


class Counting(Host):
    """Remembers which commands each commit was of."""

    def __init__(self, store: Store) -> None:
        self.commits: list[list[str]] = []
        super().__init__(store)

    def _commit(self, together: list[Pending], also: set[Account], *, alone: bool) -> None:
        super()._commit(together, also, alone=alone)
        if together:  # else all of them are for tables that somebody else holds
            self.commits.append([each.submission.id for each in together])


@pytest.fixture
def host(store: Store) -> Iterator[Counting]:
    made = Counting(store)
    opened(made, "t1")
    opened(made, "t2")
    ask(made, "t1", "bets1", Given(c.OpenBetting(), DEALER))
    ask(made, "t2", "bets2", Given(c.OpenBetting(), DEALER))
    made.commits.clear()
    yield made
    made.stop()


def hand_in(host: Host, who: str, reply: Reply) -> None:
    """Submit a stake of somebody's, under their name."""
    placed = stake(who)
    host.submit(Submission("t1", who, placed.by, placed.command), reply)


def taken_up(host: Host) -> None:
    """Wait until the writer has taken what was handed in, and waits for its turn."""
    deadline = monotonic() + SOON_S
    while len(host._queue) and host._queue.oldest_s() < 0.1:
        assert monotonic() < deadline
        sleep(0.01)
    sleep(0.2)


def bets(host: Host, table: str, *keys: str) -> list[Future[Receipt]]:
    return [
        submit(host, table, key, stake(key, position=place + 1)) for place, key in enumerate(keys)
    ]


def test_they_share_the_commit_and_others_do_not_wait_for_it(store: Store, host: Counting) -> None:
    """In a SQLite file one process writes at a time: there the others come after it."""
    others: list[Future[Receipt]] = []
    with store.begin_write(["t1"]) as holding:  # another process has the table
        if not store.on_sqlite:  # and keeps it, however slow the machine is
            keep = "SET LOCAL idle_in_transaction_session_timeout = 0"
            holding.connection.exec_driver_sql(keep)
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t1", "a2", "a3")
        others += bets(host, "t2", "b1")
        others.append(submit(host, CAGE, "buy", Given(cage.BuyCredits("anna", 5000), CASHIER)))
        waiting += bets(host, "t1", "a4")
        others += bets(host, "t2", "b2")
        if not store.on_sqlite:
            assert all(each.result(SOON_S).refused is None for each in others)
            assert not any(each.done() for each in waiting)
    assert all(each.result(SOON_S).refused is None for each in waiting + others)
    if store.on_sqlite:
        assert host.commits == [["a1", "a2", "a3", "a4"], ["b1", "buy", "b2"]]
    else:
        assert host.commits[-1] == ["a1", "a2", "a3", "a4"]
    with store.begin_read() as transaction:
        assert [entry.id for entry in transaction.entries("t1")][-4:] == ["a1", "a2", "a3", "a4"]
        assert list(verify(transaction)) == []


def test_no_more_join_than_share_a_commit(
    store: Store, host: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.floor.command_queue.BATCH_MAX", 3)
    monkeypatch.setattr("punto.floor.host.BATCH_MAX", 3)
    with store.begin_write(["t1"]):
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t1", "a2", "a3", "a4", "a5")
    for each in waiting:
        assert each.result(SOON_S).refused is None
    assert [each for commit in host.commits for each in commit] == ["a1", "a2", "a3", "a4", "a5"]
    if store.on_sqlite:
        assert host.commits == [["a1", "a2", "a3"], ["a4", "a5"]]


def test_a_floor_that_closes_meanwhile_finishes_what_it_has(store: Store, host: Counting) -> None:
    with store.begin_write(["t1"]):
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t2", "b1")
        waiting += bets(host, "t1", "a2")
        closing = Thread(target=host.stop)
        closing.start()
        while not host._queue.is_closed:
            sleep(0.01)
        (late,) = bets(host, "t1", "late")
    for each in waiting:
        assert each.result(SOON_S).refused is None
    closing.join(SOON_S)
    assert not closing.is_alive()
    assert isinstance(late.exception(SOON_S), Unavailable)
    done = [each for commit in host.commits for each in commit]
    assert sorted(done) == ["a1", "a2", "b1"]
    assert done.index("a1") < done.index("a2")


def test_whoever_fails_to_hear_an_answer_keeps_nobody_else_from_theirs(
    host: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    def deaf(_: object) -> None:
        raise ValueError("deaf")

    hand_in(host, "a1", deaf)
    (other,) = bets(host, "t1", "a2")
    assert other.result(SOON_S).refused is None
    assert "reply-failed" in caplog.text
    assert [key for commit in host.commits for key in commit] == ["a1", "a2"]  # each once


class Stumbling(Counting):
    """Fails once, after every reply was sent."""

    stumbles = 0

    def _publish(self, *args: Any) -> None:
        super()._publish(*args)
        if self.stumbles:
            self.stumbles -= 1
            raise ValueError("stumbled")


def test_nobody_is_answered_twice(store: Store) -> None:
    host = Stumbling(store)
    answers: list[object] = []
    try:
        opened(host, "t1")
        ask(host, "t1", "bets", Given(c.OpenBetting(), DEALER))
        host.stumbles = 1
        with store.begin_write(["t1"]):
            hand_in(host, "a1", answers.append)
            taken_up(host)
            hand_in(host, "a2", answers.append)
        bets(host, "t1", "a3")[0].result(SOON_S)
    finally:
        host.stop()
    assert [type(each) for each in answers] == [Receipt, Receipt]
