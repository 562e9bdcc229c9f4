"""The state of a stream, folded from its journal and checked when it is recovered."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from punto.journal.codec import Entry, Head, decode_events, decode_opening, decode_state, follow
from punto.journal.errors import Corrupt
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import SCHOOL, State, kind_of
from punto.ledger.accounts import VOUCHERS, Account, held
from punto.ledger.cage.state import State as CageState
from punto.table.events import STAKED

S = TypeVar("S", bound=State)


class StreamState(Struct, Generic[S], frozen=True):
    """A stream as this process last saw it: a table or the cage."""

    stream: str
    head: Head
    state: S
    at_ms: int = 0  # the time of its last entry
    actor: str = ""  # of its last entry that changed anything
    # After a snapshot these two are the snapshot's entry, which may be later than the real one.
    last_non_stake_entry: int = 0  # the last entry with an event other than a stake's
    changed: int = 0  # the last entry that was not refused


def new_stream(stream: str) -> StreamState[Any]:
    """The stream before its first entry."""
    return StreamState(stream, Head(), kind_of(stream).start)


def replay(start: StreamState[S], entries: Iterable[Entry]) -> StreamState[S]:
    """The stream after these entries; Corrupt if one does not follow the one before."""
    evolve = kind_of(start.stream).evolve
    head, state, at_ms, actor = start.head, start.state, start.at_ms, start.actor
    last_non_stake_entry, changed = start.last_non_stake_entry, start.changed
    for entry in entries:
        head = follow(head, entry)
        events = decode_events(entry)
        for event in events:
            state = evolve(state, event)
        at_ms = entry.at_ms
        if events:
            actor, changed = entry.actor, entry.number
        if not only_stakes(events):
            last_non_stake_entry = entry.number
    return StreamState(start.stream, head, state, at_ms, actor, last_non_stake_entry, changed)


def only_stakes(events: Iterable[object]) -> bool:
    """Whether these events are only stakes placed, changed or withdrawn."""
    return all(isinstance(event, STAKED) for event in events)


def catch_up(
    stream: StreamState[S], transaction: ReadTransaction
) -> tuple[StreamState[S], list[Entry]]:
    """The stream as it stands on disk, and the entries added since it was last seen.

    Corrupt if they do not follow, or if the last entry seen is missing: an older journal was
    restored.
    """
    head = stream.head
    new = transaction.news(stream.stream, after=head.number - 1)
    if not head.number or (new and (new[0].number, new[0].hash) == (head.number, head.hash)):
        new = new[1:] if head.number else new
    elif _opened(transaction, stream.stream).head != head:  # not archived in the meantime either
        raise Corrupt(f"entry {head.number} of {stream.stream} is not the one that was there")
    return replay(stream, new), new


def recover(transaction: ReadTransaction, stream: str) -> StreamState[Any]:
    """The stream as it stood, stakes included; Corrupt if its journal is damaged.

    Entries before the last snapshot are not checked: `punto verify` does that.
    """
    start = _from_snapshot(transaction, stream)
    recovered = replay(start, transaction.entries(stream, after=start.head.number))
    if stream == SCHOOL:
        return recovered  # a school's records move no money
    account, cents = _held_by(recovered)
    in_books = transaction.balances([account]).get(account, 0)
    if cents != in_books:
        raise Corrupt(f"{stream} holds {cents}, but the books say {in_books} ({account.name})")
    return recovered


def _held_by(stream: StreamState[Any]) -> tuple[Account, int]:
    """The account and balance that the state implies: stakes in play, or open vouchers."""
    if isinstance(stream.state, CageState):
        return VOUCHERS, sum(voucher.cents for voucher in stream.state.vouchers.values())
    play = stream.state.round
    return held(stream.stream), sum(stake.cents for stake in play.stakes.values()) if play else 0


def _opened(transaction: ReadTransaction, stream: str) -> StreamState[Any]:
    """The stream before its first entry on disk: empty, or as the last archive left it."""
    opening = transaction.openings().streams.get(stream)
    if opening is None:
        return new_stream(stream)
    state = decode_opening(stream, opening.state)
    if state is None:
        raise Corrupt(f"the state of {stream} at its last archive cannot be read")
    number = opening.head.number
    return StreamState(stream, opening.head, state, opening.at_ms, "", number, number)


def _from_snapshot(transaction: ReadTransaction, stream: str) -> StreamState[Any]:
    """The stream at its snapshot, or at its start if there is none or it is damaged."""
    snapshot = transaction.snapshot(stream)
    if snapshot is None or not snapshot.whole:
        return _opened(transaction, stream)
    entry = transaction.entry(stream, snapshot.head.number)
    if entry is None or entry.hash != snapshot.head.hash:
        raise Corrupt(f"entry {snapshot.head.number} of {stream} is not the one that was there")
    state = decode_state(stream, snapshot.state)
    if state is None:
        return _opened(transaction, stream)
    number = snapshot.head.number
    return StreamState(stream, snapshot.head, state, entry.at_ms, entry.actor, number, number)
