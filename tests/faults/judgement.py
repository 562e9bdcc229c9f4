"""Whether a disk still holds every acknowledged command and event after a power cut."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from punto.floor.batch import receipt_of
from punto.floor.stream import new_stream, recover, replay
from punto.floor.submission import Receipt as Answer
from punto.journal.codec import Entry, Recorded, recorded
from punto.journal.errors import Unavailable
from punto.journal.read_transaction import ReadTransaction
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.table.evolve import Corrupt
from tests.faults.disk import Disk, Image
from tests.faults.tape import Created, Deleted, Told, Truncated, Wrote
from tests.faults.workload import JOURNAL, MADE, Recording
from tests.floor.recounted_totals import RecountedTotals
from tests.floor.tables import is_same

_TABLES = (
    *("entries", "accounts", "transfers", "snapshots"),
    *("totals", "quarter_totals", "round_tags"),
)


class Found(Struct, frozen=True):
    """What was found on a disk that SQLite has recovered."""

    faults: tuple[str, ...]
    made: bool = False  # whether it is a journal already
    entries: tuple[Entry, ...] = ()
    answers: dict[tuple[str, str], Answer] = {}
    records: dict[tuple[str, int], Recorded] = {}


class Verdict:
    """How many images were judged, and what was wrong with which."""

    def __init__(self) -> None:
        self.cuts = 0
        self.images = 0
        self.different = 0
        self.states = 0
        self.faults: list[str] = []

    def __str__(self) -> str:
        return (
            f"{self.cuts:,} cuts, {self.images:,} images ({self.different:,} different ones,"
            f" {self.states:,} different states recovered), {len(self.faults):,} faults"
        )


class Judge:
    """Opens images, each once, and compares what is in them with what had been told."""

    def __init__(self, recording: Recording, folder: Path) -> None:
        self.verdict = Verdict()
        self._recording = recording
        self._folder = folder
        self._by_image: dict[bytes, Found] = {}
        self._by_content: dict[bytes, Found] = {}
        self._looked: dict[int, tuple[int, list[str]]] = {}  # how far, by what was found

    def judge(self, *, cuts_max: int | None = None, chances: int = 3, seed: int = 14) -> Verdict:
        """Cut the tape before every write; or before so many, spread over the whole of it."""
        disk, chance = Disk(), Random(seed)
        told: list[Any] = []
        happened = self._recording.tape.happened
        touching = [
            place
            for place, each in enumerate(happened)
            if isinstance(each, Wrote | Truncated | Created | Deleted)
        ]
        if cuts_max is not None and cuts_max < len(touching):
            touching = sorted(chance.sample(touching, cuts_max))
        cuts = {*touching, len(happened)}
        for place, each in enumerate([*happened, Told(None)]):
            if place in cuts:
                self._cut(disk, told, chance, chances, place)
            if isinstance(each, Told):
                told.append(each.what)
            disk.take(place, each)
        self.verdict.different = len(self._by_image)
        self.verdict.states = len(self._by_content)
        return self.verdict

    def _cut(self, disk: Disk, told: list[Any], chance: Random, chances: int, place: int) -> None:
        self.verdict.cuts += 1
        images = [disk.least(), disk.most(), *(disk.any(chance) for _ in range(chances))]
        for number, image in enumerate(images):
            self.verdict.images += 1
            found = self._found(image)
            faults = self._faults(found, told)
            self.verdict.faults += [f"cut {place}, image {number}: {each}" for each in faults]

    def _faults(self, found: Found, told: list[Any]) -> list[str]:
        """All that is wrong; more and more is told, so only what is new is looked for."""
        looked_for, faults = self._looked.get(id(found), (0, []))
        if not looked_for:
            faults = [*found.faults, *astray(found, self._recording)]
        faults = [*faults, *missing(found, told[looked_for:])]
        self._looked[id(found)] = len(told), faults
        return faults

    def _found(self, image: Image) -> Found:
        key = sha256()
        for name, data in sorted(image.items()):
            key.update(b"%b %d " % (name.encode(), len(data)))
            key.update(data)
        if key.digest() not in self._by_image:
            self._by_image[key.digest()] = self._opened(image)
        return self._by_image[key.digest()]

    def _opened(self, image: Image) -> Found:
        """Let SQLite recover an image, and prove what it comes to; the same content once."""
        self._folder.mkdir(exist_ok=True)
        for path in self._folder.iterdir():
            path.unlink()
        for name, data in image.items():
            (self._folder / name).write_bytes(data)
        path = self._folder / JOURNAL
        try:
            content = _content(path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as failure:  # of a damaged message
            return Found((f"SQLite cannot open it: {failure}",))
        if content not in self._by_content:
            self._by_content[content] = prove(str(path))
        return self._by_content[content]


def _content(path: Path) -> bytes:
    """The digest of every row there is; SQLite's own check of the file on the way."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA synchronous=OFF")  # nobody cuts the power on the judge
        sound = connection.execute("PRAGMA integrity_check").fetchall()
        if sound != [("ok",)]:
            raise sqlite3.DatabaseError(f"integrity_check says {sound[0][0]!r}")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        digest = sha256(repr(sorted(tables)).encode())
        for table in _TABLES:
            if table in tables:
                rows = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                digest.update(repr((table, rows)).encode())
        return digest.digest()
    finally:
        connection.close()


def prove(journal: str) -> Found:
    """Prove a journal with the plain library, as anybody would who opens it."""
    store = Store(journal)
    made = True
    faults: list[str] = []
    entries: tuple[Entry, ...] = ()
    try:
        made = bool(sa.inspect(store.engine).get_table_names())
        if not made:
            store.create()  # the power went while it was made: then it is made now
        with store.begin_read() as transaction:
            faults += [str(fault) for fault in verify(transaction)]
            entries = tuple(transaction.everything())
            faults += _recounted(transaction, entries)
            if sum(transaction.balances().values()):
                faults.append("the trial balance is not zero")
            for stream in {entry.stream for entry in entries}:
                whole = replay(new_stream(stream), transaction.entries(stream))
                if not is_same(recover(transaction, stream), whole):
                    faults.append(f"{stream} comes back otherwise than its entries say")
    except (Corrupt, Unavailable, sa.exc.DBAPIError) as failure:
        faults.append(str(failure))
    finally:
        store.close()
    if faults:
        return Found(tuple(faults))
    answers: dict[tuple[str, str], Answer] = {}
    records: dict[tuple[str, int], Recorded] = {}
    for entry in entries:
        if (entry.stream, entry.id) in answers:
            faults.append(f"{entry.stream} {entry.id} was done twice")
        answers[entry.stream, entry.id] = receipt_of(entry)
        records |= {(each.stream, each.seq): each for each in recorded(entry)}
    return Found(tuple(faults), made, entries, answers, records)


def _recounted(transaction: ReadTransaction, entries: tuple[Entry, ...]) -> list[str]:
    """What is wrong with the running totals, by a recount that shares no code with them."""
    recount, tables = RecountedTotals(), {entry.stream for entry in entries} - {CAGE}
    for entry in entries:
        if entry.stream in tables:
            recount.take(entry)
    try:
        recount.check(transaction, tuple(sorted(tables)))
    except AssertionError as wrong:
        return [f"totals: {wrong}"]
    return []


def missing(found: Found, told: list[Any]) -> Iterator[str]:
    """What somebody was told that is not in the journal, or stands there otherwise."""
    for what in told:
        match what:
            case None:
                pass
            case str():
                if not found.made:
                    yield f"{MADE}, but it is not there"
            case (future, answer) if hasattr(future, "asked"):
                kept = found.answers.get(future.asked)
                if kept is None or not same(kept, answer):
                    yield f"{' '.join(future.asked)} was answered, but is not there"
            case records:
                for record in records:
                    if found.records.get((record.stream, record.seq)) != record:
                        yield f"{record.stream} {record.seq} was published, but is not there"


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers say the same; balances are those of the first time only."""
    if one.refused is None or other.refused is None:
        return one.refused is other.refused and one.records == other.records
    words = [(each.reason, each.sentence, each.clause) for each in (one.refused, other.refused)]
    return words[0] == words[1]


def astray(found: Found, recording: Recording) -> Iterator[str]:
    """The entries found are the first ones of the run, and no others."""
    if found.entries != tuple(recording.entries[: len(found.entries)]):
        yield "what is there is not the beginning of what was recorded"
