"""The road marks of each table's shoe, cached.

The journal is read at most once per shoe. From there on the finished rounds in the table's state
are enough, including corrected ones.
"""

from collections.abc import Sequence
from threading import Lock

from msgspec import Struct

from punto.journal.store import Store
from punto.roads.board import Roads
from punto.roads.document import NAMES, RoadsDocument, as_json
from punto.roads.marks import Mark, mark_of
from punto.roads.tally import tally
from punto.table.state import State
from punto.web.views.rounds import marks_of_shoe, round_of


class CachedMarks(Struct):
    """A shoe and its marks by round number; a void round has None."""

    shoe: str
    last: int
    marks: dict[int, Mark | None]


class ShoeMarks:
    """A cache of road marks by table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, CachedMarks] = {}
        self._lock = Lock()

    def of(self, table: str, state: State) -> tuple[Mark, ...]:
        """The marks of the shoe in use, or of the last one if none is in use."""
        with self._lock:
            known = self._known.get(table)
            shoe = state.shoe.id if state.shoe else known.shoe if known else ""
            if known is None or known.shoe != shoe or not _is_continued(known, state):
                known = self._known[table] = self._read(table, shoe)
            for each in state.finished:
                if each.shoe_in_use:
                    mark = None if each.void else mark_of(round_of(each.cards))
                    known.marks[each.number] = mark
                    known.last = max(known.last, each.number)
            return tuple(mark for _, mark in sorted(known.marks.items()) if mark is not None)

    def _read(self, table: str, shoe: str) -> CachedMarks:
        with self._store.begin_read() as transaction:
            marks = marks_of_shoe(transaction, table)
        return CachedMarks(shoe, max(marks, default=0), marks)


def _is_continued(known: CachedMarks, state: State) -> bool:
    """Whether the state still has every round since the last cached one."""
    numbers = [each.number for each in state.finished if each.shoe_in_use]
    return not numbers or numbers[0] <= known.last + 1


class Statistics(Struct, frozen=True):
    """Counts for the shoe in use."""

    rounds: int
    player: int
    banker: int
    tie: int
    player_pair: int
    banker_pair: int


def counted(marks: Sequence[Mark]) -> Statistics:
    """Count wins, ties and pairs."""
    found = tally(marks)
    return Statistics(
        rounds=found.rounds,
        player=found.player,
        banker=found.banker,
        tie=found.ties,
        player_pair=found.player_pairs,
        banker_pair=found.banker_pairs,
    )


def roads_view(marks: Sequence[Mark]) -> RoadsDocument:
    """The five roads, with winners spelled out."""
    return as_json(Roads(marks), NAMES)
