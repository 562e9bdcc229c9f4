"""One round from the journal: its records, and the table's configuration."""

from msgspec import Struct

from punto.journal.codec import Head, Recorded, decode_events, follow, recorded
from punto.journal.read_transaction import ReadTransaction
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.evolve import evolve
from punto.table.state import CLOSED


class PlayedRound(Struct, frozen=True):
    """A round as it was played, including later corrections."""

    table: str
    number: int
    configuration: Configuration
    records: tuple[Recorded, ...]

    @property
    def end(self) -> e.RoundSettled | e.RoundVoided | None:
        """Its last settlement or void; None while it is in play."""
        for record in reversed(self.records):
            if isinstance(record.event, e.RoundSettled | e.RoundVoided):
                return record.event
        return None


def find_round(transaction: ReadTransaction, table: str, number: int) -> PlayedRound | None:
    """Find a table's round by its number, from the entries alone; Corrupt if they are damaged."""
    head, state = Head(), CLOSED
    configuration: Configuration | None = None
    found: list[Recorded] = []
    for entry in transaction.entries(table):
        head = follow(head, entry)
        events: tuple[e.Event, ...] = decode_events(entry)
        for record, event in zip(recorded(entry, events), events, strict=True):
            in_play = state.round is not None and state.round.number == number
            if in_play or getattr(event, "round", None) == number:
                found.append(record)
                configuration = configuration or state.configuration
            state = evolve(state, event)
    if configuration is None:
        return None
    return PlayedRound(table, number, configuration, tuple(found))
