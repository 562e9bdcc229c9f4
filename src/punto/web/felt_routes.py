"""What a felt prints and what lies on it, read from the law, so that no page needs to know any."""

from collections.abc import Sequence
from dataclasses import asdict
from enum import Enum
from typing import Annotated, Any

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.cards import Card, parse_cards
from punto.rules.drawing import Draw, next_draw
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.hands import Hand, Side
from punto.rules.round import Round, deal_round
from punto.rules.settlement import Result
from punto.rules.wagers import Wager, When

Cards = Annotated[str, QueryParameter(description='Card codes, e.g. "AS TH".', max_length=40)]


class LineView(Struct, frozen=True):
    """A pay line as printed; `when` names only the fields of an outcome that it asks about."""

    pays: str
    when: dict[str, Any]
    clause: str
    title: str


class WagerView(Struct, frozen=True):
    """A wager as its felt prints it."""

    id: str
    title: str
    lines: tuple[LineView, ...]
    pushes_when: dict[str, Any] | None
    pushes_by: str
    loses_by: str


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


@get("/games/{game:str}/wagers", sync_to_thread=False, summary="A game's pay table")
def list_wagers(game: FromPath[str]) -> list[WagerView]:
    """Every wager with what it pays and when: the same data that pays."""
    return [_wager(each) for each in find_game(game).wagers]


@get(
    "/games/{game:str}/hands",
    sync_to_thread=False,
    summary="Two hands, read by the law",
    cache_control=CacheControlHeader(max_age=86_400, public=True),
)
def read_hands(
    game: FromPath[str], player: Cards = "", banker: Cards = "", cards: Cards = ""
) -> HandsView:
    """Two hands, or `cards` in the order dealt: totals, who draws next and why, and of a complete
    round what each wager does."""
    law = find_game(game)
    if cards:
        return hands_view(law, *_shared_out(law, parse_cards(cards)))
    return hands_view(law, parse_cards(player), parse_cards(banker))


def _shared_out(game: Game, cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
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


def _wager(wager: Wager) -> WagerView:
    return WagerView(
        wager.id,
        wager.title,
        tuple(
            LineView(line.pays, when_view(line.when), line.clause, line.title)
            for line in wager.lines
        ),
        when_view(wager.push) if wager.push else None,
        wager.pushes_by,
        wager.loses_by,
    )


def when_view(when: When) -> dict[str, Any]:
    """A condition by the names of its values; what it does not ask about is left out.

    >>> from punto.rules.outcome import Winner
    >>> when_view(When(winner=Winner.BANKER, banker_total=6))
    {'winner': ['banker'], 'banker_total': [6]}
    """
    found = {}
    for name, wanted in asdict(when).items():
        if wanted is not None:
            values = wanted if isinstance(wanted, tuple) else (wanted,)
            found[name] = [each.name.lower() if isinstance(each, Enum) else each for each in values]
    return found


felt_routes = Router("", route_handlers=[list_wagers, read_hands], tags=["law"])
