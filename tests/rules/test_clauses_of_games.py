"""The clauses that games name for what not every document has, read from the documents."""

import pytest

from punto.refusals import Reason, Refused
from punto.rules.clauses import find_clause
from punto.rules.games import find_game

NAMES = ("hlga", "stakes_per_area", "limits", "new_cards", "terminals", "acting")
CLAUSES = {
    "no-commission": ("", "", "", "", "", ""),
    "rapid-no-commission": ("", "", "", "", "1.1.5", ""),
    "tiger-no-commission": ("", "", "", "", "", ""),
    "tiger": ("1.1.4", "3.7", "3.5.1", "5.13", "", "6.2"),
    "dragon-tiger-no-commission": ("1.1.5", "3.7", "3.5.1", "5.13", "", "6.2"),
}


@pytest.mark.parametrize("game_id", CLAUSES)
def test_a_game_names_the_clauses_of_its_own_document(game_id: str) -> None:
    game = find_game(game_id)
    named = tuple(getattr(game, f"{name}_clause") for name in NAMES)
    assert named == CLAUSES[game_id]
    assert all(find_clause(game, clause) for clause in named if clause)


def test_a_clause_that_a_document_does_not_have_is_named() -> None:
    with pytest.raises(Refused) as refused:
        find_clause(find_game("tiger"), "9" * 41)
    assert refused.value.reason is Reason.UNKNOWN_CLAUSE
    assert refused.value.sentence == (
        f"Tiger Baccarat has no clause {'9' * 40!r}; punto rules tiger@2 lists them all."
    )
