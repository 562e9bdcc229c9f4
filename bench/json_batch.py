"""The original JSON batch: line by line, every figure a fraction, mostly in Python loops.

It is the baseline for pricing many shoes in one batch.
"""

import json
from fractions import Fraction

from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.document import Document, print_fraction
from punto.odds.lines import line_profits
from punto.odds.price import Price, prices
from punto.rules.cards import RANKS
from punto.rules.game import Game
from punto.rules.outcome import Winner, outcomes


def answer_line(game: Game, line: str) -> str:
    """Price the shoe of a line, and return what `punto odds --batch` prints."""
    shoe = json.loads(line)["shoe"]
    dealt = distribution(Composition(tuple(shoe[rank.letter] for rank in RANKS)))
    by_total = wins_by_total(dealt)
    document = {
        "game": game.id,
        "shoe": {rank.letter: dealt.composition[rank] for rank in RANKS},
        "deals": str(dealt.deals),
        "void": print_fraction(Fraction(dealt.void, dealt.deals)),
        "wagers": {each.wager.id: wager_document(each) for each in prices(dealt, game.wagers)},
        "cards_per_round": print_fraction(cards_per_round(dealt)),
        "winners": {w.value: print_fraction(sum(p, Fraction(0))) for w, p in by_total.items()},
        "naturals": {w.value: print_fraction(p) for w, p in naturals(dealt).items()},
        "wins_by_total": {w.value: [*map(print_fraction, p)] for w, p in by_total.items()},
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def wager_document(price: Price) -> Document:
    """Return a wager's figures, from sums of fractions."""
    mean, square, cube = (moment(price, power) for power in (1, 2, 3))
    variance = square - mean**2
    third = cube - 3 * mean * square + 2 * mean**3
    return {
        "ev": print_fraction(mean),
        "variance": float(variance),
        "variance_exact": print_fraction(variance),
        "skewness": float(third) / float(variance) ** 1.5,
        "hit_rate": float(price.hit_rate),
        "edge_per_resolved": float(-mean / (price.hit_rate + price.loss_rate)),
        "lines": [print_fraction(priced.probability) for priced in price.lines],
        "push": print_fraction(price.push),
    }


def moment(price: Price, power: int) -> Fraction:
    """Return the mean of a power of the profit."""
    parts, pays = line_profits(price.wager)
    paid = sum(count * each**power for count, each in zip(price.won, pays, strict=True))
    return Fraction(paid + price.lost * (-parts) ** power, price.deals * parts**power)


def cards_per_round(dealt: Distribution) -> Fraction:
    """Return the mean number of cards."""
    every = zip(outcomes(), dealt.counts, strict=True)
    return Fraction(sum(outcome.cards * count for outcome, count in every), dealt.deals)


def wins_by_total(dealt: Distribution) -> dict[Winner, list[Fraction]]:
    """Return the probability of each winner on each total."""
    counts = {winner: [0] * 10 for winner in Winner}
    for each, count in zip(outcomes(), dealt.counts, strict=True):
        counts[each.winner][max(each.player_total, each.banker_total)] += count
    return {w: [Fraction(count, dealt.deals) for count in row] for w, row in counts.items()}


def naturals(dealt: Distribution) -> dict[Winner, Fraction]:
    """Return the probability that a natural decides, by winner."""
    counts = dict.fromkeys(Winner, 0)
    for each, count in zip(outcomes(), dealt.counts, strict=True):
        if each.natural is not None:
            counts[each.natural] += count
    return {winner: Fraction(count, dealt.deals) for winner, count in counts.items()}
