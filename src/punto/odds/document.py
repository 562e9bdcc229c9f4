"""Odds as plain JSON values, in the shapes that programs rely on."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd, sqrt
from typing import Any

from punto.odds.assumptions import assumptions
from punto.odds.detail import looks_at_suits
from punto.odds.distribution import Distribution
from punto.odds.peek import Peek
from punto.odds.price import Price, moments
from punto.odds.question import Question
from punto.odds.removal import effects_by_card, effects_of_removal
from punto.odds.solve import Solution
from punto.odds.stakes import Prospect, covariance
from punto.odds.summary import summary
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager

Document = dict[str, Any]

_LETTERS = tuple(rank.letter for rank in RANKS)


def odds_document(question: Question) -> Document:
    """The distribution of a shoe and its wagers' prices; fractions are strings, `num/den`."""
    distribution = question.distribution
    found, deals = summary(distribution), distribution.deals
    completed = deals - distribution.void
    by_total = {
        winner.value: [print_ratio(count, deals) for count in counts]
        for winner, counts in found.wins_by_total.items()
    }
    return {
        "game": question.game and question.game.id,
        "decks": question.decks,
        "shoe": dict(zip(_LETTERS, distribution.composition.counts, strict=True)),
        **({"known": str(distribution.known)} if distribution.known else {}),
        "deals": str(deals),
        "void": print_ratio(distribution.void, deals),
        "wagers": {price.wager.id: price_document(price) for price in question.prices.values()},
        "cards_per_round": print_ratio(found.cards, completed) if completed else None,
        "winners": {
            winner.value: print_ratio(sum(counts), deals)
            for winner, counts in found.wins_by_total.items()
        },
        "naturals": {w.value: print_ratio(n, deals) for w, n in found.naturals.items()},
        "wins_by_total": by_total,
        "assumptions": assumptions(distribution, question.game),
    }


def price_document(price: Price) -> Document:
    """One wager's price; floats are for reading, and the exact values are beside them."""
    deals, sums = price.deals, moments(price)
    profit, unit = sums.mean
    spread, spread_below = sums.variance
    hits = sum(price.won)
    resolved = hits + price.lost
    return {
        "ev": print_ratio(profit, unit),
        "house_edge": -profit / unit,
        "variance": (variance := spread / spread_below),
        "variance_exact": print_ratio(spread, spread_below),
        "standard_deviation": sqrt(variance),
        "skewness": sums.skewness,
        "hit_rate": hits / deals,
        "edge_per_resolved": -profit / (resolved * sums.parts) if resolved else None,
        "lines": [
            {
                "pays": line.pays,
                "probability": print_ratio(won, deals),
                "clause": line.clause,
                **({"title": line.title} if line.title else {}),
            }
            for line, won in zip(price.wager.lines, price.won, strict=True)
        ],
        "push": print_ratio(price.pushed, deals),
    }


def covariance_document(distribution: Distribution, wagers: Iterable[Wager]) -> Document:
    """The covariance of every two wagers, by their ids."""
    table: dict[str, dict[str, str]] = {}
    for one, other in combinations_with_replacement(tuple(wagers), 2):
        text = print_fraction(covariance(distribution, one, other))
        table.setdefault(one.id, {})[other.id] = text
        table.setdefault(other.id, {})[one.id] = text
    return table


def removal_document(distribution: Distribution, wagers: Iterable[Wager]) -> Document:
    """The effect of removing a card, by wager id and rank."""
    effects = effects_of_removal(distribution.composition, wagers)
    return {
        wager_id: {rank.letter: print_fraction(effect) for rank, effect in by_rank.items()}
        for wager_id, by_rank in effects.items()
    }


def card_removal_document(distribution: Distribution, wagers: Iterable[Wager]) -> Document:
    """The effect of removing a card, by the id of each wager that looks at suits, and by card."""
    shoe = distribution.composition
    return {
        wager.id: {
            card.code: print_fraction(effect)
            for card, effect in effects_by_card(shoe, wager).items()
        }
        for wager in wagers
        if looks_at_suits(wager)
    }


def prospect_document(prospect: Prospect) -> Document:
    """A set of stakes in one round."""
    return {
        "staked": print_fraction(prospect.staked),
        "ev": print_fraction(prospect.ev),
        "variance": print_fraction(prospect.variance),
        "standard_deviation": prospect.standard_deviation,
    }


def peek_document(peek: Peek) -> Document:
    """The value of seeing cards before staking."""
    return {
        "value": print_fraction(peek.value),
        "value_always_staking": print_fraction(peek.value_always_staking),
        "staked": print_fraction(peek.staked),
        "cases": [
            {
                "known": str(case.known),
                "probability": print_fraction(case.probability),
                "wager": case.best.id,
                "ev": print_fraction(case.ev),
            }
            for case in peek.cases
        ],
    }


def solution_document(solution: Solution) -> Document:
    """What a line must pay."""
    at_nearest = solution.edge_at_nearest
    return {
        "wager": solution.wager.id,
        "line": solution.line,
        "edge": print_fraction(solution.edge),
        "pays": print_fraction(solution.pays),
        "nearest": solution.nearest,
        "edge_at_nearest": None if at_nearest is None else print_fraction(at_nearest),
    }


def print_fraction(value: Fraction) -> str:
    """A fraction as a string for programs.

    >>> print_fraction(Fraction(0)), print_fraction(Fraction(-3, 6))
    ('0/1', '-1/2')
    """
    return f"{value.numerator}/{value.denominator}"


def print_ratio(above: int, below: int) -> str:
    """A ratio of whole numbers as a reduced fraction for programs.

    >>> print_ratio(-3, 6)
    '-1/2'
    """
    common = gcd(above, below)
    return f"{above // common}/{below // common}"
