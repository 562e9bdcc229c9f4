"""Counting systems: how often a count says to bet, and the value of those bets.

The edge of a bet is not estimated from its results. Before each round the unseen cards are known,
so its exact odds can be computed, and their average over the rounds bet on is the edge. A 50 to 1
wager is thus measured as precisely as an even-money one, from thousands of times fewer rounds than
observing results would take. The frequency of bets needs no odds, so it is measured on more shoes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from punto.odds.price_table import price_shoes
from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS
from punto.rules.wagers import Wager
from punto.sim.compiled import Bytes, compiled
from punto.sim.deal_rules import CARDS_PER_DECK, Dealing
from punto.sim.ratios import Ratio, ratio
from punto.sim.shoe_history import SHOES_PER_BLOCK, Rounds, remember
from punto.sim.workers import shared_out

SHOES_MAX = 100_000_000


class Divisor(Enum):
    """The cards, in decks, that the running count is divided by to give the true count."""

    UNSEEN = "all cards not yet seen"
    BEFORE_CUT = "cards still to come before the cut card"
    NONE = "nothing: the running count itself"


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """Tags by rank, ace to king, summed as cards are seen, and the true count from which to bet."""

    tags: tuple[int, ...]
    trigger: Fraction
    divisor: Divisor = Divisor.UNSEEN
    burned_seen: bool = False  # whether burned cards beyond the first are shown

    def __post_init__(self) -> None:
        if len(self.tags) != len(RANKS):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "A counting system has a tag for each of {ranks} ranks, ace to king, not {tags}.",
                ranks=len(RANKS),
                tags=len(self.tags),
            )

    @staticmethod
    def of_values(
        tags: tuple[int, ...], trigger: int | Fraction, divisor: Divisor = Divisor.UNSEEN
    ) -> "CountingSystem":
        """Return a system from published tags: ace to nine, and one for ten, jack, queen and king.

        >>> CountingSystem.of_values((0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8).tags
        (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
        """
        return CountingSystem((*tags, *tags[9:] * 3), Fraction(trigger), divisor)

    def bets(self, rounds: Rounds, dealing: Dealing) -> NDArray[np.bool_]:
        """Return the rounds in which the true count reaches the trigger, in integer arithmetic."""
        per_rank = dealing.decks * COPIES_PER_DECK_OF_A_RANK
        reached = np.empty(len(rounds.gone), np.bool_)
        _reach(
            rounds.unseen,
            self._divisors(rounds, dealing),
            np.array(self.tags, np.int64),
            sum(self.tags) * per_rank,
            self.divisor is Divisor.UNSEEN,
            self.trigger.numerator,
            self.trigger.denominator * CARDS_PER_DECK,
            reached,
        )
        return reached

    def counts(self, rounds: Rounds, dealing: Dealing) -> NDArray[np.int64]:
        """Return the count before each round, rounded down to a whole number."""
        tags = np.array(self.tags, np.int64)
        unseen = rounds.unseen.astype(np.int64)
        running = tags.sum() * dealing.decks * COPIES_PER_DECK_OF_A_RANK - unseen @ tags
        cards = unseen.sum(axis=1)
        if self.divisor is not Divisor.UNSEEN:
            cards = self._divisors(rounds, dealing)
        found: NDArray[np.int64] = running * CARDS_PER_DECK // cards
        return found

    def _divisors(self, rounds: Rounds, dealing: Dealing) -> NDArray[np.int64]:
        """Return the cards to divide by if they are not the unseen ones; 52 cards divide by one."""
        if self.divisor is Divisor.NONE:
            return np.full(len(rounds.gone), CARDS_PER_DECK, np.int64)
        # At least one card, even if the cut card is next.
        return np.maximum(dealing.last_start - rounds.gone.astype(np.int64), 1)


@compiled
def _reach(
    unseen: Bytes,
    to_cut: NDArray[np.int64],
    tags: NDArray[np.int64],
    tags_of_all: int,
    by_unseen: bool,
    numerator: int,
    denominator: int,
    reached: NDArray[np.bool_],
) -> None:
    """Mark the rounds where running count ÷ (cards ÷ 52) ≥ trigger, multiplied out."""
    for row in range(len(unseen)):
        running, cards = tags_of_all, 0
        for rank in range(len(tags)):
            running -= int(tags[rank]) * int(unseen[row, rank])
            cards += int(unseen[row, rank])
        if not by_unseen:
            cards = int(to_cut[row])
        reached[row] = running * denominator >= numerator * cards


@dataclass(frozen=True, slots=True)
class CountingResult:
    """The results of a counting system on a wager, with standard errors."""

    rounds: int
    bets: int
    frequency: Ratio  # bets per round
    edge: Ratio  # expected profit of a bet of one unit, in the rounds that were priced
    units_per_100: Ratio  # expected profit per hundred rounds, betting one unit
    units_per_shoe: Ratio
    desirability: Ratio  # a thousand times the expected profit of a round over its deviation
    shoes: int
    priced_shoes: int
    interrupted: bool = False


def evaluate(
    system: CountingSystem,
    wager: Wager,
    dealing: Dealing,
    *,
    shoes: int,
    priced_shoes: int | None = None,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> CountingResult:
    """Play a counting system on a wager through `shoes` shoes, the first of them priced exactly.

    Shoes come in blocks of 64. Ctrl-C ends it early with the blocks completed so far.
    """
    for number in (shoes, 1 if priced_shoes is None else priced_shoes):
        if not 1 <= number <= SHOES_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "Count through 1 to {shoes_max:,} shoes, not {number:,}.",
                shoes_max=SHOES_MAX,
                number=number,
            )
    blocks = -(-shoes // SHOES_PER_BLOCK)
    priced = blocks if priced_shoes is None else min(blocks, -(-priced_shoes // SHOES_PER_BLOCK))

    def play(block: int) -> tuple[NDArray[np.float64], ...]:
        return _by_shoe(system, wager, dealing, seed, block, priced=block < priced)

    shares: dict[int, tuple[NDArray[np.float64], ...]] = {}
    interrupted = False
    with shared_out(play, blocks, threads) as finished:
        try:
            for block, share in finished:
                shares[block] = share
                if progress is not None:
                    progress(len(shares) * SHOES_PER_BLOCK)
        except KeyboardInterrupt:
            if not any(block < priced for block in shares):
                raise
            interrupted = True
    # In block order, so that floating-point sums are reproducible.
    done = sorted(shares)
    columns = zip(*(shares[block] for block in done), strict=True)
    dealt, bet, worth, squares = (np.concatenate(column) for column in columns)
    known = slice(sum(block < priced for block in done) * SHOES_PER_BLOCK)
    frequency, edge = ratio(bet, dealt), ratio(worth[known], bet[known])
    a_round = frequency * edge
    spread = sqrt(max(frequency.value * ratio(squares[known], bet[known]).value, 0.0))
    deviation = sqrt(max(spread**2 - a_round.value**2, 0.0))
    return CountingResult(
        int(dealt.sum()),
        int(bet.sum()),
        frequency,
        edge,
        a_round * 100.0,
        a_round * float(dealt.mean()),
        a_round * (1000 / deviation) if deviation else Ratio(0.0, 0.0),
        len(dealt),
        len(dealt[known]),
        interrupted,
    )


def _by_shoe(
    system: CountingSystem, wager: Wager, dealing: Dealing, seed: int, block: int, *, priced: bool
) -> tuple[NDArray[np.float64], ...]:
    """Return by shoe: rounds, bets, and the means and mean squares of the bets' profits."""
    rounds = remember(dealing, seed, block, burned_seen=system.burned_seen)
    bets = system.bets(rounds, dealing)
    shoe = rounds.shoe[bets]
    dealt = np.bincount(rounds.shoe, minlength=SHOES_PER_BLOCK).astype(np.float64)
    bet = np.bincount(shoe, minlength=SHOES_PER_BLOCK).astype(np.float64)
    if not priced:
        return dealt, bet, np.zeros(SHOES_PER_BLOCK), np.zeros(SHOES_PER_BLOCK)
    table = price_shoes(rounds.unseen[bets], [wager])
    mean = table.mean[:, 0]
    square = table.variance[:, 0] + mean**2
    worth, squares = (np.bincount(shoe, each, SHOES_PER_BLOCK) for each in (mean, square))
    return dealt, bet, worth.astype(np.float64), squares.astype(np.float64)
