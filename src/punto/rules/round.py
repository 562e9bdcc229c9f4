"""A round's cards: dealt one by one as the rules demand, or read back from a record."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from punto.refusals import Reason, Refused
from punto.rules.cards import Card
from punto.rules.drawing import Draw, next_draw
from punto.rules.game import Game
from punto.rules.hands import Hand, Side, is_pair, point_total
from punto.rules.outcome import Outcome, pairs_of
from punto.rules.shoe import USUAL_DECKS, check_copies, check_decks

_NTH = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True, slots=True)
class Round:
    """A completed round: both hands, why each card was drawn, and why no other was."""

    player: Hand
    banker: Hand
    cards: tuple[Card, ...]
    draws: tuple[Draw, ...]
    end: Draw
    outcome: Outcome


def deal_round(cards: Iterator[Card]) -> Round | None:
    """Take cards until the round is complete; None when they run out first."""
    player: list[Card] = []
    banker: list[Card] = []
    taken: list[Card] = []
    draws: list[Draw] = []
    player_points: tuple[int, ...] = ()
    banker_points: tuple[int, ...] = ()
    while (draw := next_draw(player_points, banker_points)).side is not None:
        card = next(cards, None)
        if card is None:
            return None
        taken.append(card)
        draws.append(draw)
        if draw.side is Side.PLAYER:
            player.append(card)
            player_points += (card.points,)
        else:
            banker.append(card)
            banker_points += (card.points,)
    outcome = Outcome(
        point_total(player_points),
        point_total(banker_points),
        len(player),
        len(banker),
        pairs_of(_pair_rank(player), _pair_rank(banker)),
    )
    hands = Hand(tuple(player)), Hand(tuple(banker))
    return Round(*hands, tuple(taken), tuple(draws), draw, outcome)


def read_round(game: Game, cards: Sequence[Card], decks: int = USUAL_DECKS) -> Round:
    """Read a round's cards in the order dealt; refuse any that the rules would not have dealt.

    >>> from punto.rules.cards import parse_cards
    >>> from punto.rules.games import find_game
    >>> read_round(find_game("tiger"), parse_cards("2C 5D 3H AH KD")).outcome.winner
    <Winner.BANKER: 'banker'>
    """
    check_decks(game, decks)
    check_copies(game, cards, decks)
    dealt = deal_round(iter(cards))
    if dealt is None:
        raise _missing(game, cards)
    if len(dealt.cards) < len(cards):
        raise _not_allowed(game, dealt, cards[len(dealt.cards)])
    return dealt


def _missing(game: Game, cards: Iterable[Card]) -> Refused:
    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    for card in cards:
        if next_draw(player, banker).side is Side.PLAYER:
            player += (card.points,)
        else:
            banker += (card.points,)
    draw = next_draw(player, banker)
    sentence = f"The {_NTH[len(player) + len(banker)]} card is missing: {draw.why}"
    return Refused(Reason.CARD_MISSING, sentence, clause=game.cite(game.draw_clause(draw)))


def _not_allowed(game: Game, dealt: Round, surplus: Card) -> Refused:
    sentence = f"{surplus} is a card too many: {dealt.end.why}"
    return Refused(Reason.CARD_NOT_ALLOWED, sentence, clause=game.cite(game.draw_clause(dealt.end)))


def _pair_rank(cards: Sequence[Card]) -> object | None:
    return cards[0].rank if is_pair(*cards[:2]) else None
