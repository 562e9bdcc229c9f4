"""Session: the distribution of a plan's result, by the most exact method that is within reach.

Rounds are taken as independent, each from a full shoe; see `docs/sessions.md`.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from punto.risk.plan import Plan
from punto.risk.spread import Flags, Floats, Places, Spread

WORK_MAX = 4_000_000_000  # additions: some seconds
TRANSFORM_MAX = 1 << 23  # places of a Fourier transform
SAMPLES = 200_000
SAMPLED_ROUNDS_MAX = 1_000_000_000  # of all sessions of a simulation together: a minute


class How(StrEnum):
    """How a distribution was found."""

    CONVOLUTION = "convolution"  # every chance to some 12 digits
    TRANSFORM = "fourier-transform"  # every chance to within 1e-12
    SIMULATION = "simulation"


@dataclass(frozen=True)
class Session:
    """What a plan comes to."""

    plan: Plan
    how: How
    spread: Spread
    rounds: float  # expected number played
    won_out: float = 0.0  # chance that the stop-win ended it
    lost_out: float = 0.0  # the stop-loss
    ruined: float = 0.0  # the bankroll no longer covered the next stake
    ruin_rounds: float | None = None  # the mean round of ruin, of the sessions that were ruined
    samples: int = 0  # of a simulation

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean, where it is an estimate."""
        return self.spread.deviation / self.samples**0.5 if self.samples else None


def run_session(
    plan: Plan,
    *,
    seed: int = 1,
    samples: int = SAMPLES,
    work_max: int | None = None,
    transform_max: int = TRANSFORM_MAX,
) -> Session:
    """The distribution of a plan's result.

    `work_max` bounds the additions of an exact walk, `transform_max` the places of a transform.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> from punto.risk.result import round_result
    >>> from punto.rules.games import find_game
    >>> player = find_game("tiger").wager("player")
    >>> once = round_result(distribution(Composition.of_decks(8)), {player: 10_000})
    >>> session = run_session(Plan(once, rounds=100))
    >>> session.how.value, round(session.spread.ahead, 4), session.spread.interval(0.95)
    ('convolution', 0.4276, (-200000, 170000))
    """
    walk = Walk(plan)
    if walk.work <= (WORK_MAX if work_max is None else work_max):
        return walk.run()
    if plan.is_flat and not plan.has_stops and walk.width <= transform_max:
        return Session(plan, How.TRANSFORM, _transformed(plan), plan.rounds)
    from punto.risk.samples import sample_session  # late: seldom needed

    few = max(100, SAMPLED_ROUNDS_MAX // plan.rounds)
    return sample_session(plan, min(samples, few), seed)


def _transformed(plan: Plan) -> Spread:
    """All rounds at once: the transform of one round, to their number's power."""
    result, step = plan.result.times(plan.multiple(0)), plan.result.step * plan.multiple(0)
    places = (result.highest - result.lowest) // step * plan.rounds + 1
    size = 1 << (places - 1).bit_length()
    once = np.zeros(size)
    for net in result.weights:
        once[(net - result.lowest) // step] = float(result.probability(net))
    chances = np.fft.irfft(np.fft.rfft(once) ** plan.rounds, size)[:places]
    chances = np.clip(chances, 0.0, None)
    return Spread(result.lowest * plan.rounds, step, chances / chances.sum())


class Walk:
    """A session round by round: the chances of every result so far, at each step of the plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        once = plan.result
        self._step = once.step
        factors = [plan.multiple(step) for step in range(len(plan.multiples))]
        self._moves = [
            [(net // self._step * factor, float(once.probability(net))) for net in once.weights]
            for factor in factors
        ]
        largest = max(factors)
        self._floor = self._bound(once.lowest * largest, plan.stop_loss, plan.bankroll)
        self._ceiling = self._bound(once.highest * largest, plan.stop_win)
        self.width = self._ceiling - self._floor + 1

    @property
    def work(self) -> int:
        moves = sum(map(len, self._moves))
        return self.plan.rounds * moves * self.width // (1 if self.plan.has_stops else 2)

    def _bound(self, furthest: int, *stops: int | None) -> int:
        """How far the result can go on one side, in steps of the lattice."""
        reach = abs(furthest) * self.plan.rounds
        for stop in stops:
            if stop is not None:
                reach = min(reach, stop + abs(furthest))
        reach = -(-reach // self._step)
        return -reach if furthest < 0 else reach

    def run(self) -> Session:
        plan = self.plan
        alive = np.zeros((len(self._moves), self.width))
        alive[0, -self._floor] = 1.0
        ended = np.zeros(self.width)
        results = (np.arange(self.width) + self._floor) * self._step
        endings = self._endings(results)
        chances = {"won": 0.0, "lost": 0.0, "ruined": 0.0}
        rounds = ruin_rounds = 0.0
        for number in range(1, plan.rounds + 1):
            living = float(alive.sum())
            if not living:
                break
            rounds += living
            alive = self._deal(alive)
            for name, ends in endings:
                leaving = np.where(ends, alive, 0.0)
                left = float(leaving.sum())
                if left:
                    chances[name] += left
                    ended += leaving.sum(axis=0)
                    alive -= leaving
                    ruin_rounds += number * left if name == "ruined" else 0.0
        ended += alive.sum(axis=0)
        return Session(
            plan,
            How.CONVOLUTION,
            Spread(self._floor * self._step, self._step, ended),
            rounds,
            chances["won"],
            chances["lost"],
            chances["ruined"],
            ruin_rounds / chances["ruined"] if chances["ruined"] else None,
        )

    def _deal(self, alive: Floats) -> Floats:
        """One round more."""
        after = np.zeros_like(alive)
        for step, moves in enumerate(self._moves):
            reached = np.flatnonzero(alive[step])
            if not len(reached):
                continue
            low, high = int(reached[0]), int(reached[-1]) + 1
            now = alive[step, low:high]
            for net, chance in moves:
                after[self._next_step(step, net), low + net : high + net] += now * chance
        return after

    def _next_step(self, step: int, net: int) -> int:
        if net == 0:
            return step
        return (step + 1) % len(self._moves) if net < 0 else 0

    def _endings(self, results: Places) -> list[tuple[str, Flags]]:
        """What ends the session and where, by step of the plan; an earlier one comes first."""
        plan, steps = self.plan, len(self._moves)
        endings: list[tuple[str, Flags]] = []
        if plan.stop_win is not None:
            endings.append(("won", np.tile(results >= plan.stop_win, (steps, 1))))
        if plan.stop_loss is not None:
            endings.append(("lost", np.tile(results <= -plan.stop_loss, (steps, 1))))
        if plan.bankroll is not None:
            stakes = np.array([plan.stake(step) for step in range(steps)])
            endings.append(("ruined", plan.bankroll + results[None, :] < stakes[:, None]))
        return endings
