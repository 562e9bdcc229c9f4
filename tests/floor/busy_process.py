"""A process that keeps tables busy until it is killed, and prints every answer.

Run by the crash test: `python -m tests.floor.busy_process JOURNAL RUN [hasty]`, a line for
every answer.
"""

import os
import sys
from itertools import count, cycle
from threading import Lock, Thread
from time import sleep

from punto.floor.batch import Batch
from punto.floor.command_queue import Pending
from punto.floor.host import Host
from punto.journal.store import Store
from punto.ledger.accounts import Account
from punto.table import commands as c
from punto.table.state import State
from tests.envelope import Given
from tests.floor.tables import (
    CREDITS,
    DEALER,
    MANAGER,
    bet,
    configuration,
    routine,
    shuffled,
    stake,
)
from tests.submission import submit

TABLES = ("t1", "t2", "t3")
STAKES = 4  # a round


class HastyHost(Host):
    """The bug that the crash test must find: this host replies before it commits."""

    def _commit(self, group: list[Pending], also: set[Account], *, alone: bool) -> None:
        submissions = [pending.submission for pending in group]
        tables = {submission.stream for submission in submissions} - self.halted.keys()
        with self._store.begin_write(tables) as transaction:
            streams, seen = self._catch_up(transaction, tables)
            wanted = [each for each in submissions if each.stream in streams]
            batch = Batch(transaction, streams, wanted, self._clock.now_ms(), also)
            answers = [self._take(batch, each) for each in submissions]
            batch.write()
            self._publish(group, batch, seen, answers)
            sleep(0.02)


def keep_busy(host: Host, table: str, run: str, saying: Lock) -> None:
    """Round after round, every command given twice, every answer said."""
    cards = cycle(shuffled(len(run)))
    parent = os.getppid()
    for number in count():
        if os.getppid() != parent:
            os._exit(1)  # nobody is left to kill us
        command = next_command(host.state(table), number, cards)
        command_id = f"{run}-{number}"
        twice = [submit(host, table, command_id, command) for _ in range(2)]
        first, second = (future.result() for future in twice)
        assert first.records == second.records
        word = first.refused.reason.value if first.refused else "done"
        last = first.records[-1].seq if first.records else 0
        with saying:
            sys.stdout.write(f"{table} {command_id} {word} {last}\n")
            sys.stdout.flush()


def next_command(state: State, number: int, cards: "cycle[str]", game: str = "tiger") -> Given:
    """What comes next at a busy table: stakes while they are taken, then whatever is due."""
    if state.configuration is None:
        return Given(c.OpenTable(configuration(game)), MANAGER)
    if state.shoe is None:
        return Given(c.LoadShoe(f"shoe{state.rounds}"), DEALER)
    if state.round is None:
        if state.shoe.left < 30:
            return Given(c.RetireShoe(), DEALER)
        return Given(c.OpenBetting(), DEALER)
    if state.round.betting_open and number % (STAKES + 1):
        if game == CREDITS:
            return bet(1 + number % 5, 1000 * (1 + number % 3), ("tie", "banker")[number % 2])
        return stake(f"seat{number % 5}", 1000 * (1 + number % 3), ("tie", "banker")[number % 2])
    return routine(state, cards) or Given(c.OpenBetting(), DEALER)


def main() -> None:
    """Serve until killed."""
    journal, run, *rest = sys.argv[1:]
    store = Store(journal)
    store.create()
    host = (HastyHost if rest == ["hasty"] else Host)(store)
    saying = Lock()
    for table in TABLES:
        Thread(target=keep_busy, args=(host, table, run, saying)).start()


if __name__ == "__main__":
    main()
