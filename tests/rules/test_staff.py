"""The order of positions: who may do what another may, and which orders there can be."""

from itertools import permutations

import pytest

from punto.rules.readings import readings
from punto.rules.staff import (
    POSITIONS,
    RANKS_CLAUSE,
    USUAL_RANKS,
    Position,
    Ranks,
    highest,
    is_ranking,
    reaches,
)

DEALER, SUPERVISOR, PIT, SHIFT, ASSISTANT = Position
TURNED = (DEALER, ASSISTANT, SHIFT, PIT, SUPERVISOR)


def test_positions_are_typed_in_small_letters_with_hyphens() -> None:
    assert POSITIONS == {
        "dealer": DEALER,
        "pit-supervisor": SUPERVISOR,
        "pit-manager": PIT,
        "gaming-shift-manager": SHIFT,
        "assistant-casino-manager": ASSISTANT,
    }


def test_the_usual_order_is_that_of_a_reading() -> None:
    assert USUAL_RANKS == (DEALER, SUPERVISOR, PIT, SHIFT, ASSISTANT)
    assert RANKS_CLAUSE == "reading ranks-of-staff"
    assert "ranks-of-staff" in readings()


@pytest.mark.parametrize("ranks", [USUAL_RANKS, TURNED], ids=["usual", "turned"])
def test_a_position_may_do_what_it_and_those_below_it_may(ranks: Ranks) -> None:
    for at, held in enumerate(ranks):
        assert [reaches(ranks, held, needed) for needed in ranks] == [
            place <= at for place in range(len(ranks))
        ]


def test_the_highest_is_that_of_the_tables_own_order() -> None:
    assert highest(USUAL_RANKS, PIT, ASSISTANT, DEALER) is ASSISTANT
    assert highest(TURNED, PIT, ASSISTANT, DEALER) is PIT


def test_a_ranking_has_every_position_once_with_the_dealer_lowest() -> None:
    for order in permutations(Position):
        assert is_ranking(iter(order)) is (order[0] is DEALER)
    assert not is_ranking((DEALER, SUPERVISOR, PIT, SHIFT))
    assert not is_ranking((DEALER, SUPERVISOR, PIT, SHIFT, SHIFT))
