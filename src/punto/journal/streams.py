"""The kinds of stream, tables, the cage and a school, and how each decides, evolves and posts."""

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from punto.ledger.cage import commands as cage_commands
from punto.ledger.cage import events as cage_events
from punto.ledger.cage.decide import decide as decide_at_cage
from punto.ledger.cage.evolve import evolve as evolve_cage
from punto.ledger.cage.postings import postings as post_cage
from punto.ledger.cage.state import EMPTY
from punto.ledger.cage.state import State as CageState
from punto.ledger.postings import postings as post_table
from punto.ledger.transfers import Balances, Transfer
from punto.table import commands, events
from punto.table.configuration import Funding
from punto.table.decide import decide as decide_at_table
from punto.table.evolve import evolve as evolve_table
from punto.table.people import Origin
from punto.table.state import CLOSED
from punto.table.state import State as TableState
from punto.text import TABLE_NAME

CAGE = "cage"  # the only stream of a real house that is not a table
SCHOOL = "school:records"  # the only stream of a practice journal; no table can be named so

Command: TypeAlias = commands.Command | cage_commands.Command
Event: TypeAlias = events.Event | cage_events.Event
State: TypeAlias = TableState | CageState

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


class Kind(Struct, Generic[S, C, E], frozen=True):
    """The functions and decoders of a kind of stream; `Balances` are the current ones."""

    start: S
    decide: Callable[[S, Balances, C, Origin], tuple[E, ...]]
    evolve: Callable[[S, E], S]
    postings: Callable[[str, S, tuple[E, ...], Balances], tuple[Transfer, ...]]
    commands: msgspec.json.Decoder[C]
    events: msgspec.json.Decoder[tuple[E, ...]]
    states: msgspec.json.Decoder[S]


def kind_of(stream: str) -> Kind[Any, Any, Any]:
    """The kind of a stream: the cage, a school's records, or else a table."""
    if stream == SCHOOL:
        return _school()
    return _CAGE if stream == CAGE else _TABLE


def is_table(name: str) -> bool:
    """Whether this is a valid name for a table.

    >>> is_table("t1"), is_table("cage"), is_table("a:b"), is_table("")
    (True, False, False, False)
    """
    return name != CAGE and TABLE_NAME.fullmatch(name) is not None


def funding_of(state: TableState) -> Funding:
    """What stakes are made with; chips for a closed table, which takes none."""
    return state.configuration.funding if state.configuration else Funding.CHIPS


def _decide_at_table(
    state: TableState, _: Balances, command: commands.Command, origin: Origin
) -> tuple[events.Event, ...]:
    return decide_at_table(state, command, origin.by, origin.at_ms, origin.approval)


def _decide_at_cage(
    state: CageState, books: Balances, command: cage_commands.Command, origin: Origin
) -> tuple[cage_events.Event, ...]:
    return decide_at_cage(state, books, command, origin.by, origin.approval)


def _post_table(
    table: str, state: TableState, happened: tuple[events.Event, ...], books: Balances
) -> tuple[Transfer, ...]:
    return post_table(table, funding_of(state), happened, books)


def _post_cage(
    _: str, state: CageState, happened: tuple[cage_events.Event, ...], books: Balances
) -> tuple[Transfer, ...]:
    return tuple(transfer for event in happened for transfer in post_cage(event))


_TABLE = Kind(
    CLOSED,
    _decide_at_table,
    evolve_table,
    _post_table,
    msgspec.json.Decoder(commands.Command),
    msgspec.json.Decoder(tuple[events.Event, ...]),
    msgspec.json.Decoder(TableState),
)
_CAGE = Kind(
    EMPTY,
    _decide_at_cage,
    evolve_cage,
    _post_cage,
    msgspec.json.Decoder(cage_commands.Command),
    msgspec.json.Decoder(tuple[cage_events.Event, ...]),
    msgspec.json.Decoder(CageState),
)


@cache
def _school() -> Kind[Any, Any, Any]:
    """A school's records: they move no money, and papers are graded where they are decided."""
    from punto.school.examinations import commands, events  # late: a real house has no school
    from punto.school.examinations.decide import decide
    from punto.school.examinations.state import EMPTY as NO_RECORDS
    from punto.school.examinations.state import State as SchoolState
    from punto.school.examinations.state import evolve

    return Kind(
        NO_RECORDS,
        lambda state, _, command, origin: decide(state, command, origin),
        evolve,
        lambda stream, state, happened, books: (),
        msgspec.json.Decoder(commands.Command),
        msgspec.json.Decoder(tuple[events.Event, ...]),
        msgspec.json.Decoder(SchoolState),
    )
