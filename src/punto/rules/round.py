"""A round's cards: dealt one by one as the rules demand, or read back, complete or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import Card
from punto.rules.drawing import Draw, next_draw
from punto.rules.game import Game
from punto.rules.hands import Hand, Side
from punto.rules.outcome import Outcome, pairs_of
from punto.rules.shoe import USUAL_DECKS, check_copies, check_decks

_NTH = tuple(map(Message, ("first", "second", "third", "fourth", "fifth", "sixth")))


@dataclass(frozen=True, slots=True)
class Round:
    """A completed round: both hands, why each card was drawn, and why no other was."""

    player: Hand
    banker: Hand
    cards: tuple[Card, ...]
    draws: tuple[Draw, ...]
    end: Draw
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Deal:
    """A round as far as its cards go: both hands, why each card was drawn, and what comes next."""

    player: Hand
    banker: Hand
    cards: tuple[Card, ...]
    draws: tuple[Draw, ...]
    next: Draw

    @property
    def round(self) -> Round | None:
        """The round, once no one draws any more."""
        if self.next.side is not None:
            return None
        outcome = Outcome(
            self.player.total,
            self.banker.total,
            len(self.player.cards),
            len(self.banker.cards),
            pairs_of(_pair_rank(self.player), _pair_rank(self.banker)),
        )
        return Round(self.player, self.banker, self.cards, self.draws, self.next, outcome)


def deal(cards: Iterator[Card]) -> Deal:
    """Take cards until the round is complete or they run out."""
    player: list[Card] = []
    banker: list[Card] = []
    taken: list[Card] = []
    draws: list[Draw] = []
    player_points: tuple[int, ...] = ()
    banker_points: tuple[int, ...] = ()
    while (draw := next_draw(player_points, banker_points)).side is not None:
        card = next(cards, None)
        if card is None:
            break
        taken.append(card)
        draws.append(draw)
        if draw.side is Side.PLAYER:
            player.append(card)
            player_points += (card.points,)
        else:
            banker.append(card)
            banker_points += (card.points,)
    return Deal(Hand(tuple(player)), Hand(tuple(banker)), tuple(taken), tuple(draws), draw)


def deal_round(cards: Iterator[Card]) -> Round | None:
    """Take cards until the round is complete; None when they run out first."""
    return deal(cards).round


def read_deal(game: Game, cards: Sequence[Card]) -> Deal:
    """Read cards in the order dealt, of a round that may go on; refuse one too many.

    >>> from punto.rules.cards import parse_cards
    >>> from punto.rules.games import find_game
    >>> read_deal(find_game("tiger"), parse_cards("2C 5D 3H AH")).next.why
    'Player has 5 and draws on 0 to 5.'
    """
    dealt = deal(iter(cards))
    if len(dealt.cards) < len(cards):
        raise _not_allowed(game, dealt.next, cards[len(dealt.cards)])
    return dealt


def read_hands(game: Game, player: Sequence[Card], banker: Sequence[Card]) -> Deal:
    """Read two hands, each in the order received; refuse a card the rules would not have dealt.

    >>> from punto.rules.cards import parse_cards
    >>> from punto.rules.games import find_game
    >>> dealt = read_hands(find_game("tiger"), parse_cards("2C 3H KD"), parse_cards("5D AH"))
    >>> " ".join(card.code for card in dealt.cards)
    '2C 5D 3H AH KD'
    """
    left = {Side.PLAYER: list(player), Side.BANKER: list(banker)}
    dealt = deal(iter(()))
    while dealt.next.side is not None and left[dealt.next.side]:
        card = left[dealt.next.side].pop(0)
        dealt = deal(iter((*dealt.cards, card)))
    for cards in left.values():
        if cards:
            raise _not_allowed(game, dealt.next, cards[0])
    return dealt


def read_round(game: Game, cards: Sequence[Card], decks: int = USUAL_DECKS) -> Round:
    """Read a round's cards in the order dealt; refuse any that the rules would not have dealt.

    >>> from punto.rules.cards import parse_cards
    >>> from punto.rules.games import find_game
    >>> read_round(find_game("tiger"), parse_cards("2C 5D 3H AH KD")).outcome.winner
    <Winner.BANKER: 'banker'>
    """
    check_decks(game, decks)
    check_copies(game, cards, decks)
    dealt = read_deal(game, cards)
    if dealt.round is None:
        raise _missing(game, dealt)
    return dealt.round


def _missing(game: Game, dealt: Deal) -> Refused:
    return Refused(
        Reason.CARD_MISSING,
        "The {nth} card is missing: {why}",
        clause=game.cite(game.draw_clause(dealt.next)),
        nth=_NTH[len(dealt.cards)],
        why=dealt.next.message,
    )


def _not_allowed(game: Game, draw: Draw, surplus: Card) -> Refused:
    return Refused(
        Reason.CARD_NOT_ALLOWED,
        "{card} is a card too many: {why}",
        clause=game.cite(game.draw_clause(draw)),
        card=surplus,
        why=draw.message,
    )


def _pair_rank(hand: Hand) -> object | None:
    return hand.cards[0].rank if hand.pair else None
