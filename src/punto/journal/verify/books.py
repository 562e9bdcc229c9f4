"""The books recomputed from the entries in the order of positions, and compared with the stored."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from punto.journal.codec import encode_refusal
from punto.journal.transfer_rows import StoredRow, TransferRow
from punto.ledger.accounts import Account, account_named
from punto.ledger.bounds import transferred
from punto.ledger.transfers import Balances, Transfer
from punto.refusals import Reason, Refused

# Refusals that follow from balances and not from a table's state.
BY_BOOKS = frozenset((Reason.NOT_ENOUGH_CREDITS, Reason.AMOUNT_TOO_LARGE))

# Account names, by how much each changes, and where it stands then by the recorded transfers.
Changes = tuple[tuple[str, int, int | None], ...]


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
        for name, by, _ in changed:
            now = cents[name] = cents.get(name, 0) + by
            if now < 0 and by < 0 and not _is_house(name):
                below.append(f"{name} fell below zero")
        return below

    def misread(self, changed: Changes) -> list[str]:
        """A fault for each balance that the transfers of these changes state wrongly."""
        return [
            f"{name} is recorded at {stands} after it, not {self._cents[name]}"
            for name, _, stands in changed
            if stands is not None and stands != self._cents[name]
        ]


class RecordedTransfers:
    """The stored transfers of some streams, entry by entry."""

    def __init__(self, rows: Iterable[StoredRow]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def of(self, position: int) -> tuple[StoredRow, ...]:
        """Those up to this position that were not returned before."""
        row = self._next
        if row is None or row[0] > position:
            return ()
        found = [row]
        for row in self._rows:
            if row[0] > position:
                break
            found.append(row)
        else:
            row = None
        self._next = row
        return tuple(found)


def changes_of(moved: Collection[TransferRow], recorded: Sequence[StoredRow]) -> Changes:
    """By how much transfers change each account they touch, and where the records say it stands."""
    if len(moved) == 1 == len(recorded):  # the usual case
        ((_, _, source, target, cents, _, _, _),) = moved
        return (source, -cents, recorded[0][8]), (target, cents, recorded[0][9])
    changed: dict[str, int] = {}
    for _, _, source, target, cents, _, _, _ in moved:
        changed[source] = changed.get(source, 0) - cents
        changed[target] = changed.get(target, 0) + cents
    stands: dict[str, int] = {}
    for row in recorded:
        stands[row[2]], stands[row[3]] = row[8], row[9]
    return tuple((name, by, stands.get(name)) for name, by in changed.items())


def is_running(recorded: Sequence[StoredRow]) -> bool:
    """Whether the balances of an entry's transfers follow from each other."""
    stands: dict[str, int] = {}
    for _, _, source, target, cents, _, _, _, *after in recorded:
        for name, by, now in ((source, -cents, after[0]), (target, cents, after[1])):
            if name in stands and stands[name] + by != now:
                return False
            stands[name] = now
    return True


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
