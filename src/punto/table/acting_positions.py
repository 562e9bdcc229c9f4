"""Acting in a position: who may act as whom, until when, and what is done through it (6.2)."""

from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.staff import reaches
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Origin, Staff
from punto.table.state import Acting, State

Events = tuple[e.Event, ...]
WHO_DECIDES = "reading acting-positions"
LONGEST_MS = 24 * 60 * 60 * 1000  # a shift and its handover, with hours to spare


def acting_now(state: State, person: str, at: int) -> Acting | None:
    """The position that a person was given and that is still in force at this time, if any."""
    acting = state.acting.get(person)
    return None if acting is None or at >= acting.until else acting


def acting_of(state: State, person: Staff, at: int) -> Acting | None:
    """The higher position a person acts in at this time, if any."""
    acting = acting_now(state, person.id, at)
    if acting is None or reaches(state.ranks, person.position, acting.position):
        return None
    return acting


def in_position(state: State, person: Staff, at: int) -> Staff:
    """A member of staff with the position held at this time: their own, or the one acted in."""
    acting = acting_of(state, person, at)
    return person if acting is None else Staff(person.id, acting.position)


def without_lapsed(state: State, at: int) -> State:
    """The same table, without the positions that no one acts in any more at this time."""
    held = {person: each for person, each in state.acting.items() if at < each.until}
    return state if len(held) == len(state.acting) else replace(state, acting=held)


def act_as(state: State, command: c.ActAs, origin: Origin) -> Events:
    """Someone of that position or above lets a person act in it."""
    clause = acting_clause(state)
    if command.person == origin.by.id:
        raise Refused(
            Reason.NOT_AUTHORISED,
            "Another person gives the position to act in.",
            clause=state.game.cite(clause),
        )
    return (
        e.ActingStarted(
            person=command.person,
            position=command.position,
            until=command.until,
            given_by=origin.by.id,
            clause=clause,
        ),
    )


def end_acting(state: State, command: c.EndActing, origin: Origin) -> Events:
    """The person acts in that position no longer."""
    acting = acting_now(state, command.person, origin.at_ms)
    clause = acting_clause(state)
    if acting is None:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "{person} acts in no other position.",
            clause=state.game.cite(clause),
            person=command.person[:40],
        )
    return (e.ActingEnded(person=command.person, position=acting.position, clause=clause),)


def acted_as(state: State, person: Staff, at: int) -> e.ActedAs:
    """What says that the rest was done by a person acting in a position."""
    acting = acting_of(state, person, at)
    assert acting is not None, "asked of a person who acts in one"
    return e.ActedAs(
        person=person.id,
        position=acting.position,
        until=acting.until,
        given_by=acting.given_by,
        clause=acting_clause(state),
    )


def acting_clause(state: State) -> str:
    """The game's own clause on acting in a position, or our reading."""
    return state.game.acting_clause or WHO_DECIDES
