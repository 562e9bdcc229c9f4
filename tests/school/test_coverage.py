"""Every procedural clause of sections 3, 5 and 6 is examined by some kind of question."""

import pytest

from punto.rules.clauses import Kind, clauses_of
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.school.citations import procedural_clauses
from tests.school.coverage import examined, gaps


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_procedural_clause_is_examined(game: Game) -> None:
    found = examined(game)
    assert gaps(game, found) == [], "no question examines these clauses"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_procedural_is_what_the_register_has_in_sections_3_5_and_6(game: Game) -> None:
    wanted = [
        clause.number
        for clause in clauses_of(game)
        if clause.number[:2] in ("3.", "5.", "6.") and clause.kind is not Kind.INFORMATIVE
    ]
    assert [clause.number for clause in procedural_clauses(game)] == wanted
    assert len(wanted) > 20
