"""Regression tests for details that surviving mutants revealed."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED, State
from punto.table.visibility import HIDDEN, seen_by
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    SETTLED,
    TIGER,
    after,
    draw,
    report,
    stake,
)

METHOD_A = after(LOADED, c.ChooseMethod(Method.A), c.OpenBetting)
METHOD_C = after(
    CLOSED,
    c.OpenTable(replace(TIGER, zone=Zone.RUBY_ROOM, method=Method.C)),
)


def refused(state: State, command: Given) -> Refused:
    with pytest.raises(Refused) as refusal:
        decide_given(state, command)
    return refusal.value


def test_after_two_refusals_the_next_equal_is_due_by_the_clause_on_equals() -> None:
    staked = after(
        METHOD_A,
        stake("seat1", cents=20_00),
        stake("seat2", cents=10_00),
        stake("seat3", cents=10_00),
        c.CloseBetting,
        *draw("9S", "8S", "KS", "KH"),
    )
    refuse_first = c.RefuseCards(Side.PLAYER, "seat1")
    refuse_second = c.RefuseCards(Side.PLAYER, "seat2")
    once, twice = after(staked, refuse_first), after(staked, refuse_first, refuse_second)
    (passed,) = decide(once, c.PassCards(Side.PLAYER, "seat2"), ANYBODY)
    assert passed.clause == "3.10.3"
    (passed,) = decide(twice, c.PassCards(Side.PLAYER, "seat3"), ANYBODY)
    assert passed.clause == "3.10.5"


def test_a_lowered_stake_takes_no_new_number() -> None:
    lowered = after(LOADED, c.OpenBetting, stake(cents=20_00), c.ChangeStake(1, 10_00))
    (placed,) = decide(lowered, c.PlaceStake("seat2", "tie", 2, 10_00), ANYBODY)
    assert isinstance(placed, e.StakePlaced)
    assert placed.stake == 2


def test_a_display_of_an_earlier_round_is_corrected_while_another_is_played() -> None:
    again = after(SETTLED, c.OpenBetting)
    (earlier,) = decide(again, c.CorrectDisplay(1, "banker"), ANYBODY)
    (now,) = decide(again, c.CorrectDisplay(2, "banker"), ANYBODY)
    assert isinstance(earlier, e.DisplayCorrected)
    assert isinstance(now, e.DisplayCorrected)
    assert (earlier.stands, now.stands) == ("player", "undecided")


def test_a_patron_who_keeps_the_device_cannot_draw_between_rounds() -> None:
    kept = after(
        METHOD_C,
        c.LoadShoe("one"),
        c.OpenBetting,
        c.GiveDevice("seat1", without_stake=True),
        report(Irregularity.FOREIGN_CARDS),
    )
    assert (kept.round, kept.device) == (None, "seat1")
    assert refused(kept, Given(c.DrawCard(), Patron("seat1"))).reason is Reason.NO_ROUND
    assert refused(kept, Given(c.GiveDevice("seat2"), ANYBODY)).reason is Reason.NO_ROUND


def test_a_table_is_not_closed_nor_its_shoe_changed_during_a_round() -> None:
    assert refused(BETTING, Given(c.CloseTable(), ANYBODY)).reason is Reason.ROUND_IN_PLAY
    assert refused(BETTING, Given(c.LoadShoe("two"), ANYBODY)).reason is Reason.ROUND_IN_PLAY


def test_a_lowered_stake_keeps_its_place_among_equals() -> None:
    staked = after(
        METHOD_A,
        stake("seat1", cents=20_00),
        stake("seat2", cents=10_00),
        c.ChangeStake(1, 10_00),
        c.CloseBetting,
        *draw("9S", "8S", "KS", "KH"),
    )
    (passed,) = decide(staked, c.PassCards(Side.PLAYER, "seat1"), ANYBODY)
    assert passed.clause == "3.10.4"


def test_a_refusal_of_cards_that_were_not_offered_cites_the_method_in_use() -> None:
    in_c = after(METHOD_C, c.LoadShoe("one"), c.OpenBetting, c.CloseBetting)
    in_a = after(METHOD_A, c.CloseBetting)
    refuses = Given(c.RefuseCards(Side.PLAYER, "seat1"), ANYBODY)
    assert refused(in_c, refuses).clause == "tiger 3.12.3"
    assert refused(in_a, refuses).clause == "tiger 3.10.3"


def test_a_device_that_is_empty_cannot_be_altered_by_moving_it() -> None:
    moved = Given(c.Report(Irregularity.ALTERED_BY_MOVING_DEVICE), ANYBODY)
    assert refused(METHOD_C, moved).reason is Reason.NO_ROUND


def test_whoever_may_not_is_told_who_may() -> None:
    dealer = Staff("dealer", Position.DEALER)
    choose = Given(c.ChooseMethod(Method.A), Patron("seat1"))
    assert "for the Pit Manager to do, not for a player" in refused(LOADED, choose).sentence
    squeeze = Given(c.SqueezeCards(Side.PLAYER), dealer)
    assert "for the patron to do, not for the Dealer" in refused(DEALT, squeeze).sentence
    nobody_has_them = replace(squeeze, by=Patron("seat1"))
    assert "Nobody can do this now" in refused(DEALT, nobody_has_them).sentence


def test_what_an_irregularity_waits_for_is_told_in_words() -> None:
    waiting = after(DEALT, report(Irregularity.DEALT_IN_WRONG_ORDER))
    pending = refused(waiting, Given(c.AnnounceTotals(), ANYBODY))
    assert pending.sentence == (
        "First dealt in wrong order must be resolved: it waits for cards in order."
    )
    nothing = refused(DEALT, Given(c.Reconstruct(()), ANYBODY))
    assert nothing.sentence == "No irregularity waits for cards in order."


def test_a_decision_has_a_reason_and_a_table_a_game_whoever_asks() -> None:
    nobody = Patron("seat1")
    blank = refused(DEALT, Given(c.Decide(True, " "), nobody))
    assert blank.reason is Reason.UNREADABLE_REQUEST
    for command in (
        Given(c.OpenTable(replace(TIGER, game="faro")), nobody),
        Given(c.ChangeConfiguration(replace(TIGER, game="faro")), nobody),
    ):
        for state in (CLOSED, DEALT):
            assert refused(state, command).reason is Reason.UNKNOWN_GAME


def test_answers_and_their_lapse_cite_the_clause_that_gave_the_option() -> None:
    asked = after(DEALING, report(Irregularity.POWER_FAILURE))
    answered = decide(asked, c.AnswerOption("seat1", (1,)), ANYBODY)
    assert [event.clause for event in answered] == ["5.17.1", "5.17.1"]
    assert decide(asked, c.LapseOption(), ANYBODY)[0].clause == "5.17.1"


def test_a_display_sees_no_more_than_everybody_does() -> None:
    squeezed = after(
        METHOD_A,
        stake("x"),
        c.CloseBetting,
        *draw("9S", "8S", "KS", "KH"),
        c.PassCards(Side.PLAYER, "x"),
    )
    (looked,) = decide(squeezed, c.SqueezeCards(Side.PLAYER), Patron("x"))
    later = after(squeezed, Given(c.SqueezeCards(Side.PLAYER), Patron("x")))
    assert isinstance(looked, e.CardsSqueezed)
    assert seen_by(later, "x").player == ("9S", "KS")
    assert seen_by(later).player == (HIDDEN, HIDDEN)
