"""Tables in the states that tests begin with, made by real commands."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.game import Method, Zone
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Staff
from punto.table.state import CLOSED, State

ANYBODY = Staff("staff", Position.ASSISTANT_CASINO_MANAGER)
TIGER = usual_configuration(find_game("tiger"))
OLDER = usual_configuration(find_game("no-commission"))

Given = Callable[..., c.Command]


def after(state: State, *given: Given) -> State:
    """The state after commands by somebody who may give them all."""
    for command in given:
        state = evolve_all(state, decide(state, command(by=ANYBODY)))
    return state


def refused(state: State, command: c.Command) -> Refused:
    """Why a command is refused, which it must be."""
    with pytest.raises(Refused) as refusal:
        decide(state, command)
    assert refusal.value.sentence.endswith(".")
    return refusal.value


def opened(config: Configuration) -> State:
    """A table set so, with a shoe."""
    return after(CLOSED, lambda by: c.OpenTable(config, by=by), lambda by: c.LoadShoe("one", by=by))


def stake(patron: str = "seat1", wager: str = "player", cents: int = 10_00) -> Given:
    return lambda by: c.PlaceStake(patron, wager, 1, cents, by=by)


def draw(*cards: str | None) -> list[Given]:
    return [lambda by, card=card: c.DrawCard(card, by=by) for card in cards]


def report(irregularity: Irregularity, **about: object) -> Given:
    return lambda by: c.Report(irregularity, **about, by=by)  # type: ignore[arg-type]


OPEN = after(CLOSED, lambda by: c.OpenTable(TIGER, by=by))
LOADED = after(OPEN, lambda by: c.LoadShoe("one", by=by))
BETTING = after(LOADED, c.OpenBetting, stake(), stake("seat2", "banker", 20_00))
DEALING = after(BETTING, c.CloseBetting)
DEALT = after(DEALING, *draw("9S", "8S", "KS", "KH"))
SETTLED = after(DEALT, c.AnnounceTotals, c.AnnounceOutcome)
METHOD_A = after(opened(replace(TIGER, method=Method.A)), c.OpenBetting)
METHOD_C = after(opened(replace(TIGER, method=Method.C, zone=Zone.RUBY_ROOM)), c.OpenBetting)
