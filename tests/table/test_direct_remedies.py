"""Reports of what also has a command of its own: what each comes to, and when it is refused."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Zone
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Funding, usual_configuration
from punto.table.direct_remedies import REMEDIES, has_direct_remedy
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    LOADED,
    OLDER,
    SETTLED,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)

RAPID = usual_configuration(find_game("rapid-no-commission"))
OLDER_BETTING = after(opened(OLDER), c.OpenBetting)
OLDER_CLOSED = after(OLDER_BETTING, c.CloseBetting)
AT_TERMINALS = after(opened(replace(TIGER, funding=Funding.CREDITS)), c.OpenBetting, c.CloseBetting)
UNEVEN = after(opened(replace(TIGER, differential_cents=0)), c.OpenBetting, stake())
HLGA = after(opened(replace(TIGER, zone=Zone.PAIZA_CLUB)), c.OpenBetting, stake(), c.CloseBetting)
HELD = after(BETTING, report(I.NOT_COVERED))


def told(state: State, kind: I) -> tuple[e.Event, ...]:
    return decide_given(state, Given(report(kind, note="seen"), ANYBODY))


def noted(kind: I, clause: str) -> e.IrregularityReported:
    return e.IrregularityReported(kind, note="seen", clause=clause)


@pytest.mark.parametrize(
    ("state", "kind", "clause"),
    [
        (DEALING, I.LATE_STAKE, "5.4"),
        (DEALING, I.LATE_WITHDRAWAL, "5.5"),
        (OLDER_CLOSED, I.LATE_STAKE, "5.6"),
        (OLDER_CLOSED, I.LATE_WITHDRAWAL, "5.7"),
        (BETTING, I.UNDER_MINIMUM, "5.14"),
        (DEALING, I.OVER_MAXIMUM, "5.15"),
    ],
)
def test_it_is_noted_by_the_clause_on_it(state: State, kind: I, clause: str) -> None:
    assert told(state, kind) == (noted(kind, clause),)


def test_over_the_differential_patrons_are_asked_to_decrease() -> None:
    asked = decide_given(UNEVEN, Given(c.AskToDecrease(), ANYBODY))
    assert isinstance(asked[0], e.DecreaseAsked)
    assert told(UNEVEN, I.DIFFERENTIAL_EXCEEDED) == (
        noted(I.DIFFERENTIAL_EXCEEDED, "5.18"),
        *asked,
    )


def test_a_cut_card_that_came_first_lets_stakes_be_withdrawn() -> None:
    state = after(HLGA, c.ReportCutCard)
    allowed = decide_given(state, Given(c.AllowFirstCardWithdrawal("seen"), ANYBODY))
    assert told(state, I.CUT_CARD_FIRST) == allowed
    assert isinstance(allowed[-1], e.OptionOffered)


@pytest.mark.parametrize("state", [BETTING, SETTLED, OLDER_BETTING, OLDER_CLOSED])
def test_a_wrong_display_waits_for_its_correction(state: State) -> None:
    (filed,) = told(state, I.WRONG_DISPLAY)
    assert isinstance(filed, e.ReportFiled)
    assert filed.irregularity is I.WRONG_DISPLAY


FIRST_OUT = (Reason.NO_SUCH_CASE, "tiger 3.22.1")


@pytest.mark.parametrize(
    ("state", "kind", "answer"),
    [
        (BETTING, I.LATE_STAKE, (Reason.NO_SUCH_CASE, "tiger 5.4")),
        (OLDER_BETTING, I.LATE_WITHDRAWAL, (Reason.NO_SUCH_CASE, "no-commission 5.7")),
        (AT_TERMINALS, I.LATE_STAKE, (Reason.NO_SUCH_CASE, "tiger 5.4")),
        (AT_TERMINALS, I.LATE_WITHDRAWAL, (Reason.NO_SUCH_CASE, "tiger 5.5")),
        (LOADED, I.LATE_STAKE, (Reason.NO_ROUND, "tiger 3.1")),
        (LOADED, I.UNDER_MINIMUM, (Reason.NO_ROUND, "tiger 3.1")),
        (LOADED, I.OVER_MAXIMUM, (Reason.NO_ROUND, "tiger 3.1")),
        (LOADED, I.CUT_CARD_FIRST, (Reason.NO_ROUND, "tiger 3.1")),
        (HLGA, I.CUT_CARD_FIRST, FIRST_OUT),
        (after(HLGA, *draw("9S")), I.CUT_CARD_FIRST, FIRST_OUT),
        (after(HLGA, c.ReportCutCard, *draw("9S")), I.CUT_CARD_FIRST, FIRST_OUT),
        (LOADED, I.WRONG_DISPLAY, (Reason.NO_ROUND, "tiger 6.3")),
        (opened(OLDER), I.WRONG_DISPLAY, (Reason.NO_ROUND, "reading corrections")),
        *((HELD, kind, (Reason.CASE_PENDING, "tiger 6.1")) for kind in REMEDIES),
        (HELD, I.WRONG_DISPLAY, (Reason.CASE_PENDING, "tiger 6.1")),
    ],
)
def test_it_is_refused_when_it_cannot_be(
    state: State, kind: I, answer: tuple[Reason, str | None]
) -> None:
    assert cited(state, Given(report(kind), ANYBODY)) == answer


def test_who_reports_the_cut_card_first_is_told_to_take_it_out_first() -> None:
    first = "First say that the cut card is out (report-cut-card)."
    for state, says_so in ((HLGA, True), (after(HLGA, *draw("9S")), False)):
        refusal = refused(state, Given(report(I.CUT_CARD_FIRST), ANYBODY))
        assert (refusal.sentence == first) is says_so


@pytest.mark.parametrize("kind", I)
def test_what_a_game_has_no_clause_on_is_referred_but_for_the_display(kind: I) -> None:
    newer = {*REMEDIES, I.WRONG_DISPLAY}
    older = {I.LATE_STAKE, I.LATE_WITHDRAWAL, I.WRONG_DISPLAY}
    assert has_direct_remedy(LOADED, kind) is (kind in newer)
    for config in (OLDER, RAPID):
        assert has_direct_remedy(opened(config), kind) is (kind in older)
