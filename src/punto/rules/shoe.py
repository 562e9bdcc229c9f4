"""Shoes: how many decks a game allows, and which cards those decks can hold."""

from collections import Counter
from collections.abc import Collection

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, Card
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity

USUAL_DECKS = 8


def check_decks(game: Game, decks: int) -> int:
    """Refuse a number of decks the game does not allow."""
    fewest, most = game.decks
    if not fewest <= decks <= most:
        raise Refused(
            Reason.DECKS_OUT_OF_RANGE,
            "{game} is played with {fewest} to {most} decks, not {decks}.",
            clause=game.cite(game.decks_clause),
            game=game.title,
            fewest=fewest,
            most=most,
            decks=decks,
        )
    return decks


def check_copies(game: Game, cards: Collection[Card], decks: int) -> None:
    """Refuse more copies of a card than the decks hold."""
    if len(cards) <= decks:
        return  # even if all were the same card, and counting takes longer than dealing
    for card, copies in Counter(cards).items():
        if copies > decks:
            raise Refused(
                Reason.TOO_MANY_COPIES,
                "{copies} copies of {card} cannot come from {decks} decks.",
                clause=game.cite(_extra_card_clause(game)),
                copies=copies,
                card=card,
                decks=decks,
            )


def full_shoe(decks: int) -> list[Card]:
    """Return all cards of a number of decks, unshuffled."""
    return list(DECK) * decks


def _extra_card_clause(game: Game) -> str:
    # Older documents have a clause on foreign cards only; a surplus copy counts as one.
    extra = game.procedure(Irregularity.EXTRA_OR_MISSING_CARDS)
    foreign = game.procedure(Irregularity.FOREIGN_CARDS)
    found = extra or foreign
    return found.clause if found else game.decks_clause
