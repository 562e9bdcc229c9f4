"""Reporting is not deciding: every report by every position, held, confirmed, dismissed."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Game, Zone
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.legal.irregularities import resolver
from punto.table.people import Approval, Patron, Staff
from punto.table.state import State, Waits
from tests.envelope import Given, decide_given
from tests.table.authority_oracle import resolves
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    OLDER,
    SETTLED,
    TIGER,
    after,
    draw,
    opened,
    refused,
    report,
    stake,
)

DIRECT = (
    I.LATE_STAKE,
    I.LATE_WITHDRAWAL,
    I.UNDER_MINIMUM,
    I.OVER_MAXIMUM,
    I.DIFFERENTIAL_EXCEEDED,
    I.CUT_CARD_FIRST,
    I.WRONG_DISPLAY,
)
DEALER = Staff("dina", Position.DEALER)
MANAGER = Staff("max", Position.PIT_MANAGER)


def given(state: State, command: Given) -> State:
    return evolve_all(state, decide_given(state, command))


def reports(state: State, by: Staff) -> list[Given]:
    """Every report that the table would take from somebody who may do everything."""
    found = []
    for kind in I:
        command = Given(c.Report(kind), Staff("boss", max(Position)))
        try:
            decide_given(state, command)
        except Refused:
            continue
        found.append(replace(command, by=by))
    return found


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_all_staff_report_and_the_right_position_resolves(game: object, position: Position) -> None:
    law = next(each for each in GAMES if each is game)
    state = after(opened(usual_configuration(law)), c.OpenBetting)
    if not law.electronic:
        state = after(state, stake())
    state = after(state, c.CloseBetting, *draw("2C", "5D"))
    taken = reports(state, Staff("someone", position))
    assert len(taken) >= 4
    for command in taken:
        if command.command.irregularity is I.WRONG_DISPLAY:
            continue  # which waits for its correction, tested below
        direct = decide_given(state, replace(command, by=Staff("boss", max(Position))))
        events = decide_given(state, command)
        lowest = resolves(state, command.command.irregularity)
        if position >= lowest:
            assert events == direct
            continue
        (filed,) = events
        assert isinstance(filed, e.ReportFiled)
        assert (filed.filed_by, filed.resolver) == ("someone", lowest)
        held = evolve_all(state, events)
        assert held.round == state.round, "reporting changes nothing of the round"
        assert refused(held, Given(c.DrawCard("3H"), DEALER)).reason is Reason.CASE_PENDING
        for other in Position:
            confirm = Given(c.ConfirmReport(), Staff("other", other))
            if other < lowest:
                assert refused(held, confirm).reason is Reason.NOT_AUTHORISED
            else:
                first, *rest = decide_given(held, confirm)
                assert isinstance(first, e.ReportConfirmed)
                assert tuple(rest) == direct, "confirmed, it comes to what the direct report does"
        dismissed = given(held, Given(c.DismissReport("seen wrongly"), Staff("other", lowest)))
        assert dismissed == state, "dismissed, the round goes on as it was"


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_irregularity_can_be_reported_by_every_position(
    game: object, position: Position
) -> None:
    """Over all of them, in a moment of a round at which each can be; none is a dead end."""
    law = next(each for each in GAMES if each is game)
    closed = _closed(law)
    for kind in DIRECT:
        if kind is I.DIFFERENTIAL_EXCEEDED and law.procedure(kind):
            continue  # measured while betting is open: tested below
        if kind in (I.LATE_STAKE, I.LATE_WITHDRAWAL) and law.electronic:
            continue  # a terminal refuses it: nothing late is on the table
        state = closed
        if kind is I.CUT_CARD_FIRST and law.procedure(kind):
            state = given(_closed(law, zone=Zone.RUBY_ROOM), Given(c.ReportCutCard(), DEALER))
        events = decide(state, c.Report(kind), Staff("someone", position))
        later = evolve_all(state, events)
        match events[0]:
            case e.ReportFiled(irregularity=filed):
                assert filed is kind
                assert position < Position.PIT_MANAGER or kind is I.WRONG_DISPLAY
                assert given(later, Given(c.DismissReport("seen wrongly"), MANAGER)) == state
            case e.IrregularityReported(irregularity=noted):
                assert noted is kind
            case other:
                pytest.fail(f"{kind}: {other}")


def _closed(law: Game, **changes: object) -> State:
    config = replace(usual_configuration(law), **changes)
    state = after(opened(config), c.OpenBetting)
    if not law.electronic:
        state = after(state, stake())
    return after(state, c.CloseBetting)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_wrong_display_holds_the_table_until_it_is_corrected(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    for by in (DEALER, MANAGER):
        state = _closed(law)
        held = given(state, Given(c.Report(I.WRONG_DISPLAY, note="it says tie"), by))
        assert held.case is not None
        assert resolver(held) == ("correct-display", Position.PIT_MANAGER)
        assert refused(held, Given(c.DrawCard("2C"), DEALER)).reason is Reason.CASE_PENDING
        assert refused(held, Given(c.ConfirmReport(), MANAGER)).reason is Reason.NO_SUCH_CASE
        correction = Given(c.CorrectDisplay(1, "tie"), MANAGER)
        refusal = refused(held, replace(correction, by=DEALER))
        assert refusal.reason is Reason.NOT_AUTHORISED
        confirmed, corrected = decide_given(held, correction)
        assert isinstance(confirmed, e.ReportConfirmed)
        assert isinstance(corrected, e.DisplayCorrected)
        assert evolve_all(held, (confirmed, corrected)) == state
        assert given(held, Given(c.DismissReport("it was right"), MANAGER)) == state


def test_a_correction_closes_no_other_report() -> None:
    held = given(DEALT, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    (corrected,) = decide(held, c.CorrectDisplay(1, "tie"), MANAGER)
    assert isinstance(corrected, e.DisplayCorrected)
    assert evolve_all(held, (corrected,)).case == held.case


def test_a_report_of_the_differential_asks_for_decreases() -> None:
    config = replace(TIGER, differential_cents=50_00)
    apart = after(opened(config), c.OpenBetting, stake(cents=100_00))
    reported, asked = decide(apart, c.Report(I.DIFFERENTIAL_EXCEEDED), DEALER)
    assert isinstance(reported, e.IrregularityReported)
    assert (asked,) == decide(apart, c.AskToDecrease(), DEALER)
    assert refused(BETTING, Given(c.Report(I.DIFFERENTIAL_EXCEEDED), DEALER)).reason is (
        Reason.NO_SUCH_CASE
    )


def test_a_report_of_the_cut_card_as_the_first_names_what_comes_before_it() -> None:
    closed = after(BETTING, c.CloseBetting)
    refusal = refused(closed, Given(c.Report(I.CUT_CARD_FIRST), DEALER))
    assert refusal.reason is Reason.NO_SUCH_CASE
    assert "report-cut-card" in refusal.sentence
    assert given(closed, Given(c.ReportCutCard(), DEALER)), "and the same person may do that now"


def test_a_patron_reports_nothing() -> None:
    refusal = refused(DEALING, Given(c.Report(I.FOREIGN_CARDS), Patron("seat1")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "reading who-decides")


def test_what_cannot_be_now_is_refused_to_every_reporter() -> None:
    for by in (DEALER, MANAGER):
        assert refused(BETTING, Given(c.Report(I.DEVICE_RESET), by)).reason is Reason.NO_SUCH_CASE
        assert refused(BETTING, Given(c.Report(I.LATE_STAKE), by)).reason is Reason.NO_SUCH_CASE
        assert (
            refused(opened(TIGER), Given(c.Report(I.WRONG_DISPLAY), by)).reason is Reason.NO_ROUND
        )


def test_one_report_waits_at_a_time_but_a_void_is_void_whatever_waits() -> None:
    held = given(DEALT, Given(c.Report(I.FACE_UP_IN_DEVICE), DEALER))
    assert refused(held, Given(c.Report(I.FOREIGN_CARDS), DEALER)).reason is Reason.CASE_PENDING
    assert (
        refused(held, Given(c.Report(I.FACE_UP_IN_DEVICE), MANAGER)).reason is Reason.CASE_PENDING
    )
    void = given(held, Given(c.Report(I.FOREIGN_CARDS), MANAGER))
    assert void.round is None
    assert void.case is None


def test_a_report_during_a_case_gives_it_back_when_it_is_dismissed() -> None:
    asked = after(DEALING, report(I.POWER_FAILURE))
    assert asked.case is not None
    assert asked.case.waits is Waits.OPTION
    held = given(asked, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    answer = Given(c.AnswerOption("seat1"), Patron("seat1"))
    assert refused(held, answer).reason is Reason.NO_SUCH_CASE
    assert given(held, Given(c.DismissReport("one of ours"), MANAGER)) == asked
    assert given(held, Given(c.ConfirmReport(), MANAGER)).round is None


def test_between_rounds_a_report_holds_the_next_round() -> None:
    held = given(LOADED, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    assert refused(held, Given(c.OpenBetting(), DEALER)).reason is Reason.CASE_PENDING
    assert given(held, Given(c.DismissReport("one of ours"), MANAGER)) == LOADED
    for state, about in ((SETTLED, 1), (DEALT, 0)):
        case = given(state, Given(c.Report(I.FOREIGN_CARDS), DEALER)).case
        assert case is not None
        assert case.round == about, "the round it was found after; none while one is in play"


def test_the_one_who_resolves_says_whether_the_cards_can_be_put_right() -> None:
    filed = Given(c.Report(I.SHOE_ORDER_ALTERED, reconstructable=False), DEALER)
    held = given(DEALT, filed)
    assert given(held, Given(c.ConfirmReport(), MANAGER)).round is None
    goes_on = given(held, Given(c.ConfirmReport(reconstructable=True), MANAGER))
    assert goes_on.round == DEALT.round
    assert goes_on.case is None


def test_a_reason_is_given_for_a_dismissal_and_nothing_is_resolved_twice() -> None:
    held = given(DEALT, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    assert refused(held, Given(c.DismissReport(" "), MANAGER)).reason is Reason.UNREADABLE_REQUEST
    for command in (Given(c.ConfirmReport(), MANAGER), Given(c.DismissReport("why"), MANAGER)):
        assert refused(DEALT, command).reason is Reason.NO_SUCH_CASE


def test_confirming_a_void_of_much_money_needs_a_second_person() -> None:
    much = after(opened(replace(TIGER, approval_cents=5_00)), c.OpenBetting, stake())
    held = given(much, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    assert refused(held, Given(c.ConfirmReport(), MANAGER)).reason is Reason.APPROVAL_NEEDED
    second = Approval(Staff("gwen", Position.GAMING_SHIFT_MANAGER), round=1)
    assert given(held, Given(c.ConfirmReport(), MANAGER, approval=second)).round is None


@pytest.mark.parametrize("lowest", Position)
def test_an_operator_sets_who_resolves_what_no_clause_gives_to_a_position(lowest: Position) -> None:
    state = after(opened(replace(TIGER, resolver=lowest)), c.OpenBetting)
    for position in Position:
        events = decide(state, c.Report(I.FOREIGN_CARDS), Staff("someone", position))
        assert isinstance(events[0], e.ReportFiled) == (position < lowest)


def test_who_resolves_is_changed_by_the_higher_of_both_positions() -> None:
    higher = replace(TIGER, resolver=Position.ASSISTANT_CASINO_MANAGER)
    for before, wanted in ((TIGER, higher), (higher, TIGER)):
        change = Given(c.ChangeConfiguration(wanted), MANAGER)
        assert refused(opened(before), change).reason is Reason.NOT_AUTHORISED
    # A position below the Pit Manager is named by the one that approves, not by the Pit Manager.
    lower = replace(TIGER, resolver=Position.PIT_SUPERVISOR)
    change = Given(c.ChangeConfiguration(lower), MANAGER)
    assert refused(opened(TIGER), change).reason is Reason.NOT_AUTHORISED
    approver = Staff("gus", Position.GAMING_SHIFT_MANAGER)
    assert decide(opened(TIGER), c.ChangeConfiguration(lower), approver)


ABOUT = {
    "note": "at 3",
    "side": Side.PLAYER,
    "patron": "seat1",
    "card": "9S",
    "together": (1, 2),
    "place": 2,
}
WHO_DECIDES = "reading who-decides"


def test_a_report_is_filed_confirmed_and_noted_as_it_was_made() -> None:
    kind = I.FACE_UP_IN_DEVICE
    made = Given(report(kind, reconstructable=True, **ABOUT), DEALER)
    (filed,) = decide_given(DEALT, made)
    lowest = Position.PIT_MANAGER
    assert filed == e.ReportFiled(
        kind,
        "dina",
        lowest,
        reconstructable=True,
        clause=WHO_DECIDES,
        **ABOUT,  # type: ignore[arg-type]
    )
    held = evolve_all(DEALT, (filed,))
    assert decide_given(held, Given(c.ConfirmReport("on video", surveillance="3"), MANAGER)) == (
        e.ReportConfirmed(kind, "3", clause=WHO_DECIDES, why="on video"),
        e.IrregularityReported(kind, clause="5.6", **ABOUT),  # type: ignore[arg-type]
    )
    assert decide_given(held, Given(c.DismissReport("not so", surveillance="3"), MANAGER)) == (
        e.ReportDismissed(kind, "3", clause=WHO_DECIDES, why="not so"),
    )


@pytest.mark.parametrize(
    ("filed_so", "confirmed_so", "stands"),
    [
        (False, None, False),
        (True, None, True),
        (False, True, True),
        (True, False, False),
        (False, False, False),
        (True, True, True),
    ],
)
def test_the_word_of_the_one_who_resolves_counts_over_the_reporters(
    filed_so: bool, confirmed_so: bool | None, stands: bool
) -> None:
    held = given(DEALT, Given(c.Report(I.SHOE_ORDER_ALTERED, reconstructable=filed_so), DEALER))
    confirmed = given(held, Given(c.ConfirmReport(reconstructable=confirmed_so), MANAGER))
    assert (confirmed.round is not None) is stands


def test_a_second_report_and_a_display_to_correct_cite_the_clause_of_what_waits() -> None:
    held = given(DEALT, Given(c.Report(I.FACE_UP_IN_DEVICE), DEALER))
    second = refused(held, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    assert (second.reason, second.clause) == (Reason.CASE_PENDING, WHO_DECIDES)
    assert second.sentence.startswith("First face up in device must be resolved")
    shown = given(DEALT, Given(c.Report(I.WRONG_DISPLAY), MANAGER))
    confirmed = refused(shown, Given(c.ConfirmReport(), MANAGER))
    assert (confirmed.reason, confirmed.clause) == (Reason.NO_SUCH_CASE, WHO_DECIDES)


@pytest.mark.parametrize("void", [True, False])
def test_a_decision_confirms_a_power_failure_that_no_clause_covers(void: bool) -> None:
    playing = after(opened(OLDER), c.OpenBetting, stake(), c.CloseBetting, *draw("2C"))
    held = given(playing, Given(c.Report(I.POWER_FAILURE), DEALER))
    decision = Given(c.Decide(void, "seen", surveillance="3"), MANAGER)
    confirmed, noted, *rest = decide_given(held, decision)
    assert confirmed == e.ReportConfirmed(I.POWER_FAILURE, "3", clause=WHO_DECIDES, why="seen")
    assert isinstance(noted, e.IrregularityReported)
    failed = after(playing, report(I.POWER_FAILURE))
    assert tuple(rest) == decide_given(failed, decision)
    other = given(playing, Given(c.Report(I.FOREIGN_CARDS), DEALER))
    assert refused(other, decision).reason is Reason.NO_SUCH_CASE
    newer = given(DEALING, Given(c.Report(I.POWER_FAILURE), DEALER))
    above = replace(decision, by=Staff("gus", Position.GAMING_SHIFT_MANAGER))
    assert refused(newer, above).reason is Reason.NO_SUCH_CASE
    between = given(opened(OLDER), Given(c.Report(I.POWER_FAILURE), DEALER))
    assert refused(between, decision).reason is Reason.NO_SUCH_CASE
