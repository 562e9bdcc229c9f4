"""The books as the entries come to, moved in the order of positions, against what was recorded."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from punto.journal.reading import Reading, TransferRow
from punto.ledger.accounts import Account, account_named


class ProvedBooks(Mapping[Account, int]):
    """Every account's balance after the entries so far; money of all streams goes through here."""

    def __init__(self, reading: Reading, opening: Mapping[str, int]) -> None:
        self._reading = reading
        self._cents = dict(opening)  # by name: as they are written
        self._recorded: dict[str, Iterator[TransferRow]] = {}
        self._next: dict[str, TransferRow | None] = {}  # of each stream, not yet accounted for

    def __getitem__(self, account: Account) -> int:
        return self._cents[account.name]

    def __iter__(self) -> Iterator[Account]:
        return map(account_named, self._cents)

    def __len__(self) -> int:
        return len(self._cents)

    def cents(self) -> dict[str, int]:
        """Every balance, by the account's name."""
        return dict(self._cents)

    def move(self, stream: str, moved: tuple[TransferRow, ...]) -> Iterator[str]:
        """Move what an entry had to; what is wrong: not recorded so, or somebody below zero."""
        if stream not in self._recorded:
            self._recorded[stream] = self._reading.transfers(stream)
            self._next[stream] = next(self._recorded[stream], None)
        cents = self._cents
        for row in moved:
            _, _, source, target, amount, purpose, _, _ = row
            if self._next[stream] == row:
                self._next[stream] = next(self._recorded[stream], None)
            else:
                yield f"the books did not record: {amount} from {source} to {target} ({purpose})"
            cents[source] = cents.get(source, 0) - amount
            cents[target] = cents.get(target, 0) + amount
        for row in moved:
            if cents[row[2]] < 0 and not _is_house(row[2]):
                yield f"{row[2]} fell below zero"

    def left_over(self, stream: str) -> TransferRow | None:
        """The first transfer that is recorded of a stream but that no entry of it caused."""
        return self._next.get(stream)


@lru_cache
def _is_house(name: str) -> bool:
    return account_named(name).house  # asked after every stake, for these are below zero as a rule
