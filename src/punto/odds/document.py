"""Odds as plain JSON values: the shapes that programs rely on."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from punto.odds.assumptions import assumptions
from punto.odds.law import Law
from punto.odds.price import Price
from punto.odds.question import Question
from punto.odds.removal import effects_of_removal
from punto.odds.solve import Solution
from punto.odds.stakes import Prospect, covariance
from punto.odds.summary import cards_per_round, naturals, winners, wins_by_total
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager

Document = dict[str, Any]


def odds_document(question: Question) -> Document:
    """The law of a shoe and the wagers priced under it; fractions are texts, `num/den`."""
    law = question.law
    cards = cards_per_round(law)
    return {
        "game": question.game and question.game.id,
        "decks": question.decks,
        "shoe": {rank.letter: law.composition[rank] for rank in RANKS},
        "deals": str(law.deals),
        "void": print_fraction(Fraction(law.void, law.deals)),
        "wagers": {price.wager.id: price_document(price) for price in question.prices.values()},
        "cards_per_round": None if cards is None else print_fraction(cards),
        "winners": {w.value: print_fraction(p) for w, p in winners(law).items()},
        "naturals": {w.value: print_fraction(p) for w, p in naturals(law).items()},
        "wins_by_total": {
            winner.value: [print_fraction(probability) for probability in by_total]
            for winner, by_total in wins_by_total(law).items()
        },
        "assumptions": assumptions(law, question.game),
    }


def price_document(price: Price) -> Document:
    """One wager's price; the floats are for reading, everything exact can be had from the rest."""
    resolved = price.edge_per_resolved
    return {
        "ev": print_fraction(price.ev),
        "house_edge": float(price.house_edge),
        "variance": float(price.variance),
        "variance_exact": print_fraction(price.variance),
        "standard_deviation": price.standard_deviation,
        "skewness": price.skewness,
        "hit_rate": float(price.hit_rate),
        "edge_per_resolved": None if resolved is None else float(resolved),
        "lines": [
            {
                "pays": priced.line.pays,
                "probability": print_fraction(priced.probability),
                "clause": priced.line.clause,
                **({"title": priced.line.title} if priced.line.title else {}),
            }
            for priced in price.lines
        ],
        "push": print_fraction(price.push),
    }


def covariance_document(law: Law, wagers: Iterable[Wager]) -> Document:
    """The covariance of every two wagers, by their ids."""
    table: dict[str, dict[str, str]] = {}
    for one, other in combinations_with_replacement(tuple(wagers), 2):
        text = print_fraction(covariance(law, one, other))
        table.setdefault(one.id, {})[other.id] = text
        table.setdefault(other.id, {})[one.id] = text
    return table


def removal_document(law: Law, wagers: Iterable[Wager]) -> Document:
    """The effect of removing a card, by wager id and rank."""
    effects = effects_of_removal(law.composition, wagers)
    return {
        wager_id: {rank.letter: print_fraction(effect) for rank, effect in by_rank.items()}
        for wager_id, by_rank in effects.items()
    }


def prospect_document(prospect: Prospect) -> Document:
    """Stakes together in one round."""
    return {
        "staked": print_fraction(prospect.staked),
        "ev": print_fraction(prospect.ev),
        "variance": print_fraction(prospect.variance),
        "standard_deviation": prospect.standard_deviation,
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
    """A fraction as programs read it.

    >>> print_fraction(Fraction(0)), print_fraction(Fraction(-3, 6))
    ('0/1', '-1/2')
    """
    return f"{value.numerator}/{value.denominator}"
