"""Who may give each command in each game and state, against an independent statement."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import Authority, authority, resolves
from punto.table.configuration import (
    WHO_DECIDES,
    CardSource,
    Configuration,
    Funding,
    usual_configuration,
)
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.sample import sample
from tests.table.any_commands import GESTURES
from tests.table.authority_oracle import resolves as rightly_resolves
from tests.table.authority_oracle import rightful_people
from tests.table.machine import Table
from tests.table.sequences import opened, prepare, step
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALT,
    OPEN,
    TIGER,
    after,
    cited,
    refused,
    report,
    stake,
)
from tests.table.starting_states import opened as opened_with

DEALER = Staff("dealer", Position.DEALER)
ROBIN = Staff("robin", Position.DEALER)
NOON, EVENING = 12 * 3_600_000, 20 * 3_600_000
OF_EACH_GAME = {game.id: opened_with(usual_configuration(game)) for game in GAMES}


@pytest.mark.parametrize("seed", sample(range(40), lambda seed: (seed % 10,)))
def test_every_command_in_every_state_is_for_whom_the_documents_say(seed: int) -> None:
    table, chance = opened(seed)
    prepare(table, chance)
    for _ in range(25):
        step(table, chance)
        if table.state.configuration is not None:
            _compare(table, chance)


def _compare(table: Table, chance: Random) -> None:
    for make in GESTURES.values():
        for by in (Patron("seat1"), Patron("")):
            made = make(table, chance)
            command = made.command if isinstance(made, Given) else made
            if isinstance(command, c.OpenTable):
                continue
            mine = rightful_people(table.state, command, by)
            allowed = authority(table.state, command, by)
            assert (allowed.position, allowed.patron) == mine[:2], command


def test_all_games_and_methods_are_compared() -> None:
    met = set()
    for seed in range(40):
        table, chance = opened(seed)
        prepare(table, chance)
        config = table.state.configuration
        assert config is not None
        met.add((config.game, table.state.method, config.funding))
    assert {game for game, _, _ in met} == {game.id for game in GAMES}
    assert {("tiger", method) for method in Method} <= {each[:2] for each in met}
    assert {funding for _, _, funding in met} == set(Funding)


@pytest.mark.parametrize("method", Method)
def test_a_table_is_opened_by_the_pit_manager_but_for_method_c(method: Method) -> None:
    config = replace(usual_configuration(find_game("tiger")), zone=Zone.RUBY_ROOM, method=method)
    allowed = authority(CLOSED, c.OpenTable(config))
    assert allowed.position is (
        Position.ASSISTANT_CASINO_MANAGER if method is Method.C else Position.PIT_MANAGER
    )
    assert not allowed.patron


@pytest.mark.parametrize(
    ("wanted", "clause"),
    [
        (replace(TIGER, method=Method.A), "tiger 3.9.2"),
        (replace(TIGER, stakes_per_area=2), "tiger 3.7.1"),
        (replace(TIGER, method=Method.A, stakes_per_area=2), "tiger 3.9.2"),
        (replace(TIGER, decks=6), "reading who-decides"),
        (replace(TIGER, resolver=Position.GAMING_SHIFT_MANAGER), "reading who-decides"),
        (TIGER, "reading who-decides"),
    ],
)
def test_who_sets_a_table_is_told_by_the_clause_on_what_changes(
    wanted: Configuration, clause: str
) -> None:
    assert refused(OPEN, Given(c.ChangeConfiguration(wanted), DEALER)).clause == clause


@pytest.mark.parametrize(
    "guarded",
    [
        {"approval_cents": 5},
        {"resolver": Position.DEALER},
        {"resolver": Position.GAMING_SHIFT_MANAGER},
        {"card_source": CardSource.SEALED},
    ],
    ids=str,
)
def test_a_guarded_setting_is_not_changed_under_cover_of_another(guarded: dict[str, Any]) -> None:
    """A Pit Manager chooses the method; that gives no leave to change what is above them."""
    for other in ({}, {"method": Method.A}, {"stakes_per_area": 2}):
        wanted = replace(TIGER, **guarded, **other)
        allowed = authority(OPEN, c.ChangeConfiguration(wanted), DEALER)
        assert allowed.position is Position.GAMING_SHIFT_MANAGER


@pytest.mark.parametrize("resolver", Position)
def test_a_pit_manager_opens_no_table_whose_dealer_resolves(resolver: Position) -> None:
    allowed = authority(CLOSED, c.OpenTable(replace(TIGER, resolver=resolver)), DEALER)
    below = resolver < Position.PIT_MANAGER
    assert allowed.position is (Position.GAMING_SHIFT_MANAGER if below else resolver)


@pytest.mark.parametrize("method", Method)
def test_who_opens_a_table_is_told_by_our_reading_but_for_method_c(method: Method) -> None:
    config = replace(TIGER, zone=Zone.RUBY_ROOM, method=method)
    refusal = refused(CLOSED, Given(c.OpenTable(config), DEALER))
    assert refusal.clause == ("tiger 3.9.2" if method is Method.C else "reading who-decides")


@pytest.mark.parametrize(
    ("method", "clause"), [(Method.A, "3.10.3"), (Method.B, "3.11.2"), (Method.C, "3.12.3")]
)
def test_cards_are_refused_by_their_own_patron(method: Method, clause: str) -> None:
    state = replace(DEALT, method=method)
    refusal = refused(state, Given(c.RefuseCards(Side.PLAYER, "seat1"), Patron("seat2")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, f"tiger {clause}")


def test_what_nobody_can_do_is_not_said_to_be_someone_elses() -> None:
    refusal = refused(DEALT, Given(c.SqueezeCards(Side.PLAYER), Patron("seat1")))
    assert refusal.sentence == "Nobody can do this now."


def test_positions_have_their_article() -> None:
    for by in (Position.PIT_MANAGER, Position.ASSISTANT_CASINO_MANAGER):
        refusal = refused(DEALT, Given(c.SqueezeCards(Side.PLAYER), Staff("x", by)))
        assert refusal.sentence == f"This is for the patron to do, not for the {by.title}."
    refusal = refused(DEALT, Given(c.Decide(False, "so"), Staff("x", Position.DEALER)))
    assert refusal.sentence == "This is for the Gaming Shift Manager to do, not for the Dealer."


def test_a_patron_answers_in_person() -> None:
    refusal = refused(DEALT, Given(c.AnswerOption("seat1"), Patron("seat2")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, "reading on-behalf")


@pytest.mark.parametrize("kind", I)
@pytest.mark.parametrize("resolver", [Position.PIT_MANAGER, Position.GAMING_SHIFT_MANAGER])
def test_an_irregularity_is_resolved_by_whom_the_documents_say(kind: I, resolver: Position) -> None:
    for game in GAMES:
        state = after(CLOSED, c.OpenTable(replace(usual_configuration(game), resolver=resolver)))
        assert resolves(state, kind).position is rightly_resolves(state, kind), game.id


@pytest.mark.parametrize("game", OF_EACH_GAME)
def test_a_wrong_display_waits_for_the_resolver_whatever_the_game_says_of_it(game: str) -> None:
    (filed,) = decide_given(
        after(OF_EACH_GAME[game], c.OpenBetting), Given(report(I.WRONG_DISPLAY), DEALER)
    )
    assert isinstance(filed, e.ReportFiled)
    assert (filed.resolver, filed.clause) == (Position.PIT_MANAGER, WHO_DECIDES)


@pytest.mark.parametrize(
    ("game", "stake_clause", "withdrawal_clause"),
    [
        ("no-commission", "5.6", "5.7"),
        ("rapid-no-commission", "3.2", "3.2"),
        ("tiger-no-commission", "5.6", "5.7"),
        ("tiger", "5.4", "5.5"),
        ("dragon-tiger-no-commission", "5.4", "5.5"),
    ],
)
def test_what_came_late_is_recorded_by_staff(
    game: str, stake_clause: str, withdrawal_clause: str
) -> None:
    closed = after(OF_EACH_GAME[game], c.OpenBetting, c.CloseBetting)
    late = (
        (stake_clause, c.RecordLateStake("seat1", "player", 1, 10_00)),
        (withdrawal_clause, c.RecordLateWithdrawal(1, 10_00)),
    )
    for clause, command in late:
        answer = cited(closed, Given(command, Patron("seat1")))
        assert answer == (Reason.NOT_AUTHORISED, f"{game} {clause}")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_method_c_is_opened_by_the_clause_that_allows_it_or_our_reading(game: Any) -> None:
    config = replace(usual_configuration(game), zone=Zone.RUBY_ROOM, method=Method.C)
    clause = f"{game.id} 3.9.2" if len(game.methods) > 1 else WHO_DECIDES
    assert cited(CLOSED, Given(c.OpenTable(config), DEALER)) == (Reason.NOT_AUTHORISED, clause)


def test_a_closed_table_is_the_pit_managers() -> None:
    for command in (c.CloseTable(), c.OpenBetting(), c.ActAs("robin", Position.DEALER, EVENING)):
        assert authority(CLOSED, command) == Authority(Position.PIT_MANAGER, clause=WHO_DECIDES)


def acting_as(position: Position, state: State = DEALT, person: str = "robin") -> State:
    return after(state, Given(c.ActAs(person, position, EVENING), ANYBODY, at_ms=NOON))


@pytest.mark.parametrize(
    ("position", "kind", "resolved_by_acting"),
    [
        (Position.PIT_MANAGER, I.FOREIGN_CARDS, True),
        (Position.GAMING_SHIFT_MANAGER, I.FOREIGN_CARDS, True),
        (Position.PIT_SUPERVISOR, I.FOREIGN_CARDS, False),  # filed: it waits for another
        (Position.ASSISTANT_CASINO_MANAGER, I.WRONG_DISPLAY, False),  # waits for its correction
        (Position.ASSISTANT_CASINO_MANAGER, I.NOT_COVERED, False),  # waits for a decision
    ],
)
def test_a_report_says_that_its_reporter_acts_where_that_resolves_it(
    position: Position, kind: I, resolved_by_acting: bool
) -> None:
    given = Given(report(kind), ROBIN, at_ms=NOON)
    events = decide_given(acting_as(position), given)
    assert any(isinstance(each, e.ActedAs) for each in events) is resolved_by_acting


def test_a_patron_named_like_someone_who_acts_does_not_act() -> None:
    terminals = opened_with(replace(TIGER, funding=Funding.CREDITS))
    acting = acting_as(Position.PIT_MANAGER, after(terminals, c.OpenBetting))
    (placed,) = decide_given(acting, Given(stake("robin"), Patron("robin"), at_ms=NOON))
    assert isinstance(placed, e.StakePlaced)


def test_a_position_that_lapsed_does_not_raise_who_gives_the_next() -> None:
    """A Pit Supervisor gives their own position, whatever else they act in."""
    kim = Staff("kim", Position.PIT_SUPERVISOR)
    state = acting_as(Position.PIT_MANAGER)
    later = Given(c.ActAs("kim", Position.PIT_MANAGER, EVENING * 2), ANYBODY, at_ms=EVENING)
    own = Given(c.ActAs("robin", Position.PIT_SUPERVISOR, EVENING * 2), kim, at_ms=EVENING)
    assert [type(each) for each in decide_given(after(state, later), own)] == [e.ActingStarted]


def test_whoever_may_not_end_a_position_is_told_by_the_clause_that_gave_it() -> None:
    for game, clause in (("tiger", "tiger 6.2"), ("no-commission", "reading acting-positions")):
        acting = acting_as(Position.PIT_MANAGER, OF_EACH_GAME[game])
        ended = Given(c.EndActing("robin"), Staff("kim", Position.PIT_SUPERVISOR), at_ms=NOON)
        assert cited(acting, ended) == (Reason.NOT_AUTHORISED, clause)


def test_a_contribution_is_every_ones_own() -> None:
    for by in (Patron("seat1"), Patron("seat2"), DEALER):
        allowed = authority(BETTING, c.Contribute("0" * 64), by)
        assert (allowed.position, allowed.patron) == (Position.DEALER, by.id)


def test_a_dealer_signs_on_by_the_reading_on_dealers_and_no_patron_does() -> None:
    refusal = refused(OPEN, Given(c.SignOnDealer(), Patron("seat1")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, "reading dealer-at-table")


def test_without_a_person_a_contribution_is_that_of_no_patron() -> None:
    assert authority(OPEN, c.Contribute("0" * 64)).patron == ""


CALLED_BY = {  # by which clause lower stakes are asked for
    "no-commission": "3.1",
    "rapid-no-commission": "reading dealer-at-table",
    "tiger-no-commission": "3.1",
    "tiger": "5.18.1",
    "dragon-tiger-no-commission": "5.18.1",
}


@pytest.mark.parametrize("game", CALLED_BY)
def test_a_dealer_asks_for_lower_stakes_by_the_clause_on_it_or_on_calls(game: str) -> None:
    asked = authority(OF_EACH_GAME[game], c.AskToDecrease())
    assert asked == Authority(Position.DEALER, clause=CALLED_BY[game])
    cut = authority(OF_EACH_GAME[game], c.ReportCutCard())
    assert cut == Authority(Position.DEALER, clause="reading cut-card")


@pytest.mark.parametrize(
    ("method", "clause"), [(Method.A, "3.9.1"), (Method.B, "3.9.1"), (Method.C, "3.12.1")]
)
def test_a_dealer_gives_the_device_by_the_clause_on_the_method(method: Method, clause: str) -> None:
    state = replace(OF_EACH_GAME["tiger"], method=method)
    assert authority(state, c.GiveDevice("seat1")) == Authority(Position.DEALER, clause=clause)


def test_betting_is_opened_and_closed_by_the_dealer_by_their_clauses() -> None:
    for command, clause in ((c.OpenBetting(), "3.1"), (c.CloseBetting(), "3.2")):
        found = authority(BETTING, command, Staff("d", Position.DEALER))
        assert (found.position, found.clause) == (Position.DEALER, clause)
