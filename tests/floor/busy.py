"""A process that keeps tables busy until it is killed, and says what it was told.

Run by the crash test: `python -m tests.floor.busy JOURNAL RUN [hasty]`, a line for every answer.
"""

import os
import sys
from itertools import count, cycle
from threading import Lock, Thread
from time import sleep

from punto.floor.batch import Batch
from punto.floor.host import Asked, Host
from punto.journal.store import Store
from punto.ledger.accounts import Account
from punto.table import commands as c
from punto.table.state import State
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

TABLES = ("t1", "t2", "t3")
STAKES = 4  # a round


class HastyHost(Host):
    """The mistake that the crash test must find: this one tells before it commits."""

    def _commit(self, together: list[Asked], also: set[Account], *, alone: bool) -> None:
        submissions = [asked.submission for asked in together]
        tables = {submission.stream for submission in submissions} - self.halted.keys()
        with self._store.writing(tables) as writing:
            kept, seen = self._catch_up(writing, tables)
            wanted = [each for each in submissions if each.stream in kept]
            batch = Batch(writing, kept, wanted, self._clock.now_ms(), also)
            answers = [self._take(batch, each) for each in submissions]
            batch.write()
            self._tell(together, batch, seen, answers)
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
        twice = [host.submit(table, command_id, command) for _ in range(2)]
        first, second = (future.result() for future in twice)
        assert first.records == second.records
        word = first.refused.reason.value if first.refused else "done"
        last = first.records[-1].seq if first.records else 0
        with saying:
            sys.stdout.write(f"{table} {command_id} {word} {last}\n")
            sys.stdout.flush()


def next_command(state: State, number: int, cards: "cycle[str]", game: str = "tiger") -> c.Command:
    """What comes next at a busy table: stakes while they are taken, then whatever is due."""
    if state.configuration is None:
        return c.OpenTable(configuration(game), by=MANAGER)
    if state.shoe is None:
        return c.LoadShoe(f"shoe{state.rounds}", by=DEALER)
    if state.round is None:
        if state.shoe.left < 30:
            return c.RetireShoe(by=DEALER)
        return c.OpenBetting(by=DEALER)
    if state.round.betting_open and number % (STAKES + 1):
        if game == CREDITS:
            return bet(1 + number % 5, 1000 * (1 + number % 3), ("tie", "banker")[number % 2])
        return stake(f"seat{number % 5}", 1000 * (1 + number % 3), ("tie", "banker")[number % 2])
    return routine(state, cards) or c.OpenBetting(by=DEALER)


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
