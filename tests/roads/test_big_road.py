"""The big road, worked by hand: ties, pairs, tails, and where the next streak starts."""

from __future__ import annotations

from punto.roads import BigCell, Roads, Winner, parse


def places(shoe: str) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in Roads(parse(shoe)).big_road]


def test_a_streak_goes_down_and_a_change_goes_right() -> None:
    assert places("BBPB") == [(0, 0), (0, 1), (1, 0), (2, 0)]


def test_six_fit_in_a_column() -> None:
    assert places("PPPPPP") == [(0, row) for row in range(6)]


def test_the_seventh_turns_right_along_the_sixth_row() -> None:
    assert places("B" * 9)[5:] == [(0, 5), (1, 5), (2, 5), (3, 5)]


def test_a_streak_starts_beside_the_last_start_not_beyond_its_tail() -> None:
    assert places("B" * 9 + "P")[-1] == (1, 0)


def test_a_streak_turns_above_an_earlier_tail() -> None:
    assert places("B" * 8 + "P" * 7)[8:] == [
        (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4),
    ]  # fmt: skip


def test_a_turned_streak_keeps_right_where_the_cell_below_is_free_again() -> None:
    # The Banker tail ends at column 1; from column 2 on the Player tail has nothing under it.
    assert places("B" * 7 + "P" * 9)[-4:] == [(2, 4), (3, 4), (4, 4), (5, 4)]


def test_a_streak_past_the_end_of_a_tail_goes_all_the_way_down() -> None:
    # The tail covers row 5 of columns 1 and 2; column 3 is clear.
    assert places("B" * 8 + "PB" + "P" * 6)[-6:] == [(3, row) for row in range(6)]


NESTED = "B" * 12 + "P" * 11 + "B" * 10 + "P" * 9 + "B" * 8
"""Five tails, one above the other on rows 5 to 1; the lowest reaches column 6, row 1 column 10."""


def test_a_streak_with_no_room_below_runs_along_the_top_row() -> None:
    assert places(NESTED + "PPP")[-3:] == [(5, 0), (6, 0), (7, 0)]


def test_the_next_streak_skips_columns_whose_top_is_taken() -> None:
    assert places(NESTED + "PPPB")[-1] == (8, 0)


def test_two_tails_one_after_the_other_on_the_top_row() -> None:
    # Row 1 is still taken below column 8, so this streak turns at once as well.
    assert places(NESTED + "PPPBBP")[-3:] == [(8, 0), (9, 0), (10, 0)]


def test_past_the_tails_a_streak_goes_down_again() -> None:
    assert places(NESTED + "PPPBBPBB")[-2:] == [(11, 0), (11, 1)]


def test_ties_are_counted_on_the_newest_cell() -> None:
    ties = [(cell.side, cell.ties) for cell in Roads(parse("BTTPBT")).big_road]
    assert ties == [(Winner.BANKER, 2), (Winner.PLAYER, 0), (Winner.BANKER, 1)]


def test_leading_ties_have_no_cell_and_stay_apart_from_later_ones() -> None:
    roads = Roads(parse("TTBT"))
    assert roads.leading_ties == 2
    assert roads.big_road == (BigCell(0, 0, Winner.BANKER, ties=1),)


def test_a_tie_does_not_break_a_streak() -> None:
    assert places("BTB") == [(0, 0), (0, 1)]


def test_a_win_dots_its_own_cell() -> None:
    dots = [(cell.player_pair, cell.banker_pair) for cell in Roads(parse("BB1B2B3")).big_road]
    assert dots == [(False, False), (True, False), (False, True), (True, True)]


def test_a_ties_pairs_are_on_its_bead_only() -> None:
    roads = Roads(parse("T1B2T1"))
    assert roads.big_road == (BigCell(0, 0, Winner.BANKER, ties=1, banker_pair=True),)
    assert [bead.mark.player_pair for bead in roads.bead_plate] == [True, False, True]


def test_the_bead_plate_fills_columns_of_six() -> None:
    beads = Roads(parse("BPTBPTB")).bead_plate
    assert [(bead.column, bead.row) for bead in beads] == [
        (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 0),
    ]  # fmt: skip
    assert "".join(str(bead.mark) for bead in beads) == "BPTBPTB"
