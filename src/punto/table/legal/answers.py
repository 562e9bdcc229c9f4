"""The table's answer to a command that is only tried: nothing changes."""

from punto.refusals import Kind, Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.decide import decide
from punto.table.people import Actor, Staff
from punto.table.state import State


def most_senior(state: State) -> Staff:
    """Somebody of the highest position: a refusal depends on the moment, not on the person."""
    return Staff("-", state.ranks[-1])


def refusal(
    state: State, command: c.Command, by: Actor | None = None, at_ms: int = 0
) -> Refused | None:
    """Why a command would be refused, to the most senior if to no one; None if accepted."""
    try:
        decide(state, command, by or most_senior(state), at_ms)
    except Refused as refused:
        return refused
    return None


def needs_approval(refused: Refused | None) -> bool:
    """Whether nothing is missing but a second person's yes."""
    return refused is not None and refused.reason is Reason.APPROVAL_NEEDED


def is_open(command: c.Command, refused: Refused | None) -> bool:
    """Whether a command with this answer may be given, perhaps with other values filled in."""
    if refused is None:
        return True
    return bool(command.__struct_fields__) and refused.reason.kind is Kind.REQUEST


def lowest_position(state: State, command: c.Command) -> Position:
    """The lowest staff position that may give a command."""
    return authority(state, command, most_senior(state)).position or Position.DEALER
