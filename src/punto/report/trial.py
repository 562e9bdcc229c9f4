"""Trial: a seeded simulation of the same shoe, compared with the exact distribution."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.odds.question import Question

if TYPE_CHECKING:
    from punto.sim.deal_rules import Dealing
    from punto.sim.estimates import ChiSquare, Estimate

Progress = Callable[[int], None]  # called with the rounds dealt so far

# In a sound trial a wager, or the fit, exceeds these less than once in a million.
Z_MAX = 5.0
P_MIN = 1e-6


@dataclass(frozen=True, slots=True)
class Trial:
    """The results of a simulation, compared with the exact values.

    `tested` and `fit` cover the rounds that every shoe reaches: those have the exact distribution
    of the first round. `later` covers the rounds beyond, which the cut card selects.
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
        """Return the largest distance of any wager, in standard errors."""
        return max(abs(each.z) for each in self.tested.values())

    @property
    def agrees(self) -> bool:
        """Whether chance alone explains the distances."""
        return self.farthest < Z_MAX and self.fit.p_value > P_MIN


def run_trial(
    question: Question, rounds: int, seed: int, progress: Progress | None = None
) -> Trial:
    """Deal rounds from shoes of the question's decks, without a burn, with the usual cut."""
    from punto.sim.card_wagers import estimate_card_wagers, not_dealt
    from punto.sim.deal_rules import Dealing  # late: loads the compiler
    from punto.sim.estimates import chi_square, estimates
    from punto.sim.run import Request, simulate

    assert question.decks is not None
    dealing = Dealing(question.decks)
    answer = simulate(Request(dealing, rounds, seed), progress=progress)
    if answer.interrupted:
        raise KeyboardInterrupt  # a partial trial is not reported
    tally, distribution = answer.tally, question.distribution
    plain = [wager for wager in question.wagers if not wager.needs_cards]
    on_cards = [wager for wager in question.wagers if wager.needs_cards]
    dealt = estimate_card_wagers(on_cards, dealing, int(tally.sure.sum()), seed, distribution)
    return Trial(
        dealing,
        seed,
        tuple(tally.sure.tolist()),
        tally.shoes,
        estimates(tally.sure, plain, distribution) | dealt,
        estimates(tally.late, plain, distribution) | not_dealt(on_cards, distribution),
        chi_square(tally.sure, distribution),
    )
