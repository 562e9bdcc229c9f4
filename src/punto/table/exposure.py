"""Exposure: what a settlement is about, and the most that the stakes of a round can come to."""

from collections import Counter
from collections.abc import Iterable

from punto.money import Cents
from punto.rules.wagers import Wager
from punto.table.configuration import Configuration, law_of
from punto.table.events import Paid
from punto.table.state import Stake


def exposure_cents(config: Configuration, stakes: Iterable[Stake]) -> int:
    """The largest sum of what is paid to those who win and collected from those who lose.

    A stake counts as what goes back to its patron if it wins, else as itself.
    """
    game = law_of(config)
    staked, at_risk = 0, Counter[str]()
    for stake in stakes:
        limit = config.limits.get(stake.wager)
        staked += stake.cents
        at_risk[stake.wager] += min(stake.cents, limit.max_cents) if limit else stake.cents
    certain, by_outcome = 0, Counter[int]()
    for name, cents in at_risk.items():
        wager = game.wager(name)
        if wager.needs_cards:
            certain += _best_cents(wager, cents)
            continue
        for outcome, verdict in enumerate(game.verdicts(name)):
            if verdict.line is not None:
                by_outcome[outcome] += verdict.line.odds.profit(Cents(cents))
    return staked + certain + max(by_outcome.values(), default=0)


def settled_cents(lines: Iterable[Paid]) -> int:
    """What the lines of a settlement or a void are about: what was staked, or what goes back."""
    return sum(max(line.cents, line.returned_cents) for line in lines)


def _best_cents(wager: Wager, cents: int) -> int:
    """What the best line of a wager wins, where an outcome alone does not say which pays."""
    return max(line.odds.profit(Cents(cents)) for line in wager.lines)
