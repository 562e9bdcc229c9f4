"""The table of play as the documents print it, and an example round for every pay line."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.holdings import facts
from punto.rules.play_guide import example_rounds, player_draws_on, table_of_play
from tests.rules.made_up import lucky_game

# By Banker's total: whether Player stands, then Player's third card from 0 to 9; + is a draw.
PRINTED = """
0 +++++++++++
1 +++++++++++
2 +++++++++++
3 +++++++++-+
4 +--++++++--
5 +----++++--
6 -------++--
7 -----------
"""


def on_cards() -> Game:
    """A game with a wager on red cards alone."""
    game = lucky_game()
    return replace(game, wagers=game.card_wagers)


def test_the_table_of_play_is_the_one_that_is_printed() -> None:
    rows = [line.split() for line in PRINTED.strip().split("\n")]
    assert table_of_play() == [
        (int(total), tuple(mark == "+" for mark in marks)) for total, marks in rows
    ]
    assert player_draws_on() == (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("make", [lambda: find_game("no-commission"), on_cards])
def test_every_pay_line_has_a_round_that_it_pays_on(make: Callable[[], Game]) -> None:
    game = make()
    examples = example_rounds(game)
    lines = {(wager.id, at) for wager in game.wagers for at in range(len(wager.lines))}
    assert set(examples) == lines
    for (wager, at), dealt in examples.items():
        hands = facts(dealt.player.cards, dealt.banker.cards) if game.card_wagers else None
        assert game.verdict(wager, dealt.outcome, hands).line is game.wager(wager).lines[at]


def written_examples(game: Game) -> dict[str, str]:
    return {
        f"{wager} {at}": " ".join(card.code for card in dealt.cards)
        for (wager, at), dealt in example_rounds(game).items()
    }


def test_the_examples_are_the_same_every_time() -> None:
    """Pages and documents show them, so that they change only when the law does."""
    assert written_examples(find_game("no-commission")) == {
        "player 0": "QC 8H TS 7H 5D 7H",
        "banker 1": "8H JH 3H 8C",
        "player-pair 0": "9C 6C 9C 9H",
        "banker 0": "TH AD 2D JS 3D 5C",
        "tie 0": "6C 4H 8C JD QD",
        "banker-pair 0": "7H QS KD QH KS",
    }
    assert written_examples(on_cards()) == {"red-player 0": "8H JH 3H 8C"}
