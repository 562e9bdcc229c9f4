"""Sampling: sessions played out at random, where no exact method is within reach."""

import numpy as np

from punto.risk.plan import Plan
from punto.risk.session import How, Session
from punto.risk.spread import Spread

CHUNK = 100_000


def sample_session(plan: Plan, samples: int, seed: int) -> Session:
    """Play a plan so many times; the same seed gives the same sessions."""
    random = np.random.default_rng(seed)
    parts = [_play(plan, min(CHUNK, samples - done), random) for done in range(0, samples, CHUNK)]
    results, rounds, ends = (np.concatenate(column) for column in zip(*parts, strict=True))
    step = plan.result.step
    places = results // step
    lowest = int(places.min())
    counts = np.bincount(places - lowest)
    ruined = ends == RUINED
    return Session(
        plan,
        How.SIMULATION,
        Spread(lowest * step, step, counts / samples),
        float(rounds.mean()),
        float((ends == WON).mean()),
        float((ends == LOST).mean()),
        float(ruined.mean()),
        float(rounds[ruined].mean()) if ruined.any() else None,
        samples,
    )


WON, LOST, RUINED = 1, 2, 3


def _play(
    plan: Plan, samples: int, random: np.random.Generator
) -> "tuple[np.ndarray, np.ndarray, np.ndarray]":
    """Sessions side by side: their results, how many rounds each played and what ended it."""
    nets = np.array(list(plan.result.weights), np.int64)
    shares = np.array([float(plan.result.probability(int(net))) for net in nets])
    edges = np.cumsum(shares)[:-1]
    multiples = np.array([plan.multiple(step) for step in range(len(plan.multiples))], np.int64)
    results = np.zeros(samples, np.int64)
    steps = np.zeros(samples, np.int64)
    rounds = np.zeros(samples, np.int64)
    ends = np.zeros(samples, np.int64)
    alive = np.arange(samples)
    for _ in range(plan.rounds):
        if not len(alive):
            break
        drawn = nets[np.searchsorted(edges, random.random(len(alive)), side="right")]
        results[alive] += drawn * multiples[steps[alive]]
        rounds[alive] += 1
        after_loss = (steps[alive] + 1) % len(multiples)
        steps[alive] = np.where(drawn < 0, after_loss, np.where(drawn > 0, 0, steps[alive]))
        now, stakes = results[alive], plan.result.staked * multiples[steps[alive]]
        ended = np.zeros(len(alive), np.int64)
        if plan.bankroll is not None:
            ended[plan.bankroll + now < stakes] = RUINED
        if plan.stop_loss is not None:
            ended[now <= -plan.stop_loss] = LOST
        if plan.stop_win is not None:
            ended[now >= plan.stop_win] = WON
        ends[alive] = ended
        alive = alive[ended == 0]
    return results, rounds, ends
