"""Proof of one stream: chain, law and cards, each asked again of what was recorded."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from punto.journal.codec import (
    NO_EVENTS,
    SCHEMA,
    Entry,
    Events,
    Head,
    decode_command,
    decode_events,
    decode_opening,
    decode_refusal,
    decode_state,
    encode_events,
    encode_refusal,
    encode_state,
    follow,
)
from punto.journal.openings import Opening
from punto.journal.reading import Snapshot, TransferRow, transfer_rows
from punto.journal.recount import recount
from punto.journal.shoes import OF_SHOES, Shoes
from punto.journal.streams import CAGE, Command, funding_of, kind_of
from punto.ledger.accounts import Account
from punto.ledger.transfers import Balances
from punto.refusals import Reason, Refused
from punto.rules.settlement import Result
from punto.table import events as e
from punto.table.configuration import Configuration, Funding
from punto.table.evolve import Corrupt
from punto.table.people import Staff
from punto.table.state import State


class Fault(Struct, frozen=True):
    """What is wrong, and where: an entry of a stream, or 0 for the whole of it."""

    stream: str
    entry: int
    what: str

    def __str__(self) -> str:
        where = f"{self.stream} entry {self.entry}" if self.entry else self.stream
        return f"{where}: {self.what}"


Unposted = tuple[Funding, tuple[Any, ...]]  # events of which only the books tell what moves


class Proved(Struct, frozen=True, gc=False):
    """What an entry comes to: the money it had to move, and what is wrong with it."""

    moved: tuple[TransferRow, ...] = ()
    faults: tuple[Fault, ...] = ()
    broken: bool = False  # nothing of its stream can be proved from here on
    unposted: Unposted | None = None
    events: Events = ()


class Elsewhere(Mapping[Account, int]):
    """Books that are not at hand."""

    def __getitem__(self, account: Account) -> int:
        raise NotAtHand

    def __iter__(self) -> Iterator[Account]:
        raise NotAtHand

    def __len__(self) -> int:
        raise NotAtHand


class NotAtHand(Exception):  # noqa: N818  (the money is posted where the books are)
    """What an entry moves depends on the books as they stand at its position."""


class Proof:
    """A stream as far as it has been proved: give it the entries one by one."""

    def __init__(
        self,
        stream: str,
        snapshot: Snapshot | None,
        books: Balances,
        opening: Opening | None = None,
    ) -> None:
        """`books` are those of all accounts as the entries before come to, or `Elsewhere`.

        Where older entries were archived, the proof goes on from there.
        """
        self.head = Head()
        self.broken = False
        self._faults: list[Fault] = []  # of the entry in hand
        self._stream = stream
        self._kind = kind_of(stream)
        self._state = self._kind.start
        self._at_ms = 0
        self._shoes = Shoes()
        self._books = books
        self._snapshot = snapshot
        if opening is not None:
            self.head, self._at_ms = opening.head, opening.at_ms
            self._state = decode_opening(stream, opening.state)
            self._shoes = Shoes(opening.shoes)

    @property
    def end(self) -> Opening:
        """The stream as it stands after what was proved."""
        return Opening(self.head, self._at_ms, encode_state(self._state), self._shoes.seen())

    def take(self, entry: Entry) -> Proved:
        """Prove the next entry; what money it moves is for whoever has the books to compare."""
        if self.broken:
            return Proved(broken=True)
        self._faults = []
        moved: tuple[TransferRow, ...] = ()
        unposted: Unposted | None = None
        events: Events = ()
        try:
            before, self.head = self.head, follow(self.head, entry)
            if entry.at_ms < self._at_ms:
                self._say("its time is before that of the entry before")
            self._at_ms = entry.at_ms
            events = self._happened(entry, before)
            try:
                moved = self._posted(events)
            except NotAtHand:
                unposted = funding_of(self._state), events
            except (Refused, ArithmeticError) as strange:  # odds that there cannot be
                raise Corrupt(f"what it moves cannot be told: {strange}") from None
            self._evolve(events)
            if self._snapshot is not None and self._snapshot.head.number == entry.number:
                self._check_snapshot(self._snapshot)
        except Corrupt as fault:
            self.broken = True
            self._faults.append(Fault(self._stream, entry.number, str(fault)))
        return Proved(moved, tuple(self._faults), self.broken, unposted, events)

    def _say(self, what: str) -> None:
        self._faults.append(Fault(self._stream, self.head.number, what))

    def _happened(self, entry: Entry, before: Head) -> Events:
        """What came of an entry, asked again."""
        command = decode_command(entry)
        by = command.by
        rank = by.position if isinstance(by, Staff) else 0
        if (entry.actor, entry.rank) != (by.id, rank):
            self._say(f"it names {entry.actor!r}, but {by.id!r} gave the command")
        events = self._decided(entry, command)
        if entry.seq != before.seq + len(events):
            self._say(f"its last event is numbered {entry.seq}, not {before.seq + len(events)}")
        return events

    def _posted(self, events: Events) -> tuple[TransferRow, ...]:
        moved = self._kind.postings(self._stream, self._state, events, self._books)
        return transfer_rows(self.head.number, moved)

    def _evolve(self, events: Events) -> None:
        evolve = self._kind.evolve
        for event in events:
            after = evolve(self._state, event)
            if type(event) in OF_SHOES:
                self._look_at(self._state, event)
            self._state = after

    def _look_at(self, state: State, event: Any) -> None:
        """What only the events that cards go by are asked."""
        if type(event) is e.RoundSettled:
            self._recount(state, event)
        astray = self._shoes.follow(state, event)
        if astray:
            self._say(astray)

    def _decided(self, entry: Entry, command: Command) -> Events:
        """The command decided again on the state before it; the events as they were recorded."""
        try:
            again = self._kind.decide(self._state, self._books, command)
        except Refused as refused:
            if entry.refusal != encode_refusal(refused):
                self._say(f"it would have been refused: {refused}")
            elif entry.events == NO_EVENTS:
                return ()
            return decode_events(entry)
        if entry.refusal:
            # Only for want of money: whether there was enough is not a table's to know.
            refusal = decode_refusal(entry)
            for_money = refusal is not None and refusal.reason is Reason.NOT_ENOUGH_CREDITS
            if not for_money or self._stream == CAGE:
                self._say("it would not have been refused")
            return decode_events(entry)
        if entry.schema == SCHEMA and encode_events(again) == entry.events:
            return again
        events = decode_events(entry)
        if events != again or entry.schema == SCHEMA:
            self._say("it would have been decided otherwise")
        return events

    def _recount(self, state: State, event: e.RoundSettled) -> None:
        """Every payment against the second settlement."""
        configuration = _configuration_of(state, event)
        try:
            wins = recount(configuration.game, event.cards)
        except LookupError:
            self._say("it was settled on cards that are no round")
            return
        limits, chips = configuration.limits, configuration.funding is Funding.CHIPS
        for line in event.lines:
            cents, wager = line.cents, line.wager
            if wager not in wins or wager not in limits:
                self._say(f"stake {line.stake} is on {wager}, which the table did not have")
                continue
            if line.result is Result.RETURNED:
                profit = 0
            else:
                # Only chips can lie above the maximum; what does is not at risk.
                at_risk = min(cents, limits[wager].max_cents) if chips else cents
                won = wins[wager]
                profit = -at_risk if won is None else at_risk * won.numerator // won.denominator
            if line.profit_cents != profit or line.returned_cents != cents + profit:
                self._say(
                    f"stake {line.stake} on {wager} was paid {line.profit_cents} and came"
                    f" back as {line.returned_cents}, not {profit} and {cents + profit}"
                )

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        """A snapshot is only a cache: it says what the entries before it come to."""
        state = decode_state(self._stream, snapshot.state)
        said = snapshot.head, self._state if state is None else state  # None: another edition's
        if not snapshot.whole or said != (self.head, self._state):
            self._say("the snapshot made here is not what the entries come to")


def _configuration_of(state: State, event: e.RoundSettled) -> Configuration:
    """As the table was set when the round was played."""
    finished = [each for each in state.finished if each.number == event.round]
    configuration = finished[0].configuration if finished else state.configuration
    if configuration is None:
        raise Corrupt("a round was settled while the table was closed")
    return configuration
