"""A patron gone with cards: two set aside, the rest sorted, the missing ones deduced, replaced."""

from collections import Counter

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_card
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Origin
from punto.table.preconditions import case_waiting, round_in_play
from punto.table.settlement import void_round
from punto.table.state import Round, Shoe, State

Events = tuple[e.Event, ...]


def set_aside(state: State, command: c.SetAside, origin: Origin) -> Events:
    """Two cards leave the device, face down and in order: the round may need them."""
    case_waiting(state, command)
    shoe = _shoe(state)
    if shoe.left < 2:
        return void_round(state, Irregularity.TOO_FEW_CARDS)
    first, second = (None if card is None else parse_card(card).code for card in command.cards)
    read = [card for card in (first, second) if card]
    if not all(shoe.holds(card, read.count(card)) for card in read):
        return void_round(state, Irregularity.EXTRA_OR_MISSING_CARDS)
    return (e.CardsSetAside(cards=(first, second), clause="5.11.1"),)


def sort_cards(state: State, command: c.SortCards, origin: Origin) -> Events:
    """Deduce what is missing: the decks, less all that lies there and all that is known."""
    case_waiting(state, command)
    play, shoe = round_in_play(state), _shoe(state)
    left = Counter({card.code: shoe.decks for card in DECK})
    for text, count in command.counts.items():
        left[parse_card(text).code] -= max(0, count)
    if min(left.values()) < 0:
        raise Refused(
            Reason.TOO_MANY_COPIES,
            "More copies of a card lie there than {decks} decks hold: count again.",
            clause=state.game.cite("5.11.2"),
            decks=shoe.decks,
        )
    left.subtract(dealt.card for dealt in play.cards if dealt.card)
    left.subtract(card for card in play.set_aside if card)
    candidates = tuple(sorted(left.elements()))
    unread = missing_count(play) + sum(card is None for card in play.set_aside)
    if min(left.values()) < 0 or len(candidates) != unread:
        raise Refused(  # which card is wrong stays unsaid: it may be one that lies face down
            Reason.CARD_CONTRADICTS,
            "{decks} decks less the cards sorted and the cards in play do not leave the"
            " cards that have not been read: count again.",
            clause=state.game.cite("5.11.2.1"),
            decks=shoe.decks,
        )
    return (e.CardsSorted(counts=dict(command.counts), candidates=candidates, clause="5.11.2"),)


def replace_missing(state: State, command: c.ReplaceMissing, origin: Origin) -> Events:
    """Cards like the missing ones take their place, in the order they were drawn.

    They are named where unread cards hide which they are, or which hand each was of.
    """
    case = case_waiting(state, command)
    play = round_in_play(state)
    missing = missing_count(play)
    named = tuple(parse_card(text).code for text in command.cards)
    if not named:
        if len(case.candidates) != missing and len(set(case.candidates)) > 1:
            raise Refused(
                Reason.CARD_UNREAD,
                "Unread cards leave more than one choice: the Gaming Shift Manager names the"
                " missing cards.",
                clause="reading missing-stays-hidden",
            )
        if _of_both_hands(play) and len(set(case.candidates)) > 1:
            raise Refused(
                Reason.CARD_UNREAD,
                "Cards of both hands are missing: the Gaming Shift Manager names them in the order"
                " they were drawn.",
                clause="reading missing-stays-hidden",
            )
        named = case.candidates[:missing]
    if len(named) != missing or Counter(named) - Counter(case.candidates):
        raise Refused(
            Reason.CARD_CONTRADICTS,
            "{missing} of the cards that the sorting left over are missing, not these.",
            clause=state.game.cite("5.11.3"),
            missing=missing,
        )
    return (
        e.MissingReplaced(cards=named, clause="5.11.3"),
        e.CaseClosed(irregularity=case.irregularity, clause="5.11.4"),
    )


def missing_count(play: Round) -> int:
    """How many cards on the table no one and nothing has read."""
    return sum(dealt.card is None for dealt in play.cards)


def _of_both_hands(play: Round) -> bool:
    return len({dealt.side for dealt in play.cards if dealt.card is None}) > 1


def _shoe(state: State) -> Shoe:
    assert state.shoe is not None, "a round is opened with a shoe only"
    return state.shoe
