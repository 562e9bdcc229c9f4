"""A patron gone with cards: two set aside, the rest sorted, the missing ones deduced, replaced."""

from collections import Counter

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_card
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table import events as e
from punto.table.requirements import case_waiting, round_in_play
from punto.table.settling import void_round
from punto.table.state import Round, Shoe, State, Waits

Events = tuple[e.Event, ...]


def set_aside(state: State, command: c.SetAside) -> Events:
    """Two cards leave the device, face down and in order: the round may need them."""
    case_waiting(state, Waits.SETTING_ASIDE)
    shoe = _shoe(state)
    if shoe.left < 2:
        return void_round(state, Irregularity.TOO_FEW_CARDS)
    first, second = (None if card is None else parse_card(card).code for card in command.cards)
    read = [card for card in (first, second) if card]
    if not all(shoe.holds(card, read.count(card)) for card in read):
        return void_round(state, Irregularity.EXTRA_OR_MISSING_CARDS)
    return (e.CardsSetAside(cards=(first, second), clause="5.11.1"),)


def sort_cards(state: State, command: c.SortCards) -> Events:
    """Deduce what is missing: the decks, less all that lies there and all that is known."""
    case_waiting(state, Waits.SORTING)
    play, shoe = round_in_play(state), _shoe(state)
    left = Counter({card.code: shoe.decks for card in DECK})
    for text, count in command.counts.items():
        left[parse_card(text).code] -= max(0, count)
    left.subtract(dealt.card for dealt in play.cards if dealt.card)
    left.subtract(card for card in play.set_aside if card)
    wrong = [card for card, count in left.items() if count < 0]
    if wrong:
        raise Refused(
            Reason.TOO_MANY_COPIES,
            f"More copies of {wrong[0]} lie there than {shoe.decks} decks hold: count again.",
            clause=state.game.cite("5.11.2"),
        )
    candidates = tuple(sorted(left.elements()))
    unread = missing_count(play) + sum(card is None for card in play.set_aside)
    if len(candidates) != unread:
        raise Refused(
            Reason.CARD_CONTRADICTS,
            f"{len(candidates)} cards are not accounted for, but {unread} are unread: count again.",
            clause=state.game.cite("5.11.2.1"),
        )
    return (e.CardsSorted(counts=dict(command.counts), candidates=candidates, clause="5.11.2"),)


def replace_missing(state: State, command: c.ReplaceMissing) -> Events:
    """Cards like the missing ones take their place, named where unread cards hide which."""
    case = case_waiting(state, Waits.REPLACEMENT)
    play = round_in_play(state)
    missing = missing_count(play)
    named = tuple(parse_card(text).code for text in command.cards)
    if not named:
        if len(case.candidates) != missing and len(set(case.candidates)) > 1:
            raise Refused(
                Reason.CARD_UNREAD,
                f"The missing cards are among {', '.join(case.candidates)}: the Gaming Shift"
                " Manager names them.",
                clause="reading missing-stays-hidden",
            )
        named = case.candidates[:missing]
    if len(named) != missing or Counter(named) - Counter(case.candidates):
        raise Refused(
            Reason.CARD_CONTRADICTS,
            f"{missing} of {', '.join(case.candidates)} are missing, not {', '.join(named)}.",
            clause=state.game.cite("5.11.3"),
        )
    return (
        e.MissingReplaced(cards=named, clause="5.11.3"),
        e.CaseClosed(irregularity=case.irregularity, clause="5.11.4"),
    )


def missing_count(play: Round) -> int:
    """How many cards on the table nobody and nothing has read."""
    return sum(dealt.card is None for dealt in play.cards)


def _shoe(state: State) -> Shoe:
    assert state.shoe is not None, "a round is opened with a shoe only"
    return state.shoe
