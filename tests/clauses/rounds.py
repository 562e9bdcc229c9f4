"""Rounds written as cards, and the settlement of a stake on them."""

from punto.money import Cents
from punto.rules.cards import parse_cards
from punto.rules.game import Game
from punto.rules.round import Round, read_round
from punto.rules.settlement import Settled, Stake, settle

HUNDRED = Cents(100_00)

# Rounds by what they show: Player gets the first, third and (if it draws) fifth card.
PLAYER_NINE_OVER_EIGHT = "9S 8S KS KH"
BANKER_FIVE_OVER_ONE = "AS 5S KS KH KC"
BANKER_SIX_TWO_CARDS = "2C 5D 3H AH KD"
BANKER_SIX_THREE_CARDS = "KS 2D KH 3C 4S AD"
TIE_ON_SIX = "6S 6H KS QH"
TIE_ON_SEVEN = "7S 7H KS QH"
DRAGON_TIGER_FOUR_CARDS = "7S 6H KS QH"
DRAGON_TIGER_PLAYER_DREW = "4S 6H KS QH 3C"
DRAGON_TIGER_BANKER_DREW = "7S 5H KS QH AC"
DRAGON_TIGER_SIX_CARDS = "KS 2H KH KC 7D 4C"
PLAYER_PAIR_ONLY = "9S 4H 9H 3C"
BANKER_PAIR_ONLY = "8S 4H KS 4C"
BOTH_PAIRS = "4S 9H 4H 9C"
TWIN_PAIRS = "4S 4H 4C 4D"
TEN_WITH_KING = "TS 8H KS QH"


def read(game: Game, cards: str) -> Round:
    return read_round(game, parse_cards(cards))


def stake(game: Game, cards: str, wager: str) -> Settled:
    """A hundred on one wager, settled on these cards."""
    return settle(game, read(game, cards).outcome, [Stake(wager, HUNDRED)]).lines[0]


def profit(game: Game, cards: str, wager: str) -> int:
    return stake(game, cards, wager).profit_cents
