"""Balances, the trial balance, and the statement of one account, from entries alone."""

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
    """An account over a time: what it held before, every entry, what it held after."""

    account: Account
    before_cents: int
    lines: tuple[Line, ...]
    after_cents: int


class TrialBalance(Struct, frozen=True):
    """Every account on the side its balance is on; the two sides come to the same."""

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
        """Zero, or the books are wrong."""
        return self.above_cents - self.below_cents


def balances_of(entries: Iterable[Entry]) -> dict[Account, int]:
    """What every account holds after these entries, by name."""
    return dict(sorted(changes(entry.transfer for entry in entries).items()))


def trial_balance_of(balances: Balances) -> TrialBalance:
    """Balances set out as a trial balance, accounts by name, empty ones left out."""
    rows = sorted(balances.items())
    return TrialBalance(
        tuple(row for row in rows if row[1] > 0), tuple(row for row in rows if row[1] < 0)
    )


def statement(
    account: Account, entries: Iterable[Entry], since_ms: int = 0, until_ms: int | None = None
) -> Statement:
    """An account's entries from one time up to, not including, another."""
    before = balance = 0
    lines: list[Line] = []
    for entry in entries:
        transfer = entry.transfer
        if account not in (transfer.source, transfer.target):
            continue
        if until_ms is not None and entry.at_ms >= until_ms:
            continue
        received = transfer.target == account
        change = transfer.cents if received else -transfer.cents
        balance += change
        if entry.at_ms < since_ms:
            before = balance
            continue
        other = transfer.source if received else transfer.target
        lines.append(
            Line(
                entry.at_ms,
                transfer.purpose,
                other,
                change,
                balance,
                transfer.stake,
                transfer.wager,
            )
        )
    return Statement(account, before, tuple(lines), balance)
