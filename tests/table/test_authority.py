"""Who may give each command at each game, in every state, stated twice and compared."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.people import Patron, Staff
from punto.table.state import CLOSED
from tests.table.gestures import GESTURES
from tests.table.given import DEALT, OPEN, TIGER, refused
from tests.table.machine import Table
from tests.table.rightful import rightful
from tests.table.sequences import opened, prepare, step

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
            command = replace(make(table, chance), by=by)
            if isinstance(command, c.OpenTable):
                continue
            mine, allowed = rightful(table.state, command), authority(table.state, command)
            assert (allowed.position, allowed.patron) == mine, command


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
    allowed = authority(CLOSED, c.OpenTable(config, by=Patron("")))
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
        (replace(TIGER, decks=6), "reading staff-in-older-games"),
        (TIGER, "reading staff-in-older-games"),
    ],
)
def test_who_sets_a_table_is_told_by_the_clause_on_what_changes(
    wanted: Configuration, clause: str
) -> None:
    assert refused(OPEN, c.ChangeConfiguration(wanted, by=DEALER)).clause == clause


@pytest.mark.parametrize("method", Method)
def test_who_opens_a_table_is_told_by_our_reading(method: Method) -> None:
    config = replace(TIGER, zone=Zone.RUBY_ROOM, method=method)
    refusal = refused(CLOSED, c.OpenTable(config, by=DEALER))
    assert refusal.clause == "reading staff-in-older-games"


def test_where_no_clause_says_who_may_none_is_cited() -> None:
    for command in (
        c.AnswerOption("seat1", by=Patron("seat2")),
        c.RefuseCards(Side.PLAYER, "seat1", by=Patron("seat2")),
    ):
        refusal = refused(DEALT, command)
        assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, None)
