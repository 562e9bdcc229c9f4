"""Exact laws a second, every wager of every game priced, against enumerating every deal."""

import numpy as np

from bench.clock import Row, rates, row
from punto.odds.batch import tally
from punto.odds.law import law, warm
from punto.odds.price import prices
from punto.rules.games import GAMES, find_game
from tests.odds.brute import brute, depleted

SHOES = 400
SHOES_BY_FORCE = 4


def rows() -> list[Row]:
    """Depleted eight-deck shoes of all depths, one core each way, both compiled."""
    shoes = [depleted(8, 20 + seed % 390, seed) for seed in range(SHOES)]
    compositions = np.array([shoe.counts for shoe in shoes])
    wagers = [wager for game in GAMES for wager in game.wagers]
    warm()
    brute(shoes[-1].counts)

    def many() -> int:
        tally(compositions, wagers)
        return SHOES

    tiger = find_game("tiger").wagers

    def one_by_one() -> int:
        for shoe in shoes:
            prices(law(shoe), tiger)
        return SHOES

    def by_force() -> int:
        for shoe in shoes[:: SHOES // SHOES_BY_FORCE]:
            brute(shoe.counts)
        return SHOES_BY_FORCE

    priced, lone, baseline = rates(many, one_by_one, by_force)
    than = "all deals of 13 ranks, compiled, no pricing"
    return [
        row("exact law, all wagers counted", priced, baseline, "shoes/s", than),
        row("one shoe at a time, Tiger's wagers priced", lone, baseline, "shoes/s", "same"),
    ]
