"""The basis of a sheet: the clauses, readings and table of play it prints."""

import pytest

from punto.report.sources import grounds
from punto.rules.clauses import Kind, clauses
from punto.rules.games import GAMES, find_game
from punto.rules.play_guide import player_draws_on, table_of_play
from tests.report.sheets import lucky, page
from tests.rules.oracle import play

GAME_IDS = [game.id for game in GAMES]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_clause_that_decides_a_payment_is_there(game_id: str) -> None:
    game = find_game(game_id)
    shown = {each.number for heading in grounds(game).headings for each in heading.clauses}
    cited = {line.clause for wager in game.wagers for line in wager.lines}
    cited |= {wager.loses_by for wager in game.wagers}
    cited |= {wager.pushes_by for wager in game.wagers if wager.pushes_by}
    cited |= {*game.drawing.values(), game.winner_clause, game.decks_clause}
    assert cited <= shown


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_clauses_are_printed_in_our_words_once_each(game_id: str) -> None:
    game = find_game(game_id)
    printed = page(game_id).table("Clause", "In our words").column("In our words")
    summaries = {each.number: each.summary for each in clauses(game_id)}
    numbers = [number for _, number in printed]
    assert len(numbers) == len(set(numbers))
    assert {number: text for (_, number), text in printed.items()} == {
        number: summaries[number] for number in numbers
    }
    kinds = {each.number: each.kind for each in clauses(game.id)}
    assert {kinds[number] for number in numbers} == {Kind.ENFORCED}
    assert not any(number.startswith(("5.", "6.")) for number in numbers)


def test_the_readings_are_those_of_the_clauses_and_of_the_dealing() -> None:
    def taken(game_id: str) -> set[str]:
        return {each.id for each in grounds(find_game(game_id)).readings}

    always = {"exact-money", "cut-card", "burn"}
    assert taken("no-commission") == always | {"pair-is-rank", "corrections"}
    assert taken("tiger") == always | {"pair-is-rank", "one-pair-line"}
    assert taken("dragon-tiger-no-commission") == always | {"layout-k"}
    assert {each.id for each in grounds(None, [lucky()]).readings} == {
        "pair-is-rank",
        "cut-card",
        "burn",
    }
    for name in taken("tiger"):
        assert name in page("tiger").text


def test_the_table_of_play_is_the_documents() -> None:
    assert player_draws_on() == (0, 1, 2, 3, 4, 5)
    for total, draws in table_of_play():
        stood = play((6, total, 0, 0, 0, 0))
        drew = (play((0, total, 0, 0, third, 0)) for third in range(10))
        assert draws == tuple(banker_cards == 3 for *_, banker_cards in (stood, *drew))
    printed = page("tiger").table("Banker's total", "Player stands")
    assert [cells for _, cells in printed.rows] == [
        [str(total), *("D" if drawn else "·" for drawn in draws)]
        for total, draws in table_of_play()
    ]
