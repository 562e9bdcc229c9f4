"""Who may give each command at each game, in every state, stated twice and compared."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import Funding, usual_configuration
from punto.table.people import Patron
from punto.table.state import CLOSED
from tests.table.gestures import GESTURES
from tests.table.machine import Table
from tests.table.rightful import rightful
from tests.table.sequences import opened, prepare, step


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
