"""Price tables: mean, variance and lines for many shoes, as NumPy, Polars, pandas or Arrow."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from punto.odds.arrays import read_shoes
from punto.odds.batch import Tally, tally
from punto.odds.composition import DECKS_MAX
from punto.odds.price import Price
from punto.odds.program import Ints
from punto.refusals import Reason, Refused
from punto.rules.wagers import Wager

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PriceTable:
    """Prices of wagers for many shoes, one row for each shoe and one column for each wager.

    Counts are exact; means, variances and probabilities are floating point, accurate to about
    fifteen digits. `price` gives one cell as exact fractions.
    """

    shoes: Ints
    counted: Tally

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return self.counted.columns.wagers

    @cached_property
    def mean(self) -> Floats:
        """The expected profit of one unit."""
        return self.counted.expectations()

    @cached_property
    def variance(self) -> Floats:
        """The variance of the profit of one unit; never negative."""
        found = np.zeros_like(self.mean)
        for place in range(len(self.wagers)):
            mean = self.mean[:, place]
            unpaid = np.ones(len(mean))
            for chance, profit in self._chances(place):
                found[:, place] += chance * (profit - mean) ** 2
                unpaid -= chance
            found[:, place] += np.maximum(unpaid, 0) * (-1 - mean) ** 2
        return found

    def price(self, row: int, wager_id: str) -> Price:
        """One wager of one shoe, exactly."""
        place = self._place(wager_id)
        *won, pushed = self.counted.counts[row, self._columns_of(place)].tolist()
        void, deals = int(self.counted.void[row]), int(self.counted.deals[row])
        return Price(self.wagers[place], tuple(won), pushed, void, deals)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Every figure by its name: deals, void, and of each wager mean, variance, lines, push.

        >>> from punto.rules.games import find_game
        >>> table = price_shoes([[32] * 13], find_game("tiger").wagers[:1])
        >>> list(table.columns())
        ['deals', 'void', 'player.mean', 'player.variance', 'player.line1', 'player.push']
        """
        deals = self.counted.deals
        found: dict[str, NDArray[Any]] = {"deals": deals, "void": self.counted.void / deals}
        for place, wager in enumerate(self.wagers):
            found[f"{wager.id}.mean"] = self.mean[:, place]
            found[f"{wager.id}.variance"] = self.variance[:, place]
            *lines, push = (self.counted.counts[:, self._columns_of(place)] / deals[:, None]).T
            for number, line in enumerate(lines, 1):
                found[f"{wager.id}.line{number}"] = line
            found[f"{wager.id}.push"] = push
        return found

    def to_polars(self) -> "polars.DataFrame":
        """As a Polars table; Polars must be installed."""
        import polars

        return polars.DataFrame(self.columns())

    def to_pandas(self) -> "pandas.DataFrame":
        """As a pandas table; pandas must be installed."""
        import pandas

        return pandas.DataFrame(self.columns())

    def to_arrow(self) -> "pyarrow.Table":
        """As an Arrow table; pyarrow must be installed."""
        import pyarrow

        return pyarrow.table(self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's protocol for passing the table to other libraries."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self.shoes)

    def _chances(self, place: int) -> list[tuple[Floats, float]]:
        """The probability and profit of each line, and of push and void at zero."""
        deals, lines = self.counted.deals, self.wagers[place].lines
        *won, pushed = self.counted.counts[:, self._columns_of(place)].T
        returned = pushed + self.counted.void
        profits = [line.odds.numerator / line.odds.denominator for line in lines]
        pairs = zip((*won, returned), (*profits, 0.0), strict=True)
        return [(count / deals, profit) for count, profit in pairs]

    def _columns_of(self, place: int) -> slice:
        first = sum(len(wager.lines) + 1 for wager in self.wagers[:place])
        return slice(first, first + len(self.wagers[place].lines) + 1)

    def _place(self, wager_id: str) -> int:
        ids = [wager.id for wager in self.wagers]
        if wager_id not in ids:
            raise Refused(
                Reason.UNKNOWN_WAGER,
                "There is no wager {wager!r} here; there are {wagers}.",
                wager=wager_id[:40],
                wagers=ids,
            )
        return ids.index(wager_id)


def price_shoes(shoes: Any, wagers: Sequence[Wager], *, decks: int = DECKS_MAX) -> PriceTable:
    """Price wagers for many shoes in one call: rows of thirteen counts, or a table of them.

    >>> from punto.rules.games import find_game
    >>> table = price_shoes([[32] * 13, [31] * 13], find_game("tiger").wagers)
    >>> table.mean.shape, table.price(0, "tie").house_edge == -table.price(0, "tie").ev
    ((2, 8), True)
    """
    if twice := [name for name, n in Counter(wager.id for wager in wagers).items() if n > 1]:
        raise Refused(
            Reason.WAGER_ID_TAKEN, "There are two wagers {wager!r}; name one.", wager=twice[0]
        )
    if on_cards := [wager.id for wager in wagers if wager.needs_cards]:
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "Wager {wager!r} looks at suits or single cards; price its shoes one by one.",
            wager=on_cards[0],
        )
    counts = read_shoes(shoes, decks)
    return PriceTable(counts, tally(counts, wagers))
