"""Transfers as rows of the database, each with the balances after it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from punto.journal.schema import transfers
from punto.ledger.accounts import Account, account_named
from punto.ledger.transfers import Purpose, Transfer

# The position of its entry, its place there, and what it says.
TransferRow: TypeAlias = tuple[int, int, str, str, int, str, int, str]
# The same with the balances of source and target after it.
StoredRow: TypeAlias = tuple[int, int, str, str, int, str, int, str, int, int]
# The balances of source and target after each transfer of an entry.
Stands: TypeAlias = Sequence[tuple[int, int]]

TRANSFER = ("position", "place", "source", "target", "cents", "purpose", "stake", "wager")
STORED = (*TRANSFER, "source_cents", "target_cents")
TRANSFER_COLUMNS = tuple(transfers.c[name] for name in TRANSFER)
STORED_COLUMNS = tuple(transfers.c[name] for name in STORED)


class Moved(NamedTuple):
    """A transfer, with the time, actor, stream and number of the entry that caused it."""

    at_ms: int
    actor: str
    stream: str
    number: int
    transfer: Transfer


def read_transfer(row: Sequence[object]) -> Transfer:
    """Decode a transfer from its row."""
    _, _, source, target, cents, purpose, stake, wager, *_ = row
    return Transfer(
        account_named(source),  # type: ignore[arg-type]
        account_named(target),  # type: ignore[arg-type]
        cents,  # type: ignore[arg-type]
        Purpose(purpose),
        stake,  # type: ignore[arg-type]
        wager,  # type: ignore[arg-type]
    )


def transfer_rows(position: int, moved: Collection[Transfer]) -> tuple[TransferRow, ...]:
    """The rows of an entry's transfers, without balances."""
    if not moved:
        return ()
    return tuple(
        [
            (
                position,
                place,
                each.source.name,
                each.target.name,
                each.cents,
                each.purpose.value,
                each.stake,
                each.wager,
            )
            for place, each in enumerate(moved)
        ]
    )


def stands_after(moved: Sequence[Transfer], after: Mapping[Account, int]) -> Stands:
    """The balances after each transfer; `after` has those after the last one."""
    if len(moved) == 1:  # as of a stake
        return ((after[moved[0].source], after[moved[0].target]),)
    now = dict(after)
    found: list[tuple[int, int]] = []
    for each in reversed(moved):
        found.append((now[each.source], now[each.target]))
        now[each.source] += each.cents
        now[each.target] -= each.cents
    return found[::-1]
