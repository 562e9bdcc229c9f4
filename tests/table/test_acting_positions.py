"""Acting in a position (6.2): by whom, until when, and recorded with every decision."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.games import GAMES
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.acting_positions import LONGEST_MS, without_lapsed
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Approval, Patron, Staff
from punto.table.state import Acting, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import DEALT, OPEN, TIGER, after, opened, refused, stake

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
ROBIN = Staff("robin", Position.DEALER)
NOON, EVENING = 12 * 3_600_000, 20 * 3_600_000
AS_MANAGER = Given(c.ActAs("robin", Position.PIT_MANAGER, EVENING), BOSS, at_ms=NOON)
ACTED = e.ActedAs("robin", Position.PIT_MANAGER, EVENING, "boss", clause="6.2")
VOID = Given(c.Report(I.FOREIGN_CARDS), ROBIN, at_ms=NOON)


def given(state: State, command: Given) -> State:
    return evolve_all(state, decide_given(state, command))


STANDING_IN = given(DEALT, AS_MANAGER)


def test_who_gives_it_and_until_when_is_recorded() -> None:
    assert decide_given(DEALT, AS_MANAGER) == (
        e.ActingStarted("robin", Position.PIT_MANAGER, EVENING, "boss", clause="6.2"),
    )


def test_every_decision_made_through_it_says_so() -> None:
    plain = decide_given(DEALT, replace(VOID, by=BOSS))
    assert decide_given(STANDING_IN, VOID) == (ACTED, *plain)
    closed = decide(given(OPEN, AS_MANAGER), c.CloseTable(), ROBIN, at_ms=NOON)
    assert closed[0] == ACTED


def test_what_a_person_may_by_their_own_position_says_nothing_of_it() -> None:
    totals = Given(c.AnnounceTotals(), ROBIN, at_ms=NOON)
    assert decide_given(STANDING_IN, totals) == decide_given(DEALT, totals)


@pytest.mark.parametrize("later", [EVENING, EVENING + 1, EVENING * 9])
def test_it_ends_at_its_time(later: int) -> None:
    before = decide_given(STANDING_IN, replace(VOID, at_ms=EVENING - 1))
    assert before[0] == ACTED
    (filed,) = decide_given(STANDING_IN, replace(VOID, at_ms=later))
    assert isinstance(filed, e.ReportFiled), "a dealer's report again"
    ended = refused(STANDING_IN, Given(c.EndActing("robin"), BOSS, at_ms=later))
    assert ended.reason is Reason.NO_SUCH_CASE


def test_a_table_is_shown_without_what_has_lapsed() -> None:
    both = given(STANDING_IN, AS_MANAGER.changed(person="sam", until=EVENING + 1))
    assert without_lapsed(both, EVENING - 1) is both, "nothing to leave out"
    assert without_lapsed(both, EVENING) == replace(both, acting={"sam": both.acting["sam"]})
    assert without_lapsed(both, EVENING + 1) == DEALT


def test_a_long_name_is_cut_where_a_refusal_repeats_it() -> None:
    nobody = refused(DEALT, Given(c.EndActing("r" * 99), BOSS, at_ms=NOON))
    assert nobody.facts == {"person": "r" * 40}


def test_it_ends_by_command_and_with_the_table() -> None:
    ended = given(STANDING_IN, Given(c.EndActing("robin"), BOSS, at_ms=NOON))
    assert ended == DEALT
    closed = given(given(OPEN, AS_MANAGER), Given(c.CloseTable(), BOSS))
    assert not closed.acting


@pytest.mark.parametrize("wanted", Position)
@pytest.mark.parametrize("own", Position)
def test_it_is_given_by_that_position_or_above(wanted: Position, own: Position) -> None:
    command = Given(c.ActAs("robin", wanted, EVENING), Staff("someone", own), at_ms=NOON)
    if own >= wanted:
        assert decide_given(DEALT, command)
    else:
        refusal = refused(DEALT, command)
        assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "tiger 6.2")


def test_it_is_not_passed_on_and_not_taken_by_oneself() -> None:
    passed_on = Given(c.ActAs("sam", Position.PIT_MANAGER, EVENING), ROBIN, at_ms=NOON)
    assert refused(STANDING_IN, passed_on).reason is Reason.NOT_AUTHORISED
    own = replace(AS_MANAGER, by=Staff("robin", Position.PIT_MANAGER))
    refusal = refused(DEALT, own)
    assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "tiger 6.2")
    patron = Given(c.ActAs("robin", Position.DEALER, EVENING), Patron("seat1"), at_ms=NOON)
    assert refused(DEALT, patron).reason is Reason.NOT_AUTHORISED


@pytest.mark.parametrize("wanted", Position)
@pytest.mark.parametrize("held", Position)
@pytest.mark.parametrize("own", Position)
def test_a_position_in_force_is_replaced_or_ended_by_it_or_above(
    own: Position, held: Position, wanted: Position
) -> None:
    """Else a Pit Manager would take away what a Gaming Shift Manager gave, by giving less."""
    acting = given(DEALT, AS_MANAGER.changed(position=held))
    by = Staff("someone", own)
    instead = Given(c.ActAs("robin", wanted, EVENING - 1), by, at_ms=NOON)
    if own >= max(held, wanted):
        assert given(acting, instead).acting["robin"].position is wanted
    else:
        refusal = refused(acting, instead)
        assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "tiger 6.2")
    later = Given(c.ActAs("robin", wanted, EVENING * 2), by, at_ms=EVENING)
    if own >= wanted:  # what has lapsed is no one's to protect
        assert given(acting, later).acting["robin"].position is wanted
    end = Given(c.EndActing("robin"), by, at_ms=NOON)
    if own >= held:
        assert not given(acting, end).acting
    else:
        assert refused(acting, end).reason is Reason.NOT_AUTHORISED


def test_nobody_lengthens_their_own_or_replaces_through_a_position_they_act_in() -> None:
    acting = given(STANDING_IN, AS_MANAGER.changed(person="sam"))
    longer = c.ActAs("robin", Position.PIT_MANAGER, EVENING + 1)
    for by in (ROBIN, Staff("sam", Position.PIT_SUPERVISOR)):
        assert refused(acting, Given(longer, by, at_ms=NOON)).reason is Reason.NOT_AUTHORISED
        lower = Given(c.ActAs("robin", Position.DEALER, EVENING), by, at_ms=NOON)
        assert refused(acting, lower).reason is not None


@pytest.mark.parametrize("person", ["robin", "sam"])
def test_nobody_ends_one_through_a_position_they_act_in(person: str) -> None:
    """It is ended by those who could have given it, and they could not have given this one."""
    acting = given(STANDING_IN, AS_MANAGER.changed(person="sam"))
    refusal = refused(acting, Given(c.EndActing(person), ROBIN, at_ms=NOON))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "tiger 6.2")


@pytest.mark.parametrize("until", [0, NOON, NOON + LONGEST_MS + 1])
def test_it_has_an_end_within_a_day(until: int) -> None:
    assert refused(DEALT, AS_MANAGER.changed(until=until)).reason is Reason.UNREADABLE_REQUEST


def test_a_lower_position_than_ones_own_takes_nothing_away() -> None:
    state = given(DEALT, Given(c.ActAs("max", Position.DEALER, EVENING), BOSS, at_ms=NOON))
    own = Staff("max", Position.PIT_MANAGER)
    assert decide_given(state, replace(VOID, by=own)) == decide_given(DEALT, replace(VOID, by=own))


def test_a_second_person_may_approve_in_a_position_they_act_in() -> None:
    much = after(opened(replace(TIGER, approval_cents=5_00)), c.OpenBetting, stake())
    void = Given(
        c.Report(I.FOREIGN_CARDS),
        Staff("max", Position.PIT_MANAGER),
        at_ms=NOON,
        approval=Approval(ROBIN, round=1),
    )
    assert refused(much, void).reason is Reason.APPROVAL_NEEDED
    acting = Given(c.ActAs("robin", Position.GAMING_SHIFT_MANAGER, EVENING), BOSS, at_ms=NOON)
    events = decide_given(given(much, acting), void)
    assert events[0] == replace(ACTED, position=Position.GAMING_SHIFT_MANAGER)


def test_a_yes_to_what_needs_none_is_not_recorded() -> None:
    lent = AS_MANAGER.changed(position=Position.GAMING_SHIFT_MANAGER)
    totals = Given(c.AnnounceTotals(), BOSS, at_ms=NOON, approval=Approval(ROBIN, round=1))
    assert decide_given(given(DEALT, lent), totals) == decide_given(DEALT, totals)
    void = replace(VOID, by=Staff("max", Position.PIT_MANAGER), approval=Approval(ROBIN, round=1))
    assert decide_given(STANDING_IN, void) == decide_given(DEALT, void), (
        "a Pit Manager approves nothing"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_game_rests_on_its_clause_or_our_reading(game: object) -> None:
    law = next(each for each in GAMES if each is game)
    (started,) = decide_given(opened(usual_configuration(law)), AS_MANAGER)
    newer = law.id in ("tiger", "dragon-tiger-no-commission")
    assert started.clause == ("6.2" if newer else "reading acting-positions")


def test_nobody_acts_in_another_position_for_more_than_a_day() -> None:
    day_ms = 86_400_000
    boss = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
    after(OPEN, Given(c.ActAs("robin", Position.PIT_MANAGER, 5 + day_ms), boss, 5))
    refused(OPEN, Given(c.ActAs("robin", Position.PIT_MANAGER, 6 + day_ms), boss, 5))


def acting_until(until: int) -> State:
    held = Acting(Position.PIT_MANAGER, until, "boss")
    return replace(OPEN, acting={"robin": held})


def test_without_a_time_a_position_counts_that_someone_was_given() -> None:
    assert decide(acting_until(1), c.CloseTable(), ROBIN)
    with pytest.raises(Refused):
        decide(acting_until(0), c.CloseTable(), ROBIN)
