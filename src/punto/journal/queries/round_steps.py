"""How long each step of a table's last rounds took, from the times of their entries."""

from typing import NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.entry_index import IndexKind
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, entry_index

PAUSE_MS = 600_000  # a longer wait between rounds is a break, and not the table's pace
_OPENS, _CLOSES, _DRAWS = "open-betting", "close-betting", "draw-card"


class RoundSteps(Struct):
    """One round: where it began, and the milliseconds of each step."""

    position: int  # of the entry that opened betting
    number: int  # of the same
    waiting_ms: int = 0  # from the settlement before, if that was no break
    betting_ms: int = 0
    dealing_ms: int = 0
    settling_ms: int = 0
    first_card: int = 0  # the number of its entry
    last: int = 0  # the number of the entry that ended it
    ended_ms: int = 0  # 0 while it is in play


def round_steps(transaction: ReadTransaction, table: str, rounds: int) -> list[RoundSteps]:
    """The last rounds of a table, in order."""
    begun = _begun(transaction, table, rounds)
    found = {number: RoundSteps(position, number) for position, number in reversed(begun)}
    if not found:
        return []
    now: RoundSteps | None = None
    at = 0  # when the step before ended
    settled = None
    for number, kind, at_ms in _times(transaction, table, next(iter(found))):
        if kind == _OPENS:
            now = found.get(number)
            if now is not None and settled is not None and at_ms - settled < PAUSE_MS:
                now.waiting_ms = at_ms - settled
        elif now is None:
            continue
        elif kind == _CLOSES:
            now.betting_ms += at_ms - at
        elif kind == _DRAWS:
            now.dealing_ms += at_ms - at
            now.first_card = now.first_card or number
        else:
            now.settling_ms = at_ms - at
            now.last, now.ended_ms, settled, now = number, at_ms, at_ms, None
        at = at_ms
    return list(found.values())


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
