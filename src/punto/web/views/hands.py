"""Two hands under a game's rules: totals, who draws and why, and the result of each wager."""

from functools import lru_cache

from msgspec import Struct

from punto.refusals import Refused
from punto.rules.cards import Card, parse_card
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.hands import Hand, Side
from punto.rules.holdings import facts
from punto.rules.outcome import Winner
from punto.rules.round import Deal, Round, read_deal, read_hands
from punto.rules.settlement import result_of
from punto.rules.wagers import Verdict
from punto.table.state import State


class HandView(Struct, frozen=True):
    """A hand's cards and total."""

    cards: tuple[str, ...]
    total: int


class NextView(Struct, frozen=True):
    """Who receives the next card, or no one, and why."""

    side: str
    rule: str
    why: str
    clause: str


class VerdictView(Struct, frozen=True):
    """The result of a wager on these hands."""

    wager: str
    result: str
    pays: str
    clause: str


class HandsView(Struct, frozen=True):
    """Two hands, and the outcome and verdicts once the round is complete."""

    player: HandView
    banker: HandView
    next: NextView
    outcome: Winner | None
    wagers: tuple[VerdictView, ...]


def lying_hands(state: State) -> HandsView | None:
    """The open hands at a table, from the announcement of totals until the next round.

    A third card counts once it is face up. None if the cards could not have been dealt under the
    rules: they are an irregularity for the pit.
    """
    play = state.round
    if play is not None:
        up = (tuple(d.card or "" for d in play.hand(side) if d.face_up) for side in Side)
        return _read(state.game.ref, *up) if play.totals_announced else None
    last = state.finished[-1] if state.finished else None
    return _read_in_order(last.game.ref, last.cards) if last and not last.void else None


@lru_cache(maxsize=256)  # the same for everyone at a table
def _read(game_id: str, player: tuple[str, ...], banker: tuple[str, ...]) -> HandsView | None:
    game = find_game(game_id)
    try:
        return hands_view(game, read_hands(game, _cards(player), _cards(banker)))
    except Refused:
        return None


@lru_cache(maxsize=256)
def _read_in_order(game_id: str, cards: tuple[str, ...]) -> HandsView | None:
    game = find_game(game_id)
    try:
        return hands_view(game, read_deal(game, _cards(cards)))
    except Refused:
        return None


def _cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(map(parse_card, codes))


def hands_view(game: Game, dealt: Deal) -> HandsView:
    """The hands of a deal; outcome and verdicts only if the round is complete."""
    draw, complete = dealt.next, dealt.round
    return HandsView(
        _hand(dealt.player),
        _hand(dealt.banker),
        NextView(draw.side.value if draw.side else "", draw.rule, draw.why, game.draw_clause(draw)),
        complete.outcome.winner if complete else None,
        _verdicts(game, complete) if complete else (),
    )


def _hand(hand: Hand) -> HandView:
    return HandView(tuple(card.code for card in hand.cards), hand.total)


def _verdicts(game: Game, dealt: Round) -> tuple[VerdictView, ...]:
    hands = facts(dealt.player.cards, dealt.banker.cards) if game.card_wagers else None
    return tuple(
        _verdict(wager.id, game.verdict(wager.id, dealt.outcome, hands)) for wager in game.wagers
    )


def _verdict(wager: str, verdict: Verdict) -> VerdictView:
    pays = verdict.line.pays if verdict.line else ""
    return VerdictView(wager, result_of(verdict), pays, verdict.clause)
