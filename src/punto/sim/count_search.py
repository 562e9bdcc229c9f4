"""The best count for a wager: tags that match the effects of removal, and when to bet.

The quality of a count is the correlation of its tags with the effect of removing each card (the
betting correlation). The tags are the best of all balanced ones of a level, not rounded guesses;
then rounds are priced exactly, and the trigger is the true count from which betting pays most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from punto.odds.batch import tally
from punto.odds.composition import Composition
from punto.odds.removal import effects_of_removal
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager
from punto.sim.count_systems import CountingSystem, Divisor
from punto.sim.deal_rules import Dealing
from punto.sim.shoe_history import SHOES_PER_BLOCK, remember

LEVEL_MAX = 4
VALUES = 10  # ace to nine, and ten, jack, queen and king as one
SEARCH_SHOES = 512
FIRST_BLOCK = 1 << 40  # shoes used only by the search, to avoid selection bias


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags by value, ace to ten, and their correlation with the effects of removal."""

    by_value: tuple[int, ...]
    correlation: float


def best_tags(wager: Wager, decks: int, level: int) -> Tags:
    """Return the balanced tags from −level to level with the highest betting correlation.

    >>> from punto.rules.games import find_game
    >>> best_tags(find_game("tiger").wager("tie"), decks=8, level=1).by_value
    (0, -1, -1, -1, -1, -1, -1, 1, 1, 1)
    """
    effects = _by_value(wager, decks)
    ranks = [1] * (VALUES - 1) + [len(RANKS) - VALUES + 1]
    return balanced_tags(wager, list(zip(effects, ranks, strict=True)), level)


def balanced_tags(wager: Wager, effects: Sequence[tuple[float, int]], level: int) -> Tags:
    """Return the best tags of groups of cards, each with its effect of removal and its weight."""
    if not 1 <= level <= LEVEL_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A count has level 1 to {level_max}, not {level}.",
            level_max=LEVEL_MAX,
            level=level,
        )
    # By the sum of the tags and of their squares: the highest product sum with the effects.
    found: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for effect, weight in effects:
        longer: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
        for (total, squares), (agreement, tags) in found.items():
            for tag in range(-level, level + 1):
                key = total + weight * tag, squares + weight * tag * tag
                better = agreement + weight * tag * effect
                if key not in longer or better > longer[key][0]:
                    longer[key] = better, (*tags, tag)
        found = longer
    size = sqrt(sum(weight * effect * effect for effect, weight in effects))
    rated = [
        (agreement / sqrt(squares) / size, tags)
        for (total, squares), (agreement, tags) in found.items()
        if total == 0 and squares and size
    ]
    if not rated:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "No card that goes changes what {wager!r} is worth.",
            wager=wager.id,
        )
    correlation, tags = max(rated)
    return Tags(tags, correlation)


def best_trigger(
    tags: tuple[int, ...],
    wager: Wager,
    dealing: Dealing,
    *,
    divisor: Divisor = Divisor.UNSEEN,
    seed: int,
    shoes: int = SEARCH_SHOES,
) -> Fraction:
    """Return the whole count from which betting pays most, over exactly priced shoes."""
    system = CountingSystem.of_values(tags, 0, divisor)
    worth: dict[int, float] = {}
    for block in range(-(-shoes // SHOES_PER_BLOCK)):
        rounds = remember(dealing, seed, FIRST_BLOCK + block)
        counts = system.counts(rounds, dealing)
        profits = tally(rounds.unseen.astype(np.int64), [wager]).expectations()[:, 0]
        for count in np.unique(counts):
            here = float(profits[counts == count].sum())
            worth[int(count)] = worth.get(int(count), 0.0) + here
    best, most, total = max(worth) + 1, 0.0, 0.0
    for count in sorted(worth, reverse=True):
        total += worth[count]
        if total > most:
            best, most = count, total
    return Fraction(best)


def correlation_of(tags: tuple[int, ...], wager: Wager, decks: int) -> float | None:
    """Return the correlation of tags by rank with the effects of removal; None if constant."""
    effects = effects_of_removal(Composition.of_decks(decks), [wager])[wager.id]
    centred = [tag - sum(tags) / len(RANKS) for tag in tags]
    removal = [float(effects[rank]) for rank in RANKS]
    size = sqrt(sum(t * t for t in centred) * sum(e * e for e in removal))
    return sum(t * e for t, e in zip(centred, removal, strict=True)) / size if size else None


def _by_value(wager: Wager, decks: int) -> list[float]:
    effects = effects_of_removal(Composition.of_decks(decks), [wager])[wager.id]
    singles = [float(effects[rank]) for rank in RANKS[: VALUES - 1]]
    tens = [float(effects[rank]) for rank in RANKS[VALUES - 1 :]]
    return [*singles, sum(tens) / len(tens)]
