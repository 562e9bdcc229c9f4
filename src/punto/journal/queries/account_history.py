"""The history of an account: its statement, and its balance around a round."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from punto.journal.entry_index import IndexKind
from punto.journal.read_transaction import TRANSFER, ReadTransaction, read_transfer
from punto.journal.schema import entries, entry_index, transfers
from punto.ledger.accounts import Account
from punto.ledger.statements import Entry, Statement, statement
from punto.refusals import Reason, Refused

AROUND_MS = 600_000  # well above the difference between the clocks of several nodes
_TRANSFER = [transfers.c[name] for name in TRANSFER]


def account_statement(
    transaction: ReadTransaction, account: Account, since_ms: int = 0, until_ms: int | None = None
) -> Statement:
    """An account's statement for a period, without reading earlier entries."""
    balance = transaction.balances([account]).get(account)
    if balance is None:
        raise Refused(
            Reason.UNKNOWN_ACCOUNT,
            "The books have no account {account!r}.",
            account=account.name[:80],
        )
    begin = _position_at(transaction, since_ms - AROUND_MS)
    rows = _latest_first(transaction, account, begin, entries.c.at_ms, *_TRANSFER)
    found = (Entry(row.at_ms, read_transfer(tuple(row[1:]))) for row in rows)
    return statement(account, balance, found, since_ms, until_ms)


def _latest_first(
    transaction: ReadTransaction, account: Account, after: int, *columns: sa.Column[Any]
) -> sa.CursorResult[*tuple[Any, ...]]:
    """The transfers of an account after a position, latest first."""
    both = sa.and_(transfers.c.stream == entries.c.stream, transfers.c.number == entries.c.number)
    mine = sa.or_(transfers.c.source == account.name, transfers.c.target == account.name)
    query = (
        sa.select(*columns)
        .join_from(entries, transfers, both)
        .where(mine, entries.c.position > after)
        .order_by(entries.c.position.desc(), transfers.c.place.desc())
    )
    return transaction.connection.execute(query)


def credits_around(
    transaction: ReadTransaction,
    account: Account,
    table: str,
    rounds: Mapping[int, int],
    after: int,
) -> dict[int, tuple[int, int]]:
    """An account's balance before its first stake of each round, and after the round's last change.

    `rounds` maps the number of each stake at this table to its round. Balances are computed back
    from now to the position `after`, so rounds that began earlier are left out.
    """
    ends = dict(_endings(transaction, table, set(rounds.values())))
    wanted = [transfers.c[name] for name in ("stream", "number", "target", "cents", "stake")]
    balance = transaction.balances([account]).get(account, 0)
    found: dict[int, tuple[int, int]] = {}
    for row in _latest_first(transaction, account, after, *wanted):
        earlier = balance - (row.cents if row.target == account.name else -row.cents)
        # A correction's handover names no stake, but belongs to an entry that ended the round.
        if row.stream == table and (number := rounds.get(row.stake) or ends.get(row.number)):
            found[number] = (earlier, found.get(number, (0, balance))[1])
        balance = earlier
    return found


def _endings(
    transaction: ReadTransaction, table: str, rounds: Collection[int]
) -> Iterator[tuple[int, int]]:
    """The entries that ended these rounds or corrected them, each with its round."""
    where = (
        entry_index.c.stream == table,
        entry_index.c.round.in_(rounds),
        entry_index.c.kind.in_((IndexKind.OUTCOME.value, IndexKind.CORRECTION.value)),
    )
    query = sa.select(entry_index.c.number, entry_index.c.round).where(*where)
    for row in transaction.connection.execute(query):
        yield row.number, row.round


def _position_at(transaction: ReadTransaction, at_ms: int) -> int:
    """The last position before a time; positions follow time, give or take clock differences."""
    execute = transaction.connection.execute
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
