"""Dealers at a table: who signs on and off, and who dealt a round (reading dealer-at-table)."""

from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.people import Actor, Machine, Origin, Role, Staff
from punto.table.preconditions import open_table
from punto.table.state import State

Events = tuple[e.Event, ...]
READING = "reading dealer-at-table"


def sign_on_dealer(state: State, command: c.SignOnDealer, origin: Origin) -> Events:
    """The person who gives it deals from here on, in the place of any other."""
    if open_table(state).card_source is CardSource.AUTOMATIC:
        raise Refused(Reason.NO_SUCH_CASE, "The automatic dealer deals this table.", clause=READING)
    if state.dealer == origin.by.id:
        raise Refused(
            Reason.NO_SUCH_CASE, "You are signed on at this table already.", clause=READING
        )
    return (_signed_on(state, origin.by.id),)


def sign_off_dealer(state: State, command: c.SignOffDealer, origin: Origin) -> Events:
    """The dealer leaves the table, between rounds; in one, another dealer signs on instead."""
    if not state.dealer:
        raise Refused(Reason.NO_SUCH_CASE, "No dealer is signed on at this table.", clause=READING)
    if state.round is not None:
        raise Refused(
            Reason.ROUND_IN_PLAY,
            "Finish the round first, or let another dealer sign on.",
            clause=READING,
        )
    return (e.DealerSignedOff(dealer=state.dealer, clause=READING),)


def sign_on_by_dealing(state: State, command: c.Command, by: Actor) -> tuple[e.DealerSignedOn, ...]:
    """The person who opens betting or draws a round's first card is its dealer."""
    match command:
        case c.OpenBetting():
            person = _person(by)
        case c.DrawCard() if state.round is not None and not state.round.cards:
            person = "" if state.device else _person(by)  # a patron may control the device
        case _:
            return ()
    return (_signed_on(state, person),) if person not in ("", state.dealer) else ()


def dealt_by(state: State) -> str:
    """Who dealt the round in play, or the last one, which a case between rounds is about."""
    if state.round is not None:
        return state.round.dealer
    return next((each.dealer for each in state.finished if each.number == state.rounds), "")


def _person(by: Actor) -> str:
    """The dealer behind a command: a person, or the automatic dealer; a card reader has none."""
    match by:
        case Staff(id=person) | Machine(role=Role.DEALER, id=person):
            return person
        case Machine(role=Role.SHOE, pressed_by=person):
            return person
        case _:
            return ""


def _signed_on(state: State, person: str) -> e.DealerSignedOn:
    return e.DealerSignedOn(dealer=person, relieves=state.dealer, clause=READING)
