"""Price tables: equal to single prices, any kind of table, no precision lost."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.distribution import distribution
from punto.odds.price import price
from punto.odds.price_table import PriceTable, price_shoes
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS
from punto.rules.games import GAMES, find_game
from tests.odds.brute import depleted

LETTERS = [rank.letter for rank in RANKS]
SHOES = np.array([depleted(8, left, left).counts for left in (0, 1, 4, 5, 6, 9, 30, 100, 300, 416)])
WAGERS = find_game("tiger").wagers


@pytest.fixture(scope="module")
def table() -> PriceTable:
    return price_shoes(SHOES, WAGERS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_cell_is_that_of_one_shoe_alone(game: Any) -> None:
    table = price_shoes(SHOES, game.wagers)
    columns = table.columns()
    for row, counts in enumerate(SHOES.tolist()):
        alone = distribution(Composition(tuple(counts)))
        for place, wager in enumerate(game.wagers):
            exact = price(alone, wager)
            assert table.price(row, wager.id) == exact
            assert table.mean[row, place] == pytest.approx(float(exact.ev), abs=1e-13)
            assert table.variance[row, place] == pytest.approx(float(exact.variance), abs=1e-9)
            lines = [columns[f"{wager.id}.line{n}"][row] for n in range(1, len(exact.lines) + 1)]
            assert lines == [float(line.probability) for line in exact.lines]
            assert columns[f"{wager.id}.push"][row] == float(exact.push)
            assert columns["void"][row] == float(exact.void)


def test_a_profit_that_never_varies_has_no_variance() -> None:
    tens = [0] * 9 + [8, 8, 8, 8]  # every round is a tie of nil
    table = price_shoes([tens], [find_game("tiger").wager("tie")])
    assert table.variance.tolist() == [[0.0]]


def test_tables_of_every_kind_are_read_by_the_names_of_their_columns() -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    pyarrow = pytest.importorskip("pyarrow")
    named = {letter: SHOES[:, n] for n, letter in reversed(list(enumerate(LETTERS)))}
    named["id"] = np.arange(len(SHOES))
    expected = price_shoes(SHOES, WAGERS).counted.counts
    ten = {"10" if name == "T" else name: column for name, column in named.items()}
    for shoes in (
        named,
        ten,
        polars.DataFrame(named),
        pandas.DataFrame(named),
        pyarrow.table(named),
        SHOES.tolist(),
        SHOES.astype(np.float64),
        SHOES.astype(np.uint8),
        SHOES.astype(object),
    ):
        assert (price_shoes(shoes, WAGERS).counted.counts == expected).all()


def test_it_goes_to_every_kind_of_table(table: PriceTable) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    expected = table.columns()
    pandas_table, arrow = table.to_pandas(), table.to_arrow()
    for found in (table.to_polars(), polars.DataFrame(table)):
        assert found.columns == list(expected)
        assert (found["tie.mean"].to_numpy() == expected["tie.mean"]).all()
    assert list(pandas_table.columns) == arrow.column_names == list(expected)
    assert arrow.num_rows == len(pandas_table) == len(table) == len(SHOES)


def _with(value: object, kind: type = object) -> NDArray[Any]:
    shoes: NDArray[Any] = np.full((3, 13), 32, kind)
    shoes[1, 4] = value
    return shoes


@pytest.mark.parametrize(
    ("shoes", "reason", "words"),
    [
        (_with(31.9, np.float64), Reason.IMPOSSIBLE_COUNT, "Row 1 of the shoes has 31.9 cards"),
        (_with(31.9), Reason.IMPOSSIBLE_COUNT, "of rank 5"),
        (_with(np.nan, np.float64), Reason.IMPOSSIBLE_COUNT, "nan"),
        (_with(np.inf, np.float64), Reason.IMPOSSIBLE_COUNT, "inf"),
        (_with(1e300, np.float64), Reason.IMPOSSIBLE_COUNT, "whole number"),
        (_with(10**30), Reason.IMPOSSIBLE_COUNT, "whole number"),
        (_with("32"), Reason.IMPOSSIBLE_COUNT, "whole number"),
        (_with(True), Reason.IMPOSSIBLE_COUNT, "True"),
        (_with(None), Reason.IMPOSSIBLE_COUNT, "None"),
        (_with(-1, np.int64), Reason.IMPOSSIBLE_COUNT, "Row 1 of the shoes has -1 cards of rank 5"),
        (_with(33, np.int64), Reason.IMPOSSIBLE_COUNT, "8 decks hold from 0 to 32"),
        (_with(2**64 - 1, np.uint64), Reason.IMPOSSIBLE_COUNT, "18446744073709551615"),
        (np.zeros((2, 13), np.bool_), Reason.IMPOSSIBLE_COUNT, "whole number"),
        (np.zeros((2, 12)), Reason.UNREADABLE_SHOE, "rows of 13"),
        (np.zeros(13), Reason.UNREADABLE_SHOE, "rows of 13"),
        ([[1, 2], [1]], Reason.UNREADABLE_SHOE, "rows of 13"),
        ("nonsense", Reason.UNREADABLE_SHOE, "rows of 13"),
        ({"A": [1]}, Reason.UNREADABLE_SHOE, "'2' is missing"),
    ],
)
def test_what_is_no_shoe_is_refused(shoes: Any, reason: Reason, words: str) -> None:
    with pytest.raises(Refused, match=words) as refusal:
        price_shoes(shoes, WAGERS, decks=8)
    assert refusal.value.reason is reason


def test_a_composition_of_part_of_a_card_is_refused() -> None:
    with pytest.raises(Refused, match="whole cards"):
        Composition((31.9,) * 13)  # type: ignore[arg-type]
    assert Composition(tuple(np.full(13, 32))).counts == (32,) * 13


def test_wagers_are_named_once_and_unknown_ones_refused(table: PriceTable) -> None:
    with pytest.raises(Refused, match="two wagers"):
        price_shoes(SHOES, [*WAGERS, WAGERS[0]])
    with pytest.raises(Refused, match="no wager 'tigr'"):
        table.price(0, "tigr")


def test_a_wager_on_suits_has_no_price_by_ranks_alone() -> None:
    toml = 'id = "suited"\nname = "S"\nlines = [{ pays = "3 to 1", when = { player_suits = 1 } }]'
    with pytest.raises(Refused, match="one by one"):
        price_shoes(SHOES, [parse_wager(toml)])
