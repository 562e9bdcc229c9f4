"""The history of an account: its statement, and its balance around a round."""

from collections.abc import Iterator, Mapping
from itertools import chain

import sqlalchemy as sa
from msgspec import Struct

from punto.journal.entry_index import IndexKind
from punto.journal.projections.lookup import NEVER
from punto.journal.queries.account_lines import (
    AROUND_MS,
    PAGE,
    AccountLine,
    Place,
    lines_after,
    lines_before,
    position_at,
)
from punto.journal.read_transaction import ReadTransaction, one_of
from punto.journal.schema import entry_index
from punto.ledger.accounts import Account
from punto.ledger.statements import Line, Statement
from punto.refusals import Reason, Refused


class StatementPage(Struct, frozen=True):
    """A page of a statement: the latest lines of a period, and where the page before it ends."""

    statement: Statement
    before: Place | None = None  # None if there are no earlier lines


def account_statement(
    transaction: ReadTransaction, account: Account, since_ms: int = 0, until_ms: int | None = None
) -> Statement:
    """An account's whole statement for a period, without reading any other entry."""
    return statement_page(transaction, account, since_ms, until_ms).statement


def statement_page(
    transaction: ReadTransaction,
    account: Account,
    since_ms: int = 0,
    until_ms: int | None = None,
    *,
    before: Place | None = None,
    limit: int | None = None,
) -> StatementPage:
    """The last `limit` lines of an account's statement before a place."""
    now_cents = _balance(transaction, account)
    if before is None and until_ms is not None:
        before = Place(position_at(transaction, until_ms + AROUND_MS) + 1)
    page = PAGE if limit is None else min(limit + 1, PAGE)
    after_cents: int | None = None
    before_cents = now_cents
    lines: list[AccountLine] = []
    has_more = False
    for line in lines_before(transaction, account, before, page):
        if until_ms is not None and line.at_ms >= until_ms:
            after_cents = before_cents = line.balance_cents - line.change_cents
            continue
        if after_cents is None:
            after_cents = before_cents = line.balance_cents
        if line.at_ms < since_ms:
            break
        if limit is not None and len(lines) == limit:
            has_more = True
            break
        lines.append(line)
        before_cents = line.balance_cents - line.change_cents
    if after_cents is None and before is not None:  # nothing before that time: as it began
        after_cents = before_cents = transaction.openings().books.cents.get(account.name, 0)
    found = Statement(
        account,
        before_cents,
        tuple(map(statement_line, reversed(lines))),
        now_cents if after_cents is None else after_cents,
    )
    return StatementPage(found, lines[-1].at if has_more else None)


def statement_lines(
    transaction: ReadTransaction, account: Account, since_ms: int = 0, until_ms: int | None = None
) -> tuple[int, Iterator[Line]]:
    """The balance before a period, and its lines in order; they are read while they are used."""
    begin = Place(position_at(transaction, since_ms - AROUND_MS)) if since_ms else Place(0)
    found = lines_after(transaction, account, begin)
    before_cents: int | None = None
    first: AccountLine | None = None
    for line in found:
        before_cents = line.balance_cents - line.change_cents
        first = line
        if line.at_ms >= since_ms:
            break
        before_cents, first = line.balance_cents, None
    if before_cents is None:
        before_cents = _balance(transaction, account)
    rest = chain(() if first is None else (first,), found)
    return before_cents, (
        statement_line(line) for line in rest if until_ms is None or line.at_ms < until_ms
    )


def statement_line(line: AccountLine) -> Line:
    """A transfer as the owner of the account sees it."""
    transfer = line.transfer
    return Line(
        line.at_ms,
        transfer.purpose,
        transfer.source if line.change_cents > 0 else transfer.target,
        line.change_cents,
        line.balance_cents,
        transfer.stake,
        transfer.wager,
    )


def _balance(transaction: ReadTransaction, account: Account) -> int:
    balance = transaction.balances([account]).get(account)
    if balance is None:
        raise Refused(
            Reason.UNKNOWN_ACCOUNT,
            "The books have no account {account!r}.",
            account=account.name[:80],
        )
    return balance


def credits_around(
    transaction: ReadTransaction, account: Account, table: str, rounds: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """An account's balance before its first stake of each round, and after the round's last change.

    `rounds` maps the number of each stake at this table to its round. A round whose entries are
    archived is left out.
    """
    found: dict[int, tuple[int, int]] = {}
    marks = _marks(transaction, table, set(rounds.values()))
    begun = [position for position, kind, _ in marks if kind == IndexKind.ROUND.value]
    if not begun:
        return found
    # A correction's handover names no stake, but belongs to an entry that ended the round.
    ends = {position: number for position, kind, number in marks if kind != IndexKind.ROUND.value}
    first_end: dict[int, int] = {}
    for position, number in sorted(ends.items()):
        first_end.setdefault(number, position)
    last = max(first_end.values(), default=NEVER)
    lines = lines_after(transaction, account, Place(min(begun)), last)
    later = (
        line
        for position in sorted(ends)
        if position > last
        for line in lines_after(transaction, account, Place(position, -1), position)
    )
    for line in chain(lines, later):
        if line.stream != table:
            continue
        of_round = rounds.get(line.transfer.stake) or ends.get(line.at.position)
        if of_round:
            before_cents = line.balance_cents - line.change_cents
            found[of_round] = (found.get(of_round, (before_cents, 0))[0], line.balance_cents)
    return found


def _marks(
    transaction: ReadTransaction, table: str, rounds: set[int]
) -> list[tuple[int, str, int]]:
    """Where these rounds began, ended and were corrected: position, kind, round."""
    kinds = (IndexKind.ROUND.value, IndexKind.OUTCOME.value, IndexKind.CORRECTION.value)
    query = sa.select(entry_index.c.position, entry_index.c.kind, entry_index.c.round).where(
        entry_index.c.stream == table,
        entry_index.c.kind.in_(kinds),
        one_of(entry_index.c.round, sorted(rounds), transaction.dialect),
    )
    return [(row.position, row.kind, row.round) for row in transaction.connection.execute(query)]
