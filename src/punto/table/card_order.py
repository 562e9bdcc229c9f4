"""The cards of a round put in the order they left the device: which there are, and which move."""

from collections import Counter
from collections.abc import Sequence

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.table.card_source import READING, is_virtual
from punto.table.options import places_certain
from punto.table.preconditions import round_in_play
from punto.table.state import Case, Round, State

NOT_IN_ORDER = Message.of(
    "Put every card of the round in order: name it if it lies face up, and leave it unnamed if it"
    " lies face down and has been read."
)


def in_order(state: State, texts: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The round's cards in their true order; None stands for the next that is not named.

    Cards that lie face up are named by their faces, and so are cards that have not been read. Which
    cards lie face down and have been read makes no difference to the answer.
    """
    play = round_in_play(state)
    shoe = state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    codes = _parsed(texts)
    shown = Counter(card for card, public in _lying(state, play) if card and public)
    hidden = Counter(card for card, public in _lying(state, play) if not public)
    named = Counter(code for code in codes if code)
    for card, copies in (named - shown).items():
        if not shoe.holds(card, copies - hidden[card]):
            raise Refused(
                Reason.TOO_MANY_COPIES,
                "{decks} decks do not hold another {card}.",
                clause=state.game.cite("2.1"),
                decks=shoe.decks,
                card=card,
            )
    out = len(play.cards) + len(play.set_aside)
    if (shown - named).total() > codes.count(None):
        raise Refused.of(Reason.CARD_CONTRADICTS, NOT_IN_ORDER, READING)
    if len(codes) > out and is_virtual(shoe):
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "{drawn} cards left the virtual shoe, and no others.",
            clause=READING,
            drawn=out,
        )
    if len(codes) > out + shoe.left:
        raise Refused(Reason.CARD_CONTRADICTS, "So many cards were not left in the device.")
    if len(codes) < out:
        raise Refused(
            Reason.CARD_MISSING,
            "{drawn} cards were drawn, not {named}.",
            drawn=out,
            named=len(codes),
        )
    lying = _lying(state, play)
    places, over = _found_again(lying, codes)
    if over:
        raise Refused.of(Reason.CARD_CONTRADICTS, NOT_IN_ORDER, READING)
    filled = tuple(
        code or (None if place is None else lying[place][0])
        for code, place in zip(codes, places, strict=True)
    )
    if None in filled and state.method is not Method.A:
        raise Refused(Reason.CARD_UNREAD, "Say which cards they are, as TH.")
    return filled


def _parsed(texts: tuple[str | None, ...]) -> tuple[str | None, ...]:
    return tuple(None if text is None else parse_card(text).code for text in texts)


def named_places(texts: tuple[str | None, ...]) -> tuple[int, ...]:
    """The places, from 1, of the cards that an order names."""
    return tuple(place for place, text in enumerate(texts, 1) if text is not None)


def _lying(state: State, play: Round) -> list[tuple[str | None, bool]]:
    """The round's cards as they were drawn, and whether people know their faces.

    In method B cards that wait to be drawn were named when the round was put in order.
    """
    waiting = [(card, state.method is Method.B) for card in play.set_aside]
    return [*((dealt.card, dealt.face_up) for dealt in play.cards), *waiting]


def _found_again(
    lying: Sequence[tuple[str | None, bool]], codes: tuple[str | None, ...]
) -> tuple[list[int | None], list[int]]:
    """Which of the cards that lie there is at each place of an order, and which are left over.

    A card that is named is one that people see, or a new face: one that no one had read. The others
    follow each other as they were drawn. So nothing depends on what lies face down.
    """
    left = list(range(len(lying)))
    places: list[int | None] = [None] * len(codes)
    new = 0
    for place, code in enumerate(codes):
        seen = next((each for each in left if code and lying[each] == (code, True)), None)
        if seen is not None:
            left.remove(seen)
            places[place] = seen
        elif code is not None:
            new += 1
    unread = [each for each in left if lying[each][0] is None]
    left = [each for each in left if each not in unread[:new]]
    for place, code in enumerate(codes):
        if code is None and left:
            places[place] = left.pop(0)
    return places, left


def is_impossible(state: State, codes: tuple[str | None, ...]) -> bool:
    """Whether the decks cannot hold these cards beside those that lie face down."""
    play, shoe = round_in_play(state), state.shoe
    assert shoe is not None, "a round is opened with a shoe only"
    out = Counter([*(dealt.card for dealt in play.cards), *play.set_aside])
    new = Counter(codes) - out
    return not all(shoe.holds(card, copies) for card, copies in new.items() if card)


def check_places(state: State, case: Case, texts: tuple[str | None, ...]) -> None:
    """Of cards drawn together only the order is open; the others keep their places."""
    wrong = _moved(state, case.irregularity, _parsed(texts))
    if wrong:
        raise Refused.of(Reason.CARD_CONTRADICTS, wrong, state.game.cite(case.clause))


def _moved(state: State, kind: Irregularity, codes: tuple[str | None, ...]) -> Message | None:
    play = round_in_play(state)
    lying = _lying(state, play)
    places, _ = _found_again(lying, codes)
    changed = {
        place
        for place, (found, _, (card, _)) in enumerate(
            zip(places, play.cards, lying, strict=False), 1
        )
        if card is not None and found != place - 1
    }
    together = play.together
    match kind:
        case Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL:
            certain = places_certain(play)
            if any(place <= certain for place in changed):
                return Message.of(
                    "The first {certain} cards keep their places; only later ones are put in"
                    " order.",
                    certain=certain,
                )
        case Irregularity.DRAWN_TOGETHER_ORDER_KNOWN if together and changed - set(together):
            return Message.of(
                "Cards {first} to {last} came out together; the others keep their places.",
                first=together[0],
                last=together[-1],
            )
        case _:
            pass
    return None
