"""A table as a process keeps it, folded from the journal, and the tests it passes at start-up."""

from collections.abc import Iterable

from msgspec import Struct

from punto.journal.codec import Entry, Head, decode_events, decode_state, follow
from punto.journal.reading import Reading
from punto.ledger.accounts import held
from punto.table.evolve import Corrupt, evolve_all
from punto.table.state import CLOSED, State


class Kept(Struct, frozen=True):
    """A table as this process last saw it."""

    head: Head = Head()
    state: State = CLOSED
    at_ms: int = 0  # when its last entry was made


def replay(kept: Kept, entries: Iterable[Entry]) -> Kept:
    """The table after these entries; Corrupt where one does not follow the one before."""
    head, state, at_ms = kept.head, kept.state, kept.at_ms
    for entry in entries:
        head = follow(head, entry)
        state = evolve_all(state, decode_events(entry))
        at_ms = entry.at_ms
    return Kept(head, state, at_ms)


def catch_up(kept: Kept, reading: Reading, table: str) -> tuple[Kept, list[Entry]]:
    """The table as it stands on disk, and what was written since it was seen.

    Corrupt where that does not follow, or where what was seen is there no longer: an older
    journal was put back.
    """
    number = kept.head.number
    new = reading.news(table, after=number - 1)
    if number and (not new or new.pop(0).hash != kept.head.hash):
        raise Corrupt(f"entry {number} of {table} is not the one that was there")
    return replay(kept, new), new


def recover(reading: Reading, table: str) -> Kept:
    """The table exactly where it stood, stakes held; Corrupt where its journal is damaged.

    What came before the last snapshot is not gone through again: `punto verify` does that.
    """
    start = _from_snapshot(reading, table)
    kept = replay(start, reading.entries(table, after=start.head.number))
    play = kept.state.round
    on_table = sum(stake.cents for stake in play.stakes.values()) if play else 0
    in_books = reading.balances([held(table)]).get(held(table), 0)
    if on_table != in_books:
        raise Corrupt(f"the stakes of {table} come to {on_table} but the books hold {in_books}")
    return kept


def _from_snapshot(reading: Reading, table: str) -> Kept:
    """Where to begin: the snapshot, or the beginning where there is none or it is damaged."""
    snapshot = reading.snapshot(table)
    if snapshot is None or not snapshot.whole:
        return Kept()
    entry = reading.entry(table, snapshot.head.number)
    if entry is None or entry.hash != snapshot.head.hash:
        raise Corrupt(f"entry {snapshot.head.number} of {table} is not the one that was there")
    state = decode_state(snapshot.state)
    return Kept() if state is None else Kept(snapshot.head, state, entry.at_ms)
