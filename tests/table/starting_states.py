"""Tables in common initial states, made by real commands."""

from typing import Any

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration, usual_configuration
from punto.table.dealers import DEALERS_WORK, deals_itself
from punto.table.evolve import evolve_all
from punto.table.people import Machine, Role, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given

ANYBODY = Staff("staff", Position.ASSISTANT_CASINO_MANAGER)
READER = Machine("reader-1", Role.READER)
SHOE = Machine("virtual shoe", Role.SHOE)
AUTOMATIC = Machine("automatic dealer", Role.DEALER)
SEAL = "5ea1" * 16
TIGER = usual_configuration(find_game("tiger"))
OLDER = usual_configuration(find_game("no-commission"))

Act = Any  # a command by anybody, its class where it has no fields, or one by somebody


def after(state: State, *acts: Act) -> State:
    """The state after commands, each by its giver or by somebody who may give them all."""
    for act in acts:
        command = act() if isinstance(act, type) else act
        given = command if isinstance(command, Given) else Given(command, anybody(state, command))
        state = evolve_all(state, decide_given(state, given))
    return state


def anybody(state: State, command: c.Command) -> Staff | Machine:
    """Somebody who may give any command; a table that deals itself is dealt by software."""
    config = state.configuration
    by_itself = isinstance(command, DEALERS_WORK) and deals_itself(config, state.dealer)
    return AUTOMATIC if by_itself else ANYBODY


def refused(state: State, command: Given) -> Refused:
    """Why a command is refused, which it must be."""
    with pytest.raises(Refused) as refusal:
        decide_given(state, command)
    assert refusal.value.sentence.endswith(".")
    return refusal.value


def cited(state: State, command: Given) -> tuple[Reason, str | None]:
    """The reason and the clause with which a command is refused."""
    refusal = refused(state, command)
    return refusal.reason, refusal.clause


def opened(config: Configuration) -> State:
    """A table set so, with a shoe."""
    return after(CLOSED, c.OpenTable(config), c.LoadShoe("one"))


def stake(patron: str = "seat1", wager: str = "player", cents: int = 10_00) -> c.PlaceStake:
    return c.PlaceStake(patron, wager, 1, cents)


def draw(*cards: str | None) -> list[c.DrawCard]:
    return [c.DrawCard(card) for card in cards]


def report(irregularity: Irregularity, **about: object) -> c.Report:
    return c.Report(irregularity, **about)  # type: ignore[arg-type]


OPEN = after(CLOSED, c.OpenTable(TIGER))
SEALED_TIGER = replace(TIGER, card_source=CardSource.SEALED)
OPEN_SEALED = after(CLOSED, c.OpenTable(SEALED_TIGER))  # dealt by people, from a virtual shoe
LOADED = after(OPEN, c.LoadShoe("one"))
BETTING = after(LOADED, c.OpenBetting, stake(), stake("seat2", "banker", 20_00))
DEALING = after(BETTING, c.CloseBetting)
DEALT = after(DEALING, *draw("9S", "8S", "KS", "KH"))
SETTLED = after(DEALT, c.AnnounceTotals, c.AnnounceOutcome)
METHOD_A = after(opened(replace(TIGER, method=Method.A)), c.OpenBetting)
METHOD_C = after(opened(replace(TIGER, method=Method.C, zone=Zone.RUBY_ROOM)), c.OpenBetting)
