"""A command in its envelope, for tests: who gives it, when, and who has approved it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.ledger.cage import events as cage_events
from punto.ledger.cage.decide import decide as decide_at_cage
from punto.ledger.cage.state import State as Cage
from punto.ledger.transfers import Balances
from punto.table import events
from punto.table.decide import decide
from punto.table.people import Actor, Approval
from punto.table.state import State


class Given(Struct, frozen=True):
    """A command of a table or the cage, by somebody."""

    command: Any
    by: Actor
    at_ms: int = 0
    approval: Approval | None = None

    def changed(self, **fields: Any) -> "Given":
        """The same but for these fields of the command."""
        return replace(self, command=replace(self.command, **fields))


def decide_given(state: State, given: Given) -> tuple[events.Event, ...]:
    """What a table decides."""
    return decide(state, given.command, given.by, given.at_ms, given.approval)


def decide_given_at_cage(
    state: Cage, books: Balances, given: Given
) -> tuple[cage_events.Event, ...]:
    """What the cage decides."""
    return decide_at_cage(state, books, given.command, given.by, given.approval)
