"""Figures of the round itself, whatever is staked: cards used, wins by total, naturals."""

from fractions import Fraction
from functools import cache

from punto.odds.law import Law
from punto.rules.outcome import Winner, outcomes


def cards_per_round(law: Law) -> Fraction | None:
    """The mean number of cards of a completed round; None where no round can be completed.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> cards_per_round(law(Composition.of_decks(8)))
    Fraction(46924771178, 9501213267)
    """
    completed = law.deals - law.void
    if not completed:
        return None
    every = zip(outcomes(), law.counts, strict=True)
    return Fraction(sum(outcome.cards * count for outcome, count in every), completed)


def winners(law: Law) -> dict[Winner, Fraction]:
    """The chance that each side wins, and of a tie."""
    return {winner: sum(by_total, Fraction(0)) for winner, by_total in wins_by_total(law).items()}


def wins_by_total(law: Law) -> dict[Winner, tuple[Fraction, ...]]:
    """The chance that each side wins, or both tie, on each total from 0 to 9."""
    counts = {winner: [0] * 10 for winner in Winner}
    for (winner, total, _), count in zip(_decisions(), law.counts, strict=True):
        counts[winner][total] += count
    return {
        winner: tuple(Fraction(count, law.deals) for count in by_total)
        for winner, by_total in counts.items()
    }


def naturals(law: Law) -> dict[Winner, Fraction]:
    """The chance that a natural decides: for Player, for Banker, or in a tie of naturals."""
    counts = dict.fromkeys(Winner, 0)
    for (_, _, natural), count in zip(_decisions(), law.counts, strict=True):
        if natural is not None:
            counts[natural] += count
    return {winner: Fraction(count, law.deals) for winner, count in counts.items()}


@cache
def _decisions() -> tuple[tuple[Winner, int, Winner | None], ...]:
    """Of each outcome by index: who won, on which total, and whether by a natural."""
    return tuple(
        (each.winner, max(each.player_total, each.banker_total), each.natural)
        for each in outcomes()
    )
