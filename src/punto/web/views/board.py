"""The board of a table: its roads and last rounds, the same for everyone."""

import msgspec
from msgspec import Struct

from punto.roads.document import RoadsDocument
from punto.table import events as e
from punto.web.casino import Casino
from punto.web.views.roads import BeadView, Statistics, counted, roads_view
from punto.web.views.rounds import RoundFilter, RoundLine, rounds_before
from punto.web.views.table import PUBLIC

ROUNDS = 6
CHANGES = (e.RoundSettled, e.RoundVoided, e.SettlementReversed, e.ShoeLoaded)


class Board(Struct, frozen=True, tag="board"):
    """The roads and counts of the shoe in use, and the last finished rounds, latest first."""

    seq: int
    roads: RoadsDocument
    beads: tuple[BeadView, ...]  # in the order of the bead plate
    statistics: Statistics
    rounds: tuple[RoundLine, ...]


def board_of(casino: Casino, table: str) -> tuple[int, bytes]:
    """The public board, encoded, and its event number; reads the journal."""
    current = casino.host.look(table)
    marks = casino.marks.of(table, current.state)
    beads = casino.marks.beads(table, current.state)
    with casino.store.begin_read() as transaction:
        rounds, _ = rounds_before(transaction, table, None, ROUNDS, RoundFilter(), PUBLIC)
    board = Board(current.head.seq, roads_view(marks), beads, counted(marks), rounds)
    return board.seq, msgspec.json.encode(board)
