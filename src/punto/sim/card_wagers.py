"""Card wagers: simulation of wagers that depend on suits or single cards.

Many shoes with suits are shuffled and dealt together, and each round is classified as
`odds.refinement` defines for the wager. Only the rounds that every shoe reaches are dealt: each has
the exact distribution of a first round.
"""

from collections.abc import Iterable
from math import sqrt

import numpy as np

from punto.odds.detail import Detail, detail_of
from punto.odds.distribution import Distribution
from punto.odds.knowledge import NOTHING
from punto.odds.lines import line_profits
from punto.odds.price import price
from punto.odds.program import Ints
from punto.odds.refined import draws
from punto.odds.refinement import Plan, lay_out
from punto.rules.cards import DECK
from punto.rules.wagers import Wager
from punto.sim.deal_rules import Dealing
from punto.sim.estimates import Estimate

SHOES_AT_A_TIME = 1000
ROUNDS_MAX = 4_000_000  # at about three million a second; more would take too long


def estimate_card_wagers(
    wagers: Iterable[Wager], dealing: Dealing, rounds: int, seed: int, exact: Distribution
) -> dict[str, Estimate]:
    """Estimate each wager's mean over at least `rounds` rounds, capped at `ROUNDS_MAX`."""
    found: dict[str, Estimate] = {}
    for wager in wagers:
        detail = detail_of(wager)
        plan = lay_out(detail, NOTHING.allowed)
        priced = price(exact, wager)
        mean = float(priced.ev)
        counted = count_ends(plan, dealing, min(rounds, ROUNDS_MAX), seed)
        if total := int(counted.sum()):
            profit = _profit(wager, detail, plan, counted)
            error = sqrt(priced.variance / total)
            found[wager.id] = Estimate(total, profit / total, error, mean)
        else:
            found[wager.id] = Estimate(0, mean, 0.0, mean)
    return found


def not_dealt(wagers: Iterable[Wager], exact: Distribution) -> dict[str, Estimate]:
    """Return empty estimates for rounds that only some shoes reach, which are not dealt."""
    means = {wager.id: float(price(exact, wager).ev) for wager in wagers}
    return {name: Estimate(0, mean, 0.0, mean) for name, mean in means.items()}


def count_ends(plan: Plan, dealing: Dealing, rounds: int, seed: int) -> Ints:
    """Count rounds by the final classes of both hands, from as many shoes as needed."""
    generator = np.random.default_rng(np.random.SeedSequence([seed, dealing.decks]))
    counted = np.zeros((len(plan.finals), len(plan.finals)), np.int64)
    type_of = {card: n for n, cards in enumerate(plan.types) for card in cards}
    types = np.array([type_of[card] for card in DECK], np.int64)
    shoe = np.repeat(types, dealing.decks)
    left = -(-rounds // dealing.rounds_sure)
    while left > 0:
        shoes = np.tile(shoe, (min(left, SHOES_AT_A_TIME), 1))
        _deal(plan, generator.permuted(shoes, axis=1), dealing, counted)
        left -= SHOES_AT_A_TIME
    return counted


def _deal(plan: Plan, shoes: Ints, dealing: Dealing, counted: Ints) -> None:
    """Deal the sure rounds of each shoe, all shoes in step."""
    rows = np.arange(len(shoes))
    points, rule = np.array(plan.points), draws()
    start = np.zeros(len(shoes), np.int64)
    if dealing.burn:  # the first card, and as many as its value, ten for tens and faces
        first = points[shoes[:, 0]]
        start += 1 + np.where(first == 0, 10, first)
    ends = plan.ends if plan.ends.shape[1] > 1 else np.repeat(plan.ends, len(points) + 1, axis=1)
    for _ in range(dealing.rounds_sure):
        six = [shoes[rows, start + place] for place in range(6)]
        player, banker = plan.class_of[six[0], six[2]], plan.class_of[six[1], six[3]]
        # Totals come from the cards: classes omit them unless a condition needs them.
        p = (points[six[0]] + points[six[2]]) % 10
        b = (points[six[1]] + points[six[3]]) % 10
        fifth = points[six[4]]
        both, only_player = rule.both[fifth, p, b] == 1, rule.player[fifth, p, b] == 1
        only_banker = rule.banker[p, b] == 1
        third = np.where(both | only_player, six[4] + 1, 0)
        other = np.where(both, six[5] + 1, np.where(only_banker, six[4] + 1, 0))
        np.add.at(counted, (ends[player, third], ends[banker, other]), 1)
        start += 4 + (both | only_player) + (both | only_banker)


def _profit(wager: Wager, detail: Detail, plan: Plan, counted: Ints) -> float:
    """Return the total profit of one unit on the wager in each of these rounds."""
    parts, pays = line_profits(wager)
    paid = dict(zip(wager.lines, pays, strict=True))
    total = 0
    for player, banker in np.argwhere(counted).tolist():
        seen = detail.read(plan.finals[player], plan.finals[banker])
        line = wager.line_for(*seen)
        each = paid[line] if line is not None else 0 if wager.pushes(*seen) else -parts
        total += each * int(counted[player, banker])
    return total / parts
