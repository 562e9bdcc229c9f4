"""A power failure in a game with no clause on it: at every stage the round resumes unchanged."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.settlement import Result
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import usual_configuration
from punto.table.consistency import contradiction
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.prompt import next_step
from punto.table.scripts import play_script
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import opened, refused

MANAGER = Staff("pit", Position.PIT_MANAGER)
ELSEWHERE = "reading power-failure-elsewhere"
OLDER_GAMES = [game for game in GAMES if game.procedure(I.POWER_FAILURE) is None]
STAGES = {
    "betting": "",
    "closed": "close",
    "one card": "close\ndraw 2C",
    "three cards": "close\ndraw 2C 5D 3H",
    "four cards": "close\ndraw 2C 5D 3H AH",
    "totals": "close\ndraw 2C 5D 3H AH\ntotals",
    "five cards": "close\ndraw 2C 5D 3H AH KD",
}
OPEN_CASES = {
    "reconstruction": "close\ndraw 2C 5D\nreport wrong-number-of-cards reconstructable",
    "decision": "close\ndraw 2C 5D\nreport not-covered",
}


def stopped(game: Game, stage: str) -> State:
    begun = f"game {game.id}\nopen\nstake seat1 banker 100\nstake seat2 tie 50"
    return play_script(f"{begun}\n{(STAGES | OPEN_CASES)[stage]}").state


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", OLDER_GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("reconstructable", [False, True])
def test_stakes_are_held_and_the_round_resumes(
    game: Game, stage: str, reconstructable: bool
) -> None:
    before = stopped(game, stage)
    report = Given(c.Report(I.POWER_FAILURE, reconstructable), MANAGER)
    events = decide_given(before, report)
    assert events == (e.IrregularityReported(I.POWER_FAILURE, clause=ELSEWHERE),)
    after = evolve_all(before, events)
    assert before.round is not None
    assert after == replace(before, round=replace(before.round, power_failed=True))
    assert next_step(after) == next_step(before)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", OLDER_GAMES, ids=lambda game: game.id)
def test_it_is_void_by_decision_only(game: Game, stage: str) -> None:
    before = stopped(game, stage)
    decision = Given(c.Decide(True, "the cards are lost"), MANAGER)
    assert refused(before, decision).reason is Reason.NO_SUCH_CASE
    failed = evolve_all(before, decide(before, c.Report(I.POWER_FAILURE), MANAGER))
    lower = Given(c.Decide(True, "the cards are lost"), Staff("dealer", Position.DEALER))
    assert refused(failed, lower).reason is Reason.NOT_AUTHORISED
    decided, voided = decide_given(failed, decision)
    why = "the cards are lost"
    about = e.Decided(I.POWER_FAILURE, void=True, clause=ELSEWHERE, why=why, dealer="dealer")
    assert decided == about
    assert isinstance(voided, e.RoundVoided)
    assert (voided.clause, voided.why) == (ELSEWHERE, why)
    assert {(line.result, line.clause) for line in voided.lines} == {(Result.VOID, ELSEWHERE)}
    after = evolve_all(failed, (decided, voided))
    assert after.round is None
    assert after.case is None
    stands = c.Decide(False, "nothing was touched", surveillance="camera 2")
    assert decide(failed, stands, MANAGER) == (
        replace(decided, void=False, why=stands.why, surveillance="camera 2"),
    )


@pytest.mark.parametrize("case", OPEN_CASES)
@pytest.mark.parametrize("game", OLDER_GAMES, ids=lambda game: game.id)
def test_a_round_that_is_held_stays_held(game: Game, case: str) -> None:
    held = stopped(game, case)
    events = decide_given(held, Given(c.Report(I.POWER_FAILURE), MANAGER))
    assert events == (e.IrregularityReported(I.POWER_FAILURE, clause=ELSEWHERE),)
    after = evolve_all(held, events)
    assert after.case == held.case is not None
    assert next_step(after) == next_step(held)


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("game", OLDER_GAMES, ids=lambda game: game.id)
def test_a_report_that_waits_goes_on_waiting(game: Game, position: Position) -> None:
    """Who may resolve it notes the failure at once; a second report is not filed on the first."""
    before = stopped(game, "three cards")
    filed = c.Report(I.FOREIGN_CARDS)
    waits = evolve_all(before, decide(before, filed, Staff("dealer", Position.DEALER)))
    again = Given(c.Report(I.POWER_FAILURE), Staff("other", position))
    if position < Position.PIT_MANAGER:
        assert refused(waits, again).reason is Reason.CASE_PENDING
        return
    events = decide_given(waits, again)
    assert events == (e.IrregularityReported(I.POWER_FAILURE, clause=ELSEWHERE),)
    after = evolve_all(waits, events)
    assert after.case == waits.case is not None
    assert next_step(after) == next_step(waits)


def test_a_case_that_waits_for_a_decision_is_decided_first() -> None:
    failed = stopped(OLDER_GAMES[0], "three cards")
    for kind in (I.POWER_FAILURE, I.NOT_COVERED):
        failed = evolve_all(failed, decide(failed, c.Report(kind), MANAGER))
    decided = decide(failed, c.Decide(False, "nothing was touched"), MANAGER)[0]
    assert isinstance(decided, e.Decided)
    assert decided.irregularity is I.NOT_COVERED


@pytest.mark.parametrize("case", OPEN_CASES)
@pytest.mark.parametrize("game", OLDER_GAMES, ids=lambda game: game.id)
def test_the_decision_on_a_report_of_it_decides_no_other_case(game: Game, case: str) -> None:
    held = stopped(game, case)
    dealer = Staff("dealer", Position.DEALER)
    filed = evolve_all(held, decide(held, c.Report(I.POWER_FAILURE), dealer))
    events = decide(filed, c.Decide(False, "the lights are on again"), MANAGER)
    kinds = [type(each) for each in events]
    assert kinds == [e.ReportConfirmed, e.IrregularityReported, e.Decided]
    assert events[-1] == e.Decided(
        I.POWER_FAILURE,
        void=False,
        clause=ELSEWHERE,
        why="the lights are on again",
        dealer="dealer",
    )
    after = evolve_all(filed, events)
    assert after.case == held.case is not None
    void = decide(filed, c.Decide(True, "the cards are lost"), MANAGER)
    ended = evolve_all(filed, void)
    assert (ended.round, ended.case) == (None, None)


def test_nothing_but_a_decision_can_have_ended_what_never_waited() -> None:
    before = stopped(OLDER_GAMES[0], "three cards")
    failed = evolve_all(before, decide(before, c.Report(I.POWER_FAILURE), MANAGER))
    decided = e.Decided(I.POWER_FAILURE, void=False, clause=ELSEWHERE, why="on it goes")
    lapsed = e.OptionLapsed(("seat1",), clause=ELSEWHERE)
    assert contradiction(failed, decided) == ""
    assert contradiction(before, decided) == "nothing waits for decision"
    assert contradiction(failed, lapsed) == "nothing waits for option"


def test_cards_are_not_put_in_order_by_that_decision() -> None:
    failed = stopped(OLDER_GAMES[0], "three cards")
    failed = evolve_all(failed, decide(failed, c.Report(I.POWER_FAILURE), MANAGER))
    refusal = refused(failed, Given(c.Decide(False, "so they lay", ("2C", "5D")), MANAGER))
    assert (refusal.reason, refusal.clause) == (Reason.NO_SUCH_CASE, ELSEWHERE)


def test_between_rounds_a_decision_is_not_about_a_report_of_it() -> None:
    dealer = Staff("dealer", Position.DEALER)
    held = opened(usual_configuration(OLDER_GAMES[0]))
    held = evolve_all(held, decide(held, c.Report(I.NOT_COVERED), MANAGER))
    held = evolve_all(held, decide(held, c.Report(I.POWER_FAILURE), dealer))
    decision = Given(c.Decide(False, "the power is back"), MANAGER)
    assert refused(held, decision).reason is Reason.NO_SUCH_CASE
    dismissed = evolve_all(held, decide(held, c.DismissReport("a light flickered"), MANAGER))
    assert decide_given(dismissed, decision), "and what waited before is decided as it was"
