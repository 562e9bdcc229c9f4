"""The books as the entries come to, moved in the order of positions, against what was recorded."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from punto.journal.reading import TransferRow
from punto.ledger.accounts import Account, account_named

Changes = tuple[tuple[str, int], ...]  # accounts by name, and by how much each changes


class ProvedBooks(Mapping[Account, int]):
    """Every account's balance after the entries so far; money of all streams goes through here."""

    def __init__(self, opening: Mapping[str, int]) -> None:
        self._cents = dict(opening)  # by name: as they are written

    def __getitem__(self, account: Account) -> int:
        return self._cents[account.name]

    def __iter__(self) -> Iterator[Account]:
        return map(account_named, self._cents)

    def __len__(self) -> int:
        return len(self._cents)

    def cents(self) -> dict[str, int]:
        """Every balance, by the account's name."""
        return dict(self._cents)

    def change(self, changed: Changes) -> list[str]:
        """Change the balances as an entry had to; which of them may not stand so."""
        cents = self._cents
        below: list[str] = []
        for name, by in changed:
            now = cents[name] = cents.get(name, 0) + by
            if now < 0 and by < 0 and not _is_house(name):
                below.append(f"{name} fell below zero")
        return below


class RecordedTransfers:
    """The transfers of a stream as they were written, entry by entry."""

    def __init__(self, rows: Iterable[TransferRow]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def of(self, number: int) -> tuple[TransferRow, ...]:
        """Those of an entry, and any before it that no entry was asked for."""
        row = self._next
        if row is None or row[0] > number:
            return ()
        found = [row]
        for row in self._rows:
            if row[0] > number:
                break
            found.append(row)
        else:
            row = None
        self._next = row
        return tuple(found)

    def after(self, number: int) -> int | None:
        """The entry of the first one after a number, if there is one."""
        while self._next is not None and self._next[0] <= number:
            self._next = next(self._rows, None)
        return self._next[0] if self._next else None


def changes_of(moved: Collection[TransferRow]) -> Changes:
    """By how much transfers change each account they touch."""
    if len(moved) == 1:  # as most that move anything
        ((_, _, source, target, cents, _, _, _),) = moved
        return (source, -cents), (target, cents)
    changed: dict[str, int] = {}
    for _, _, source, target, cents, _, _, _ in moved:
        changed[source] = changed.get(source, 0) - cents
        changed[target] = changed.get(target, 0) + cents
    return tuple(changed.items())


def differences(moved: tuple[TransferRow, ...], recorded: tuple[TransferRow, ...]) -> list[str]:
    """What is wrong with the transfers that were recorded of an entry that had to move these."""
    if moved == recorded:
        return []
    written, due = set(recorded), set(moved)
    return [
        f"the books did not record: {cents} from {source} to {target} ({purpose})"
        for row in moved
        if row not in written
        for _, _, source, target, cents, purpose, _, _ in (row,)
    ] + ["a transfer is recorded that it did not cause" for row in recorded if row not in due]


@lru_cache
def _is_house(name: str) -> bool:
    return account_named(name).house  # asked after every stake, for these are below zero as a rule
