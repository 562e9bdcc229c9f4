"""A round after something happened to it: stakes and cards moved, nothing decided."""

from collections.abc import Iterator

from msgspec.structs import replace

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import events as e
from punto.table.exposure import settled_cents
from punto.table.state import Dealt, Finished, Round, Stake, State


def with_stake(play: Round, stake: Stake) -> Round:
    stakes = {**play.stakes, stake.id: stake}
    if stake.position in play.seats:
        return replace(play, stakes=stakes)
    return replace(play, stakes=stakes, seats={**play.seats, stake.position: stake.patron})


def without_stake(play: Round, number: int) -> Round:
    left = {each: stake for each, stake in play.stakes.items() if each != number}
    seats: dict[int, str] = {}
    for stake in left.values():
        seats.setdefault(stake.position, stake.patron)
    return replace(play, stakes=left, seats=seats)


def take_back(play: Round, numbers: tuple[int, ...]) -> Round:
    """Count stakes that are withdrawn because of an irregularity; other events remove them."""
    cents = sum(play.stakes[each].cents for each in numbers)
    return replace(play, taken_back_cents=play.taken_back_cents + cents)


def close_betting(play: Round) -> Round:
    return replace(play, betting_open=False, decrease_asked=None)


def draw(play: Round, event: e.CardDrawn) -> Round:
    dealt = Dealt(event.side, event.card, event.face_up)
    left = play.set_aside[1:]  # where any are, it was the first of them
    return replace(play, cards=(*play.cards, dealt), set_aside=left)


def retrieve(play: Round, side: Side, *, dealer_keeps: bool) -> Round:
    """A hand's cards come back to the dealer, to be passed on or kept."""
    handlers = {each: who for each, who in play.handlers.items() if each is not side}
    kept = (*play.kept, side) if dealer_keeps and side not in play.kept else play.kept
    return replace(play, handlers=handlers, kept=kept)


def squeeze(play: Round, side: Side, patron: str) -> Round:
    """The one who squeezes sees the cards that lie face down; no one else does."""
    return replace(
        play,
        cards=tuple(
            replace(dealt, seen_by=tuple(dict.fromkeys((*dealt.seen_by, patron))))
            if dealt.side is side and not dealt.face_up
            else dealt
            for dealt in play.cards
        ),
    )


def expose(play: Round, side: Side, codes: tuple[str | None, ...]) -> Round:
    """Turn up the cards of a hand that have a code; the others stay as they lie."""
    shown = iter(codes)
    cards = []
    for dealt in play.cards:
        code = next(shown) if dealt.side is side else None
        cards.append(replace(dealt, card=code, face_up=True) if code else dealt)
    return replace(play, cards=tuple(cards))


def replace_unread(play: Round, codes: tuple[str, ...]) -> Round:
    """Replacements stand for the cards no one read; the dealer holds and exposes them."""
    replaced = iter(codes)
    gone = {dealt.side for dealt in play.cards if dealt.card is None}
    cards = tuple(
        replace(dealt, card=next(replaced)) if dealt.card is None else dealt for dealt in play.cards
    )
    for side in gone:
        play = retrieve(play, side, dealer_keeps=True)
    return replace(play, cards=cards, replaced=True, cards_named=True)


def put_aside(play: Round, codes: tuple[str | None, ...]) -> Round:
    """Cards wait to be drawn, face down; staff may have said which they are."""
    return replace(play, set_aside=codes, cards_named=play.cards_named or any(codes))


def with_report(play: Round, event: e.IrregularityReported) -> Round:
    """What the round remembers of an irregularity that was taken up."""
    match event.irregularity:
        case Irregularity.POWER_FAILURE:
            return replace(play, power_failed=True)
        case (
            Irregularity.DRAWN_TOGETHER_ORDER_KNOWN | Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
        ):
            return replace(play, together=event.together)
        case _:
            return play


def reopen_betting(play: Round) -> Round:
    """Stakes may change, so hands that were passed come back: who is due them may change too."""
    return replace(
        play,
        betting_open=True,
        handlers={},
        chosen={},
        refused={},
        kept=(),
        first_revealed=None,
    )


def put_in_order(
    play: Round, codes: tuple[str | None, ...], named: tuple[int, ...] = (), *, all_up: bool
) -> Round:
    """The first four cards by the order of the deal; what came after waits, in order, to be drawn.

    Cards lie as they lay, new ones as cards are dealt; totals are announced again where the first
    four changed.
    """
    lying = _found_again(play, codes, named)
    cards: tuple[Dealt, ...] = ()
    for place, code in enumerate(codes[:4], 1):
        due = replace(play, cards=cards).due()
        assert due is not None, "fewer than four are dealt"
        assert due.side is not None, "the first four always go to a hand"
        same = lying.get(place) or Dealt(due.side, code, face_up=all_up)
        cards = (*cards, replace(same, side=due.side))
    before = [dealt.card for dealt in play.cards[:4]]
    unchanged = before == list(codes[:4])
    as_it_lay = is_as_it_lay(play, codes, named)
    return replace(
        play,
        cards=cards,
        set_aside=codes[4:],
        totals_announced=play.totals_announced and unchanged,
        cards_named=play.cards_named or not as_it_lay,
    )


def _found_again(
    play: Round, codes: tuple[str | None, ...], named: tuple[int, ...]
) -> dict[int, Dealt]:
    """Which of the cards on the table is at each place of an order.

    A card that is named is one that lies face up, though one face down may have the same face.
    """
    left = list(enumerate(play.cards))
    found: dict[int, Dealt] = {}
    places = [*named, *(each for each in range(1, len(codes) + 1) if each not in named)]
    for place in places:
        code = codes[place - 1]
        alike = [each for each in left if code and each[1].card == code]
        if place in named:
            alike = [each for each in alike if each[1].face_up] or alike
        if alike:
            left.remove(alike[0])
            found[place] = alike[0][1]
    return found


def is_as_it_lay(play: Round, codes: tuple[str | None, ...], named: tuple[int, ...] = ()) -> bool:
    """Whether an order says nothing new: the cards of the round as they were drawn.

    To name a card that lies face down is new, whether or not it is that one: the answer must not
    tell.
    """
    hidden = [place for place, dealt in enumerate(play.cards, 1) if not dealt.face_up]
    lay = (*(dealt.card for dealt in play.cards), *play.set_aside)
    return codes == lay and not set(hidden) & set(named)


def hidden_cards(play: Round) -> Iterator[str]:
    """The cards of a round whose faces are known and not shown: face down or set aside."""
    face_down = (dealt.card for dealt in play.cards if not dealt.face_up)
    return (card for card in (*face_down, *play.set_aside) if card)


def with_dealer(state: State, event: e.DealerSignedOn | e.DealerSignedOff) -> State:
    """The table with this dealer, or none; a round is of the dealer of its first card."""
    dealer = event.dealer if isinstance(event, e.DealerSignedOn) else ""
    play = state.round
    if play is not None and not play.cards:
        play = replace(play, dealer=dealer)
    return replace(state, dealer=dealer, round=play)


def finish(
    state: State, cards: tuple[str, ...], lines: tuple[e.Paid, ...], *, void: bool
) -> Finished:
    """The round in play as it is remembered once it is settled or void."""
    play = state.round
    assert play is not None, "only a round in play is finished"
    assert state.configuration is not None, "a round is played at an open table"
    assert state.shoe is not None, "a round is opened with a shoe only"
    return Finished(
        play.number,
        cards,
        tuple(play.stakes.values()),
        lines,
        void=void,
        configuration=state.configuration,
        under_minimum_before=state.under_minimum,
        source=state.shoe.source,
        dealer=play.dealer,
        changed_cents=play.taken_back_cents
        + (settled_cents(lines) if void or play.cards_named else 0),
    )


def correct(
    old: Finished, cards: tuple[str, ...], lines: tuple[e.Paid, ...], *, void: bool
) -> Finished:
    """A finished round as it is settled again, or voided."""
    about_cents = max(settled_cents(old.lines), settled_cents(lines))
    return replace(
        old,
        cards=cards or old.cards,
        lines=lines,
        void=void,
        changed_cents=old.changed_cents + about_cents,
    )
