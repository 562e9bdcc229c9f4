"""Settings: which of them may be changed, by whom, and why not now."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from punto.refusals import Kind, Refused
from punto.rules.game import Game, Zone
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import (
    STAKES_PER_AREA_MAX,
    CardSource,
    Configuration,
    Funding,
    Timekeeper,
)
from punto.table.legal.answers import lowest_position, refusal
from punto.table.people import Actor
from punto.table.state import State

SettingName = Literal[
    "limits",
    "differential_cents",
    "method",
    "zone",
    "timekeeper",
    "betting_seconds",
    "rounds_an_hour",
    "stakes_per_area",
    "funding",
    "card_source",
    "resolver",
    "rounds_after_cut",
    "approval_cents",
    "decks",
]


class Choice(Struct, frozen=True):
    """A value that a setting could take: who may give it, and why it cannot be given now."""

    value: str  # empty where any of many would do
    position: Position
    yours: bool  # whether the person who asks is of that position
    not_now: Refused | None


class Setting(Struct, frozen=True):
    """One thing that a table is set to."""

    name: SettingName
    choices: tuple[Choice, ...]


def settings(state: State, by: Actor) -> tuple[Setting, ...]:
    """Everything that a Pit Manager or above may change at an open table, as this person may."""
    config = state.configuration
    if config is None:
        return ()
    found: dict[SettingName, list[Choice]] = {}
    for name, value, wanted in _others(state.game, config):
        change = c.ChangeConfiguration(wanted)
        lowest = lowest_position(state, change)
        own = refusal(state, change, by)
        yours = own is None or own.reason.kind is not Kind.PERSON
        found.setdefault(name, []).append(Choice(value, lowest, yours, refusal(state, change)))
    return tuple(Setting(name, tuple(choices)) for name, choices in found.items())


def _others(game: Game, now: Configuration) -> Iterator[tuple[SettingName, str, Configuration]]:
    """The table set otherwise in one thing at a time; the value is empty where many would do."""
    yield "limits", "", now
    if game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED) is not None:
        yield "differential_cents", "", now
    for method in game.methods:
        yield "method", method.value, replace(now, method=method)
    for zone in Zone:
        yield "zone", zone.value, replace(now, zone=zone)
    for keeper in Timekeeper:
        yield "timekeeper", keeper.value, replace(now, timekeeper=keeper)
    yield "betting_seconds", "", now
    yield "rounds_an_hour", "", now
    areas = range(1, STAKES_PER_AREA_MAX + 1) if game.stakes_per_area_clause else ()
    for most in areas:
        yield "stakes_per_area", str(most), replace(now, stakes_per_area=most)
    for funding in Funding:
        yield "funding", funding.value, replace(now, funding=funding)
    for source in CardSource:
        yield "card_source", source.value, replace(now, card_source=source)
    for position in Position:
        yield "resolver", str(position.value), replace(now, resolver=position)
    yield "rounds_after_cut", "", replace(now, rounds_after_cut=0 if now.rounds_after_cut else 1)
    yield "approval_cents", "", replace(now, approval_cents=(now.approval_cents or 0) + 1)
    yield "decks", "", replace(now, decks=4 if now.decks != 4 else 6)
