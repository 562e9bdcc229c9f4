"""Irregularities: when each opens a case, and every event that follows, with its clause."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    SETTLED,
    TIGER,
    Act,
    after,
    draw,
    opened,
    refused,
    report,
    stake,
)

NATURAL = ("9S", "8S", "KS", "KH")
ALL_FOUR = (1, 2, 3, 4)
UNREAD = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "8S", None, "KH"))
IN_OLDER_GAME = after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw(*NATURAL))
ROUND: tuple[Act, ...] = (
    c.OpenBetting,
    c.CloseBetting,
    *draw(*NATURAL),
    c.AnnounceTotals,
    c.AnnounceOutcome,
)
TWO_ROUNDS = after(opened(OLDER), c.OpenBetting, stake(), *ROUND[1:], *ROUND)
REFERRED = after(DEALT, report(I.NOT_COVERED))
UNDECIDED = ("2C", "2D", "3H", "AS")
TOGETHER = after(DEALING, *draw(*UNDECIDED), report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL))
OPTION = after(DEALING, report(I.POWER_FAILURE))


def told(state: State, kind: I, **about: object) -> tuple[e.Event, ...]:
    return decide(state, report(kind, **about), ANYBODY)


def noted(kind: I, clause: str, **about: object) -> e.IrregularityReported:
    return e.IrregularityReported(kind, **about, clause=clause)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_nothing_is_late_while_betting_is_open(game: str) -> None:
    table = after(opened(usual_configuration(find_game(game))), c.OpenBetting)
    for kind in (I.LATE_STAKE, I.LATE_WITHDRAWAL):
        assert refused(table, Given(c.Report(kind), ANYBODY)).reason is Reason.NO_SUCH_CASE


@pytest.mark.parametrize(
    "about",
    [
        Given(c.Report(I.FACE_UP_IN_DEVICE), ANYBODY),
        Given(c.Report(I.WRONG_NUMBER_OF_CARDS), ANYBODY),  # which tiger has no clause on
        Given(c.Report(I.SHOE_ORDER_ALTERED, reconstructable=True), ANYBODY),
        Given(c.Report(I.LATE_STAKE), ANYBODY),
        Given(c.AllowFirstCardWithdrawal(), ANYBODY),
    ],
)
def test_while_one_irregularity_is_open_another_waits(about: Given) -> None:
    refusal = refused(OPTION, about)
    assert (refusal.reason, refusal.clause) == (Reason.CASE_PENDING, "tiger 5.17.1")


@pytest.mark.parametrize("kind", [I.FOREIGN_CARDS, I.SHOE_ORDER_ALTERED])
def test_a_round_that_cannot_stand_is_void_whatever_else_is_open(kind: I) -> None:
    assert isinstance(told(OPTION, kind)[-1], e.RoundVoided)


def test_a_report_is_recorded_as_it_was_made() -> None:
    about = {"note": "at 3", "side": Side.PLAYER, "patron": "seat1", "card": "9S"}
    assert told(DEALT, I.FACE_UP_IN_DEVICE, **about) == (
        noted(I.FACE_UP_IN_DEVICE, "5.6", **about),
    )


@pytest.mark.parametrize(
    ("state", "kind", "clause"),
    [
        (DEALT, I.FOREIGN_CARDS, "5.1.1"),
        (DEALT, I.SHOE_ORDER_ALTERED, "5.2"),
        (DEALING, I.DRAWN_TOGETHER_IN_INITIAL_DEAL, "5.8.2.1"),
        (IN_OLDER_GAME, I.WRONG_NUMBER_OF_CARDS, "5.2"),
    ],
)
def test_a_void_round_tells_the_clause_and_what_was_noted(
    state: State, kind: I, clause: str
) -> None:
    reported, voided = told(state, kind, note="seen by all")
    assert reported == e.IrregularityReported(kind, clause=clause, why="seen by all")
    assert isinstance(voided, e.RoundVoided)
    assert (voided.clause, voided.why) == (clause, "seen by all")


@pytest.mark.parametrize(
    ("state", "kind", "clause", "waits_for"),
    [
        (DEALT, I.NOT_COVERED, "6.1", "decision"),
        (SETTLED, I.NOT_COVERED, "6.1", "decision"),
        (DEALT, I.WRONG_NUMBER_OF_CARDS, "6.1", "decision"),
        (IN_OLDER_GAME, I.DEVICE_RESET, "reading who-decides", "decision"),
        (IN_OLDER_GAME, I.WRONG_NUMBER_OF_CARDS, "5.2", "cards-in-order"),
        (TWO_ROUNDS, I.WRONG_NUMBER_OF_CARDS, "5.2", "cards-in-order"),
        (DEALT, I.DEALT_IN_WRONG_ORDER, "5.7", "cards-in-order"),
        (DEALT, I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL, "5.8.2.2", "decision"),
    ],
)
def test_what_is_reported_is_noted_and_waits(
    state: State, kind: I, clause: str, waits_for: str
) -> None:
    assert told(state, kind, reconstructable=True, note="so") == (
        noted(kind, clause, note="so"),
        e.CaseOpened(kind, waits_for, clause=clause),
    )


@pytest.mark.parametrize(
    ("kind", "keeps", "clause"),
    [(I.EXPOSED_OR_NOT_PASSED, True, "5.7.1"), (I.PASSED_TO_WRONG_PATRON, False, "5.7")],
)
def test_cards_that_went_astray_come_back_to_the_dealer(kind: I, keeps: bool, clause: str) -> None:
    about = {"side": Side.PLAYER, "patron": "seat9"}
    assert told(UNREAD, kind, **about) == (
        noted(kind, clause, **about),
        e.HandRetrieved(Side.PLAYER, keeps, clause=clause),
    )


def exposed(state: State, side: Side, card: str = "", place: int = 0) -> tuple[str | None, ...]:
    """The hand as it lies after a card was turned up by mistake."""
    about = {"side": side, "card": card, "place": place}
    reported, shown = told(state, I.EXPOSED_OR_NOT_PASSED, **about)
    assert reported == noted(I.EXPOSED_OR_NOT_PASSED, "5.7.1", **about)
    assert isinstance(shown, e.CardsExposed)
    assert (shown.side, shown.clause) == (side, "5.7.1")
    return shown.cards


def test_a_card_turned_up_by_mistake_is_the_one_that_was_read_there() -> None:
    read = after(METHOD_A, c.CloseBetting, *draw(None, "8S", "9C", "KH"))
    assert exposed(read, Side.PLAYER, place=2) == (None, "9C")
    assert exposed(read, Side.PLAYER, "2D") == ("2D", None)
    assert exposed(read, Side.BANKER, place=2) == (None, "KH")
    again = after(read, report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, card="2D"))
    assert exposed(again, Side.PLAYER, place=2) == ("2D", "9C")
    for card, place in (("2D", 0), ("9C", 0), ("9C", 2), ("", 1), ("", 3), ("", -1)):
        about = {"side": Side.PLAYER, "card": card, "place": place}
        refusal = refused(again, Given(report(I.EXPOSED_OR_NOT_PASSED, **about), ANYBODY))
        assert refusal.reason is Reason.CARD_CONTRADICTS


@pytest.mark.parametrize(("seen", "possible"), [(0, True), (7, True), (8, False)])
def test_no_more_copies_are_turned_up_by_mistake_than_there_are(seen: int, possible: bool) -> None:
    assert UNREAD.shoe is not None
    state = replace(UNREAD, shoe=replace(UNREAD.shoe, seen={"2D": seen} if seen else {}))
    if possible:
        assert exposed(state, Side.PLAYER, "2D") == ("2D", None)
    else:
        about = Given(c.Report(I.EXPOSED_OR_NOT_PASSED, side=Side.PLAYER, card="2D"), ANYBODY)
        assert [type(each) for each in decide_given(state, about)][1:] == [e.RoundVoided]


def test_the_last_copy_is_turned_up_where_it_was_read() -> None:
    read = after(METHOD_A, c.CloseBetting, *draw(None, "8S", "9C", "KH"))
    assert read.shoe is not None
    last = replace(read, shoe=replace(read.shoe, seen={"9C": 8}))
    assert exposed(last, Side.PLAYER, place=2) == (None, "9C")


def test_a_decision_is_recorded_with_what_follows_from_it() -> None:
    voided = decide(REFERRED, c.Decide(True, "spilt"), ANYBODY)
    assert voided[0] == e.Decided(I.NOT_COVERED, True, clause="6.1", why="spilt", dealer="staff")
    assert [type(event) for event in voided[1:]] == [e.RoundVoided]
    assert (voided[1].clause, voided[1].why) == ("6.1", "spilt")
    decided = e.Decided(I.NOT_COVERED, False, clause="6.1", why="dry", dealer="staff")
    closed = e.CaseClosed(I.NOT_COVERED, clause="6.1")
    assert decide(REFERRED, c.Decide(False, "dry"), ANYBODY) == (decided, closed)
    ordered = e.CardsReconstructed(NATURAL, named=ALL_FOUR, clause="6.1")
    said = Given(c.Decide(False, "dry", NATURAL), ANYBODY)
    assert decide_given(REFERRED, said) == (decided, ordered, closed)


def test_an_order_fixed_by_the_pit_manager_is_followed_by_the_option() -> None:
    kind = I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
    decided, ordered, offered = decide(TOGETHER, c.Decide(False, "so", UNDECIDED), ANYBODY)
    assert decided == e.Decided(kind, False, clause="5.8.2.2", why="so", dealer="staff")
    assert ordered == e.CardsReconstructed(UNDECIDED, named=ALL_FOUR, clause="5.8.2.2")
    assert isinstance(offered, e.OptionOffered)
    nobody = after(LOADED, c.OpenBetting, c.CloseBetting, *draw(*UNDECIDED), report(kind))
    events = decide(nobody, c.Decide(False, "so", UNDECIDED), ANYBODY)
    assert events == (decided, ordered, e.CaseClosed(kind, clause="5.8.2.2"))


def test_between_rounds_there_is_nothing_to_void() -> None:
    waiting = after(SETTLED, report(I.NOT_COVERED))
    assert refused(waiting, Given(c.Decide(True, "so"), ANYBODY)).reason is Reason.NO_ROUND
    assert after(waiting, c.Decide(False, "so")).case is None


def test_when_all_have_answered_the_case_is_closed_by_the_clause_that_opened_it() -> None:
    lapsed = decide(OPTION, c.LapseOption(), ANYBODY)
    assert lapsed == (
        e.OptionLapsed(("seat1", "seat2"), clause="5.17.1"),
        e.CaseClosed(I.POWER_FAILURE, clause="5.17"),
    )
    first = Given(c.AnswerOption("seat1"), ANYBODY)
    answered = e.OptionAnswered("seat1", (), on_behalf=True, clause="5.17.1")
    assert decide_given(OPTION, first) == (answered,)
    reset = after(DEALING, report(I.DEVICE_RESET))
    assert decide(reset, c.LapseOption(), ANYBODY)[1:] == (
        e.BettingReopened(clause="5.9"),
        e.CaseClosed(I.DEVICE_RESET, clause="5.9"),
    )
    known = after(DEALING, report(I.DRAWN_TOGETHER_ORDER_KNOWN))
    assert decide(known, c.LapseOption(), ANYBODY)[1:] == (
        e.CaseOpened(I.DRAWN_TOGETHER_ORDER_KNOWN, "cards-in-order", clause="5.8"),
    )


def test_cards_put_in_order_close_the_case() -> None:
    waiting = after(DEALT, report(I.DEALT_IN_WRONG_ORDER))
    assert decide(waiting, c.Reconstruct(NATURAL), ANYBODY) == (
        e.CardsReconstructed(NATURAL, named=ALL_FOUR, clause="5.7"),
        e.CaseClosed(I.DEALT_IN_WRONG_ORDER, clause="5.7"),
    )


def test_of_finished_rounds_the_last_is_put_right() -> None:
    waiting = after(TWO_ROUNDS, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    cards = ("8S", "9S", "KS", "KH")
    unread = Given(c.Reconstruct((*cards[:2], None, *cards[2:])), ANYBODY)  # nobody read the third
    back, settled, closed = decide_given(waiting, unread)
    assert isinstance(back, e.SettlementReversed)
    assert isinstance(settled, e.RoundSettled)
    assert (back.round, settled.round, settled.cards) == (2, 2, cards)
    assert (back.clause, back.why, settled.clause, settled.why) == ("5.2", "", "5.2", "")
    assert closed == e.CaseClosed(I.WRONG_NUMBER_OF_CARDS, clause="5.2")


def test_a_finished_round_that_cannot_be_put_right_is_void_and_so_is_its_case() -> None:
    waiting = after(TWO_ROUNDS, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    expected = (
        noted(I.WRONG_NUMBER_OF_CARDS, "5.2"),
        e.SettlementReversed(2, (), clause="5.2"),
        e.RoundVoided(2, (), corrects=True, clause="5.2", dealer="staff"),
    )
    assert told(TWO_ROUNDS, I.WRONG_NUMBER_OF_CARDS) == expected
    closed = e.CaseClosed(I.WRONG_NUMBER_OF_CARDS, clause="5.2")
    assert told(waiting, I.WRONG_NUMBER_OF_CARDS) == (*expected, closed)
    one_round = after(opened(OLDER), c.OpenBetting, stake(), *ROUND[1:])
    voided = told(one_round, I.WRONG_NUMBER_OF_CARDS)[-1]
    assert isinstance(voided, e.RoundVoided)
    assert [(line.returned_cents, line.clause) for line in voided.lines] == [(10_00, "5.2")]


def test_a_round_of_another_game_or_a_void_one_is_not_put_right() -> None:
    other = after(
        TWO_ROUNDS,
        c.RetireShoe,
        c.ChangeConfiguration(usual_configuration(find_game("tiger-no-commission"))),
    )
    void = after(TWO_ROUNDS, report(I.WRONG_NUMBER_OF_CARDS))
    for state in (other, void, opened(OLDER)):
        refusal = refused(state, Given(c.Report(I.WRONG_NUMBER_OF_CARDS), ANYBODY))
        assert refusal.reason is Reason.NO_ROUND


def test_between_rounds_only_the_device_of_method_c_is_moved() -> None:
    between = after(METHOD_C, report(I.FOREIGN_CARDS))
    kind, altered = I.EXPOSED_BY_MOVING_DEVICE, I.ALTERED_BY_MOVING_DEVICE
    assert told(between, kind) == (noted(kind, "5.12.1"),)
    assert told(between, altered, reconstructable=True) == (noted(altered, "5.12.2"),)
    assert told(between, altered) == (
        noted(altered, "5.12.2"),
        e.ShoeRetired("one", clause="5.12.2"),
    )
    for state, other in ((SETTLED, kind), (SETTLED, altered), (between, I.FACE_UP_IN_DEVICE)):
        assert refused(state, Given(c.Report(other), ANYBODY)).reason is Reason.NO_ROUND


@pytest.mark.parametrize("kind", [I.FOREIGN_CARDS, I.EXTRA_OR_MISSING_CARDS, I.UNSHUFFLED_CARDS])
def test_faulty_cards_between_rounds_are_only_noted(kind: I) -> None:
    assert told(SETTLED, kind, note="so") == (noted(kind, "5.1.1", note="so"),)


@pytest.mark.parametrize(("copies", "fits"), [(3, True), (4, False)])
def test_no_more_copies_are_put_in_order_than_the_decks_hold(copies: int, fits: bool) -> None:
    four_decks = replace(TIGER, decks=4)
    waiting = after(
        opened(four_decks),
        c.OpenBetting,
        c.CloseBetting,
        *draw(*NATURAL),
        report(I.DEALT_IN_WRONG_ORDER),
    )
    for card, more in (("KH", 0), ("2D", 1)):  # one KH has been drawn, and no 2D
        said = Given(c.Reconstruct((*NATURAL, *[card] * (copies + more))), ANYBODY)
        if fits:
            assert decide_given(waiting, said)
        else:
            assert refused(waiting, said).reason is Reason.TOO_MANY_COPIES


def test_withdrawal_for_the_cut_card_is_offered_by_its_clause() -> None:
    assert METHOD_C.round is not None
    first = replace(METHOD_C, round=replace(METHOD_C.round, cut_card_first=True))
    staked = after(first, stake())
    reported, offered = decide(staked, c.AllowFirstCardWithdrawal("asked"), ANYBODY)
    assert reported == e.IrregularityReported(I.CUT_CARD_FIRST, clause="3.22.1", why="asked")
    assert offered == e.OptionOffered(
        I.CUT_CARD_FIRST, Option.WITHDRAW_ANY, ("seat1",), (1,), clause="3.22.1"
    )
