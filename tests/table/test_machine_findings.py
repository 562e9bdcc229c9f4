"""Bugs found by random testing, each as the few commands that led to it."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.clauses import Kind, find_clause
from punto.rules.game import Method, Zone
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Patron
from punto.table.prompt import Step, next_step
from punto.table.scripts import play_script
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table.invariants import refusal_is_sound, refuses_by
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    OLDER,
    OPEN,
    READER,
    TIGER,
    Act,
    after,
    draw,
    report,
    stake,
)

HLGA = replace(TIGER, zone=Zone.PAIZA_CLUB, method=Method.C)
METHOD_A = after(
    CLOSED,
    c.OpenTable(replace(TIGER, method=Method.A)),
    c.LoadShoe("one"),
    c.OpenBetting,
)
METHOD_C = after(
    CLOSED,
    c.OpenTable(HLGA),
    c.LoadShoe("one"),
    c.OpenBetting,
)
IN_OLDER_GAME = after(
    CLOSED,
    c.OpenTable(OLDER),
    c.LoadShoe("one"),
    c.OpenBetting,
    c.CloseBetting,
    *draw("9S", "8S", "KS", "KH"),
    c.AnnounceTotals,
    c.AnnounceOutcome,
)


def refused(state: State, command: Act) -> Refused:
    with pytest.raises(Refused) as refusal:
        after(state, command)
    return refusal.value


def test_a_second_patron_answers_after_a_first_has_withdrawn() -> None:
    asked = after(DEALING, report(Irregularity.POWER_FAILURE))
    later = after(
        asked,
        c.AnswerOption("seat1", (1,)),
        c.AnswerOption("seat2", (2,)),
    )
    assert later.case is None
    assert later.round is not None
    assert not later.round.stakes


@pytest.mark.parametrize(
    "command",
    [
        stake(),
        c.ChangeStake(1, 20_00),
        c.WithdrawStake(1),
        c.AskToDecrease,
    ],
)
def test_stakes_wait_while_an_option_is_open(command: Act) -> None:
    asked = after(BETTING, report(Irregularity.POWER_FAILURE))
    assert refused(asked, command).reason is Reason.CASE_PENDING


@pytest.mark.parametrize("name", ["", " "])
def test_nobody_cannot_stake_hold_cards_or_draw(name: str) -> None:
    for command in (
        Given(c.PlaceStake(name, "player", 1, 10_00), ANYBODY),
        Given(c.PassCards(Side.PLAYER, name), ANYBODY),
        Given(c.RefuseCards(Side.PLAYER, name), ANYBODY),
        Given(c.ChooseHandler(Side.PLAYER, name), ANYBODY),
        Given(c.AllowSqueezing(Side.PLAYER, name), ANYBODY),
        Given(c.GiveDevice(name), ANYBODY),
        Given(c.AnswerOption(name), ANYBODY),
    ):
        with pytest.raises(Refused) as refusal:
            decide_given(METHOD_C, command)
        assert refusal.value.reason is Reason.UNREADABLE_REQUEST


def test_a_shoe_in_use_is_not_burned_when_the_table_is_set_to_burn() -> None:
    played = after(DEALT, c.AnnounceTotals, c.AnnounceOutcome)
    burning = c.ChangeConfiguration(replace(TIGER, burn=True))
    assert next_step(after(played, burning)).step is Step.OPEN_BETTING
    assert after(played, burning, c.OpenBetting).round is not None
    assert next_step(after(LOADED, burning)).step is Step.BURN
    assert refused(after(LOADED, burning), c.OpenBetting).reason is Reason.BURN_NEEDED


def test_no_round_is_opened_with_an_empty_shoe() -> None:
    assert LOADED.shoe is not None
    last = replace(LOADED, shoe=replace(LOADED.shoe, gone=8 * 52 - 1))
    assert next_step(last).step is Step.OPEN_BETTING
    assert after(last, c.OpenBetting).round is not None
    empty = replace(LOADED, shoe=replace(LOADED.shoe, gone=8 * 52))
    assert next_step(empty).step is Step.LOAD_SHOE
    assert refused(empty, c.OpenBetting).reason is Reason.SHOE_NEEDED


def test_a_patron_with_the_device_but_no_stake_is_asked_to_pass_it_on() -> None:
    held = after(METHOD_C, c.GiveDevice("seat1", without_stake=True))
    assert next_step(after(held, c.CloseBetting)).step is Step.DRAW
    staked = after(METHOD_C, stake(), c.GiveDevice("seat1"))
    left = after(staked, c.WithdrawStake(1), c.CloseBetting)
    prompt = next_step(left)
    assert (prompt.step, prompt.patrons, prompt.clause) == (Step.PASS_DEVICE, ("seat1",), "3.12.2")
    with pytest.raises(Refused) as refusal:
        decide(left, c.DrawCard("AS"), Patron("seat1"))
    assert refusal.value.clause == "tiger 3.12.2"
    assert next_step(after(left, c.GiveUpDevice)).step is Step.DRAW


def test_the_hand_to_be_revealed_first_is_prompted_first_though_nobody_holds_cards() -> None:
    dealt = after(METHOD_A, c.CloseBetting, *draw("9S", "8S", "KS", "KH"))
    assert next_step(dealt).side is Side.PLAYER
    chosen = after(dealt, c.ChooseFirstRevealed(Side.BANKER))
    assert (next_step(chosen).step, next_step(chosen).side) == (Step.EXPOSE, Side.BANKER)


def drawn_by_seat1() -> State:
    state = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.CloseBetting)
    for card in ("9S", "8S", "KS", "KH"):
        state = evolve_all(state, decide(state, c.DrawCard(card), READER))
    return state


def test_whoever_draws_the_cards_is_not_passed_them_when_allowed_to_squeeze() -> None:
    allowed = c.AllowSqueezing(Side.PLAYER, "seat1")
    assert next_step(after(drawn_by_seat1(), allowed)).step is Step.EXPOSE
    passed = after(drawn_by_seat1(), c.PassCards(Side.PLAYER, "seat2"), allowed)
    prompt = next_step(passed)
    assert (prompt.step, prompt.patrons) == (Step.PASS, ("seat1",))
    back = after(passed, c.PassCards(Side.PLAYER, "seat1"))
    assert next_step(back).step is Step.EXPOSE


def test_a_card_set_aside_that_cannot_be_there_voids_the_round() -> None:
    gone = after(
        METHOD_A,
        stake(),
        c.CloseBetting,
        *draw(None, "8S", None, "KH"),
        c.PassCards(Side.PLAYER, "seat1"),
        report(Irregularity.PATRON_LEFT_WITH_CARDS, patron="seat1"),
    )
    assert gone.shoe is not None
    nearly = replace(gone, shoe=replace(gone.shoe, seen={"KH": 7, "8S": 1}))
    (aside,) = decide(nearly, c.SetAside(("KH", "8S")), ANYBODY)
    assert isinstance(aside, e.CardsSetAside)
    twice = decide(nearly, c.SetAside(("KH", "KH")), ANYBODY)
    assert isinstance(twice[-1], e.RoundVoided)
    assert twice[-1].clause == "5.1.1"
    assert isinstance(twice[0], e.IrregularityReported)
    assert twice[0].irregularity is Irregularity.EXTRA_OR_MISSING_CARDS


def test_no_more_cards_are_put_in_order_than_there_were() -> None:
    waiting = after(DEALT, report(Irregularity.DEALT_IN_WRONG_ORDER))
    assert waiting.shoe is not None
    ordered = c.Reconstruct(("9S", "8S", "KS", "KH", "2C", "3C"))
    few = replace(waiting, shoe=replace(waiting.shoe, gone=8 * 52 - 1))
    assert refused(few, ordered).reason is Reason.CARD_CONTRADICTS
    enough = replace(waiting, shoe=replace(waiting.shoe, gone=8 * 52 - 2))
    assert after(enough, ordered).case is None


def test_a_round_void_after_all_closes_the_case_about_it() -> None:
    waiting = after(IN_OLDER_GAME, report(Irregularity.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    assert next_step(waiting).step is Step.RECONSTRUCT
    void = after(waiting, report(Irregularity.WRONG_NUMBER_OF_CARDS))
    assert void.case is None
    assert void.finished[-1].void
    assert next_step(void).step is Step.OPEN_BETTING


def test_betting_opens_again_at_once_when_nobody_has_anything_to_withdraw() -> None:
    closed = after(LOADED, c.OpenBetting, c.CloseBetting)
    events = decide(closed, c.Report(Irregularity.DEVICE_RESET), ANYBODY)
    assert [type(event) for event in events] == [e.IrregularityReported, e.BettingReopened]


def test_stakes_to_be_removed_are_named() -> None:
    table = after(
        OPEN,
        c.ChangeConfiguration(replace(TIGER, differential_cents=0)),
        c.LoadShoe("one"),
        c.OpenBetting,
        stake(),
        c.AskToDecrease,
    )
    assert refused(table, c.RemoveStakes(())).reason is Reason.UNKNOWN_STAKE
    assert after(table, c.RemoveStakes((1, 1))).round is not None


def test_a_method_is_chosen_by_no_clause_where_the_document_names_none() -> None:
    (chosen,) = decide(IN_OLDER_GAME, c.ChooseMethod(Method.B), ANYBODY)
    assert chosen.clause == ""


def test_a_clause_that_the_table_refuses_by_is_enforced() -> None:
    """Too many copies were counted when a patron had left with cards: refused by 5.11.2."""
    for game in ("tiger", "dragon-tiger-no-commission"):
        assert find_clause(find_game(game), "5.11.2").kind is Kind.ENFORCED
        assert refuses_by(f"{game} 5.11.2", game)


def test_a_display_of_another_games_round_is_judged_by_that_game() -> None:
    played = play_script("game no-commission\nopen\nclose\ndraw 9S 8S KS KH\noutcome\nretire").state
    tiger = after(played, c.CloseTable, c.OpenTable(TIGER))
    given = Given(c.CorrectDisplay(1, "player"), ANYBODY)
    with pytest.raises(Refused) as refusal:
        decide_given(tiger, given)
    assert refusal.value.clause == "reading corrections"
    refusal_is_sound(tiger, given, refusal.value)
