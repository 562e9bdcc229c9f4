"""Pace: rounds an hour at a table, seconds of each step, and what the time lost is worth."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import sqlalchemy as sa

from punto.journal.entry_index import IndexKind
from punto.journal.projections.fold import PLAY
from punto.journal.projections.lookup import last_before_position, read_play
from punto.journal.queries.luck import Laws
from punto.journal.queries.reports import tables_of
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, entry_index
from punto.ledger.totals import subtract_play

ROUNDS = 60  # the last ones of a table, about an hour of play
PAUSE_MS = 600_000  # a longer wait between rounds is a break, and not the table's pace
HOUR_MS = 3_600_000
_OPENS, _CLOSES, _DRAWS = "open-betting", "close-betting", "draw-card"


class Pace(NamedTuple):
    """The last rounds of a table: how long each step took, and what an hour of them is worth."""

    table: str
    rounds: int
    betting_ms: int
    dealing_ms: int  # from the close of betting to the last card
    settling_ms: int  # from the last card to the settlement
    waiting_ms: int  # from a settlement to the next opening, breaks left out
    theoretical_cents: Fraction  # of those rounds

    @property
    def taken_ms(self) -> int:
        return self.betting_ms + self.dealing_ms + self.settling_ms + self.waiting_ms

    @property
    def rounds_an_hour(self) -> Fraction | None:
        return Fraction(self.rounds * HOUR_MS, self.taken_ms) if self.taken_ms else None

    def lost_an_hour_cents(self, target: int) -> Fraction:
        """The theoretical win an hour that is missed by dealing fewer rounds than the target."""
        pace = self.rounds_an_hour
        if pace is None or pace >= target:
            return Fraction(0)
        return (target - pace) * self.theoretical_cents / self.rounds


def table_paces(
    transaction: ReadTransaction, tables: Sequence[str] | None = None, rounds: int = ROUNDS
) -> Iterator[Pace]:
    """The pace of each table over its last rounds, read from these rounds alone."""
    wanted = tables_of(transaction, tables)
    laws = Laws(transaction, wanted)
    for table in wanted:
        begun = _begun(transaction, table, rounds)
        if not begun:
            continue
        first = begun[-1]
        steps = _steps(_times(transaction, table, first.number))
        keys = [(table, PLAY, first.position), (table, PLAY, (1 << 62) - 1)]
        before, after = map(read_play, last_before_position(transaction.connection, keys))
        played = subtract_play(after, before)
        if played.rounds > 0:
            yield Pace(table, played.rounds, *steps, laws.theory(played)[0])


class _Begun(NamedTuple):
    position: int
    number: int


def _begun(transaction: ReadTransaction, table: str, rounds: int) -> list[_Begun]:
    """Where the last rounds of a table began, latest first."""
    query = (
        sa.select(entry_index.c.position, entry_index.c.number)
        .where(entry_index.c.stream == table, entry_index.c.kind == IndexKind.ROUND.value)
        .order_by(entry_index.c.number.desc())
        .limit(rounds)
    )
    return [_Begun(*row) for row in transaction.connection.execute(query)]


def _times(transaction: ReadTransaction, table: str, number: int) -> list[tuple[int, str, int]]:
    """What was done since an entry, without stakes: entry number, kind and time."""
    done = sa.select(entries.c.number, entries.c.kind, entries.c.at_ms).where(
        entries.c.stream == table,
        entries.c.number >= number,
        entries.c.refusal == b"",
        entries.c.kind.in_((_OPENS, _CLOSES, _DRAWS)),
    )
    ended = sa.select(entry_index.c.number, entry_index.c.kind, entry_index.c.at_ms).where(
        entry_index.c.stream == table,
        entry_index.c.kind == IndexKind.OUTCOME.value,
        entry_index.c.number >= number,
    )
    rows = [
        *transaction.connection.execute(done.order_by(entries.c.number)),
        *transaction.connection.execute(ended.order_by(entry_index.c.number)),
    ]
    return sorted((row.number, row.kind, row.at_ms) for row in rows)


def _steps(done: Iterable[tuple[int, str, int]]) -> tuple[int, int, int, int]:
    """The time of betting, dealing, settling and waiting, in milliseconds."""
    betting = dealing = settling = waiting = 0
    opened = closed = drawn = settled = None
    for _, kind, at_ms in done:
        match kind:
            case "open-betting":
                if settled is not None and at_ms - settled < PAUSE_MS:
                    waiting += at_ms - settled
                opened, closed, drawn = at_ms, None, None
            case "close-betting" if opened is not None:
                betting += at_ms - opened
                closed = drawn = at_ms
            case "draw-card" if closed is not None and drawn is not None:
                dealing += at_ms - drawn
                drawn = at_ms
            case "outcome" if opened is not None:
                settling += at_ms - (drawn or opened)
                settled, opened, closed, drawn = at_ms, None, None, None
            case _:
                pass
    return betting, dealing, settling, waiting
