"""Two hands read by the law: totals, who draws and why, and what each wager does."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.cards import Card, parse_card
from punto.rules.drawing import Draw, next_draw
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.hands import Hand, Side
from punto.rules.round import Round, deal_round
from punto.rules.settlement import Result
from punto.table.state import State


class HandView(Struct, frozen=True):
    """Cards and what they count."""

    cards: tuple[str, ...]
    total: int


class NextView(Struct, frozen=True):
    """Who receives the next card, or nobody, and why."""

    side: str
    rule: str
    why: str
    clause: str


class VerdictView(Struct, frozen=True):
    """What a wager does on these hands."""

    wager: str
    result: str
    pays: str
    clause: str


class HandsView(Struct, frozen=True):
    """Two hands read by the law; outcome and verdicts once the round is complete."""

    player: HandView
    banker: HandView
    next: NextView
    outcome: str
    wagers: tuple[VerdictView, ...]


def lying_hands(state: State) -> HandsView | None:
    """What lies open at a table, once its totals are announced, until the next round is called.

    A third card that lies face down counts when it is turned. Nothing where cards lie there that
    the law would not have dealt: they are a case for the pit.
    """
    play = state.round
    if play is not None:
        up = (tuple(d.card or "" for d in play.hand(side) if d.face_up) for side in Side)
        return _read(state.game.id, *up) if play.totals_announced else None
    last = state.finished[-1] if state.finished else None
    return _read_in_order(last.game.id, last.cards) if last and not last.void else None


@lru_cache(maxsize=256)  # everybody at a table is told the same
def _read(game: str, player: tuple[str, ...], banker: tuple[str, ...]) -> HandsView | None:
    try:
        return hands_view(find_game(game), _cards(player), _cards(banker))
    except Refused:
        return None


@lru_cache(maxsize=256)
def _read_in_order(game: str, cards: tuple[str, ...]) -> HandsView | None:
    law = find_game(game)
    try:
        return hands_view(law, *shared_out(law, _cards(cards)))
    except Refused:
        return None


def _cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(parse_card, codes))


def shared_out(game: Game, cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hands that cards in the order dealt go to."""
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    for card in cards:
        draw = _draw(player, banker)
        if draw.side is None:
            raise _too_many(game, card, draw)
        if draw.side is Side.PLAYER:
            player += (card,)
        else:
            banker += (card,)
    return player, banker


def _too_many(game: Game, card: Card, draw: Draw) -> Refused:
    return Refused(
        Reason.CARD_NOT_ALLOWED,
        f"{card} is a card too many: {draw.why}",
        clause=game.cite(game.draw_clause(draw)),
    )


def hands_view(game: Game, player: tuple[Card, ...], banker: tuple[Card, ...]) -> HandsView:
    """The hands as the law reads them; cards that it would not have dealt are refused."""
    order = _in_order(game, player, banker)
    draw = _draw(player, banker)
    dealt = deal_round(iter(order)) if draw.side is None else None
    return HandsView(
        _hand(player),
        _hand(banker),
        NextView(draw.side.value if draw.side else "", draw.rule, draw.why, game.draw_clause(draw)),
        dealt.outcome.winner.value if dealt else "",
        _verdicts(game, dealt) if dealt else (),
    )


def _in_order(game: Game, player: tuple[Card, ...], banker: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards as they left the shoe."""
    left = {Side.PLAYER: list(player), Side.BANKER: list(banker)}
    held: dict[Side, tuple[Card, ...]] = {Side.PLAYER: (), Side.BANKER: ()}
    order: list[Card] = []
    while True:
        draw = _draw(held[Side.PLAYER], held[Side.BANKER])
        if draw.side is None or not left[draw.side]:
            break
        card = left[draw.side].pop(0)
        held[draw.side] += (card,)
        order.append(card)
    for cards in left.values():
        if cards:
            raise _too_many(game, cards[0], draw)
    return tuple(order)


def _draw(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Draw:
    return next_draw(Hand(player).points, Hand(banker).points)


def _hand(cards: tuple[Card, ...]) -> HandView:
    return HandView(tuple(card.code for card in cards), Hand(cards).total)


def _verdicts(game: Game, dealt: Round) -> tuple[VerdictView, ...]:
    found = []
    for wager in game.wagers:
        line = wager.line_for(dealt.outcome)
        if line is not None:
            found.append(VerdictView(wager.id, Result.WIN, line.pays, line.clause))
        elif wager.pushes(dealt.outcome):
            found.append(VerdictView(wager.id, Result.PUSH, "", wager.pushes_by))
        else:
            found.append(VerdictView(wager.id, Result.LOSE, "", wager.loses_by))
    return tuple(found)
