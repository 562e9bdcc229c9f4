"""Programmes: what the house keeps after loss rebates, rolling chips or commission on turnover."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log1p

import numpy as np

from punto.refusals import Reason, Refused
from punto.risk.result import RoundResult
from punto.risk.ruin import STATES_MAX
from punto.risk.spread import Flags, Floats, Places, Spread

_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,12})?)(%?)", re.ASCII)


def parse_share(text: str) -> Fraction:
    """Read a share as 10% or 0.1.

    >>> parse_share("1.2%"), parse_share("0.1")
    (Fraction(3, 250), Fraction(1, 10))
    """
    read = _SHARE.fullmatch(text.strip())
    if read is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is not a share; write it as 10% or 0.1.",
            text=text[:40],
        )
    share = Fraction(read[1]) / (100 if read[2] else 1)
    if not 0 < share < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "A share lies between 0 and 100 %.")
    return share


@dataclass(frozen=True)
class Rolling:
    """Non-negotiable chips: staked until they are lost, paid in cash where they win.

    The programme pays a share of the chips lost. Everything is for one unit of chips lost.
    """

    plays: Fraction  # how often a chip is staked until it is lost, pushes included
    edge: Fraction  # the house's expected win for each unit of chips lost, before the rebate
    rebate: Fraction

    @property
    def keeps(self) -> Fraction:
        return self.edge - self.rebate

    @property
    def break_even(self) -> Fraction:
        """The rebate that leaves the house nothing."""
        return self.edge


def roll_chips(results: list[tuple[RoundResult, int]], rebate: Fraction) -> Rolling:
    """A rolling-chip programme where chips are staked on several wagers, by their weights.

    Each result is that of one wager staked alone; a weight says how many of the chips lost were
    staked on it.
    """
    weight = sum(each for _, each in results)
    plays = edge = Fraction(0)
    for result, share in results:
        lost = result.probability(-result.staked)
        if not lost:
            raise Refused(Reason.UNREADABLE_REQUEST, "A wager that never loses rolls no chips.")
        plays += Fraction(share, weight) / lost
        edge += Fraction(share, weight) * -result.mean / result.staked / lost
    return Rolling(plays, edge, rebate)


@dataclass(frozen=True)
class LossRebate:
    """A share of a patron's loss given back at the end of a session; wins are kept whole."""

    rebate: float
    win: float  # the house's expected win before the rebate
    given_back: float

    @property
    def keeps(self) -> float:
        return self.win - self.given_back

    @property
    def break_even(self) -> float | None:
        """The rebate that leaves the house nothing; None where no session ever loses."""
        return self.win * self.rebate / self.given_back if self.given_back else None


def rebate_losses(spread: Spread, rebate: float) -> LossRebate:
    """What a rebate does to sessions that end as this spread says."""
    if not 0 < rebate < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "A rebate lies between 0 and 100 %.")
    return LossRebate(rebate, -spread.mean, rebate * spread.expected_loss)


def rebate_coefficient(rebate: float) -> tuple[float, float, float]:
    """Where to stop under a rebate on losses, and its value, for a continuous game.

    The loss and the win to stop at and the expected win, all in units of variance / (2 * edge).
    It is the limit of small stakes, by smooth fit at both ends; `best_stops` solves real games.

    >>> [round(each, 7) for each in rebate_coefficient(0.2)]
    [0.1157178, 0.1074258, 0.005569]
    """
    if not 0 < rebate < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "A rebate lies between 0 and 100 %.")
    width = -log1p(-rebate)
    loss = width / rebate - 1
    win = width - loss
    return loss, win, win - 1 + exp(-win)


@dataclass(frozen=True)
class BestStops:
    """Where a patron with a rebate on losses does best to stop, in minor units."""

    loss: int  # stop when this much is lost
    win: int  # stop when this much is won
    value: float  # the patron's expected win, the rebate included
    rounds: float  # expected


def best_stops(result: RoundResult, rebate: float) -> BestStops:
    """The patron's best stopping points under a rebate, with no minimum of play.

    Stopping at a net result pays it, or what is left of a loss after the rebate. Policy iteration
    begins with stopping everywhere and lets the patron play on wherever that is worth more, until
    nothing changes; the value never falls on the way, and what is left is the best there is.
    """
    if result.mean >= 0:
        raise Refused(Reason.UNREADABLE_REQUEST, "Without a house edge there is no reason to stop.")
    loss, win, _ = rebate_coefficient(rebate)
    scale = float(result.variance) / (2 * -float(result.mean))
    step = result.step
    margin = (result.highest - result.lowest) // step
    low, high = (int(3 * each * scale / step) + 2 * margin for each in (loss, win))
    if low + high >= STATES_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The stopping points of these stakes are more than {states_max:,} amounts apart.",
            states_max=STATES_MAX,
        )
    places = np.arange(-low, high + 1, dtype=np.int64)
    stopping = _stop_value(places * step, rebate)
    value, rounds = stopping, np.zeros(len(places))
    plays = np.zeros(len(places), bool)
    while True:
        on = _one_round(result, rebate, value, low)
        better = on > stopping + 1e-12 * result.staked
        if (better == plays).all():
            break
        plays = better
        value, rounds = _evaluate(result, rebate, plays, stopping, low)
    if not plays[low]:
        return BestStops(0, 0, 0.0, 0.0)
    below = int(np.flatnonzero(~plays[:low])[-1])
    above = low + int(np.flatnonzero(~plays[low:])[0])
    return BestStops(
        -int(places[below]) * step, int(places[above]) * step, float(value[low]), float(rounds[low])
    )


def _stop_value(results: Places, rebate: float) -> Floats:
    net = results.astype(np.float64)
    return np.where(net < 0, (1 - rebate) * net, net)


def _one_round(result: RoundResult, rebate: float, value: Floats, low: int) -> Floats:
    """What one round more is worth at each place, `value` being had after it."""
    states, step = len(value), result.step
    worth = np.zeros(states)
    for net in result.weights:
        to = np.arange(states, dtype=np.int64) + net // step
        inside = (to >= 0) & (to < states)
        after = _stop_value((to - low) * step, rebate)
        after[inside] = value[to[inside]]
        worth += float(result.probability(net)) * after
    return worth


def _evaluate(
    result: RoundResult, rebate: float, plays: Flags, stopping: Floats, low: int
) -> tuple[Floats, Floats]:
    """The value of playing on just where `plays` says, and the expected rounds until it ends."""
    states, step = len(plays), result.step
    rows = np.flatnonzero(plays).astype(np.int64)
    matrix = np.eye(states)
    known: Floats = np.where(plays, 0.0, stopping)
    for net in result.weights:
        chance, to = float(result.probability(net)), rows + net // step
        inside = (to >= 0) & (to < states)
        matrix[rows[inside], to[inside]] -= chance
        known[rows[~inside]] += chance * _stop_value((to[~inside] - low) * step, rebate)
    solved = np.linalg.solve(matrix, np.column_stack([known, plays.astype(float)]))
    return solved[:, 0], solved[:, 1]
