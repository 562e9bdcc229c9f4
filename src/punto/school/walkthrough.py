"""A round for players, explained card by card and payment by payment."""

from collections.abc import Sequence

from msgspec import Struct

from punto.messages import Amount, Message
from punto.rules.cards import Card
from punto.rules.game import Game
from punto.rules.hands import Hand, Side
from punto.rules.round import Round
from punto.rules.settlement import Result, Settled, Stake, settle
from punto.school.chance import Chance
from punto.school.labels import label


class CardStep(Struct, frozen=True):
    """A card: to which hand it goes, why, and the hand's points with it."""

    side: Side
    card: str
    total: int
    why: Message
    clause: str


class PaymentStep(Struct, frozen=True):
    """What becomes of a stake, and why."""

    wager: str
    result: Result
    stake_cents: int
    profit_cents: int
    why: Message
    clause: str


class Walkthrough(Struct, frozen=True):
    """A whole round: its cards in order, why no other is drawn, and the payments."""

    cards: tuple[CardStep, ...]
    ends: Message
    ends_clause: str
    outcome: str
    player: int
    banker: int
    payments: tuple[PaymentStep, ...]


def walk_through(game: Game, seed: str, stakes: Sequence[Stake]) -> Walkthrough:
    """A round from a seed, with the stakes of one player settled.

    >>> from punto.rules.games import find_game
    >>> walk_through(find_game("tiger"), "7", ()).cards[0].side.value
    'player'
    """
    dealt = Chance(f"walkthrough/{seed}/{game.ref}").round()
    settled = settle(game, dealt.outcome, stakes).lines
    return Walkthrough(
        _cards(game, dealt),
        dealt.end.message,
        game.draw_clause(dealt.end),
        dealt.outcome.winner.value,
        dealt.player.total,
        dealt.banker.total,
        tuple(_payment(each) for each in settled),
    )


def _cards(game: Game, dealt: Round) -> tuple[CardStep, ...]:
    held: dict[Side, list[Card]] = {side: [] for side in Side}
    found = []
    for card, draw in zip(dealt.cards, dealt.draws, strict=True):
        assert draw.side is not None, "every card goes to a hand"
        held[draw.side].append(card)
        total = Hand(tuple(held[draw.side])).total
        clause = game.draw_clause(draw)
        found.append(CardStep(draw.side, card.code, total, draw.message, clause))
    return tuple(found)


def _payment(line: Settled) -> PaymentStep:
    return PaymentStep(
        line.wager,
        line.result,
        line.stake_cents,
        line.profit_cents,
        _why(line),
        line.clause,
    )


def _why(line: Settled) -> Message:
    bet, staked = label(line.wager), Amount(line.stake_cents)
    if line.odds is not None:
        return Message.of(
            "{bet} wins and pays {odds}: you win {amount}.",
            bet=bet,
            odds=line.odds.text,
            amount=Amount(line.profit_cents),
        )
    if line.result is Result.LOSE:
        return Message.of("{bet} loses: your {amount} is taken.", bet=bet, amount=staked)
    return Message.of("{bet} pushes: your {amount} stays yours.", bet=bet, amount=staked)
