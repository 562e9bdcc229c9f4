"""Proof of one stream: chain, law, money and cards, each asked again of what was recorded."""

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
    decode_refusal,
    decode_state,
    encode_events,
    encode_refusal,
    follow,
)
from punto.journal.reading import Reading, Snapshot, transfer_row
from punto.journal.recount import recount
from punto.journal.shoes import Shoes
from punto.journal.streams import CAGE, Command, kind_of
from punto.ledger.accounts import Account
from punto.ledger.transfers import Transfer
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


class Proof:
    """A stream as far as it has been proved: give it the entries one by one."""

    def __init__(self, reading: Reading, stream: str, balances: dict[Account, int]) -> None:
        """`balances` are those of all accounts, moved on by every stream in turn."""
        self.head = Head()
        self.faults: list[Fault] = []
        self.broken = False  # nothing after this can be proved
        self._stream = stream
        self._kind = kind_of(stream)
        self._state = self._kind.start
        self._at_ms = 0
        self._shoes = Shoes()
        self._balances = balances
        self._snapshot = reading.snapshot(stream)
        self._transfers = reading.transfers(stream)
        self._next_transfer = next(self._transfers, None)

    def take(self, entry: Entry) -> None:
        """Prove the next entry."""
        try:
            before, self.head = self.head, follow(self.head, entry)
            if entry.at_ms < self._at_ms:
                self._say("its time is before that of the entry before")
            self._at_ms = entry.at_ms
            self._move(self._happened(entry, before))
            if self._snapshot is not None and self._snapshot.head.number == entry.number:
                self._check_snapshot(self._snapshot)
        except Corrupt as fault:
            self.broken = True
            self._say(str(fault), entry.number)

    def finish(self) -> None:
        """Say what can be said only at the end of the stream."""
        if self._next_transfer is not None and not self.broken:
            self._say("a transfer is recorded that it did not cause", self._next_transfer.number)
        if self._snapshot is not None and self._snapshot.head.number > self.head.number:
            self._say("it is missing, though a snapshot was made of it", self._snapshot.head.number)

    def _say(self, what: str, number: int | None = None) -> None:
        self.faults.append(
            Fault(self._stream, self.head.number if number is None else number, what)
        )

    def _happened(self, entry: Entry, before: Head) -> tuple[Transfer, ...]:
        """What came of an entry, asked again; the money that it moved."""
        command = decode_command(entry)
        by = command.by
        rank = by.position.value if isinstance(by, Staff) else 0
        if (entry.actor, entry.rank) != (by.id, rank):
            self._say(f"it names {entry.actor!r}, but {by.id!r} gave the command")
        events = self._decided(entry, command)
        if entry.seq != before.seq + len(events):
            self._say(f"its last event is numbered {entry.seq}, not {before.seq + len(events)}")
        moved = self._kind.postings(self._stream, self._state, events, self._balances)
        for event in events:
            if isinstance(self._state, State):
                self._look_at(self._state, event)
            self._state = self._kind.evolve(self._state, event)
        return moved

    def _look_at(self, state: State, event: Any) -> None:
        """What only a table's events are asked."""
        if isinstance(event, e.RoundSettled):
            self._recount(state, event)
        astray = self._shoes.follow(state, event)
        if astray:
            self._say(astray)

    def _decided(self, entry: Entry, command: Command) -> Events:
        """The command decided again on the state before it; the events as they were recorded."""
        try:
            again = self._kind.decide(self._state, self._balances, command)
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
        for line in event.lines:
            if line.result is Result.RETURNED:
                profit = 0
            else:
                # Only chips can lie above the maximum; what does is not at risk.
                highest = configuration.limits[line.wager].max_cents
                chips = configuration.funding is Funding.CHIPS
                at_risk = min(line.cents, highest) if chips else line.cents
                won = recount(configuration.game, line.wager, event.cards)
                profit = -at_risk if won is None else int(at_risk * won)
            if (line.profit_cents, line.returned_cents) != (profit, line.cents + profit):
                self._say(
                    f"stake {line.stake} on {line.wager} was paid {line.profit_cents} and came"
                    f" back as {line.returned_cents}, not {profit} and {line.cents + profit}"
                )

    def _move(self, moved: tuple[Transfer, ...]) -> None:
        """What these events had to move is what the books moved, and nobody went below zero."""
        balances = self._balances
        for place, transfer in enumerate(moved):
            if self._next_transfer == transfer_row(self.head.number, place, transfer):
                self._next_transfer = next(self._transfers, None)
            else:
                self._say(f"the books did not record: {_told(transfer)}")
            balances[transfer.source] = balances.get(transfer.source, 0) - transfer.cents
            balances[transfer.target] = balances.get(transfer.target, 0) + transfer.cents
        for transfer in moved:
            if balances[transfer.source] < 0 and not transfer.source.house:
                self._say(f"{transfer.source.name} fell below zero")

    def _check_snapshot(self, snapshot: Snapshot) -> None:
        """A snapshot is only a cache: it says what the entries before it come to."""
        said = (snapshot.head, decode_state(self._stream, snapshot.state))
        if not snapshot.whole or said != (self.head, self._state):
            self._say("the snapshot made here is not what the entries come to")


def _configuration_of(state: State, event: e.RoundSettled) -> Configuration:
    """As the table was set when the round was played."""
    finished = [each for each in state.finished if each.number == event.round]
    configuration = finished[0].configuration if finished else state.configuration
    if configuration is None:
        raise Corrupt("a round was settled while the table was closed")
    return configuration


def _told(transfer: Transfer) -> str:
    return (
        f"{transfer.cents} from {transfer.source.name} to {transfer.target.name}"
        f" ({transfer.purpose.value})"
    )
