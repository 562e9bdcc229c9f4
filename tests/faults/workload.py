"""A busy floor that runs once, with all its writes and answers on one tape."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from punto.floor.feed import Feeds
from punto.floor.host import Host
from punto.floor.submission import Receipt
from punto.journal.codec import Entry, Recorded
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage.commands import BuyCredits
from tests.envelope import Given
from tests.faults.shim import between
from tests.faults.tape import Tape, Told
from tests.floor.busy_process import next_command
from tests.floor.tables import CASHIER, CREDITS, shuffled
from tests.submission import submit

JOURNAL = "casino.journal"
GAMES = {"t1": "tiger", "t2": CREDITS, "t3": CREDITS, "t4": "no-commission"}
MADE = "the journal is made"
CHECKPOINT_PAGES = 60  # so small that the log is moved into the main file many times in a run


class Answered(Future[Receipt]):
    """An answer that is on the tape before anybody can have it."""

    tape: Tape
    asked: tuple[str, str]  # table and command id

    def set_result(self, result: Receipt) -> None:
        self.tape.add(Told((self, result)))
        super().set_result(result)


class Recording:
    """The tape of a run, and the journal at its end."""

    def __init__(self, tape: Tape, entries: list[Entry]) -> None:
        self.tape = tape
        self.entries = entries


def record(folder: Path, turns: int, *, kind: type[Host] = Host, pragma: str = "") -> Recording:
    """Run a busy floor; half-way it stops and starts again, as on any other day."""
    tape = Tape()
    with (
        between(tape, folder=folder),
        _told_on(tape),
        patch("punto.journal.snapshots.SNAPSHOT_EVERY", 25),
    ):
        store = _opened(folder, pragma)
        store.create()
        _buy_credits(store)
        tape.add(Told(MADE))
        for run in ("morning", "evening"):
            host = kind(store)
            _keep_busy(host, run, turns // 2)
            host.stop()
            store.close()
            store = _opened(folder, pragma)
        with store.begin_read() as transaction:
            entries = list(transaction.everything())
        store.close()
    return Recording(tape, entries)


def _buy_credits(store: Store) -> None:
    host = Host(store)
    for number in range(1, 6):
        bought = Given(BuyCredits(f"seat{number}", 1_000_000), CASHIER)
        future = submit(host, CAGE, f"credits-{number}", bought)
        future.asked = (CAGE, f"credits-{number}")  # type: ignore[attr-defined]
        assert future.result(60).refused is None
    host.stop()


def _opened(folder: Path, pragma: str) -> Store:
    store = Store(str(folder / JOURNAL))

    def set_up(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        if pragma:
            connection.execute(f"PRAGMA {pragma}")

    sa.event.listen(store.engine, "connect", set_up)
    return store


@contextmanager
def _told_on(tape: Tape) -> Iterator[None]:
    """Everything that is answered or published is on the tape first."""
    publish = Feeds.publish

    def published(self: Feeds, records: Iterable[Recorded]) -> None:
        told = tuple(records)
        if told:
            tape.add(Told(told))
        publish(self, told)

    with (
        patch("punto.floor.submission.Future", type("Answered", (Answered,), {"tape": tape})),
        patch.object(Feeds, "publish", published),
    ):
        yield


def _keep_busy(host: Host, run: str, turns: int) -> None:
    """All tables at once, every command given twice, and somebody who follows each table."""

    def play(table: str) -> None:
        cards = cycle(shuffled(len(table)))
        feed = host.follow(table)
        for number in range(turns):
            command = next_command(host.state(table), number, cards, GAMES[table])
            command_id = f"{run}-{number}"
            twice = [submit(host, table, command_id, command) for _ in range(2)]
            for future in twice:
                future.asked = (table, command_id)  # type: ignore[attr-defined]
            first, second = (future.result(60) for future in twice)
            assert first.records == second.records
            feed.take()

    with ThreadPoolExecutor(len(GAMES)) as threads:
        for done in [threads.submit(play, table) for table in GAMES]:
            done.result()
