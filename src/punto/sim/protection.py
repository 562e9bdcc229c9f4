"""Protection: how exposed wagers are to a player who remembers every card, by depth of the cut.

Before every round the exact odds of the cards not yet seen are computed, and the perfect player
bets one unit on each wager whose expectation is positive. No counting system can win more per
round, so this player's win is an upper bound.

Shoes are dealt as deep as possible. A shallower cut would have dealt the same rounds from the same
shoes, but fewer of them; so one deal covers every depth, and depths can be compared without
sampling noise between them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from punto.odds.batch import tally
from punto.odds.distribution import warm as warm_odds
from punto.refusals import Reason, Refused
from punto.rules.wagers import Wager
from punto.sim.deal_rules import Dealing
from punto.sim.ratios import Ratio, ratio
from punto.sim.shoe_history import SHOES_PER_BLOCK, remember
from punto.sim.workers import shared_out

SHOES_MAX = 10**7
USUAL_SHOES = 1024
USUAL_LIMIT = 0.1  # units per hundred rounds
ERRORS_SPARED = 2  # standard errors that an estimate must stay below the limit

Floats = NDArray[np.float64]
ByShoe = Callable[
    [tuple[Wager, ...], Dealing, int, int, tuple[int, ...]], tuple[Floats, Floats, Floats]
]


@dataclass(frozen=True, slots=True)
class Exposure:
    """The value of perfect play on one wager."""

    frequency: Ratio  # favourable rounds per round
    edge: Ratio  # expected profit of a unit when it is favourable
    units_per_100: Ratio


@dataclass(frozen=True)
class Protection:
    """Exposure of some wagers at every depth of the cut, from the same shoes."""

    dealing: Dealing  # as requested
    wagers: tuple[Wager, ...]
    rounds: Floats  # by shoe and depth: rounds dealt; depth d is the cut `cuts[d]`
    bets: Floats  # by wager, shoe and depth: favourable rounds
    worth: Floats  # by wager, shoe and depth: expected profit of betting on them
    cuts: tuple[int, ...]
    interrupted: bool

    @property
    def shoes(self) -> int:
        return len(self.rounds)

    def exposure(self, wager: Wager, cut: int) -> Exposure:
        """Return the exposure of one wager at one depth."""
        number, depth = self.wagers.index(wager), self.cuts.index(cut)
        rounds = self.rounds[:, depth]
        bets, worth = self.bets[number, :, depth], self.worth[number, :, depth]
        return Exposure(ratio(bets, rounds), ratio(worth, bets), ratio(worth, rounds) * 100.0)

    def recommended_cut(self, limit: float, wagers: Sequence[Wager] | None = None) -> int | None:
        """Return the fewest cards behind the cut card with no wager worth more than the limit.

        The limit is in units per hundred rounds, and must hold with a margin of two standard
        errors: otherwise half of all samples would advise too deep a deal. The depth returned and
        all shallower ones are within it; None if even the shallowest is not.
        """
        found = None
        for cut in sorted(self.cuts, reverse=True):
            worths = [self.exposure(each, cut).units_per_100 for each in wagers or self.wagers]
            if max(worth.value + ERRORS_SPARED * worth.stderr for worth in worths) > limit:
                break
            found = cut
        return found


def protect(
    wagers: Sequence[Wager],
    dealing: Dealing,
    *,
    shoes: int = USUAL_SHOES,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    by_shoe: ByShoe | None = None,
) -> Protection:
    """Play perfectly through `shoes` shoes (a multiple of 64), at every depth of the cut.

    `by_shoe` plays a block where the wagers are not decided by outcomes (`card_protection`).
    """
    if not 1 <= shoes <= SHOES_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Deal from 1 to {shoes_max:,} shoes, not {shoes:,}.",
            shoes_max=SHOES_MAX,
            shoes=shoes,
        )
    warm()  # once here, not in every thread
    deepest = replace(dealing, cut=dealing.cut_range[0])
    cuts = depths(dealing)

    def play(block: int) -> tuple[Floats, Floats, Floats]:
        return (by_shoe or _by_shoe)(tuple(wagers), deepest, seed, block, cuts)

    shares: list[tuple[int, tuple[Floats, Floats, Floats]]] = []
    interrupted = False
    with shared_out(play, -(-shoes // SHOES_PER_BLOCK), threads) as finished:
        try:
            for share in finished:
                shares.append(share)
                if progress is not None:
                    progress(len(shares) * SHOES_PER_BLOCK)
        except KeyboardInterrupt:
            if not shares:
                raise
            interrupted = True
    # In block order, so that floating-point sums are reproducible.
    columns = zip(*(share for _, share in sorted(shares, key=lambda each: each[0])), strict=True)
    rounds, bets, worth = (np.concatenate(each, axis=-2) for each in columns)
    return Protection(dealing, tuple(wagers), rounds, bets, worth, cuts, interrupted)


def warm() -> None:
    """Load the compiled kernels, compiling them if they are not cached."""
    warm_odds()
    remember(Dealing(), seed=0, block=0)


def depths(dealing: Dealing) -> tuple[int, ...]:
    """Return the cuts to examine: the requested one, and every quarter deck to half the shoe."""
    fewest, most = dealing.cut_range
    steps = range(13, min(dealing.cards // 2, most) + 1, 13)
    return tuple(sorted({fewest, dealing.cut, *(cut for cut in steps if cut > fewest)}))


def _by_shoe(
    wagers: tuple[Wager, ...], deepest: Dealing, seed: int, block: int, cuts: tuple[int, ...]
) -> tuple[Floats, Floats, Floats]:
    """Return rounds by shoe and depth, and by wager the favourable rounds and their value."""
    rounds = remember(deepest, seed, block)
    profits = tally(rounds.unseen.astype(np.int64), wagers).expectations().T
    return sum_by_shoe(profits, rounds.shoe, rounds.due, deepest, cuts)


def sum_by_shoe(
    profits: Floats,
    shoes: NDArray[np.integer],
    due: NDArray[np.integer],
    deepest: Dealing,
    cuts: tuple[int, ...],
) -> tuple[Floats, Floats, Floats]:
    """Sum rounds, favourable rounds and their value by shoe at each depth of the cut."""
    favourable = np.maximum(profits, 0)
    shape = SHOES_PER_BLOCK, len(cuts)
    dealt, bets = np.zeros(shape), np.zeros((len(profits), *shape))
    worth = np.zeros_like(bets)
    for depth, cut in enumerate(cuts):
        there = due <= deepest.cards - cut
        shoe = shoes[there]
        dealt[:, depth] = np.bincount(shoe, minlength=SHOES_PER_BLOCK)
        for number in range(len(profits)):
            gain = favourable[number, there]
            bets[number, :, depth] = np.bincount(shoe, gain > 0, SHOES_PER_BLOCK)
            worth[number, :, depth] = np.bincount(shoe, gain, SHOES_PER_BLOCK)
    return dealt, bets, worth
