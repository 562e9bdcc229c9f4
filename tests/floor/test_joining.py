"""Commands that come while a host waits for its turn to write: in with the rest, in their order."""

from collections.abc import Iterator
from concurrent.futures import Future
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from punto.floor.batch import Told
from punto.floor.host import Asked, Host
from punto.journal.failures import Unavailable
from punto.journal.store import Store
from punto.journal.verify import verify
from punto.ledger.accounts import Account
from punto.ledger.cage import commands as cage
from punto.table import commands as c
from tests.floor.tables import CASHIER, DEALER, opened, stake

SOON_S = 30.0


class Counting(Host):
    """Remembers which commands each commit was of."""

    def __init__(self, store: Store) -> None:
        self.commits: list[list[str]] = []
        super().__init__(store)

    def _commit(self, together: list[Asked], also: set[Account], *, alone: bool) -> None:
        super()._commit(together, also, alone=alone)
        self.commits.append([asked.submission.id for asked in together])


@pytest.fixture
def host(store: Store) -> Iterator[Counting]:
    made = Counting(store)
    opened(made, "t1")
    opened(made, "t2")
    made.ask("t1", "bets1", c.OpenBetting(by=DEALER))
    made.ask("t2", "bets2", c.OpenBetting(by=DEALER))
    made.commits.clear()
    yield made
    made.stop()


def taken_up(host: Host) -> None:
    """Wait until the writer has taken what was handed in, and waits for its turn."""
    deadline = monotonic() + SOON_S
    while host._waiting.qsize():
        assert monotonic() < deadline
        sleep(0.01)
    sleep(0.2)


def bets(host: Host, table: str, *keys: str) -> list[Future[Told]]:
    return [
        host.submit(table, key, stake(key, position=place + 1)) for place, key in enumerate(keys)
    ]


def test_they_share_the_commit_and_others_come_after_it(store: Store, host: Counting) -> None:
    with store.writing(["t1"]):  # another process has the table
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t1", "a2", "a3")
        waiting += bets(host, "t2", "b1")
        waiting.append(host.submit_to_cage("buy", cage.BuyCredits("anna", 5000, by=CASHIER)))
        waiting += bets(host, "t1", "a4")
        waiting += bets(host, "t2", "b2")
    for each in waiting:
        told = each.result(SOON_S)
        assert told.refused is None
    assert host.commits == [["a1", "a2", "a3", "a4"], ["b1", "buy", "b2"]]
    with store.reading() as reading:
        assert [entry.id for entry in reading.entries("t1")][-4:] == ["a1", "a2", "a3", "a4"]
        assert list(verify(reading)) == []


def test_no_more_join_than_share_a_commit(
    store: Store, host: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.floor.host.TOGETHER_MAX", 3)
    with store.writing(["t1"]):
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t1", "a2", "a3", "a4", "a5")
    for each in waiting:
        assert each.result(SOON_S).refused is None
    assert host.commits == [["a1", "a2", "a3"], ["a4", "a5"]]


def test_a_floor_that_closes_meanwhile_finishes_what_it_has(store: Store, host: Counting) -> None:
    with store.writing(["t1"]):
        waiting = bets(host, "t1", "a1")
        taken_up(host)
        waiting += bets(host, "t2", "b1")
        waiting += bets(host, "t1", "a2")
        closing = Thread(target=host.stop)
        closing.start()
        while not host._stopped:
            sleep(0.01)
        (late,) = bets(host, "t1", "late")
    for each in waiting:
        assert each.result(SOON_S).refused is None
    closing.join(SOON_S)
    assert not closing.is_alive()
    assert isinstance(late.exception(SOON_S), Unavailable)
    assert host.commits == [["a1", "a2"], ["b1"]]


def test_whoever_fails_to_hear_an_answer_keeps_nobody_else_from_theirs(
    host: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    def deaf(_: object) -> None:
        raise ValueError("deaf")

    host.hand_in("t1", "a1", stake("a1"), deaf)
    (other,) = bets(host, "t1", "a2")
    assert other.result(SOON_S).refused is None
    assert "an answer was not heard" in caplog.text
    assert [key for commit in host.commits for key in commit] == ["a1", "a2"]  # each once


class Stumbling(Counting):
    """Makes a mistake once, after everybody has been told."""

    stumbles = 0

    def _tell(self, *args: Any) -> None:
        super()._tell(*args)
        if self.stumbles:
            self.stumbles -= 1
            raise ValueError("stumbled")


def test_nobody_is_answered_twice(store: Store) -> None:
    host = Stumbling(store)
    heard: list[object] = []
    try:
        opened(host, "t1")
        host.ask("t1", "bets", c.OpenBetting(by=DEALER))
        host.stumbles = 1
        with store.writing(["t1"]):
            host.hand_in("t1", "a1", stake("a1"), heard.append)
            taken_up(host)
            host.hand_in("t1", "a2", stake("a2"), heard.append)
        bets(host, "t1", "a3")[0].result(SOON_S)
    finally:
        host.stop()
    assert [type(each) for each in heard] == [Told, Told]
