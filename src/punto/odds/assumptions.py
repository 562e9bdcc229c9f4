"""The assumptions behind a shoe's figures, one sentence each."""

from punto.odds.distribution import CARDS_MAX, Distribution
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity


def assumptions(distribution: Distribution, game: Game | None = None) -> list[str]:
    """The assumptions made about this shoe.

    >>> from punto.odds.composition import Composition
    >>> from punto.odds.distribution import distribution
    >>> assumptions(distribution(Composition.of_decks(8)))
    ['Every order of the 416 unseen cards is equally likely.']
    """
    shoe = distribution.composition
    count = f"the {shoe.cards} unseen cards" if shoe.cards != 1 else "the one unseen card"
    sentences = [f"Every order of {count} is equally likely."]
    if distribution.known:
        sentences = [
            f"Known of the next cards: {distribution.known}. Every order of {count}"
            " that agrees with it"
            " is equally likely."
        ]
    if shoe.absent:
        ranks = ", ".join(rank.letter for rank in shoe.absent)
        sentences.append(
            f"No card is left of {ranks}: a rank the shoe does not name is taken as used up."
        )
    if shoe.cards < CARDS_MAX:
        clause = None if game is None else game.procedure(Irregularity.TOO_FEW_CARDS)
        cited = f" ({game.cite(clause.clause)})" if game is not None and clause is not None else ""
        sentences.append(
            f"A round that runs out of cards is void and returns every stake{cited};"
            " cards per round are those of completed rounds."
        )
    return sentences
