"""Proves one stream: its hash chain, its decisions, its payments and its cards."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from punto.journal.archive.marks import ArchiveMark, is_archive_mark, mark_fault
from punto.journal.archive.openings import Opening
from punto.journal.codec import (
    NO_EVENTS,
    SCHEMA,
    Entry,
    Events,
    Head,
    decode_command,
    decode_events,
    decode_opening,
    decode_origin,
    decode_refusal,
    decode_state,
    encode_events,
    encode_refusal,
    encode_state,
    follow,
    is_other_format,
    kind_of_command,
)
from punto.journal.decisions import DECISION_VERSION, edition_of
from punto.journal.errors import Corrupt, NotAvailable
from punto.journal.snapshots import Snapshot
from punto.journal.streams import Command, funding_of, kind_of
from punto.journal.transfer_rows import TransferRow, transfer_rows
from punto.journal.verify.books import BY_BOOKS, refused_wrongly
from punto.journal.verify.old_decisions import contradictions_of_command, contradictions_of_payment
from punto.journal.verify.payments import contradictions_of_settlement
from punto.journal.verify.shoes import OF_SHOES, Shoes
from punto.ledger.accounts import Account
from punto.ledger.transfers import Balances
from punto.refusals import Refused
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.people import Origin
from punto.table.state import State


class Fault(Struct, frozen=True):
    """What is wrong, and where: the number of an entry, or 0 for the whole stream."""

    stream: str
    entry: int
    what: str
    is_derived: bool = False  # a projection is wrong, which can be made again from the entries

    def __str__(self) -> str:
        where = f"{self.stream} entry {self.entry}" if self.entry else self.stream
        return f"{where}: {self.what}"


Unposted = tuple[Funding, tuple[Any, ...]]  # events whose postings depend on the books
# The events that a refused command would have had, and its refusal, which depends on the books.
Contested = tuple[Funding, tuple[Any, ...], bytes]


class Proved(Struct, frozen=True, gc=False):
    """The result of proving an entry: the money it moves, and its faults."""

    moved: tuple[TransferRow, ...] = ()
    faults: tuple[Fault, ...] = ()
    broken: bool = False  # nothing of its stream can be proved from here on
    unposted: Unposted | None = None
    events: Events = ()
    contested: Contested | None = None


class UnknownBooks(Mapping[Account, int]):
    """Books for a worker, which does not have the balances: every access raises NotAvailable."""

    def __getitem__(self, account: Account) -> int:
        raise NotAvailable

    def __iter__(self) -> Iterator[Account]:
        raise NotAvailable

    def __len__(self) -> int:
        raise NotAvailable


class Proof:
    """The proof of a stream so far; pass it the entries one by one."""

    def __init__(
        self,
        stream: str,
        snapshot: Snapshot | None,
        books: Balances,
        opening: Opening | None = None,
        archived: ArchiveMark = ArchiveMark(),  # noqa: B008  (frozen)
    ) -> None:
        """`books` holds all balances as computed from the entries before, or is `UnknownBooks`.

        If older entries were archived, the proof continues from `opening`; `archived` is what an
        archive mark must contain.
        """
        self.head = Head()
        self.broken = False
        self.redecided = 0  # entries of the current decision version
        self.checked = 0  # entries of earlier ones, checked event by event
        self._version = 1  # the decision version of the last entry
        self._faults: list[Fault] = []  # of the current entry
        self._contested: Contested | None = None  # of the current entry
        self._stream = stream
        self._kind = kind_of(stream)
        self._state = self._kind.start
        self._at_ms = 0
        self._shoes = Shoes()
        self._books = books
        self._snapshot = snapshot
        self._archived = archived
        self._is_opened = opening is not None  # its first state comes from no entry here
        if opening is not None:
            self.head, self._at_ms = opening.head, opening.at_ms
            self._version = opening.decision_version
            self._state = decode_opening(stream, opening.state)
            self._shoes = Shoes(opening.shoes)

    @property
    def state(self) -> Any:
        """The stream's state after what was proved."""
        return self._state

    @property
    def end(self) -> Opening:
        """The opening of a journal that begins after what was proved."""
        return Opening(
            self.head, self._at_ms, encode_state(self._state), self._shoes.seen(), self._version
        )

    def take(self, entry: Entry) -> Proved:
        """Prove the next entry; the caller compares the money it moves with the books."""
        if self.broken:
            return Proved(broken=True)
        self._faults = []
        self._contested = None
        moved: tuple[TransferRow, ...] = ()
        unposted: Unposted | None = None
        events: Events = ()
        try:
            before, self.head = self.head, follow(self.head, entry)
            if entry.at_ms < self._at_ms:
                self._report("its time is before that of the entry before")
            self._at_ms = entry.at_ms
            if entry.decision_version < self._version:
                self._report("it was decided by an earlier version than the entry before")
            self._version = entry.decision_version
            events = self._happened(entry, before)
            try:
                moved = self._posted(entry.position, events)
            except NotAvailable:
                unposted = funding_of(self._state), events
            except (Refused, ArithmeticError) as fault:  # impossible odds
                raise Corrupt(f"what it moves cannot be computed: {fault}") from None
            before_them = self._state
            self._evolve(events)
            self._check_edition(entry, before_them)
            if self._snapshot is not None and self._snapshot.head.number == entry.number:
                self._check_snapshot(self._snapshot)
        except Corrupt as fault:
            self._break(entry, str(fault))
        except (AttributeError, LookupError, TypeError, ValueError) as fault:
            if not self._is_opened:
                raise
            what = f"it cannot be decided on what the journal opens with: {fault!r}"
            self._break(entry, what)
        return Proved(moved, tuple(self._faults), self.broken, unposted, events, self._contested)

    def _break(self, entry: Entry, what: str) -> None:
        """Record a fault after which nothing of this stream can be proved."""
        self.broken = True
        self._faults.append(Fault(self._stream, entry.number, what))

    def _report(self, what: str) -> None:
        self._faults.append(Fault(self._stream, self.head.number, what))

    def _happened(self, entry: Entry, before: Head) -> Events:
        """The events of an entry, after checking them."""
        if is_archive_mark(entry):
            self.redecided += 1
            wrong = mark_fault(entry, self._archived)
            if wrong or entry.seq != before.seq:
                self._report(wrong or f"its last event is numbered {entry.seq}, not {before.seq}")
            return ()
        command = decode_command(entry)
        if entry.kind != kind_of_command(command):
            self._report(f"it is called {entry.kind!r}, but is {kind_of_command(command)!r}")
        events = self._decided(entry, command, decode_origin(entry))
        if entry.seq != before.seq + len(events):
            self._report(f"its last event is numbered {entry.seq}, not {before.seq + len(events)}")
        return events

    def _check_edition(self, entry: Entry, before: Any) -> None:
        """Check that an entry states the edition of its table."""
        if is_archive_mark(entry):
            return  # it is decided under no rule document
        edition = edition_of(before, self._state)
        if entry.edition != edition:
            self._report(f"it states {entry.edition!r}, but was decided under {edition!r}")

    def _posted(self, position: int, events: Events) -> tuple[TransferRow, ...]:
        moved = self._kind.postings(self._stream, self._state, events, self._books)
        return transfer_rows(position, moved)

    def _evolve(self, events: Events) -> None:
        evolve = self._kind.evolve
        for event in events:
            after = evolve(self._state, event)
            if type(event) in OF_SHOES or type(event) is e.RoundVoided:
                self._check_event(self._state, event)
            self._state = after

    def _check_event(self, state: State, event: Any) -> None:
        """Check an event's payments and cards."""
        if self._version != DECISION_VERSION:
            for what in contradictions_of_payment(state, event):
                self._report(what)
        if type(event) is e.RoundSettled:
            for what in contradictions_of_settlement(state, event):
                self._report(what)
        astray = self._shoes.follow(state, event)
        if astray:
            self._report(astray)

    def _decided(self, entry: Entry, command: Command, origin: Origin) -> Events:
        """Decide the command again and compare; return the events as recorded."""
        if entry.decision_version != DECISION_VERSION:
            self.checked += 1
            events = decode_events(entry)
            for what in contradictions_of_command(entry, command, events):
                self._report(what)
            return events
        self.redecided += 1
        try:
            again = self._kind.decide(self._state, self._books, command, origin)
        except Refused as refused:
            if entry.refusal != encode_refusal(refused):
                self._report(f"it would have been refused: {refused}")
            elif entry.events == NO_EVENTS:
                return ()
            return decode_events(entry)
        if entry.refusal:
            self._check_refusal(entry, again)
            return decode_events(entry)
        if entry.schema == SCHEMA and encode_events(again) == entry.events:
            return again
        events = decode_events(entry)
        if events != again or entry.schema == SCHEMA:
            self._report("it would have been decided otherwise")
        return events

    def _check_refusal(self, entry: Entry, events: Events) -> None:
        """Check a refusal that the table's state does not explain: the balances must."""
        refusal = decode_refusal(entry)
        if refusal is None or refusal.reason not in BY_BOOKS:
            self._report("it would not have been refused")
            return
        try:
            moved = self._kind.postings(self._stream, self._state, events, self._books)
            wrong = refused_wrongly(self._books, moved, entry.refusal)
        except NotAvailable:
            self._contested = funding_of(self._state), events, entry.refusal
        else:
            if wrong:
                self._report(wrong)

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        """Check that a snapshot equals the state computed from the entries."""
        state = decode_state(self._stream, snapshot.state)
        if state is None and is_other_format(self._stream, snapshot.state):
            state = self._state  # it is not used, and replaced by the next
        if not snapshot.whole or (snapshot.head, state) != (self.head, self._state):
            self._report("the snapshot made here is not what the entries come to")
