"""Who draws when: the deal of four and every cell of the table of play."""

from itertools import product

import pytest

from punto.refusals import Reason, Refused
from punto.rules.drawing import BANKER_DRAWS_AGAINST, DrawRule, next_draw
from punto.rules.game import Game
from punto.rules.hands import Side
from tests.clauses.rounds import read
from tests.clauses.shows import DT, NC, RAPID, TIGER, TNC, shows

TABLE_OF_PLAY = {NC: "3.9", RAPID: "3.9", TNC: "3.9", TIGER: "3.15", DT: "3.14"}

# Banker's total down, Player's third card across from 0 to 9: D draws, - stands.
BANKER_AGAINST = """
0 DDDDDDDDDD
1 DDDDDDDDDD
2 DDDDDDDDDD
3 DDDDDDDD-D
4 --DDDDDD--
5 ----DDDD--
6 ------DD--
7 ----------
"""


@shows(
    {NC: ("3.7", "3.7.1"), RAPID: ("3.7", "3.7.1"), TNC: ("3.7", "3.7.1")},
    {TIGER: "3.13.1", DT: "3.13.1"},
)
def test_first_and_third_cards_are_players(game: Game, clause: str) -> None:
    for player, banker in (((), ()), ((1,), (1,))):
        draw = next_draw(player, banker)
        assert draw.side is Side.PLAYER
        assert game.draw_clause(draw) in ("3.7.1", "3.13.1")
        assert clause in (game.draw_clause(draw), "3.7")


@shows(
    {NC: ("3.7", "3.7.2"), RAPID: ("3.7", "3.7.2"), TNC: ("3.7", "3.7.2")},
    {TIGER: "3.13.2", DT: "3.13.2"},
)
def test_second_and_fourth_cards_are_bankers(game: Game, clause: str) -> None:
    for player, banker in (((1,), ()), ((1, 2), (1,))):
        draw = next_draw(player, banker)
        assert draw.side is Side.BANKER
        assert clause in (game.draw_clause(draw), "3.7")


@shows(TABLE_OF_PLAY | {NC: "3.9.1", RAPID: "3.9.1"})
def test_a_natural_ends_the_drawing(game: Game, clause: str) -> None:
    for player, banker in product(range(10), range(10)):
        draw = next_draw((player, 0), (banker, 0))
        assert (draw.rule is DrawRule.NATURAL) == (player >= 8 or banker >= 8)
        if draw.rule is DrawRule.NATURAL:
            assert draw.side is None
            assert game.draw_clause(draw) == clause


@shows(TABLE_OF_PLAY | {NC: "3.9.2", RAPID: "3.9.2"})
def test_player_draws_on_five_or_less(game: Game, clause: str) -> None:
    for player, banker in product(range(8), range(8)):
        draw = next_draw((player, 0), (banker, 0))
        assert (draw.side is Side.PLAYER) == (player <= 5)
        if draw.side is Side.PLAYER:
            assert game.draw_clause(draw) == clause


@shows(TABLE_OF_PLAY | {NC: "3.9.3", RAPID: "3.9.3"})
def test_banker_after_player_stands(game: Game, clause: str) -> None:
    for player, banker in product((6, 7), range(8)):
        draw = next_draw((player, 0), (banker, 0))
        assert draw.side is (Side.BANKER if banker <= 5 else None)
        assert game.draw_clause(draw) == clause


@shows(TABLE_OF_PLAY | {NC: "3.9.4", RAPID: "3.9.4"})
def test_banker_after_player_draws(game: Game, clause: str) -> None:
    for row in BANKER_AGAINST.split("\n")[1:-1]:
        banker, cells = int(row[0]), row[2:]
        for player, third in product(range(6), range(10)):
            draw = next_draw((player, 0, third), (banker, 0))
            assert draw.side is (Side.BANKER if cells[third] == "D" else None)
            assert game.draw_clause(draw) == clause
        assert BANKER_DRAWS_AGAINST[banker] == {n for n in range(10) if cells[n] == "D"}
    assert len(BANKER_DRAWS_AGAINST) == 8


@shows(TABLE_OF_PLAY)
def test_no_third_card_but_by_the_table(game: Game, clause: str) -> None:
    for cards, reason in (
        ("2C 5D 3H AH", Reason.CARD_MISSING),
        ("7C 5D KH AH 2C", Reason.CARD_NOT_ALLOWED),
        ("9C 5D KH AH 2C", Reason.CARD_NOT_ALLOWED),
        ("KS 2D KH 3C 4S", Reason.CARD_MISSING),
        ("KS 2D KH 3C 4S AD 2C", Reason.CARD_NOT_ALLOWED),
    ):
        with pytest.raises(Refused) as refusal:
            read(game, cards)
        assert refusal.value.reason is reason
        assert refusal.value.clause is not None
        assert refusal.value.clause.startswith(f"{game.id} {clause}")
