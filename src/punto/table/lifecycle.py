"""The life of a table: opened, set to something else, closed."""

from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.card_source import READING as CARD_SOURCE
from punto.table.card_source import is_virtual
from punto.table.configuration import Configuration, check_configuration
from punto.table.people import Origin
from punto.table.preconditions import no_case, no_round, open_table
from punto.table.state import State

Events = tuple[e.Event, ...]


def open_the_table(state: State, command: c.OpenTable, origin: Origin) -> Events:
    wanted, before = command.configuration, state.closed_as
    check_configuration(wanted, origin.at_ms)
    is_same = before is None or before.card_source is wanted.card_source
    return (e.TableOpened(configuration=wanted, clause="2.1" if is_same else CARD_SOURCE),)


def change_configuration(state: State, command: c.ChangeConfiguration, origin: Origin) -> Events:
    """Between rounds only; another game, other decks or another card source between shoes."""
    now = open_table(state)
    no_case(state)
    no_round(state)
    wanted = command.configuration
    if state.shoe is not None and (wanted.game, wanted.decks) != (now.game, now.decks):
        raise Refused(
            Reason.SHOE_IN_USE, "Retire the shoe before the game or the number of decks changes."
        )
    is_other_source = wanted.card_source is not now.card_source
    if state.shoe is not None and is_other_source:
        raise Refused(
            Reason.SHOE_IN_USE,
            "Retire the shoe before the card source changes.",
            clause=CARD_SOURCE,
        )
    if state.shoe is not None and is_virtual(state.shoe) and _cut_so(wanted) != _cut_so(now):
        raise Refused(
            Reason.SHOE_IN_USE,
            "Retire the virtual shoe before you change how shoes are cut or burned.",
            clause="reading cut-card",
        )
    areas = check_configuration(wanted, origin.at_ms).stakes_per_area_clause
    restricts = areas and wanted.area_max != now.area_max
    clause = CARD_SOURCE if is_other_source else f"{areas}.1" if restricts else ""
    return (e.ConfigurationChanged(configuration=wanted, clause=clause, why=command.why),)


def _cut_so(config: Configuration) -> tuple[int, int, bool]:
    """Where a shoe begins and ends: what software goes by once the order is sealed."""
    return config.cut_cards_from_end, config.rounds_after_cut, config.burn


def close_table(state: State, command: c.CloseTable, origin: Origin) -> Events:
    no_case(state)
    no_round(state)
    if state.shoe is not None:
        raise Refused(Reason.SHOE_IN_USE, "Retire the shoe before the table closes.")
    return (e.TableClosed(),)
