"""Settings: what of a table may be set anew, by whom, and why not now."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.game import Game, Zone
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.authority import authority
from punto.table.configuration import STAKES_PER_AREA_MAX, Configuration, Funding, Timekeeper
from punto.table.decide import decide
from punto.table.people import Staff
from punto.table.state import State

ANYBODY = Staff("-", max(Position))  # what is refused them lies in the moment, not in the person


class Choice(Struct, frozen=True):
    """A value that a setting could take: who may give it, and why it cannot be given now."""

    value: str  # empty where any of many would do
    position: Position
    not_now: Refused | None = None


class Setting(Struct, frozen=True):
    """One thing that a table is set to."""

    name: str
    choices: tuple[Choice, ...]


def settings(state: State) -> tuple[Setting, ...]:
    """Everything that a Pit Manager or somebody above may set at an open table."""
    config = state.configuration
    if config is None:
        return ()
    found: dict[str, list[Choice]] = {}
    for name, value, wanted in _others(state.game, config):
        change = c.ChangeConfiguration(wanted, by=ANYBODY)
        lowest = authority(state, change).position or Position.PIT_MANAGER
        found.setdefault(name, []).append(Choice(value, lowest, _refusal(state, change)))
    return tuple(Setting(name, tuple(choices)) for name, choices in found.items())


def _refusal(state: State, change: c.ChangeConfiguration) -> Refused | None:
    try:
        decide(state, change)
    except Refused as refused:
        return refused
    return None


def _others(game: Game, now: Configuration) -> Iterator[tuple[str, str, Configuration]]:
    """The table set otherwise in one thing at a time; the value is empty where many would do."""
    yield "limits", "", now
    yield "differential_cents", "", replace(now, differential_cents=1)
    for method in game.methods:
        yield "method", method.value, replace(now, method=method)
    for zone in Zone:
        yield "zone", zone.value, replace(now, zone=zone)
    for keeper in Timekeeper:
        yield "timekeeper", keeper.value, replace(now, timekeeper=keeper)
    for most in range(1, STAKES_PER_AREA_MAX + 1):
        yield "stakes_per_area", str(most), replace(now, stakes_per_area=most)
    for funding in Funding:
        yield "funding", funding.value, replace(now, funding=funding)
    yield "rounds_after_cut", "", replace(now, rounds_after_cut=1)
    yield "approval_cents", "", replace(now, approval_cents=(now.approval_cents or 0) + 1)
    yield "decks", "", replace(now, decks=4 if now.decks != 4 else 6)
