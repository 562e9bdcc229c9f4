"""Counting systems: how often a count says to bet, and what those bets are worth.

The edge of a bet is not estimated from how it happened to end. Before the round the cards not yet
seen are known, so the exact odds of that very round are, and their average over the rounds bet on
is the edge. A 50 to 1 wager comes out as precisely as an even one, from thousands of times fewer
rounds than watching results would need. How often to bet needs no odds, so more shoes go to that.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from punto.odds.batch import tally
from punto.refusals import Reason, Refused
from punto.rules.cards import COPIES_PER_DECK_OF_A_RANK, RANKS
from punto.rules.wagers import Wager
from punto.sim.compiled import Bytes, compiled
from punto.sim.dealing import CARDS_PER_DECK, Dealing
from punto.sim.memory import SHOES_PER_BLOCK, Rounds, remember
from punto.sim.shares import Share, ratio
from punto.sim.workers import shared_out


class Divisor(Enum):
    """Which cards the running count is divided by, in decks, to make the true count."""

    UNSEEN = "all cards not yet seen"
    BEFORE_CUT = "cards still to come before the cut card"


@dataclass(frozen=True, slots=True)
class CountingSystem:
    """Tags added up as ranks are seen, ace to king, and the true count from which to bet."""

    tags: tuple[int, ...]
    trigger: Fraction
    divisor: Divisor = Divisor.UNSEEN
    burned_seen: bool = False  # whether burned cards beyond the first are shown

    def __post_init__(self) -> None:
        if len(self.tags) != len(RANKS):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                f"A counting system has a tag for each of {len(RANKS)} ranks, ace to king,"
                f" not {len(self.tags)}.",
            )

    @staticmethod
    def of_values(tags: tuple[int, ...], trigger: int | Fraction) -> "CountingSystem":
        """Tags as they are published: for ace to nine, and one for ten, jack, queen and king.

        >>> CountingSystem.of_values((0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8).tags
        (0, 0, -1, -1, -1, -2, 1, 2, 2, 0, 0, 0, 0)
        """
        return CountingSystem((*tags, *tags[9:] * 3), Fraction(trigger))

    def bets(self, rounds: Rounds, dealing: Dealing) -> NDArray[np.bool_]:
        """In which rounds the true count reaches the trigger; all in whole numbers."""
        per_rank = dealing.decks * COPIES_PER_DECK_OF_A_RANK
        # At least one card, where the cut card is the next to come.
        to_cut = np.maximum(dealing.last_start - rounds.gone.astype(np.int64), 1)
        reached = np.empty(len(rounds.gone), np.bool_)
        _reach(
            rounds.unseen,
            to_cut,
            np.array(self.tags, np.int64),
            sum(self.tags) * per_rank,
            self.divisor is Divisor.UNSEEN,
            self.trigger.numerator,
            self.trigger.denominator * CARDS_PER_DECK,
            reached,
        )
        return reached


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
    """Where running count ÷ (cards ÷ 52) is at least the trigger, multiplied out."""
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
    """What a system makes of a wager, with standard errors."""

    rounds: int
    bets: int
    frequency: Share  # bets per round
    edge: Share  # expected profit of a bet of one unit, in the rounds that were priced
    units_per_100: Share  # expected profit per hundred rounds, betting one unit


def evaluate(
    system: CountingSystem,
    wager: Wager,
    dealing: Dealing,
    *,
    shoes: int,
    priced_shoes: int | None = None,
    seed: int,
    threads: int | None = None,
) -> CountingResult:
    """Play a counting system on a wager through so many shoes, the first of them priced exactly."""
    blocks = -(-shoes // SHOES_PER_BLOCK)
    priced = blocks if priced_shoes is None else -(-priced_shoes // SHOES_PER_BLOCK)

    def play(block: int) -> tuple[NDArray[np.float64], ...]:
        return _by_shoe(system, wager, dealing, seed, block, priced=block < priced)

    with shared_out(play, blocks, threads) as finished:
        shares = [share for _, share in sorted(finished, key=itemgetter(0))]
    dealt, bet, worth = (np.concatenate(columns) for columns in zip(*shares, strict=True))
    frequency = ratio(bet, dealt)
    edge = ratio(worth[: priced * SHOES_PER_BLOCK], bet[: priced * SHOES_PER_BLOCK])
    return CountingResult(
        int(dealt.sum()), int(bet.sum()), frequency, edge, frequency * edge * 100.0
    )


def _by_shoe(
    system: CountingSystem, wager: Wager, dealing: Dealing, seed: int, block: int, *, priced: bool
) -> tuple[NDArray[np.float64], ...]:
    """Rounds, bets and the bets' expected profit of each shoe of a block."""
    rounds = remember(dealing, seed, block, burned_seen=system.burned_seen)
    bets = system.bets(rounds, dealing)
    dealt = np.bincount(rounds.shoe, minlength=SHOES_PER_BLOCK).astype(np.float64)
    bet = np.bincount(rounds.shoe[bets], minlength=SHOES_PER_BLOCK).astype(np.float64)
    if not priced:
        return dealt, bet, np.zeros(SHOES_PER_BLOCK)
    profits = tally(rounds.unseen[bets].astype(np.int64), [wager]).expectations()[:, 0]
    return dealt, bet, np.bincount(rounds.shoe[bets], profits, SHOES_PER_BLOCK).astype(np.float64)
