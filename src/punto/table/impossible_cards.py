"""A card that the decks cannot hold: its round is void at once, by no one's choice.

A reader has nothing to win. A card that a person types may be a slip of the hand, or a way to do
away with a round: so one about much money, alone or with other changes of the last rounds, is held,
and the position that resolves it says whether the card was there (reading typed-impossible-card).
"""

from punto.rules.irregularities import Irregularity
from punto.table import events as e
from punto.table.approvals import void_needs_second
from punto.table.authority import resolves
from punto.table.people import Machine, Origin
from punto.table.settlement import void_round
from punto.table.state import State

Events = tuple[e.Event, ...]


def impossible_card(state: State, origin: Origin) -> Events:
    """Void the round, or hold it until a second person has confirmed what was typed."""
    if isinstance(origin.by, Machine) or not void_needs_second(state):
        return void_round(state, surplus(state))
    resolver = resolves(state, surplus(state))
    assert resolver.position is not None, "an irregularity is resolved by staff"
    return (
        e.ReportFiled(
            irregularity=surplus(state),
            filed_by=origin.by.id,
            resolver=resolver.position,
            clause=resolver.clause,
        ),
    )


def surplus(state: State) -> Irregularity:
    """By which irregularity a card that the decks cannot hold voids the round."""
    extra = Irregularity.EXTRA_OR_MISSING_CARDS
    return extra if state.game.procedure(extra) else Irregularity.FOREIGN_CARDS
