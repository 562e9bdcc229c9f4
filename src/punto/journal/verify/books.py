"""The books recomputed from the entries in the order of positions, and compared with the stored."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from punto.journal.codec import encode_refusal
from punto.journal.read_transaction import TransferRow
from punto.ledger.accounts import Account, account_named
from punto.ledger.bounds import transferred
from punto.ledger.transfers import Balances, Transfer
from punto.refusals import Reason, Refused

# Refusals that follow from balances and not from a table's state.
BY_BOOKS = frozenset((Reason.NOT_ENOUGH_CREDITS, Reason.AMOUNT_TOO_LARGE))

Changes = tuple[tuple[str, int], ...]  # account names, and by how much each changes


class ProvedBooks(Mapping[Account, int]):
    """Every account's balance after the entries proved so far, of all streams."""

    def __init__(self, opening: Mapping[str, int]) -> None:
        self._cents = dict(opening)  # by name, as stored

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
        """Apply an entry's changes; return a fault for each balance that may not be so."""
        cents = self._cents
        below: list[str] = []
        for name, by in changed:
            now = cents[name] = cents.get(name, 0) + by
            if now < 0 and by < 0 and not _is_house(name):
                below.append(f"{name} fell below zero")
        return below


class RecordedTransfers:
    """The stored transfers of a stream, entry by entry."""

    def __init__(self, rows: Iterable[TransferRow]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def of(self, number: int) -> tuple[TransferRow, ...]:
        """Those up to this entry that were not returned before."""
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
        """The entry number of the first transfer after this entry, if there is one."""
        while self._next is not None and self._next[0] <= number:
            self._next = next(self._rows, None)
        return self._next[0] if self._next else None


def changes_of(moved: Collection[TransferRow]) -> Changes:
    """By how much transfers change each account they touch."""
    if len(moved) == 1:  # the usual case
        ((_, _, source, target, cents, _, _, _),) = moved
        return (source, -cents), (target, cents)
    changed: dict[str, int] = {}
    for _, _, source, target, cents, _, _, _ in moved:
        changed[source] = changed.get(source, 0) - cents
        changed[target] = changed.get(target, 0) + cents
    return tuple(changed.items())


def differences(moved: tuple[TransferRow, ...], recorded: tuple[TransferRow, ...]) -> list[str]:
    """The differences between the transfers that an entry causes and the recorded ones."""
    if moved == recorded:
        return []
    written, due = set(recorded), set(moved)
    return [
        f"the books did not record: {cents} from {source} to {target} ({purpose})"
        for row in moved
        if row not in written
        for _, _, source, target, cents, purpose, _, _ in (row,)
    ] + ["a transfer is recorded that it did not cause" for row in recorded if row not in due]


def refused_wrongly(books: Balances, moved: Sequence[Transfer], refusal: bytes) -> str:
    """What is wrong with a refusal for too little or too much money; empty if it is right."""
    try:
        transferred(books, moved)
    except Refused as refused:
        if encode_refusal(refused) == refusal:
            return ""
        return f"it would have been refused otherwise: {refused}"
    return "it would not have been refused: the books allowed it"


@lru_cache
def _is_house(name: str) -> bool:
    return account_named(name).house  # cached: called for nearly every stake
