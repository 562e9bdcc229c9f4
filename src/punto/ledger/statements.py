"""Balances, the trial balance and account statements, computed from entries alone."""

from collections.abc import Iterable

from msgspec import Struct

from punto.ledger.accounts import Account
from punto.ledger.transfers import Balances, Purpose, Transfer, changes


class Entry(Struct, frozen=True):
    """A transfer and when it was recorded, in UTC milliseconds."""

    at_ms: int
    transfer: Transfer


class Line(Struct, frozen=True):
    """One entry as the owner of an account sees it."""

    at_ms: int
    purpose: Purpose
    other: Account
    change_cents: int
    balance_cents: int
    stake: int = 0
    wager: str = ""


class Statement(Struct, frozen=True):
    """An account over a period: opening balance, every entry, closing balance."""

    account: Account
    before_cents: int
    lines: tuple[Line, ...]
    after_cents: int


class TrialBalance(Struct, frozen=True):
    """Every account in its debit or credit column; the two columns have equal sums."""

    above: tuple[tuple[Account, int], ...]
    below: tuple[tuple[Account, int], ...]

    @property
    def above_cents(self) -> int:
        return sum(cents for _, cents in self.above)

    @property
    def below_cents(self) -> int:
        return -sum(cents for _, cents in self.below)

    @property
    def difference_cents(self) -> int:
        """Return the difference of the two columns: zero unless the books are wrong."""
        return self.above_cents - self.below_cents


def balances_of(entries: Iterable[Entry]) -> dict[Account, int]:
    """Return every account's balance after these entries, by name."""
    return dict(sorted(changes(entry.transfer for entry in entries).items()))


def trial_balance_of(balances: Balances) -> TrialBalance:
    """Return a trial balance, accounts by name, zero balances omitted."""
    rows = sorted(balances.items())
    return TrialBalance(
        tuple(row for row in rows if row[1] > 0), tuple(row for row in rows if row[1] < 0)
    )


def statement(
    account: Account,
    balance_cents: int,
    latest_first: Iterable[Entry],
    since_ms: int = 0,
    until_ms: int | None = None,
) -> Statement:
    """Return an account's entries from one time up to, not including, another.

    Balances are computed back from the current one, so nothing before that time has to be read.
    """
    before = after = balance_cents
    lines: list[Line] = []
    for entry in latest_first:
        transfer = entry.transfer
        if account not in (transfer.source, transfer.target):
            continue
        if entry.at_ms < since_ms:
            break
        received = transfer.target == account
        change = transfer.cents if received else -transfer.cents
        if until_ms is not None and entry.at_ms >= until_ms:
            before = after = before - change
            continue
        lines.append(
            Line(
                entry.at_ms,
                transfer.purpose,
                transfer.source if received else transfer.target,
                change,
                before,
                transfer.stake,
                transfer.wager,
            )
        )
        before -= change
    return Statement(account, before, tuple(reversed(lines)), after)
