"""Figures of the round itself, whatever is staked: cards used, wins by total, naturals."""

from fractions import Fraction

from punto.odds.law import Law
from punto.rules.outcome import Winner, outcomes
from punto.rules.wagers import When


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
    return {winner: law.probability(When(winner=winner)) for winner in Winner}


def wins_by_total(law: Law) -> dict[Winner, tuple[Fraction, ...]]:
    """The chance that each side wins, or both tie, on each total from 0 to 9."""
    return {
        winner: tuple(
            law.probability(
                When(winner=winner, player_total=total)
                if winner is Winner.PLAYER
                else When(winner=winner, banker_total=total)
            )
            for total in range(10)
        )
        for winner in Winner
    }


def naturals(law: Law) -> dict[Winner, Fraction]:
    """The chance that a natural decides: for Player, for Banker, or in a tie of naturals."""
    return {winner: law.probability(When(natural=winner)) for winner in Winner}
