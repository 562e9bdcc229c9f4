"""What the machine found: each fault as the few commands that led to it."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Patron
from punto.table.prompt import Step, next_step
from punto.table.state import CLOSED, State
from tests.table.given import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    OLDER,
    OPEN,
    TIGER,
    Given,
    after,
    draw,
    report,
    stake,
)

HLGA = replace(TIGER, zone=Zone.PAIZA_CLUB, method=Method.C)
METHOD_A = after(
    CLOSED,
    lambda by: c.OpenTable(replace(TIGER, method=Method.A), by=by),
    lambda by: c.LoadShoe("one", by=by),
    c.OpenBetting,
)
METHOD_C = after(
    CLOSED,
    lambda by: c.OpenTable(HLGA, by=by),
    lambda by: c.LoadShoe("one", by=by),
    c.OpenBetting,
)
IN_OLDER_GAME = after(
    CLOSED,
    lambda by: c.OpenTable(OLDER, by=by),
    lambda by: c.LoadShoe("one", by=by),
    c.OpenBetting,
    c.CloseBetting,
    *draw("9S", "8S", "KS", "KH"),
    c.AnnounceTotals,
    c.AnnounceOutcome,
)


def refused(state: State, command: Given) -> Refused:
    with pytest.raises(Refused) as refusal:
        decide(state, command(by=ANYBODY))
    return refusal.value


def test_a_second_patron_answers_after_a_first_has_withdrawn() -> None:
    asked = after(DEALING, report(Irregularity.POWER_FAILURE))
    later = after(
        asked,
        lambda by: c.AnswerOption("seat1", (1,), by=by),
        lambda by: c.AnswerOption("seat2", (2,), by=by),
    )
    assert later.case is None
    assert later.round is not None
    assert not later.round.stakes


@pytest.mark.parametrize(
    "command",
    [
        stake(),
        lambda by: c.ChangeStake(1, 20_00, by=by),
        lambda by: c.WithdrawStake(1, by=by),
        c.AskToDecrease,
    ],
)
def test_stakes_wait_while_an_option_is_open(command: Given) -> None:
    asked = after(BETTING, report(Irregularity.POWER_FAILURE))
    assert refused(asked, command).reason is Reason.CASE_PENDING


@pytest.mark.parametrize("name", ["", " "])
def test_nobody_cannot_stake_hold_cards_or_draw(name: str) -> None:
    for command in (
        c.PlaceStake(name, "player", 1, 10_00, by=ANYBODY),
        c.PassCards(Side.PLAYER, name, by=ANYBODY),
        c.RefuseCards(Side.PLAYER, name, by=ANYBODY),
        c.ChooseHandler(Side.PLAYER, name, by=ANYBODY),
        c.AllowSqueezing(Side.PLAYER, name, by=ANYBODY),
        c.GiveDevice(name, by=ANYBODY),
        c.AnswerOption(name, by=ANYBODY),
    ):
        with pytest.raises(Refused) as refusal:
            decide(METHOD_C, command)
        assert refusal.value.reason is Reason.UNREADABLE_REQUEST


def test_a_shoe_in_use_is_not_burned_when_the_table_is_set_to_burn() -> None:
    played = after(DEALT, c.AnnounceTotals, c.AnnounceOutcome)
    burning = lambda by: c.ChangeConfiguration(replace(TIGER, burn=True), by=by)  # noqa: E731
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
    held = after(METHOD_C, lambda by: c.GiveDevice("seat1", without_stake=True, by=by))
    assert next_step(after(held, c.CloseBetting)).step is Step.DRAW
    staked = after(METHOD_C, stake(), lambda by: c.GiveDevice("seat1", by=by))
    left = after(staked, lambda by: c.WithdrawStake(1, by=by), c.CloseBetting)
    prompt = next_step(left)
    assert (prompt.step, prompt.patrons, prompt.clause) == (Step.PASS_DEVICE, ("seat1",), "3.12.2")
    with pytest.raises(Refused) as refusal:
        decide(left, c.DrawCard("AS", by=Patron("seat1")))
    assert refusal.value.clause == "tiger 3.12.2"
    assert next_step(after(left, c.GiveUpDevice)).step is Step.DRAW


def test_the_hand_to_be_revealed_first_is_prompted_first_though_nobody_holds_cards() -> None:
    dealt = after(METHOD_A, c.CloseBetting, *draw("9S", "8S", "KS", "KH"))
    assert next_step(dealt).side is Side.PLAYER
    chosen = after(dealt, lambda by: c.ChooseFirstRevealed(Side.BANKER, by=by))
    assert (next_step(chosen).step, next_step(chosen).side) == (Step.EXPOSE, Side.BANKER)


def drawn_by_seat1() -> State:
    state = after(METHOD_C, stake(), lambda by: c.GiveDevice("seat1", by=by), c.CloseBetting)
    for card in ("9S", "8S", "KS", "KH"):
        state = evolve_all(state, decide(state, c.DrawCard(card, by=Patron("seat1"))))
    return state


def test_whoever_draws_the_cards_is_not_passed_them_when_allowed_to_squeeze() -> None:
    allowed = lambda by: c.AllowSqueezing(Side.PLAYER, "seat1", by=by)  # noqa: E731
    assert next_step(after(drawn_by_seat1(), allowed)).step is Step.EXPOSE
    passed = after(drawn_by_seat1(), lambda by: c.PassCards(Side.PLAYER, "seat2", by=by), allowed)
    prompt = next_step(passed)
    assert (prompt.step, prompt.patrons) == (Step.PASS, ("seat1",))
    back = after(passed, lambda by: c.PassCards(Side.PLAYER, "seat1", by=by))
    assert next_step(back).step is Step.EXPOSE


def test_a_card_set_aside_that_cannot_be_there_voids_the_round() -> None:
    gone = after(
        METHOD_A,
        stake(),
        c.CloseBetting,
        *draw(None, "8S", None, "KH"),
        lambda by: c.PassCards(Side.PLAYER, "seat1", by=by),
        report(Irregularity.PATRON_LEFT_WITH_CARDS, patron="seat1"),
    )
    assert gone.shoe is not None
    nearly = replace(gone, shoe=replace(gone.shoe, seen={"KH": 7, "8S": 1}))
    (aside,) = decide(nearly, c.SetAside(("KH", "8S"), by=ANYBODY))
    assert isinstance(aside, e.CardsSetAside)
    twice = decide(nearly, c.SetAside(("KH", "KH"), by=ANYBODY))
    assert isinstance(twice[-1], e.RoundVoided)
    assert twice[-1].clause == "5.1.1"
    assert isinstance(twice[0], e.IrregularityReported)
    assert twice[0].irregularity is Irregularity.EXTRA_OR_MISSING_CARDS


def test_no_more_cards_are_put_in_order_than_there_were() -> None:
    waiting = after(DEALT, report(Irregularity.DEALT_IN_WRONG_ORDER))
    assert waiting.shoe is not None
    ordered = lambda by: c.Reconstruct(("9S", "8S", "KS", "KH", "2C", "3C"), by=by)  # noqa: E731
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
    events = decide(closed, c.Report(Irregularity.DEVICE_RESET, by=ANYBODY))
    assert [type(event) for event in events] == [e.IrregularityReported, e.BettingReopened]


def test_stakes_to_be_removed_are_named() -> None:
    table = after(
        OPEN,
        lambda by: c.ChangeConfiguration(replace(TIGER, differential_cents=0), by=by),
        lambda by: c.LoadShoe("one", by=by),
        c.OpenBetting,
        stake(),
        c.AskToDecrease,
    )
    assert refused(table, lambda by: c.RemoveStakes((), by=by)).reason is Reason.UNKNOWN_STAKE
    assert after(table, lambda by: c.RemoveStakes((1, 1), by=by)).round is not None


def test_a_method_is_chosen_by_no_clause_where_the_document_names_none() -> None:
    (chosen,) = decide(IN_OLDER_GAME, c.ChooseMethod(Method.B, by=ANYBODY))
    assert chosen.clause == ""
