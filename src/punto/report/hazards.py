"""Hazards: how far a table's win may stray, what it may have to pay at once, who could beat it.

Exact, but for protection, which is a simulation and says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import TYPE_CHECKING

from punto.odds.distribution import Distribution
from punto.odds.joint import joint_profits
from punto.odds.lines import line_profits
from punto.odds.option_costs import option_costs
from punto.odds.options import procedures_with_option, without_suits
from punto.odds.price import Price
from punto.odds.question import Question
from punto.odds.stakes import covariance, profits
from punto.risk.plan import Plan
from punto.risk.result import RoundResult
from punto.risk.session import run_session
from punto.rules.game import Game
from punto.rules.irregularities import Procedure
from punto.rules.outcome import Outcome, outcomes
from punto.rules.wagers import Wager

if TYPE_CHECKING:
    from punto.sim.protection import Exposure

SAMPLES = (100, 1_000, 10_000)
LEVELS = (0.95, 0.99)
PLACES_MAX = 1 << 22
WALK_MAX = 20_000_000  # additions; beyond that a transform is faster and as good
SHOES = 256  # dealt for the section on protection: some ten seconds on two cores; 0 for none
LIMIT = 0.1  # units per hundred rounds that perfect play may win


@dataclass(frozen=True, slots=True)
class Hold:
    """Between which shares of the money staked the house's win lies, exactly."""

    rounds: int
    level: float
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Payout:
    """The most the house may have to pay in one round, for one unit on each wager named."""

    wagers: tuple[Wager, ...]
    outcome: Outcome | None  # None where a wager depends on more than the outcome
    units: Fraction  # net, to patrons
    probability: Fraction  # of a round that costs so much


@dataclass(frozen=True, slots=True)
class OptionMeans:
    """What one option costs the house on average, by wager, of the stake."""

    procedure: Procedure
    means: Mapping[str, Fraction]


@dataclass(frozen=True)
class Guarded:
    """What perfect memory would win at the usual cut, by simulation."""

    shoes: int
    cut: int
    exposures: Mapping[str, "Exposure"]  # without those that wait for third cards to price
    recommended_by_wager: Mapping[str, int | None]


def holds(price: Price) -> tuple[Hold, ...]:
    """The exact ranges of the house's win over samples of several sizes, stakes all alike.

    None for odds so fine that the results of many rounds are too many to follow.
    """
    once = _result(price)
    if (once.highest - once.lowest) // once.step * max(SAMPLES) > PLACES_MAX:
        return ()
    found = []
    for rounds in SAMPLES:
        spread = run_session(Plan(once, rounds), work_max=WALK_MAX).spread
        for level in LEVELS:
            low, high = spread.interval(level)
            handle = once.staked * rounds
            found.append(Hold(rounds, level, Fraction(-high, handle), Fraction(-low, handle)))
    return tuple(found)


def _result(price: Price) -> RoundResult:
    """One round of a wager in whole parts of a unit."""
    parts = lcm(*(line.profit.denominator for line in price.lines))
    weights: dict[int, int] = {}
    deals = price.deals
    chances = [(line.profit * parts, line.probability) for line in price.lines]
    chances += [(Fraction(0), price.push), (Fraction(-parts), price.loss_rate)]
    for net, chance in chances:
        if chance:
            weights[int(net)] = weights.get(int(net), 0) + int(chance * deals)
    return RoundResult(parts, dict(sorted(weights.items())), deals)


def covariances(
    distribution: Distribution, wagers: Sequence[Wager]
) -> dict[tuple[str, str], Fraction]:
    """The covariance of every two wagers, one unit on each."""
    found: dict[tuple[str, str], Fraction] = {}
    for one, two in combinations_with_replacement(wagers, 2):
        found[one.id, two.id] = found[two.id, one.id] = covariance(distribution, one, two)
    return found


def largest_payout(distribution: Distribution, wagers: Sequence[Wager]) -> Payout:
    """The round that costs the house most with one unit on each of these wagers."""
    if any(wager.needs_cards for wager in wagers):
        return _largest_on_cards(distribution, wagers)
    nets = [Fraction(0)] * len(distribution.counts)
    for wager in wagers:
        parts, by_outcome = profits(wager)
        for index, profit in enumerate(by_outcome):
            nets[index] += Fraction(profit, parts)
    possible = [index for index, count in enumerate(distribution.counts) if count]
    worst = max(possible, key=lambda index: nets[index])
    count = sum(distribution.counts[index] for index in possible if nets[index] == nets[worst])
    chance = Fraction(int(count), distribution.deals)
    return Payout(tuple(wagers), outcomes()[worst], nets[worst], chance)


def _largest_on_cards(distribution: Distribution, wagers: Sequence[Wager]) -> Payout:
    """The same where a wager depends on suits or single cards."""
    parts = [line_profits(wager)[0] for wager in wagers]
    found: dict[Fraction, int] = {}
    for deals, won in joint_profits(distribution, wagers):
        net = sum((Fraction(*each) for each in zip(won, parts, strict=True)), Fraction(0))
        found[net] = found.get(net, 0) + deals
    most = max(found)
    return Payout(tuple(wagers), None, most, Fraction(found[most], distribution.deals))


def option_means(game: Game | None, question: Question) -> tuple[OptionMeans, ...]:
    """What each option that a game's clauses give costs on average, a unit on each wager.

    Custom wagers are beside the game's own, but for those on suits.
    """
    if game is None:
        return ()
    felt = without_suits(replace(game, wagers=question.wagers))
    wagers = [wager.id for wager in felt.wagers]
    found = []
    for procedure in procedures_with_option(felt):
        costs = option_costs(
            felt, procedure.irregularity, [{wager: 1} for wager in wagers], question.shoe
        )
        means = {wager: cost.mean for wager, cost in zip(wagers, costs, strict=True)}
        found.append(OptionMeans(procedure, means))
    return tuple(found)


def guard(question: Question, shoes: int, seed: int) -> Guarded | None:
    """Perfect play against every wager whose rounds can be priced by the thousand."""
    from punto.sim.card_protection import play_cards  # late: brings a compiler
    from punto.sim.deal_rules import Dealing
    from punto.sim.protection import protect

    plain = [wager for wager in question.wagers if not wager.needs_cards]
    on_cards = [wager for wager in question.wagers if wager.needs_cards and is_guarded(wager)]
    if not (plain or on_cards) or not shoes:
        return None
    assert question.decks is not None
    dealing = Dealing(question.decks)
    exposures: dict[str, Exposure] = {}
    cuts: dict[str, int | None] = {}
    for wagers, by_shoe in ((plain, None), (on_cards, play_cards)):
        if not wagers:
            continue
        found = protect(wagers, dealing, shoes=shoes, seed=seed, by_shoe=by_shoe)
        if found.interrupted:
            raise KeyboardInterrupt  # half a study is none
        for wager in wagers:
            exposures[wager.id] = found.exposure(wager, dealing.cut)
            cuts[wager.id] = found.recommended_cut(LIMIT, [wager])
        shoes = found.shoes
    return Guarded(shoes, dealing.cut, exposures, cuts)


def is_guarded(wager: Wager) -> bool:
    """Whether perfect play on a wager is within reach of a simulation."""
    from punto.sim.card_protection import is_within_reach  # late: brings a compiler

    return is_within_reach(wager)
