"""Dealers at a table: who signs on and off, and who dealt a round (reading dealer-at-table).

A person who signs on at a table that deals itself takes it over: the automatic dealer waits until
they sign off, and signs them off if they go away. Its device goes on giving the cards, at that
person's request.
"""

from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration
from punto.table.people import AUTOMATIC_DEALER, Actor, Machine, Origin, Role, Staff
from punto.table.state import State

Events = tuple[e.Event, ...]
READING = "reading dealer-at-table"
BY_DEALING = (c.OpenBetting, c.DrawCard)  # they say who deals, signed on or not
# The dealer's work at a table: where software deals, no one else does it beside the software.
DEALERS_WORK = (
    *BY_DEALING,
    c.RetireShoe,
    c.CloseContributions,
    c.CloseBetting,
    c.AskToDecrease,
    c.GiveDevice,
    c.PassCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.AnnounceTotals,
    c.AnnounceOutcome,
)


def deals_itself(config: Configuration | None, dealer: str) -> bool:
    """Whether software deals the table, with this dealer signed on or none."""
    if config is None or config.card_source is not CardSource.AUTOMATIC:
        return False
    return dealer in ("", AUTOMATIC_DEALER)


def taken_over_by(state: State) -> str:
    """The person who deals a table that deals itself otherwise; none at any other table."""
    config = state.configuration
    if config is None or config.card_source is not CardSource.AUTOMATIC:
        return ""
    return "" if deals_itself(config, state.dealer) else state.dealer


def check_dealer(state: State, command: c.Command, by: Actor) -> None:
    """At a table that deals itself, software deals or the person who has taken it over."""
    config = state.configuration
    if config is None or config.card_source is not CardSource.AUTOMATIC:
        return
    person = taken_over_by(state)
    match by:
        case Machine(role=Role.DEALER, pressed_by="") if isinstance(command, c.SignOffDealer):
            return  # for a person who has gone away
        case Machine(role=Role.DEALER, pressed_by="") if person:
            raise Refused(
                Reason.NOT_AUTHORISED,
                "{dealer} has taken over this table: the software waits.",
                clause=READING,
                dealer=person,
            )
        case Machine(role=Role.DEALER, pressed_by=presser) if presser not in (person, state.device):
            raise _not_taken_over()
        case Staff(id=name) if name != person and isinstance(command, DEALERS_WORK):
            raise _not_taken_over()


def sign_on_dealer(state: State, command: c.SignOnDealer, origin: Origin) -> Events:
    """The person who gives it deals from here on, in the place of any other."""
    if state.dealer == origin.by.id:
        raise Refused(
            Reason.NO_SUCH_CASE, "You are signed on at this table already.", clause=READING
        )
    return (_signed_on(state, origin.by.id),)


def sign_off_dealer(state: State, command: c.SignOffDealer, origin: Origin) -> Events:
    """The dealer leaves the table, between rounds; in one, another dealer signs on instead.

    A table that was taken over is given back at any time: the automatic dealer deals on.
    """
    if not state.dealer or state.dealer == AUTOMATIC_DEALER:
        raise Refused(Reason.NO_SUCH_CASE, "No dealer is signed on at this table.", clause=READING)
    if state.round is not None and not taken_over_by(state):
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
        case Staff(id=person):
            return person
        case Machine(role=Role.DEALER, id=machine, pressed_by=person):
            return person or machine
        case Machine(role=Role.SHOE, pressed_by=person):
            return person
        case _:
            return ""


def _not_taken_over() -> Refused:
    return Refused(
        Reason.NOT_AUTHORISED, "Software deals this table: take it over first.", clause=READING
    )


def _signed_on(state: State, person: str) -> e.DealerSignedOn:
    return e.DealerSignedOn(dealer=person, relieves=state.dealer, clause=READING)
