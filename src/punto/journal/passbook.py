"""An account's own entries of late, reckoned back from what it holds now."""

from collections.abc import Collection, Iterator, Mapping

import sqlalchemy as sa

from punto.journal.landmarks import Sight
from punto.journal.reading import TRANSFER, Reading, read_transfer
from punto.journal.schema import entries, landmarks, transfers
from punto.ledger.accounts import Account
from punto.ledger.statements import Line, Statement

AROUND_MS = 600_000  # how far the clocks of several nodes may be apart, and much more
_TRANSFER = [transfers.c[name] for name in TRANSFER]


def passbook(
    reading: Reading, account: Account, since_ms: int = 0, until_ms: int | None = None
) -> Statement:
    """What an account did from one time up to another; earlier entries are not gone through."""
    both = sa.and_(transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number)
    mine = sa.or_(transfers.c.source == account.name, transfers.c.target == account.name)
    query = (
        sa.select(entries.c.at_ms, *_TRANSFER)
        .join_from(entries, transfers, both)
        .where(mine, entries.c.position > _position_at(reading, since_ms - AROUND_MS))
        .order_by(entries.c.position.desc(), transfers.c.place.desc())
    )
    balance = reading.balances([account]).get(account, 0)
    after, before = balance, balance
    lines: list[Line] = []
    for row in reading.connection.execute(query):
        transfer = read_transfer(tuple(row[1:]))
        received = transfer.target == account
        change = transfer.cents if received else -transfer.cents
        if until_ms is not None and row.at_ms >= until_ms:
            after = balance - change
        elif row.at_ms >= since_ms:
            other = transfer.source if received else transfer.target
            lines.append(
                Line(
                    row.at_ms,
                    transfer.purpose,
                    other,
                    change,
                    balance,
                    transfer.stake,
                    transfer.wager,
                )
            )
        else:
            break
        balance -= change
        before = balance
    return Statement(account, before, tuple(reversed(lines)), after)


def credits_around(
    reading: Reading, account: Account, table: str, rounds: Mapping[int, int], after: int
) -> dict[int, tuple[int, int]]:
    """What an account held before its first stake of a round, and after the last word on it.

    Rounds are by the number of each stake at this table. What the account did is reckoned back from
    now to a position, so a round that began before it is left out.
    """
    ends = dict(_endings(reading, table, set(rounds.values())))
    both = sa.and_(transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number)
    mine = sa.or_(transfers.c.source == account.name, transfers.c.target == account.name)
    query = (
        sa.select(*(transfers.c[name] for name in ("stream", "number", "target", "cents", "stake")))
        .join_from(entries, transfers, both)
        .where(mine, entries.c.position > after)
        .order_by(entries.c.position.desc(), transfers.c.place.desc())
    )
    balance = reading.balances([account]).get(account, 0)
    found: dict[int, tuple[int, int]] = {}
    for row in reading.connection.execute(query):
        earlier = balance - (row.cents if row.target == account.name else -row.cents)
        # What a correction hands over is about no stake: it is in the entry that corrects.
        if row.stream == table and (number := rounds.get(row.stake) or ends.get(row.number)):
            found[number] = (earlier, found.get(number, (0, balance))[1])
        balance = earlier
    return found


def _endings(reading: Reading, table: str, rounds: Collection[int]) -> Iterator[tuple[int, int]]:
    """The entries that said how rounds ended, the first and any later word, each with its round."""
    where = (
        landmarks.c.stream == table,
        landmarks.c.round.in_(rounds),
        landmarks.c.kind.in_((Sight.OUTCOME.value, Sight.CORRECTION.value)),
    )
    query = sa.select(landmarks.c.number, landmarks.c.round).where(*where)
    for row in reading.connection.execute(query):
        yield row.number, row.round


def _position_at(reading: Reading, at_ms: int) -> int:
    """The last position before a time; positions follow time but for a clock or two."""
    execute = reading.connection.execute
    low, high = 0, execute(sa.select(sa.func.max(entries.c.position))).scalar() or 0
    if at_ms <= 0:
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        found = execute(
            sa.select(entries.c.at_ms)
            .where(entries.c.position <= middle)
            .order_by(entries.c.position.desc())
            .limit(1)
        ).scalar()
        if found is None or found < at_ms:
            low = middle
        else:
            high = middle - 1
    return low
