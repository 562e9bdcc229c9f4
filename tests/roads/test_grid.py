"""Grids, windows and the plain text of a road; the tally beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.roads import Derived, Roads, Tally, grid, lines, parse, tally


def big_road(shoe: str, window: int | None = None) -> tuple[str, ...]:
    return lines(grid(Roads(parse(shoe)).big_road, window))


def test_a_tail_above_a_tail() -> None:
    assert big_road("B" * 8 + "P" * 7) == (
        "B P . .",
        "B P . .",
        "B P . .",
        "B P . .",
        "B P P P",
        "B B B .",
    )


def test_ties_widen_every_cell_alike() -> None:
    assert big_road("BTTP")[0] == "B2 P"


def test_an_empty_road() -> None:
    assert big_road("") == ("",) * 6
    assert big_road("", window=3) == (". . .",) * 6


def test_a_window_of_the_last_columns() -> None:
    assert big_road("BPPBP", window=2)[:2] == ("B P", ". .")


def test_a_window_wider_than_the_road_is_empty_on_the_right() -> None:
    assert big_road("BP", window=4)[0] == "B P . ."


def test_a_window_never_hides_the_newest_cell() -> None:
    # The tail reaches column 10, but play goes on in column 1.
    shown = big_road("B" * 16 + "P", window=3)
    assert shown[0] == "P . ."
    assert shown[5] == "B B B"


def test_a_window_needs_a_column() -> None:
    with pytest.raises(ValueError, match="at least one column, not 0"):
        grid(Roads().big_road, window=0)


def test_beads_and_colours() -> None:
    roads = Roads(parse("BP1PT3PB"))
    assert lines(grid(roads.bead_plate)) == ("B", "P1", "P", "T3", "P", "B")
    assert lines(grid(roads.derived(Derived.BIG_EYE_BOY)))[0] == "b r b"


@given(st.text(alphabet="BPT", max_size=60), st.integers(1, 12))
def test_a_window_is_six_rows_of_its_width_and_shows_true_cells(shoe: str, window: int) -> None:
    cells = Roads(parse(shoe)).big_road
    shown = grid(cells, window)
    assert [len(row) for row in shown] == [window] * 6
    seen = [cell for row in shown for cell in row if cell is not None]
    assert set(seen) <= set(cells)
    assert not cells or cells[-1] in seen
    assert all(cell.row == number for number, row in enumerate(shown) for cell in row if cell)


def test_a_tally_by_hand() -> None:
    assert tally(parse("TBTB1B2P3PT3B")) == Tally(
        rounds=9,
        banker=4,
        player=2,
        ties=3,
        player_pairs=3,
        banker_pairs=3,
        longest_banker=3,
        longest_player=2,
    )


def test_a_tally_of_nothing() -> None:
    assert tally(()) == Tally(0, 0, 0, 0, 0, 0, 0, 0)
