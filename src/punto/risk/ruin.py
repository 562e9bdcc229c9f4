"""Ruin: playing on without end, until the bankroll is gone or a goal is reached.

The chances and the expected number of rounds solve linear equations, one for each amount in
hand. They are solved directly, so there is no horizon and no simulation.
"""

from dataclasses import dataclass
from math import exp, log

import numpy as np

from punto.refusals import Reason, Refused
from punto.risk.result import RoundResult

STATES_MAX = 6_000
NEGLIGIBLE = 1e-13


@dataclass(frozen=True)
class Ruin:
    """The end of play from a bankroll: ruin, or the goal where there is one."""

    chance: float
    rounds: float  # expected; infinite where play may never end
    goal_chance: float


def find_ruin(result: RoundResult, bankroll: int, goal: int | None = None) -> Ruin:
    """The chance that the bankroll no longer covers the stakes before `goal` is won.

    Without a goal and with an edge for the house, ruin is certain and only its time is asked.
    """
    if bankroll < result.staked:
        raise Refused(Reason.UNREADABLE_REQUEST, "The bankroll does not cover the first stake.")
    if goal is None:
        if result.mean >= 0:
            return _without_edge(result, bankroll)
        goal = _out_of_reach(result)
        solved = _solve(result, bankroll, goal)
        return Ruin(1.0, solved.rounds, 0.0)
    return _solve(result, bankroll, goal)


def _without_edge(result: RoundResult, bankroll: int) -> Ruin:
    """In a fair game ruin is certain and takes for ever on average; with an edge it is neither."""
    if not result.mean:
        return Ruin(1.0, float("inf"), 0.0)
    places = (bankroll - result.staked) // result.step + 1
    chance = exp(-decay(result) * places * result.step)
    return Ruin(min(chance, 1.0), float("inf"), 0.0)


def decay(result: RoundResult) -> float:
    """How fast the chance of ever gaining (or, with an edge, losing) an amount falls with it.

    The positive root of E[exp(root * net)] = 1, towards whichever side play does not drift.
    """
    sign = 1.0 if result.mean < 0 else -1.0
    nets = np.array(list(result.weights), float) * sign
    shares = np.array([float(result.probability(net)) for net in result.weights])

    def excess(root: float) -> float:
        return float(shares @ np.expm1(root * nets))

    high = 1.0 / float(abs(nets).max())
    while excess(high) <= 0:
        high *= 2
    low = 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) <= 0 else (low, middle)
    return (low + high) / 2


def _out_of_reach(result: RoundResult) -> int:
    """A goal that is reached with negligible chance."""
    return int(-log(NEGLIGIBLE) / decay(result)) + result.step


def _solve(result: RoundResult, bankroll: int, goal: int) -> Ruin:
    """The equations between ruin and the goal, in steps of the lattice."""
    step = result.step
    down = (bankroll - result.staked) // step  # steps one may lose and still cover the stakes
    up = -(-goal // step)
    states = down + up
    if states > STATES_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Between ruin and the goal lie {states:,} amounts; solve for {states_max:,}"
            " at most, with larger stakes or a smaller bankroll or goal.",
            states=states,
            states_max=STATES_MAX,
        )
    moves = [(net // step, float(result.probability(net))) for net in result.weights]
    ruined, rounds = np.zeros(states), np.ones(states)
    matrix = np.eye(states)
    for net, chance in moves:
        first, last = max(0, -net), min(states, states - net)
        if first < last:
            matrix[range(first, last), range(first + net, last + net)] -= chance
        if net < 0:
            ruined[: min(-net, states)] += chance
    solved = np.linalg.solve(matrix, np.column_stack([ruined, rounds]))
    chance = float(min(max(solved[down, 0], 0.0), 1.0))
    return Ruin(chance, float(solved[down, 1]), 1.0 - chance)
