"""Proves several streams: a partition of a journal, or all of it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from punto.journal.archive.marks import ArchiveMark, openings_digest
from punto.journal.archive.openings import Opening, Openings
from punto.journal.codec import Entry, Head
from punto.journal.entry_index import IndexEntry, RecordedIndex, index_entries_of
from punto.journal.projections.proof import WRONG as TOTALLED_WRONG
from punto.journal.projections.proof import TotalsProof
from punto.journal.read_transaction import ReadTransaction
from punto.journal.snapshots import Snapshot
from punto.journal.transfer_rows import StoredRow
from punto.journal.verify.books import (
    Changes,
    RecordedTransfers,
    changes_of,
    differences,
    is_running,
)
from punto.journal.verify.stream import Contested, Fault, Proof, Unposted
from punto.ledger.transfers import Balances

MARKED_WRONG = "its index entries are not what it comes to"
NOT_RUNNING = "the balances recorded with its transfers do not follow from each other"


class Start(NamedTuple):
    """Where the proof of a stream starts: its snapshot, opening and archive mark."""

    snapshot: Snapshot | None = None
    opening: Opening | None = None
    archived: ArchiveMark = ArchiveMark()


Starts = Mapping[str, Start]


def starts(transaction: ReadTransaction, openings: Openings) -> Starts:
    """The start of every stream."""
    archived = ArchiveMark(openings.books.position, openings_digest(transaction.connection))
    return {
        stream: Start(transaction.snapshot(stream), openings.streams.get(stream), archived)
        for stream in transaction.streams()
    }


class Finding(Struct, frozen=True):
    """What the proof of an entry found beside the money it moves; most entries have none."""

    faults: tuple[Fault, ...] = ()
    broken: bool = False  # nothing of its stream can be proved from here on
    unposted: Unposted | None = None  # its postings depend on the books
    recorded: tuple[StoredRow, ...] = ()  # the recorded transfers of an unposted entry
    contested: Contested | None = None  # its refusal depends on the books


# The result of an entry beyond its own stream: its position, stream and number, its changes of
# accounts, and its finding if any. A plain tuple, because processes exchange millions.
Step: TypeAlias = tuple[int, str, int, Changes, Finding | None]


class Ended(NamedTuple):
    """The final results of a partition."""

    heads: dict[str, Head]
    seen: list[str]  # streams whose saved head was found
    faults: list[Fault]
    entries: int
    redecided: int  # entries of the current decision version, decided again
    checked: int  # entries of earlier ones, checked event by event


class Partition:
    """Proves some streams of a journal, entry by entry."""

    def __init__(
        self,
        transaction: ReadTransaction,
        begins: Starts,
        books: Balances,
        saved_heads: Mapping[str, bytes],
        until: int,
    ) -> None:
        self.entries = 0
        self._transaction = transaction
        self._until = until
        self._saved = saved_heads
        self._seen: list[str] = []
        self._proofs = {
            stream: Proof(stream, snapshot, books, opening, archived)
            for stream, (snapshot, opening, archived) in begins.items()
        }
        self._recorded = RecordedTransfers(transaction.transfers(tuple(begins), until))
        self._totals = TotalsProof(
            transaction,
            {name: each.opening.totals if each.opening else {} for name, each in begins.items()},
            transaction.openings().books.position,
            until,
        )
        self._entry_index = RecordedIndex(transaction, begins, until)
        self._stray: list[IndexEntry] = []

    def unproved(self) -> Iterator[Entry]:
        """The entries of this partition by position, to be passed to `take` in order."""
        return self._transaction.everything(self._until, tuple(self._proofs))

    def take(self, entry: Entry) -> Step:
        """Prove the next entry."""
        self.entries += 1
        position, stream, number = entry.position, entry.stream, entry.number
        proof = self._proofs[stream]
        before = proof.state
        proved = proof.take(entry)
        moved, faults = proved.moved, proved.faults
        marks = self._entry_index.of(position)
        if marks:
            marks = self._own(entry, marks)
        recorded = self._recorded.of(position)
        if proved.broken:
            return position, stream, number, (), Finding(faults, broken=True)
        if marks != index_entries_of(entry, proved.events):
            faults += (Fault(stream, number, MARKED_WRONG),)
        if not self._totals.take(entry, before, proved.events):
            faults += (Fault(stream, number, TOTALLED_WRONG, is_derived=True),)
        if self._saved.get(stream) == entry.hash:
            self._seen.append(stream)
        if len(recorded) > 1 and not is_running(recorded):
            faults += (Fault(stream, number, NOT_RUNNING, is_derived=True),)
        if proved.unposted is not None:
            finding = Finding(faults, unposted=proved.unposted, recorded=recorded)
            return position, stream, number, (), finding
        plain = tuple([row[:8] for row in recorded])
        if moved != plain:
            wrong = differences(moved, plain)
            faults += tuple(Fault(stream, number, what) for what in wrong)
        changes = changes_of(moved, recorded)
        if not faults and proved.contested is None:
            return position, stream, number, changes, None
        return position, stream, number, changes, Finding(faults, contested=proved.contested)

    def _own(self, entry: Entry, found: tuple[IndexEntry, ...]) -> tuple[IndexEntry, ...]:
        """The index entries that belong to the entry; the others are reported at the end."""
        if all(mark.stream == entry.stream and mark.number == entry.number for mark in found):
            return found
        here = entry.stream, entry.number
        self._stray += [mark for mark in found if (mark.stream, mark.number) != here]
        return tuple(mark for mark in found if (mark.stream, mark.number) == here)

    def ends(self) -> dict[str, Opening]:
        """Every stream with an entry, as it stands after what was proved."""
        return {
            stream: replace(proof.end, totals=self._totals.opening(stream))
            for stream, proof in self._proofs.items()
            if proof.head.number
        }

    def ended(self) -> Ended:
        """The final results, after the last entry."""
        heads = {stream: proof.head for stream, proof in self._proofs.items()}
        stray = [
            Fault(mark.stream, mark.number, MARKED_WRONG)
            for mark in (*self._stray, *self._entry_index.rest())
            if not self._proofs[mark.stream].broken
        ]
        wrong = [
            Fault(stream, 0, what, is_derived=True)
            for stream, what in self._totals.rest()
            if not self._proofs[stream].broken
        ]
        redecided = sum(proof.redecided for proof in self._proofs.values())
        checked = sum(proof.checked for proof in self._proofs.values())
        return Ended(heads, self._seen, stray + wrong, self.entries, redecided, checked)
