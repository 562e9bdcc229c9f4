"""The second settlement agrees with the law on every wager of every game, over many rounds."""

from random import Random

import pytest

from punto.journal.recount import recount
from punto.money import Cents
from punto.rules.game import Game
from punto.rules.games import GAMES
from punto.rules.round import deal_round
from punto.rules.settlement import Stake, settle
from punto.rules.shoe import full_shoe

ROUNDS = 3000
CENTS = 100_00


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_second_settlement_agrees_with_the_first(game: Game) -> None:
    chance = Random(7)
    shoe = full_shoe(8)
    seen: set[tuple[str, object]] = set()
    for _ in range(ROUNDS):
        chance.shuffle(shoe)
        dealt = deal_round(iter(shoe))
        assert dealt is not None
        codes = tuple(card.code for card in dealt.cards)
        stakes = [Stake(wager.id, Cents(CENTS)) for wager in game.wagers]
        wins = recount(game.id, codes)
        for line in settle(game, dealt.outcome, stakes).lines:
            won = wins[line.wager]
            assert line.profit_cents == (-CENTS if won is None else CENTS * won), (codes, line)
            seen.add((line.wager, won))
    assert len(seen) > 2 * len(game.wagers)
