"""Which irregularities can happen to cards of each card source, and what is said to the others.

A virtual shoe is an order in software: it holds whole decks, deals them one by one in the order
that was fixed, and no one takes a card out of it, adds one or turns one over. While software deals,
no dealer makes a mistake either. A report of what cannot have happened is refused, so that
no one has a round voided, or its stakes withdrawn, by saying so (reading card-source).
"""

from collections.abc import Mapping

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.table.card_source import CUT_CARD, READING, source_of
from punto.table.configuration import CardSource
from punto.table.dealers import taken_over_by
from punto.table.state import State

I = Irregularity  # noqa: E741  (short where the tables below are read as tables)

_WHOLE_DECKS = Message.of("A virtual shoe holds whole decks, shuffled and sealed, and no others.")
_ONE_BY_ONE = Message.of("A virtual shoe gives one card at a time, in the order that was sealed.")
_NOT_MOVED = Message.of("A virtual shoe is not moved: its order is the one that was sealed.")
_NO_OBJECTS = Message.of(
    "The cards of a virtual shoe are not objects: no one takes, damages or turns one over."
)
_BY_RULE = Message.of("The automatic dealer deals, passes and turns up cards by the rules alone.")

# Cannot happen to a virtual shoe, by hand or dealt automatically.
NOT_VIRTUAL: Mapping[Irregularity, Message] = {
    I.FOREIGN_CARDS: _WHOLE_DECKS,
    I.EXTRA_OR_MISSING_CARDS: _WHOLE_DECKS,
    I.UNSHUFFLED_CARDS: _WHOLE_DECKS,
    I.WRONG_NUMBER_OF_CARDS: _ONE_BY_ONE,
    I.DRAWN_TOGETHER_ORDER_KNOWN: _ONE_BY_ONE,
    I.DRAWN_TOGETHER_IN_INITIAL_DEAL: _ONE_BY_ONE,
    I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL: _ONE_BY_ONE,
    I.DEALT_IN_WRONG_ORDER: _ONE_BY_ONE,
    I.SHOE_ORDER_ALTERED: _NOT_MOVED,
    I.EXPOSED_BY_MOVING_DEVICE: _NOT_MOVED,
    I.ALTERED_BY_MOVING_DEVICE: _NOT_MOVED,
    I.FACE_UP_IN_DEVICE: _NO_OBJECTS,
    I.PATRON_LEFT_WITH_CARDS: _NO_OBJECTS,
    I.DAMAGED_CARD: _NO_OBJECTS,
}
# Mistakes of a dealer, which software does not make.
NOT_AUTOMATIC: Mapping[Irregularity, Message] = {
    I.PASSED_TO_WRONG_PATRON: _BY_RULE,
    I.EXPOSED_OR_NOT_PASSED: _BY_RULE,
    I.DEVICE_RESET: _BY_RULE,
}


def check_possible(state: State, kind: Irregularity) -> None:
    """Refuse a report of what cannot have happened to cards of this source."""
    source = _source(state, kind)
    if source is CardSource.PHYSICAL:
        return
    wrong = NOT_VIRTUAL.get(kind)
    if source is CardSource.AUTOMATIC and not taken_over_by(state):
        wrong = wrong or NOT_AUTOMATIC.get(kind)
    if kind is I.CUT_CARD_FIRST and not (state.round and state.round.cut_card_first):
        wrong = CUT_CARD
    if wrong is not None:
        raise Refused.of(Reason.NO_SUCH_CASE, wrong, READING)


def _source(state: State, kind: Irregularity) -> CardSource:
    """Where the cards came from that a report is about; without any, what the table is set to."""
    if kind is I.WRONG_NUMBER_OF_CARDS and state.round is None and state.finished:
        return source_of(state.finished[-1])  # of the older games, found after the round
    if state.shoe is not None:
        return source_of(state.shoe)
    assert state.configuration is not None, "a report is made at an open table"
    return state.configuration.card_source
