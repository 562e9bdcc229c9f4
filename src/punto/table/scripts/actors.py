"""Who gives the commands of a script: the person it names, or the one who usually would."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from punto.rules.staff import POSITIONS, Position
from punto.table import commands as c
from punto.table.authority import authority, resolves
from punto.table.card_source import names_cards, source_of
from punto.table.configuration import CardSource
from punto.table.people import AUTOMATIC_DEALER, Actor, Machine, Patron, Role, Staff
from punto.table.state import State

NO_STAFF: Mapping[str, Staff] = {}
READER = Machine("reader", Role.READER)
SHOE = Machine("virtual-shoe", Role.SHOE)
AUTOMATIC = Machine(AUTOMATIC_DEALER, Role.DEALER)
MACHINES = {each.id.replace(" ", "-"): each for each in (READER, SHOE, AUTOMATIC)}

# Commands that staff usually enter even where the patron might.
_RECORDED = (c.GiveUpDevice,)


def person_named(name: str, staff: Mapping[str, Staff]) -> Actor:
    """A member of staff by name or position, or a machine; any other name is a patron's."""
    if name in staff:
        return staff[name]
    if name in MACHINES:
        return MACHINES[name]
    position = POSITIONS.get(name)
    return Staff(name, position) if position else Patron(name)


def is_person(state: State, name: str, staff: Mapping[str, Staff]) -> bool:
    """Whether a name is someone's: of staff, a machine, a seat or a patron with a stake."""
    staked = {stake.patron for stake in state.round.stakes.values()} if state.round else set()
    known = name in staff or name in POSITIONS or name in MACHINES or name in staked
    return known or re.fullmatch(r"seat\d+", name) is not None


def by_usual_actor(state: State, command: c.Command) -> tuple[c.Command, Actor]:
    """The command, and the person or machine that would usually give it.

    Staff enter the codes of cards that a patron turns up and no device has read.
    """
    play = state.round
    if isinstance(command, c.ExposeCards) and command.cards and play is not None:
        handler = play.handlers.get(command.side, "")
        if handler and any(dealt.card is None for dealt in play.hand(command.side)):
            dealer = Staff("dealer", Position.DEALER)
            return replace(command, turned_by=handler), dealer
    return command, usual_actor(state, command)


def usual_actor(state: State, command: c.Command) -> Actor:
    """Who would usually give a command: its patron, else the lowest position that may.

    A script says which card a machine reads, where that is not for a person to say.
    """
    machine = _card_machine(state, command)
    if machine is not None:
        return machine
    allowed = authority(state, command)
    if isinstance(command, c.Report) and state.configuration is not None:
        allowed = resolves(state, command.irregularity)  # so that it is resolved at once
    patron = allowed.patron
    if patron and (allowed.position is None or not isinstance(command, _RECORDED)):
        return Patron(patron)
    position = allowed.position or Position.DEALER
    return Staff(position.typed, position)


def _card_machine(state: State, command: c.Command) -> Machine | None:
    """The machine that gives a command with a card in it, where staff do not."""
    sealing = isinstance(command, c.LoadShoe) and command.commitment
    sealed = state.shoe is not None and source_of(state.shoe) is CardSource.SEALED
    if sealing or isinstance(command, c.RevealShoe):
        return SHOE
    if not isinstance(command, c.DrawCard | c.BurnCards) or not names_cards(command):
        return None
    if sealed:
        return SHOE
    return READER if state.device else None
