"""A stream as a process keeps it, folded from the journal, and the tests it passes at start-up."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from punto.journal.codec import (
    Entry,
    Head,
    decode_events,
    decode_opening,
    decode_state,
    follow,
)
from punto.journal.reading import Reading
from punto.journal.streams import State, kind_of
from punto.ledger.accounts import VOUCHERS, Account, held
from punto.ledger.cage.state import State as CageState
from punto.table.events import STAKED
from punto.table.evolve import Corrupt

S = TypeVar("S", bound=State)


class Kept(Struct, Generic[S], frozen=True):
    """A stream as this process last saw it; its state is of the kind its stream has."""

    stream: str
    head: Head
    state: S
    at_ms: int = 0  # when its last entry was made
    actor: str = ""  # and by whom
    before_stakes: int = 0  # its last entry that did more than stakes do, or a later one


def begun(stream: str) -> Kept[Any]:
    """A stream before its first entry."""
    return Kept(stream, Head(), kind_of(stream).start)


def replay(kept: Kept[S], entries: Iterable[Entry]) -> Kept[S]:
    """The stream after these entries; Corrupt where one does not follow the one before."""
    evolve = kind_of(kept.stream).evolve
    head, state, at_ms, actor = kept.head, kept.state, kept.at_ms, kept.actor
    before_stakes = kept.before_stakes
    for entry in entries:
        head = follow(head, entry)
        events = decode_events(entry)
        for event in events:
            state = evolve(state, event)
        at_ms, actor = entry.at_ms, entry.actor
        if not only_stakes(events):
            before_stakes = entry.number
    return Kept(kept.stream, head, state, at_ms, actor, before_stakes)


def only_stakes(events: Iterable[object]) -> bool:
    """Whether no more has happened than stakes placed, changed or withdrawn."""
    return all(isinstance(event, STAKED) for event in events)


def catch_up(kept: Kept[S], reading: Reading) -> tuple[Kept[S], list[Entry]]:
    """The stream as it stands on disk, and what was written since it was seen.

    Corrupt where that does not follow, or where what was seen is there no longer: an older
    journal was put back.
    """
    number = kept.head.number
    new = reading.news(kept.stream, after=number - 1)
    if not number or (new and (new[0].number, new[0].hash) == (number, kept.head.hash)):
        new = new[1:] if number else new
    elif _opened(reading, kept.stream).head != kept.head:  # it may have been archived meanwhile
        raise Corrupt(f"entry {number} of {kept.stream} is not the one that was there")
    return replay(kept, new), new


def recover(reading: Reading, stream: str) -> Kept[Any]:
    """The stream exactly where it stood, stakes held; Corrupt where its journal is damaged.

    What came before the last snapshot is not gone through again: `punto verify` does that.
    """
    start = _from_snapshot(reading, stream)
    kept = replay(start, reading.entries(stream, after=start.head.number))
    account, cents = _held_by(kept)
    in_books = reading.balances([account]).get(account, 0)
    if cents != in_books:
        raise Corrupt(f"{stream} holds {cents}, but the books say {in_books} ({account.name})")
    return kept


def _held_by(kept: Kept[Any]) -> tuple[Account, int]:
    """What a stream's state says of an account: stakes in play, or vouchers nobody has brought."""
    if isinstance(kept.state, CageState):
        return VOUCHERS, sum(voucher.cents for voucher in kept.state.vouchers.values())
    play = kept.state.round
    return held(kept.stream), sum(stake.cents for stake in play.stakes.values()) if play else 0


def _opened(reading: Reading, stream: str) -> Kept[Any]:
    """The stream before its first entry, or where it was left when older ones were archived."""
    opening = reading.openings().streams.get(stream)
    if opening is None:
        return begun(stream)
    state = decode_opening(stream, opening.state)
    if state is None:
        raise Corrupt(f"what was archived of {stream} left a state that cannot be read")
    return Kept(stream, opening.head, state, opening.at_ms, before_stakes=opening.head.number)


def _from_snapshot(reading: Reading, stream: str) -> Kept[Any]:
    """Where to begin: the snapshot, or the beginning where there is none or it is damaged."""
    snapshot = reading.snapshot(stream)
    if snapshot is None or not snapshot.whole:
        return _opened(reading, stream)
    entry = reading.entry(stream, snapshot.head.number)
    if entry is None or entry.hash != snapshot.head.hash:
        raise Corrupt(f"entry {snapshot.head.number} of {stream} is not the one that was there")
    state = decode_state(stream, snapshot.state)
    if state is None:
        return _opened(reading, stream)
    return Kept(stream, snapshot.head, state, entry.at_ms, entry.actor, snapshot.head.number)
