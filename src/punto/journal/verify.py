"""Proof of a whole journal, in one ordered pass over all its streams, and of the books."""

from collections.abc import Iterator, Mapping

from punto.journal.books import ProvedBooks, changes_of, differences
from punto.journal.codec import Head
from punto.journal.failures import Unavailable, told_in_words
from punto.journal.notices import CHAIN, notices_head, prove_notices
from punto.journal.openings import OpeningBooks, Openings, same_openings
from punto.journal.proof import Fault, Unposted
from punto.journal.proving import Progress, Proving
from punto.journal.reading import Reading, TransferRow, transfer_rows
from punto.journal.share import starts
from punto.ledger.postings import postings
from punto.ledger.transfers import trial_balance

BOOKS, JOURNAL = "books", "journal"  # where a fault is that belongs to no stream


class Verification:
    """A journal on its way to being proved; iterate over `faults` to have it done."""

    def __init__(
        self,
        reading: Reading,
        saved_heads: Mapping[str, bytes] | None = None,
        workers: int = 0,
        archived: Openings | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Against heads that were saved elsewhere, truncation and rewriting are found too.

        `workers` are processes that prove the tables; with none it is all done in this one.
        `archived` is how the archive before this journal ended; it must begin just there.
        """
        self.entries = 0
        self.openings = reading.openings()
        self._archived = archived
        self._heads = {stream: each.head for stream, each in self.openings.streams.items()}
        self._reading = reading
        self._saved = {
            stream: each
            for stream, each in (saved_heads or {}).items()
            if each != self._heads.get(stream, Head()).hash
        }
        self._workers = workers
        self._progress = progress
        self._broken: set[str] = set()
        self._left_over: dict[str, int] = {}
        self._ends: Openings | None = None
        self._books = ProvedBooks(self.openings.books.cents)
        self._noticed: dict[str, Head] = {}

    @property
    def heads(self) -> dict[str, Head]:
        """The end of every stream, as far as it was proved."""
        return dict(sorted(self._heads.items())) | self._noticed

    @property
    def events(self) -> int:
        """How many events were proved."""
        before = sum(each.head.seq for each in self.openings.streams.values())
        return sum(head.seq for head in self._heads.values()) - before

    def ends(self) -> Openings:
        """How everything stands after what was proved; only where no workers proved it."""
        assert self._ends is not None, "asked after everything was proved here"
        return self._ends

    def faults(self) -> Iterator[Fault]:
        """Every fault there is, where it is found."""
        try:
            with told_in_words():
                yield from self._prove()
        except Unavailable as unreadable:
            yield Fault(JOURNAL, 0, str(unreadable))

    def _prove(self) -> Iterator[Fault]:
        if self._archived is not None and not same_openings(self._archived, self.openings):
            yield Fault(JOURNAL, 0, "it does not begin where its archive ends")
        yield from self.prove_entries()
        yield from self._prove_notices()
        for stream in sorted(self._heads.keys() - self._broken):
            yield from self._end(stream)
        for stream in self._saved:
            yield Fault(stream, 0, "the saved head is not in the journal")
        yield from self._prove_books()

    def _prove_notices(self) -> Iterator[Fault]:
        """What lies beside the entries has a chain of its own."""
        for number, what in prove_notices(self._reading, self._saved.pop(CHAIN, None)):
            yield Fault(CHAIN, number, what)
        last = notices_head(self._reading.connection)
        self._noticed = {CHAIN: Head(last[0], last[0], last[1])} if last else {}

    def prove_entries(self, until: int | None = None) -> Iterator[Fault]:
        """Only the entries, all of them or up to a position."""
        until = self._reading.position() if until is None else until
        begins = starts(self._reading, self.openings)
        proving = Proving(
            self._reading, begins, self._books, self._saved, until, self._workers, self._progress
        )
        for _, stream, number, changes, trouble in proving.steps():
            if trouble is not None:
                yield from trouble.faults
                if trouble.broken:
                    self._broken.add(stream)
                    continue
                if trouble.unposted is not None:
                    moved = self._moved(stream, number, trouble.unposted)
                    changes = changes_of(moved)
                    for what in differences(moved, trouble.recorded):
                        yield Fault(stream, number, what)
            for what in self._books.change(changes):
                yield Fault(stream, number, what)
        ends = proving.ended()
        yield from sorted((fault for ended in ends for fault in ended.faults), key=str)
        for ended in ends:
            self.entries += ended.entries
            self._heads |= ended.heads
            self._left_over |= ended.left_over
            for stream in ended.seen:
                del self._saved[stream]
        if not self._workers:
            books = OpeningBooks(until, self._books.cents())
            self._ends = Openings(proving.here.ends(), books)

    def _moved(self, stream: str, number: int, unposted: Unposted) -> tuple[TransferRow, ...]:
        """What an entry had to move; here the books tell where its own stream cannot."""
        funding, events = unposted
        return transfer_rows(number, postings(stream, funding, events, self._books))

    def _end(self, stream: str) -> Iterator[Fault]:
        """What can be said only at the end of a stream."""
        extra, snapshot = self._left_over.get(stream), self._reading.snapshot(stream)
        if extra is not None:
            yield Fault(stream, extra, "a transfer is recorded that it did not cause")
        if snapshot is not None and snapshot.head.number > self._heads[stream].number:
            what = "it is missing, though a snapshot was made of it"
            yield Fault(stream, snapshot.head.number, what)

    def _prove_books(self) -> Iterator[Fault]:
        try:
            balances, flags = self._reading.balances(), self._reading.house_flags()
        except ValueError as strange:
            yield Fault(BOOKS, 0, f"an account that there cannot be: {strange}")
            return
        for stream in self._reading.strays():
            yield Fault(stream, 0, "it has transfers, landmarks or a snapshot, but no entry")
        for account in sorted(account for account, flag in flags.items() if flag != account.house):
            yield Fault(BOOKS, 0, f"{account.name} is marked as if it were not what it is")
        total = trial_balance(balances)
        if total:
            yield Fault(BOOKS, 0, f"the trial balance is {total}, not zero")
        if self._broken:
            return  # what the broken part moved is unknown
        for account in sorted(balances.keys() | self._books.keys()):
            cents, proved = balances.get(account), self._books.get(account)
            if cents != proved:
                yield Fault(BOOKS, 0, f"{account.name} stands at {cents}, not {proved}")


def verify(
    reading: Reading, saved_heads: Mapping[str, bytes] | None = None, workers: int = 0
) -> Iterator[Fault]:
    """Every fault of a journal."""
    return Verification(reading, saved_heads, workers).faults()
