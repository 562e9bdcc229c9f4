"""Verification of a whole journal and its books, in one ordered pass over all streams."""

from collections.abc import Iterator, Mapping

from punto.journal.archive.openings import DamagedOpening, OpeningBooks, Openings, same_openings
from punto.journal.changes import CHAIN as CHANGES
from punto.journal.changes import changes_head, prove_changes
from punto.journal.codec import Head
from punto.journal.errors import Corrupt, Unavailable, translate_errors
from punto.journal.head_file import missing_commits
from punto.journal.notices import CHAIN, notices_head, prove_notices
from punto.journal.projections.archived import archived_faults
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import SCHOOL, is_table
from punto.journal.transfer_rows import TransferRow, transfer_rows
from punto.journal.verify.books import ProvedBooks, changes_of, differences, refused_wrongly
from punto.journal.verify.file_check import damaged_file
from punto.journal.verify.parallel import Progress, Proving
from punto.journal.verify.partition import starts
from punto.journal.verify.schema_check import changed_schema, mistyped_keys
from punto.journal.verify.stream import Contested, Fault, Unposted
from punto.journal.verify.unapproved import prove_unapproved
from punto.ledger.postings import postings
from punto.ledger.transfers import trial_balance

BOOKS, JOURNAL = "books", "journal"  # for faults that belong to no stream


class Verification:
    """Proves a journal while its `faults` are iterated over."""

    def __init__(
        self,
        transaction: ReadTransaction,
        saved_heads: Mapping[str, bytes] | None = None,
        workers: int = 0,
        archived: Openings | None = None,
        progress: Progress | None = None,
        *,
        is_archive: bool = False,
    ) -> None:
        """With heads that were saved elsewhere, truncation and rewriting are detected too.

        `workers` is the number of processes that prove the tables; 0 does it all in this one.
        `archived` is the end of the archive before this journal, which must begin there. An
        archive has no projections of what was archived before it.
        """
        self.entries = 0
        self.redecided = 0  # entries of the current decision version, decided again
        self.checked = 0  # entries of earlier versions, checked event by event
        self.openings = _readable_openings(transaction)
        self._archived = archived
        self._is_archive = is_archive
        self._heads = {stream: each.head for stream, each in self.openings.streams.items()}
        self._transaction = transaction
        self._saved = {
            stream: each
            for stream, each in (saved_heads or {}).items()
            if each != self._heads.get(stream, Head()).hash
        }
        self._workers = workers
        self._progress = progress
        self._broken: set[str] = set()
        self._ends = Openings()
        self._books = ProvedBooks(self.openings.books.cents)
        self._beside: dict[str, Head] = {}  # the chains of notices and changes

    @property
    def heads(self) -> dict[str, Head]:
        """The head of every stream and chain, as far as it was proved."""
        return dict(sorted(self._heads.items())) | self._beside

    @property
    def events(self) -> int:
        """The number of events proved."""
        before = sum(each.head.seq for each in self.openings.streams.values())
        return sum(head.seq for head in self._heads.values()) - before

    def made_up(self) -> dict[str, list[str]]:
        """The tables that dealt made-up games, and which; empty if the journal cannot be read."""
        try:
            tables = [each for each in self._transaction.streams() if is_table(each)]
            found = {name: made_up_games(self._transaction, name) for name in tables}
        except (Unavailable, Corrupt):  # a fault, which the proof reports
            return {}
        return {name: games for name, games in sorted(found.items()) if games}

    def ends(self) -> Openings:
        """The openings after what was proved; empty with workers or an unreadable journal."""
        return self._ends

    def faults(self) -> Iterator[Fault]:
        """Prove everything, and yield each fault as it is found."""
        try:
            with translate_errors():
                yield from self._prove()
        except Unavailable as unreadable:
            yield Fault(JOURNAL, 0, str(unreadable))

    def _prove(self) -> Iterator[Fault]:
        mistyped = list(mistyped_keys(self._transaction.connection))
        yield from (Fault(JOURNAL, 0, what) for what in mistyped)
        if mistyped:
            return  # nothing can be found by such a key
        if self._archived is not None and not same_openings(self._archived, self.openings):
            yield Fault(JOURNAL, 0, "it does not begin where its archive ends")
        streams = set(self._transaction.streams())
        if SCHOOL in streams and len(streams) > 1:
            yield Fault(SCHOOL, 0, "practice is mixed with the entries of a real house")
        missing = missing_commits(self._transaction)
        if missing:
            yield Fault(JOURNAL, 0, missing)
        yield from self.prove_entries()
        yield from prove_unapproved(self._transaction)
        yield from self._prove_notices()
        yield from self._prove_changes()
        for stream in sorted(self._heads.keys() - self._broken):
            yield from self._end(stream)
        for stream in self._saved:
            yield Fault(stream, 0, "the saved head is not in the journal")
        yield from self._prove_books()
        for what in damaged_file(self._transaction.connection):
            yield Fault(JOURNAL, 0, what)
        for what in changed_schema(self._transaction.connection):
            yield Fault(JOURNAL, 0, what)

    def _prove_notices(self) -> Iterator[Fault]:
        """Prove the chain of notices."""
        for number, what in prove_notices(self._transaction, self._saved.pop(CHAIN, None)):
            yield Fault(CHAIN, number, what)
        last = notices_head(self._transaction.connection)
        self._beside |= {CHAIN: Head(last[0], last[0], last[1])} if last else {}

    def _prove_changes(self) -> Iterator[Fault]:
        """Prove the log of changes, and compare accounts and sealed shoes with it."""
        for number, what in prove_changes(self._transaction, self._saved.pop(CHANGES, None)):
            yield Fault(CHANGES, number, what)
        last = changes_head(self._transaction.connection)
        self._beside |= {CHANGES: Head(last[0], last[0], last[1])} if last else {}

    def prove_entries(self, until: int | None = None) -> Iterator[Fault]:
        """Prove only the entries, all of them or up to a position."""
        yield from self._prove_archived_totals()
        until = self._transaction.position() if until is None else until
        begins = starts(self._transaction, self.openings)
        proving = Proving(
            self._transaction,
            begins,
            self._books,
            self._saved,
            until,
            self._workers,
            self._progress,
        )
        for position, stream, number, changes, finding in proving.steps():
            if finding is not None:
                yield from finding.faults
                if finding.broken:
                    self._broken.add(stream)
                    continue
                if finding.contested is not None:
                    yield from self._judge(stream, number, finding.contested)
                if finding.unposted is not None:
                    moved = self._moved(stream, position, finding.unposted)
                    changes = changes_of(moved, finding.recorded)
                    for what in differences(moved, tuple(row[:8] for row in finding.recorded)):
                        yield Fault(stream, number, what)
            for what in self._books.change(changes):
                yield Fault(stream, number, what)
            for what in self._books.misread(changes) if not self._broken else ():
                yield Fault(stream, number, what, is_derived=True)
        ends = proving.ended()
        yield from sorted((fault for ended in ends for fault in ended.faults), key=str)
        for ended in ends:
            self.entries += ended.entries
            self.redecided += ended.redecided
            self.checked += ended.checked
            self._heads |= ended.heads
            for stream in ended.seen:
                del self._saved[stream]
        if not self._workers:
            books = OpeningBooks(until, self._books.cents())
            self._ends = Openings(proving.here.ends(), books)

    def _prove_archived_totals(self) -> Iterator[Fault]:
        """Compare the projections of archived entries with what the journal opens with."""
        if self._is_archive:
            return
        until = self.openings.books.position
        for stream, each in self.openings.streams.items():
            known = (each.at_ms, until, each.projections, each.totals)
            for what in archived_faults(self._transaction, stream, *known):
                yield Fault(stream, each.head.number, what)

    def _moved(self, stream: str, position: int, unposted: Unposted) -> tuple[TransferRow, ...]:
        """The transfers of an entry whose postings depend on the books."""
        funding, events = unposted
        return transfer_rows(position, postings(stream, funding, events, self._books))

    def _judge(self, stream: str, number: int, contested: Contested) -> Iterator[Fault]:
        """Check a refusal that a worker could not explain against the books at its position."""
        funding, events, refusal = contested
        moved = postings(stream, funding, events, self._books)
        wrong = refused_wrongly(self._books, moved, refusal)
        if wrong:
            yield Fault(stream, number, wrong)

    def _end(self, stream: str) -> Iterator[Fault]:
        """The faults that show only at the end of a stream."""
        snapshot = self._transaction.snapshot(stream)
        if snapshot is not None and snapshot.head.number > self._heads[stream].number:
            what = "it is missing, though a snapshot was made of it"
            yield Fault(stream, snapshot.head.number, what)
        opening = self.openings.streams.get(stream)
        first = opening.head.number + 1 if opening is not None else 1
        if snapshot is not None and snapshot.head.number < first:
            what = "there is a snapshot of an entry before the first"
            yield Fault(stream, snapshot.head.number, what)

    def _prove_books(self) -> Iterator[Fault]:
        try:
            balances, flags = self._transaction.balances(), self._transaction.house_flags()
            proved_accounts = self._books.keys() | balances.keys()
        except ValueError as strange:
            yield Fault(BOOKS, 0, f"an account that there cannot be: {strange}")
            return
        for stream in self._transaction.strays():
            yield Fault(stream, 0, "it has totals, index entries or a snapshot, but no entry")
        if self._transaction.last_projected() > self._transaction.position():
            what = "running totals are recorded after the last entry"
            yield Fault(BOOKS, 0, what, is_derived=True)
        for position in self._transaction.stray_transfers():
            yield Fault(BOOKS, 0, f"there are transfers at position {position}, but no entry")
        for account in sorted(account for account, flag in flags.items() if flag != account.house):
            yield Fault(BOOKS, 0, f"{account.name} is marked as if it were not what it is")
        total = trial_balance(balances)
        if total:
            yield Fault(BOOKS, 0, f"the trial balance is {total}, not zero")
        if self._broken:
            return  # what the broken part moved is unknown
        for account in sorted(proved_accounts):
            cents, proved = balances.get(account), self._books.get(account)
            if cents != proved or type(cents) is not int:
                yield Fault(BOOKS, 0, f"{account.name} stands at {cents}, not {proved}")


def _readable_openings(transaction: ReadTransaction) -> Openings:
    """The openings; empty if they are damaged, which the proof reports when it reads them."""
    try:
        return transaction.openings()
    except DamagedOpening:
        return Openings()


def made_up_games(transaction: ReadTransaction, table: str) -> list[str]:
    """The made-up games that a table was ever set to, with their editions."""
    configs = (config for _, config in transaction.settings(table) if config.test_wagers)
    return sorted({f"{config.game}@{config.edition}" for config in configs})


def verify(
    transaction: ReadTransaction, saved_heads: Mapping[str, bytes] | None = None, workers: int = 0
) -> Iterator[Fault]:
    """Yield every fault of a journal."""
    return Verification(transaction, saved_heads, workers).faults()
