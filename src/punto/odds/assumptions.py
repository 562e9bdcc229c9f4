"""Assumptions: what the figures of a shoe rest on, a sentence each."""

from punto.odds.law import CARDS_MAX, Law
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity


def assumptions(law: Law, game: Game | None = None) -> list[str]:
    """What was taken for granted about this shoe.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.law import law
    >>> assumptions(law(Composition.of_decks(8)))
    ['Every order of the 416 unseen cards is equally likely.']
    """
    shoe = law.composition
    count = f"the {shoe.cards} unseen cards" if shoe.cards != 1 else "the one unseen card"
    told = [f"Every order of {count} is equally likely."]
    if shoe.absent:
        ranks = ", ".join(rank.letter for rank in shoe.absent)
        told.append(
            f"No card is left of {ranks}: a rank the shoe does not name is taken as used up."
        )
    if shoe.cards < CARDS_MAX:
        clause = None if game is None else game.procedure(Irregularity.TOO_FEW_CARDS)
        cited = f" ({game.cite(clause.clause)})" if game is not None and clause is not None else ""
        told.append(
            f"A round that runs out of cards is void and returns every stake{cited};"
            " cards per round are those of completed rounds."
        )
    return told
