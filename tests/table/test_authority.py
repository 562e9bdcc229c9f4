"""Who may give each command in each game and state, against an independent statement."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import CardSource, Configuration, Funding, usual_configuration
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED
from tests.envelope import Given
from tests.table.any_commands import GESTURES
from tests.table.authority_oracle import rightful_people
from tests.table.machine import Table
from tests.table.sequences import opened, prepare, step
from tests.table.starting_states import DEALT, OPEN, TIGER, refused

DEALER = Staff("dealer", Position.DEALER)


@pytest.mark.parametrize("seed", range(40))
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


def test_where_no_clause_says_who_may_none_is_cited() -> None:
    refusal = refused(DEALT, Given(c.RefuseCards(Side.PLAYER, "seat1"), Patron("seat2")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, None)


def test_a_patron_answers_in_person() -> None:
    refusal = refused(DEALT, Given(c.AnswerOption("seat1"), Patron("seat2")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, "reading on-behalf")
