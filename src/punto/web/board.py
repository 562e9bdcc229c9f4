"""The board of a table: its roads and last rounds, made once and told to everybody there."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from punto.roads.board import Roads
from punto.roads.document import as_json
from punto.table import events as e
from punto.web.history import RoundLine, Wanted, rounds_before
from punto.web.house import House
from punto.web.shoe_marks import Statistics, counted
from punto.web.telling import SOMEBODY

ROUNDS = 6
CHANGES = (e.RoundSettled, e.RoundVoided, e.SettlementReversed, e.ShoeLoaded)


class Board(Struct, frozen=True, tag="board"):
    """The shoe after an event: its roads, counted; and the rounds last over, latest first."""

    seq: int
    roads: Mapping[str, Any]
    statistics: Statistics
    rounds: tuple[RoundLine, ...]


def board_of(house: House, table: str) -> tuple[int, bytes]:
    """The board as everybody may see it, and after which event; it reads the journal."""
    kept = house.host.look(table)
    marks = house.marks.of(table, kept.state)
    with house.store.reading() as reading:
        rounds, _ = rounds_before(reading, table, None, ROUNDS, Wanted(), SOMEBODY)
    board = Board(kept.head.seq, as_json(Roads(marks)), counted(marks), rounds)
    return board.seq, msgspec.json.encode(board)
