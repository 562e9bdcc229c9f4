"""The derived roads, worked by hand, and their predictions for the next round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.roads import Colour, Derived, Mark, Roads, Winner, parse

SHOES = st.text(alphabet="BPT", max_size=80)
SIDES: tuple[Winner, Winner] = (Winner.BANKER, Winner.PLAYER)


def colours(shoe: str, road: Derived) -> str:
    """The colours as initials, in order of play."""
    return "".join(cell.colour.value[0] for cell in Roads(parse(shoe)).derived(road))


def test_the_known_case() -> None:
    assert colours("BPPPB", Derived.BIG_EYE_BOY) == "brb"


@pytest.mark.parametrize(
    ("road", "not_yet", "second_entry", "next_column"),
    [
        (Derived.BIG_EYE_BOY, "BBBBBBBP", "BPP", "BPB"),
        (Derived.SMALL_ROAD, "BBPPPPPPB", "BPBB", "BPBP"),
        (Derived.COCKROACH_PIG, "BBPPPPBBBP", "BPBPP", "BPBPB"),
    ],
)
def test_a_road_begins_after_the_first_entry_of_its_column(
    road: Derived, not_yet: str, second_entry: str, next_column: str
) -> None:
    assert colours(not_yet, road) == ""
    assert colours(second_entry, road) == "b"
    assert colours(next_column, road) == "r"


@pytest.mark.parametrize(
    ("road", "shoe"),
    [
        (Derived.BIG_EYE_BOY, "BB" + "PPPPP"),
        (Derived.SMALL_ROAD, "BB" + "P" + "BBBBB"),
        (Derived.COCKROACH_PIG, "BB" + "P" + "B" + "PPPPP"),
    ],
)
def test_beside_is_red_one_beyond_is_blue_deeper_is_red(road: Derived, shoe: str) -> None:
    assert colours(shoe, road)[-4:] == "rbrr"


@pytest.mark.parametrize(
    ("road", "between"),
    [(Derived.BIG_EYE_BOY, ""), (Derived.SMALL_ROAD, "P"), (Derived.COCKROACH_PIG, "PB")],
)
def test_a_new_column_compares_the_two_finished_ones(road: Derived, between: str) -> None:
    last, other = ("P", "B") if len(between) % 2 == 0 else ("B", "P")
    assert colours("BB" + between + last * 2 + other, road)[-1] == "r"
    assert colours("BB" + between + last * 3 + other, road)[-1] == "b"
    assert colours("BB" + between + last * 1 + other, road)[-1] == "b"


def test_logical_depth_decides_not_the_row_drawn() -> None:
    # The Player streak is bent by the Banker's tail and never drawn below row 4.
    assert colours("B" * 8 + "P" * 10, Derived.BIG_EYE_BOY) == "rrrrrrr" + "b" + "r"


def test_a_tail_passing_under_a_short_column_does_not_lengthen_it() -> None:
    # Column 1 shows a Player cell and, on row 5, a cell of the Banker's tail. Its length is 1.
    assert colours("B" * 8 + "P" + "BB", Derived.BIG_EYE_BOY) == "bb"


def test_derived_roads_are_drawn_by_the_same_rule() -> None:
    # Eight reds make a tail to column 2; the blues then turn above it, on row 4.
    roads = Roads(parse("BP" * 5 + "BPP" * 4))
    cells = roads.derived(Derived.BIG_EYE_BOY)
    reds = [(c.column, c.row) for c in cells if c.colour is Colour.RED]
    blues = [(c.column, c.row) for c in cells if c.colour is Colour.BLUE]
    assert reds == [(0, row) for row in range(6)] + [(column, 5) for column in range(1, 5)]
    assert blues[:7] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


@given(SHOES)
def test_ties_change_no_derived_road(shoe: str) -> None:
    without = shoe.replace("T", "")
    for road in Derived:
        assert Roads(parse(shoe)).derived(road) == Roads(parse(without)).derived(road)


@given(SHOES, st.sampled_from(list(Winner)))
def test_what_is_foretold_is_what_adding_makes(shoe: str, winner: Winner) -> None:
    roads = Roads(parse(shoe))
    before = {road: roads.derived(road) for road in Derived}
    foretold = roads.foretell(winner)
    assert {road: roads.derived(road) for road in Derived} == before, "asking changed the roads"
    assert roads.add(Mark(winner)).derived == foretold
    for road in Derived:
        gained = (foretold[road],) if road in foretold else ()
        assert roads.derived(road) == before[road] + gained


@given(SHOES)
def test_banker_and_player_foretell_opposite_colours(shoe: str) -> None:
    roads = Roads(parse(shoe))
    banker, player = (roads.foretell(side) for side in SIDES)
    assert banker.keys() == player.keys()
    assert all(banker[road].colour is not player[road].colour for road in banker)


@given(st.text(alphabet="BP", max_size=60))
def test_exchanging_the_sides_changes_no_derived_road(shoe: str) -> None:
    mirrored = shoe.translate(str.maketrans("BP", "PB"))
    for road in Derived:
        assert colours(shoe, road) == colours(mirrored, road)


def test_a_tie_foretells_nothing() -> None:
    assert Roads(parse("BPPPBPBBP")).foretell(Winner.TIE) == {}
