"""Several wagers decided by the same cards, where outcomes alone do not decide one of them."""

from collections.abc import Sequence
from functools import lru_cache

from punto.odds.composition import Composition
from punto.odds.detail import detail_of
from punto.odds.distribution import Distribution
from punto.odds.knowledge import Knowledge
from punto.odds.lines import line_profits
from punto.odds.refined import refine
from punto.rules.holdings import Hands
from punto.rules.outcome import Outcome
from punto.rules.wagers import Wager

# How many deals come to each set of profits, by wager, in whole parts of its unit.
Joint = tuple[tuple[int, tuple[int, ...]], ...]


def joint_profits(distribution: Distribution, wagers: Sequence[Wager]) -> Joint:
    """Count deals by the profits of all these wagers; a void round gives every stake back.

    >>> from punto.odds.distribution import distribution
    >>> from punto.rules.games import find_game
    >>> player, banker, *_ = find_game("tiger").wagers
    >>> joint = joint_profits(distribution(Composition.of_decks(8)), [player, banker])
    >>> sorted(profits for _, profits in joint)
    [(-1, 19), (0, 0), (1, -20)]
    """
    shoe = distribution.composition
    return _joint(shoe, shoe.by_card, distribution.known, tuple(wagers))


@lru_cache(maxsize=512)
def _joint(
    shoe: Composition, by_card: tuple[int, ...] | None, known: Knowledge, wagers: tuple[Wager, ...]
) -> Joint:
    law = refine(shoe, known, detail_of(*wagers))
    found: dict[tuple[int, ...], int] = {}
    for cell in law.cells:
        profits = tuple(_profit(wager, cell.outcome, cell.hands) for wager in wagers)
        found[profits] = found.get(profits, 0) + cell.deals
    if law.void:
        nothing = (0,) * len(wagers)
        found[nothing] = found.get(nothing, 0) + law.void
    return tuple((deals, profits) for profits, deals in found.items())


def _profit(wager: Wager, outcome: Outcome, hands: Hands) -> int:
    parts, pays = line_profits(wager)
    for line, profit in zip(wager.lines, pays, strict=True):
        if line.when.holds(outcome, hands):
            return profit
    return 0 if wager.pushes(outcome, hands) else -parts
