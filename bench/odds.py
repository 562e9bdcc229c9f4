"""Exact distributions per second, pricing every wager, against enumerating every deal."""

import numpy as np

from bench.clock import Row, rates, row
from punto.odds.batch import tally
from punto.odds.distribution import distribution, warm
from punto.odds.knowledge import Knowledge
from punto.odds.known import warm_known
from punto.odds.price import prices
from punto.rules.cards import RANKS
from punto.rules.games import GAMES, find_game
from tests.odds.brute import brute, depleted

SHOES = 400
SHOES_BY_FORCE = 4


def rows() -> list[Row]:
    """Measure depleted eight-deck shoes of all depths, one core each, both compiled."""
    shoes = [depleted(8, 20 + seed % 390, seed) for seed in range(SHOES)]
    compositions = np.array([shoe.counts for shoe in shoes])
    wagers = [wager for game in GAMES for wager in game.wagers]
    known = [
        Knowledge.parse([f"{1 + seed % 6}={next(r for r in RANKS if shoe[r]).letter}"])
        for seed, shoe in enumerate(shoes)
    ]
    warm()
    warm_known()
    brute(shoes[-1].counts)

    def many() -> int:
        tally(compositions, wagers)
        return SHOES

    tiger = find_game("tiger").wagers

    def one_by_one() -> int:
        for shoe in shoes:
            prices(distribution(shoe), tiger)
        return SHOES

    def with_a_card_known() -> int:
        for shoe, card in zip(shoes, known, strict=True):
            distribution(shoe, card)
        return SHOES

    def by_force() -> int:
        for shoe in shoes[:: SHOES // SHOES_BY_FORCE]:
            brute(shoe.counts)
        return SHOES_BY_FORCE

    priced, lone, given, baseline = rates(many, one_by_one, with_a_card_known, by_force)
    than = "all deals of 13 ranks, compiled, no pricing"
    return [
        row("exact law, all wagers counted", priced, baseline, "shoes/s", than),
        row("one shoe at a time, Tiger's wagers priced", lone, baseline, "shoes/s", "same"),
        row("law given one card, in any place", given, baseline, "shoes/s", "same"),
    ]
