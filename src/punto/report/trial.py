"""Trial: a seeded simulation of the same shoe, held against the exact law."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.odds.question import Question

if TYPE_CHECKING:
    from punto.sim.dealing import Dealing
    from punto.sim.estimates import ChiSquare, Estimate

Progress = Callable[[int], None]  # told the rounds dealt so far

# Less than once in a million sound trials is a wager, or the fit, so far off.
Z_MAX = 5.0
P_MIN = 1e-6


@dataclass(frozen=True, slots=True)
class Trial:
    """What was dealt, and how far it lies from the exact values.

    `tested` and `fit` are over the rounds that every shoe reaches: those follow the exact law of
    the first round. `later` is over the rounds beyond, which the cut card selects.
    """

    dealing: "Dealing"
    seed: int
    counts: tuple[int, ...]  # by outcome index, over the tested rounds
    shoes: int
    tested: Mapping[str, "Estimate"]
    later: Mapping[str, "Estimate"]
    fit: "ChiSquare"

    @property
    def rounds(self) -> int:
        return self.rounds_tested + self.rounds_later

    @property
    def rounds_tested(self) -> int:
        return self.fit.rounds

    @property
    def rounds_later(self) -> int:
        return max(each.rounds for each in self.later.values())

    @property
    def farthest(self) -> float:
        """The largest distance of any wager, in standard errors."""
        return max(abs(each.z) for each in self.tested.values())

    @property
    def agrees(self) -> bool:
        """Whether chance alone explains the distances."""
        return self.farthest < Z_MAX and self.fit.p_value > P_MIN


def run_trial(
    question: Question, rounds: int, seed: int, progress: Progress | None = None
) -> Trial:
    """Deal so many rounds from shoes of the question's decks, burn none, cut as usual."""
    from punto.sim.dealing import Dealing  # late: brings a compiler
    from punto.sim.estimates import chi_square, estimates
    from punto.sim.run import Request, simulate

    assert question.decks is not None
    dealing = Dealing(question.decks)
    answer = simulate(Request(dealing, rounds, seed), progress=progress)
    if answer.interrupted:
        raise KeyboardInterrupt  # half a trial is no trial
    tally = answer.tally
    return Trial(
        dealing,
        seed,
        tuple(tally.sure.tolist()),
        tally.shoes,
        estimates(tally.sure, question.wagers, question.law),
        estimates(tally.late, question.wagers, question.law),
        chi_square(tally.sure, question.law),
    )
