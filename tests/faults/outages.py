"""Tables that stay busy while their database is down and restarted."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, cycle
from threading import Event, Lock
from time import monotonic, sleep

from punto.floor.batch import receipt_of
from punto.floor.host import Host
from punto.floor.stream import new_stream, recover, replay
from punto.floor.submission import Receipt
from punto.journal.codec import Entry, Head, Recorded, recorded
from punto.journal.errors import Unavailable
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from punto.table.evolve import Corrupt
from tests.faults.judgement import same
from tests.floor.busy_process import next_command
from tests.floor.tables import CREDITS, fund, is_same, shuffled
from tests.submission import submit

GAMES = {"t1": "tiger", "t2": CREDITS, "t3": CREDITS}


class Busy:
    """A floor whose every answer is written down; what gets no answer is asked again."""

    def __init__(self, journal: str, store: Store, host: Host) -> None:
        self.journal = journal
        self.host = host
        self.store = store
        self.sentences: dict[str, int] = {}  # what was said instead of an answer, how often
        self.asked_again = 0  # commands that were answered only later
        self._answers: list[tuple[str, str, Receipt]] = []
        self._followed: dict[str, list[Recorded]] = {table: [] for table in GAMES}
        self._halted: list[str] = []
        self._over = Event()
        self._saying = Lock()

    @property
    def followed(self) -> int:
        """How many events were followed."""
        return sum(len(records) for records in self._followed.values())

    @property
    def answered(self) -> int:
        """How many commands have had their answer."""
        return len(self._answers)

    def wait_for(self, more: int) -> None:
        """Until so many more answers have come."""
        wanted, deadline = self.answered + more, monotonic() + 120
        while self.answered < wanted:
            assert monotonic() < deadline, f"no answers any more; {self.sentences}"
            sleep(0.005)

    def wait_to_hear(self, sentence: str) -> None:
        """Until that is said instead of an answer."""
        deadline = monotonic() + 60
        while sentence not in self.sentences:
            assert monotonic() < deadline, f"nobody says {sentence!r}; {self.sentences}"
            sleep(0.005)

    def head(self, table: str) -> Head:
        """The end of a table, as it is on disk."""
        with self.store.begin_read() as transaction:
            return transaction.head(table)

    def faults(self) -> list[str]:
        """What is wrong with the journal as it stands, compared with what has been answered."""
        answers = list(self._answers)
        followed = {table: list(records) for table, records in self._followed.items()}
        found: dict[tuple[str, str], Entry] = {}
        faults = list(self._halted)
        try:
            with self.store.begin_read() as transaction:
                faults += [str(fault) for fault in verify(transaction)]
                for entry in transaction.everything():
                    if (entry.stream, entry.id) in found:
                        faults.append(f"{entry.stream} {entry.id} was done twice")
                    found[entry.stream, entry.id] = entry
                faults += [
                    f"{stream} comes back otherwise than its entries say"
                    for stream in transaction.streams()
                    if not is_same(
                        recover(transaction, stream),
                        replay(new_stream(stream), transaction.entries(stream)),
                    )
                ]
        except (Corrupt, Unavailable) as unreadable:
            faults.append(str(unreadable))
        for table, command_id, told in answers:
            kept = found.get((table, command_id))
            if kept is None or not same(receipt_of(kept), told):
                faults.append(f"{table} {command_id} was answered, but is not there")
        for table, records in followed.items():
            there = [
                record
                for entry in found.values()
                if entry.stream == table
                for record in recorded(entry)
            ]
            if records != there[: len(records)]:
                faults.append(f"{table} was not followed as it is there")
        return faults

    def play(self, table: str) -> None:
        """Round after round; each command is asked until it is answered."""
        cards = cycle(shuffled(len(table)))
        for number in count():
            command = next_command(self.host.state(table), number, cards, GAMES[table])
            tries = 0
            while not self._over.is_set():
                asked = submit(self.host, table, f"{number}", command)
                try:
                    told = self._answer(asked)
                except Corrupt as halted:
                    self._halted.append(f"{table} halted: {halted}")
                    return
                if told is not None:
                    self._answers.append((table, f"{number}", told))
                    self.asked_again += tries > 0
                    break
                tries += 1
                sleep(0.02)
            if self._over.is_set():
                return

    def follow(self, table: str) -> None:
        """Take every event of a table, as a terminal does that tries again when told to."""
        feed = self.host.follow(table)
        while not self._over.is_set():
            try:
                self._followed[table] += feed.take(wait_s=0.2)
            except Unavailable as away:
                self._say(away)
                sleep(0.02)

    def end(self) -> None:
        self._over.set()

    def _answer(self, asked: "Future[Receipt]") -> Receipt | None:
        try:
            return asked.result(90)
        except Unavailable as away:
            self._say(away)
            return None

    def _say(self, away: Unavailable) -> None:
        with self._saying:
            self.sentences[str(away)] = self.sentences.get(str(away), 0) + 1


@contextmanager
def busy(journal: str, kind: type[Host] = Host) -> Iterator[Busy]:
    """Busy tables on a journal."""
    store = Store(journal)
    store.create()
    host = kind(store)
    fund(host, *(f"seat{number}" for number in range(1, 6)), cents=10_000_000)
    floor = Busy(journal, store, host)
    with ThreadPoolExecutor(2 * len(GAMES)) as threads:
        playing = [
            threads.submit(do, table) for table in GAMES for do in (floor.play, floor.follow)
        ]
        try:
            yield floor
        finally:
            floor.end()
            for each in playing:
                each.result(120)
            floor.host.stop()
            store.close()
