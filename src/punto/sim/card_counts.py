"""Counts for wagers on suits or single cards, whose value is simulated from what bets win.

Rounds of such a wager cannot be priced by the thousand, so the edge of a bet is the average of its
results, with their standard error, and not of exact odds as in `count_systems`. Tags are by card
where the wager looks at suits. The trigger is where a line through the results reaches zero.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from punto.odds.composition import Composition
from punto.odds.detail import detail_of
from punto.odds.removal import effects_by_card
from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, RANKS, Card, Rank
from punto.rules.holdings import card_types
from punto.rules.wagers import Wager
from punto.sim.card_history import CardRounds, Ints, profits_of, remember_cards
from punto.sim.count_search import FIRST_BLOCK, balanced_tags
from punto.sim.count_systems import SHOES_MAX, CountingResult, Divisor
from punto.sim.deal_rules import CARDS_PER_DECK, Dealing
from punto.sim.ratios import Ratio, ratio
from punto.sim.shoe_history import SHOES_PER_BLOCK
from punto.sim.workers import shared_out

SEARCH_SHOES = 4096


@dataclass(frozen=True, slots=True)
class CardCount:
    """Tags by card, in the order of DECK, and the true count from which to bet."""

    tags: tuple[int, ...]
    trigger: Fraction
    divisor: Divisor = Divisor.UNSEEN
    burned_seen: bool = False

    @staticmethod
    def of_ranks(tags: tuple[int, ...]) -> tuple[int, ...]:
        """Tags by rank, ace to king, as tags by card."""
        by_rank = dict(zip(RANKS, tags, strict=True))
        return tuple(by_rank[card.rank] for card in DECK)

    def counts(self, rounds: CardRounds, dealing: Dealing) -> NDArray[np.float64]:
        """Return the count before each round."""
        tags = np.array(self.tags, np.int64)
        unseen = rounds.unseen.astype(np.int64)
        running = tags.sum() * dealing.decks - unseen @ tags
        if self.divisor is Divisor.NONE:
            whole: NDArray[np.float64] = running.astype(np.float64)
            return whole
        cards = unseen.sum(axis=1)
        if self.divisor is Divisor.BEFORE_CUT:
            cards = np.maximum(dealing.last_start - rounds.gone, 1)
        found: NDArray[np.float64] = running * CARDS_PER_DECK / cards
        return found


def tag_names(tags: tuple[int, ...]) -> dict[str, int]:
    """Tags by rank where suits are tagged alike, else by card code.

    >>> tag_names(CardCount.of_ranks((1,) + (0,) * 12))["A"]
    1
    """
    by_card = dict(zip(DECK, tags, strict=True))
    if CardCount.of_ranks(tuple(by_card[_first(rank)] for rank in RANKS)) == tags:
        return {rank.letter: by_card[_first(rank)] for rank in RANKS}
    return {card.code: tag for card, tag in by_card.items()}


def _first(rank: Rank) -> Card:
    return next(card for card in DECK if card.rank is rank)


def best_card_tags(wager: Wager, decks: int, level: int) -> tuple[int, ...]:
    """Return the balanced tags by card with the highest betting correlation.

    Cards of one rank have one tag unless the wager tells their colours or suits apart.
    """
    effects = dict(zip(DECK, card_effects(wager, decks), strict=True))
    groups = card_types(True, detail_of(wager).suits)
    tags = balanced_tags(wager, [(effects[group[0]], len(group)) for group in groups], level)
    by_card = {
        card: tag for group, tag in zip(groups, tags.by_value, strict=True) for card in group
    }
    return tuple(by_card[card] for card in DECK)


def card_effects(wager: Wager, decks: int) -> list[float]:
    """The effect of removing each card of the deck."""
    by_card = effects_by_card(Composition.of_decks(decks), wager)
    return [float(by_card[card]) for card in DECK]


def card_correlation(tags: tuple[int, ...], effects: list[float]) -> float | None:
    """Return the correlation of tags with the effects of removal; None if one is constant."""
    centred = np.array(tags) - np.mean(tags)
    size = sqrt(float((centred**2).sum()) * float(np.square(effects).sum()))
    return float(centred @ np.array(effects)) / size if size else None


def best_card_trigger(
    count: CardCount, wager: Wager, dealing: Dealing, *, seed: int, shoes: int = SEARCH_SHOES
) -> Fraction:
    """Return the whole count at which the line through simulated results reaches zero."""
    n = total = squares = won = product = 0.0
    for block in range(-(-shoes // SHOES_PER_BLOCK)):
        rounds = remember_cards(dealing, seed, FIRST_BLOCK + block, burned_seen=count.burned_seen)
        counts, profits = count.counts(rounds, dealing), profits_of(wager, rounds.hands)
        n += len(counts)
        total, squares = total + counts.sum(), squares + (counts**2).sum()
        won, product = won + profits.sum(), product + (counts * profits).sum()
    spread = squares - total**2 / n
    slope = (product - total * won / n) / spread if spread else 0.0
    if slope <= 0:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Over {shoes} shoes {wager!r} wins no more at high counts: name a --trigger.",
            shoes=shoes,
            wager=wager.id,
        )
    return Fraction(ceil(total / n - won / n / slope))


def evaluate_card_count(
    count: CardCount,
    wager: Wager,
    dealing: Dealing,
    *,
    shoes: int,
    seed: int,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> CountingResult:
    """Bet through `shoes` shoes and average what the bets win; none is priced exactly."""
    if not 1 <= shoes <= SHOES_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Count through 1 to {shoes_max:,} shoes, not {asked:,}.",
            shoes_max=SHOES_MAX,
            asked=shoes,
        )

    def play(block: int) -> tuple[NDArray[np.float64], ...]:
        rounds = remember_cards(dealing, seed, block, burned_seen=count.burned_seen)
        bets = count.counts(rounds, dealing) >= float(count.trigger)
        profits = profits_of(wager, rounds.hands[bets])
        return (
            _sum(rounds.shoe),
            _sum(rounds.shoe[bets]),
            _sum(rounds.shoe[bets], profits),
            _sum(rounds.shoe[bets], profits**2),
        )

    shares: dict[int, tuple[NDArray[np.float64], ...]] = {}
    interrupted = False
    with shared_out(play, -(-shoes // SHOES_PER_BLOCK), threads) as finished:
        try:
            for block, share in finished:
                shares[block] = share
                if progress is not None:
                    progress(len(shares) * SHOES_PER_BLOCK)
        except KeyboardInterrupt:
            if not shares:
                raise
            interrupted = True
    columns = zip(*(shares[block] for block in sorted(shares)), strict=True)
    dealt, bet, won, squares = (np.concatenate(column) for column in columns)
    a_round = ratio(won, dealt)
    spread = float(squares.sum()) / float(dealt.sum()) - a_round.value**2
    deviation = sqrt(max(spread, 0.0))
    return CountingResult(
        int(dealt.sum()),
        int(bet.sum()),
        ratio(bet, dealt),
        ratio(won, bet),
        a_round * 100.0,
        a_round * float(dealt.mean()),
        a_round * (1000 / deviation) if deviation else Ratio(0.0, 0.0),
        len(dealt),
        0,
        interrupted,
    )


def _sum(shoe: Ints, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    return np.bincount(shoe, weights, SHOES_PER_BLOCK).astype(np.float64)
