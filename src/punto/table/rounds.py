"""The round in play after something happened to it: stakes and cards moved, nothing decided."""

from msgspec.structs import replace

from punto.rules.drawing import next_draw
from punto.rules.hands import Side
from punto.table import events as e
from punto.table.state import Dealt, Round, Stake


def with_stake(play: Round, stake: Stake) -> Round:
    return replace(play, stakes={**play.stakes, stake.id: stake})


def without_stake(play: Round, number: int) -> Round:
    left = {each: stake for each, stake in play.stakes.items() if each != number}
    return replace(play, stakes=left)


def close_betting(play: Round) -> Round:
    return replace(play, betting_open=False, closed_before=True, decrease_asked=None)


def draw(play: Round, event: e.CardDrawn) -> Round:
    dealt = Dealt(event.side, event.card, event.face_up)
    left = play.set_aside[1:] if event.from_set_aside else play.set_aside
    return replace(play, cards=(*play.cards, dealt), set_aside=left)


def retrieve(play: Round, side: Side, *, dealer_keeps: bool) -> Round:
    """A hand's cards come back to the dealer, to be passed on or kept."""
    handlers = {each: who for each, who in play.handlers.items() if each is not side}
    kept = (*play.kept, side) if dealer_keeps and side not in play.kept else play.kept
    return replace(play, handlers=handlers, kept=kept)


def squeeze(play: Round, side: Side, patron: str) -> Round:
    """The one who squeezes sees the cards that lie face down; nobody else does."""
    return replace(
        play,
        cards=tuple(
            replace(dealt, seen_by=tuple(dict.fromkeys((*dealt.seen_by, patron))))
            if dealt.side is side and not dealt.face_up
            else dealt
            for dealt in play.cards
        ),
    )


def expose(play: Round, side: Side, codes: tuple[str, ...]) -> Round:
    shown = iter(codes)
    return replace(
        play,
        cards=tuple(
            replace(dealt, card=next(shown), face_up=True) if dealt.side is side else dealt
            for dealt in play.cards
        ),
    )


def replace_unread(play: Round, codes: tuple[str, ...]) -> Round:
    """Replacements stand for the cards nobody read; the dealer holds them."""
    replaced = iter(codes)
    cards = tuple(
        replace(dealt, card=next(replaced)) if dealt.card is None else dealt for dealt in play.cards
    )
    return replace(play, cards=cards, handlers={})


def put_in_order(play: Round, codes: tuple[str, ...], *, face_up: bool) -> Round:
    """The first four cards by the order of the deal; what came after waits, in order, to be drawn.

    Cards that lay face up still do, and all do where the dealer keeps them; totals are announced
    again where the first four changed.
    """
    shown = [dealt.card for dealt in play.cards if dealt.face_up]
    cards: list[Dealt] = []
    for place, code in enumerate(codes[:4]):
        side = next_draw((0,) * ((place + 1) // 2), (0,) * (place // 2)).side
        assert side is not None, "the first four cards always go to a hand"
        lay_up = code in shown
        if lay_up:
            shown.remove(code)
        cards.append(Dealt(side, code, lay_up or face_up))
    before = [dealt.card for dealt in play.cards[:4]]
    unchanged = before == list(codes[:4])
    return replace(
        play,
        cards=tuple(cards),
        set_aside=codes[4:],
        totals_announced=play.totals_announced and unchanged,
    )
