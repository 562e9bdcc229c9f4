"""What follows from a state alone: of its shoe, its round, earlier rounds and the table."""

import pytest
from msgspec.structs import replace

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import USUAL_RANKS, Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.table.state import CLOSED, Contribution, Dealt, Finished, Round, Shoe, Stake, State
from tests.envelope import Given
from tests.table.starting_states import (
    DEALING,
    METHOD_A,
    OLDER,
    OPEN,
    TIGER,
    after,
    draw,
    opened,
    report,
)

PLAYER, BANKER = Side.PLAYER, Side.BANKER
TURNED = (USUAL_RANKS[0], *USUAL_RANKS[:0:-1])


def test_a_shoe_knows_what_is_left_and_what_it_can_hold() -> None:
    shoe = Shoe("one", 4, gone=8, seen={"2C": 3})
    assert shoe.left == 200
    assert [shoe.holds("2C", copies) for copies in (0, 1, 2)] == [True, True, False]
    assert [shoe.holds("KH", copies) for copies in (4, 5)] == [True, False]
    assert shoe.holds("2C")
    assert not replace(shoe, seen={"2C": 4}).holds("2C")


def test_the_order_of_a_shoe_is_open_until_it_is_fixed() -> None:
    assert not Shoe("one", 8).is_order_open
    assert Shoe("one", 8, seed="5eed").is_order_open
    assert not Shoe("one", 8, seed="5eed", order_fixed=True).is_order_open
    made = (Contribution("patron ann", "a", "value"), Contribution("staff bob", "b"))
    assert Shoe("one", 8, contributions=made).unrevealed == ("staff bob",)


def test_a_round_knows_its_hands_and_the_money_on_a_wager() -> None:
    cards = tuple(
        Dealt(side, card, True)
        for side, card in ((PLAYER, "9S"), (BANKER, "KH"), (PLAYER, None), (BANKER, "AS"))
    )
    stakes = {
        each: Stake(each, "ann", wager, 1, each * 100, each)
        for each, wager in ((1, "tie"), (2, "player"), (3, "tie"))
    }
    play = Round(1, cards=cards, stakes=stakes)
    assert play.hand(PLAYER) == (cards[0], cards[2])
    assert play.points(BANKER) == (0, 1)
    assert (play.staked("tie"), play.staked("player"), play.staked("banker")) == (400, 200, 0)
    assert play.initial_deal_done
    assert not replace(play, cards=cards[:3]).initial_deal_done


def test_who_draws_next_is_not_told_while_cards_lie_face_down() -> None:
    sides = (PLAYER, BANKER, PLAYER, BANKER)
    dealt = [
        Dealt(side, card, True) for side, card in zip(sides, ("2C", "2D", "3H", "AS"), strict=True)
    ]
    for count in range(4):
        due = Round(1, cards=tuple(dealt[:count])).due()
        assert due is not None
        assert due.side is sides[count]
    third = Round(1, cards=tuple(dealt)).due()
    assert third is not None
    assert third.side is PLAYER
    hidden = (*dealt[:3], replace(dealt[3], face_up=False))
    assert Round(1, cards=hidden).due() is None
    assert not Round(1, cards=hidden).all_face_up


@pytest.mark.parametrize(
    ("limit_cents", "changed_cents", "small_cents"),
    [(None, 5_00, 5_00), (5_01, 5_00, 5_00), (5_00, 5_00, 0), (4_99, 5_00, 0), (0, 0, 0)],
)
def test_a_change_is_small_below_what_two_people_approve(
    limit_cents: int | None, changed_cents: int, small_cents: int
) -> None:
    config = replace(TIGER, approval_cents=limit_cents)
    finished = Finished(1, (), (), (), False, config, changed_cents=changed_cents)
    assert finished.small_change_cents == small_cents
    assert finished.game is OPEN.game


def test_a_closed_table_ranks_positions_as_it_did() -> None:
    assert CLOSED.ranks == USUAL_RANKS
    assert OPEN.ranks == USUAL_RANKS
    assert State(configuration=replace(TIGER, ranks=TURNED)).ranks == TURNED
    assert State(closed_as=replace(TIGER, ranks=TURNED)).ranks == TURNED


def test_only_games_with_several_methods_know_them() -> None:
    assert OPEN.knows_methods
    assert METHOD_A.knows_methods
    assert not opened(OLDER).knows_methods


def test_a_power_failure_interrupts_a_round_of_a_game_with_no_clause_on_it() -> None:
    playing = after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw("2C"))
    failed = after(playing, report(I.POWER_FAILURE))
    decision = after(failed, report(I.NOT_COVERED))
    filed = after(failed, Given(report(I.FOREIGN_CARDS), Staff("dina", Position.DEALER)))
    by_clause = after(DEALING, report(I.POWER_FAILURE), c.LapseOption)
    between = after(opened(OLDER), report(I.POWER_FAILURE))
    assert [
        state.is_interrupted for state in (playing, failed, decision, filed, by_clause, between)
    ] == [False, True, False, True, False, False]
