"""Meters: the handle and win of each wager, compared with its exact edge."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.shifts import table_of
from punto.ledger.stakes import FIGURES
from punto.ledger.transfers import Transfer


class Meter(Struct, frozen=True):
    """One wager: the stakes that counted (handle) and the table's win on them."""

    wager: str
    handle_cents: int = 0
    win_cents: int = 0

    @property
    def hold(self) -> Fraction:
        """Return the win as a share of the handle; zero without a handle.

        >>> Meter("tie", 10_000, 1_436).hold
        Fraction(359, 2500)
        """
        return Fraction(self.win_cents, self.handle_cents) if self.handle_cents else Fraction(0)


class Comparison(Struct, frozen=True):
    """A meter and the win expected from the exact edge."""

    meter: Meter
    edge: Fraction

    @property
    def expected_cents(self) -> Fraction:
        return self.meter.handle_cents * self.edge

    @property
    def difference_cents(self) -> Fraction:
        """Return the actual win less the expected win."""
        return self.meter.win_cents - self.expected_cents


# The sign of each stake figure's contribution to the handle, then to the win.
SHARES = {"lost_cents": (1, 1), "returned_cents": (1, 0), "winnings_cents": (0, -1)}


def meters(transfers: Iterable[Transfer], table: str = "") -> dict[str, Meter]:
    """Return the meter of every wager at one table or all; reversals are subtracted."""
    found: dict[str, Meter] = {}
    for transfer in transfers:
        if not table or table_of(transfer) == table:
            count(found, transfer)
    return found


def count(found: dict[str, Meter], transfer: Transfer) -> None:
    """Add one transfer to these meters, if it names a wager."""
    if not transfer.wager:
        return
    figure, sign = FIGURES[transfer.purpose]
    handle, win = SHARES.get(figure, (0, 0))
    before = found.get(transfer.wager) or Meter(transfer.wager)
    found[transfer.wager] = replace(
        before,
        handle_cents=before.handle_cents + sign * handle * transfer.cents,
        win_cents=before.win_cents + sign * win * transfer.cents,
    )


def against_edges(
    found: Mapping[str, Meter], edges: Mapping[str, Fraction]
) -> tuple[Comparison, ...]:
    """Compare each meter with the exact edge of its wager, in the order of the edges."""
    return tuple(Comparison(found[wager], edges[wager]) for wager in edges if wager in found)
