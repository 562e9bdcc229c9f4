"""The independent settlement agrees with the law on every wager, over many rounds."""

from fractions import Fraction
from random import Random

import pytest

from punto.journal.verify.independent_settlement import (
    Staked,
    settle_independently,
    settle_minimum_independently,
)
from punto.money import Cents
from punto.rules.game import Game
from punto.rules.games import every_edition
from punto.rules.round import deal_round
from punto.rules.settlement import Stake, settle
from punto.rules.shoe import full_shoe

ROUNDS = 3000
CENTS = 100_00


@pytest.mark.parametrize("game", every_edition(), ids=lambda game: game.ref)
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
        wins = settle_independently(game.ref, codes)
        for line in settle(game, dealt.outcome, stakes).lines:
            won = wins[line.wager]
            assert line.profit_cents == (-CENTS if won is None else CENTS * won), (codes, line)
            seen.add((line.wager, won))
    assert len(seen) > 2 * len(game.wagers)


LOST: dict[str, Fraction | None] = {"tie": None, "player": Fraction(0), "banker": Fraction(1)}
MINIMUM = dict.fromkeys(LOST, 1000)


@pytest.mark.parametrize(
    ("used_up", "wagers", "returned", "after"),
    [
        ((), ("tie",), set(), {"a"}),
        ((), ("player",), set(), set()),  # a push uses nothing up
        ((), ("tie", "banker"), set(), {"a"}),  # all of one round are treated alike
        (("a",), ("tie", "player"), {0, 1}, {"a"}),
        (("b",), ("player",), set(), {"b"}),
    ],
)
def test_the_one_time_under_the_minimum(
    used_up: tuple[str, ...],
    wagers: tuple[str, ...],
    returned: set[int],
    after: set[str],
) -> None:
    stakes = [Staked(place, "a", wager, 999) for place, wager in enumerate(wagers)]
    enough = Staked(99, "c", "tie", 1000)
    found = settle_minimum_independently([*stakes, enough], LOST, MINIMUM, used_up)
    assert found == (returned, after)
