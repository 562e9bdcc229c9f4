"""What the rounds of each table's shoe leave on the roads, kept so that nobody reads it twice.

The journal is read once a shoe at most: the rounds a table remembers are enough to go on from
there, corrected ones too.
"""

from collections import Counter
from collections.abc import Sequence
from threading import Lock

from msgspec import Struct

from punto.journal.store import Store
from punto.roads.marks import Mark
from punto.table.state import State
from punto.web.history import mark_of, marks_of_shoe


class Known(Struct):
    """A shoe and its rounds by their numbers; a void one leaves no mark."""

    shoe: str
    last: int
    marks: dict[int, Mark | None]


class ShoeMarks:
    """The marks of every table that somebody has asked about."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Known] = {}
        self._lock = Lock()

    def of(self, table: str, state: State) -> tuple[Mark, ...]:
        """The marks of the shoe in use, or of the last one until there is another."""
        with self._lock:
            known = self._known.get(table)
            shoe = state.shoe.id if state.shoe else known.shoe if known else ""
            if known is None or known.shoe != shoe or not _goes_on(known, state):
                known = self._known[table] = self._read(table, shoe)
            for each in state.finished:
                if each.shoe_in_use:
                    known.marks[each.number] = None if each.void else mark_of(each.cards)
                    known.last = max(known.last, each.number)
            return tuple(mark for _, mark in sorted(known.marks.items()) if mark is not None)

    def _read(self, table: str, shoe: str) -> Known:
        with self._store.reading() as reading:
            marks = marks_of_shoe(reading, table)
        return Known(shoe, max(marks, default=0), marks)


def _goes_on(known: Known, state: State) -> bool:
    """Whether the table still remembers every round since the last one known here."""
    numbers = [each.number for each in state.finished if each.shoe_in_use]
    return not numbers or numbers[0] <= known.last + 1


class Statistics(Struct, frozen=True):
    """The shoe in use, counted."""

    rounds: int
    player: int
    banker: int
    tie: int
    player_pair: int
    banker_pair: int


def counted(marks: Sequence[Mark]) -> Statistics:
    """How often each hand has won, and pairs."""
    won = Counter(mark.winner.value for mark in marks)
    return Statistics(
        len(marks),
        won["P"],
        won["B"],
        won["T"],
        sum(mark.player_pair for mark in marks),
        sum(mark.banker_pair for mark in marks),
    )
