"""An account's statement added up from its first entry: a second way to the same figures."""

from collections.abc import Iterable

from punto.ledger.accounts import Account
from punto.ledger.statements import Entry, Line, Statement


def added_up(
    account: Account, entries: Iterable[Entry], since_ms: int = 0, until_ms: int | None = None
) -> Statement:
    """From nothing forward; right only where no entry is missing."""
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
