"""The road marks of each table's shoe, cached, and the details of its beads.

The journal is read at most once per shoe. From there on the finished rounds in the table's state
are enough, including corrected ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

from msgspec import Struct

from punto.journal.store import Store
from punto.roads.board import Roads
from punto.roads.document import NAMES, RoadsDocument, as_json
from punto.roads.marks import Mark, mark_of
from punto.roads.tally import tally
from punto.rules.drawing import DrawRule
from punto.rules.game import Game
from punto.rules.outcome import Winner
from punto.rules.round import Round
from punto.table.state import State
from punto.web.views.rounds import round_of, rounds_of_shoe

# The wagers whose win a bead is marked with, the rarest first.
SPECIALS = {
    "dragon-tiger": "dragon-tiger",
    "big-dragon": "dragon",
    "small-dragon": "dragon",
    "big-tiger": "tiger",
    "small-tiger": "tiger",
    "tiger": "tiger",
}


class BeadView(Struct, frozen=True):
    """Details of a bead beside its winner: points, a natural, a dragon or a tiger."""

    points: int  # of the winner, or of both
    is_natural: bool
    special: str  # dragon, tiger, dragon-tiger or empty


class CachedMarks(Struct):
    """A shoe and its rounds by number, each with its mark; a void round has None."""

    shoe: str
    last: int
    rounds: dict[int, tuple[Mark, Round] | None]


class ShoeMarks:
    """A cache of road marks by table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, CachedMarks] = {}
        self._lock = Lock()

    def of(self, table: str, state: State) -> tuple[Mark, ...]:
        """The marks of the shoe in use, or of the last one if none is in use."""
        return tuple(mark for mark, _ in self._rounds(table, state))

    def beads(self, table: str, state: State) -> tuple[BeadView, ...]:
        """The details of that shoe's beads, in the same order."""
        game = state.game if state.configuration else None
        return tuple(bead_view(dealt, game) for _, dealt in self._rounds(table, state))

    def _rounds(self, table: str, state: State) -> list[tuple[Mark, Round]]:
        with self._lock:
            known = self._known.get(table)
            shoe = state.shoe.id if state.shoe else known.shoe if known else ""
            if known is None or known.shoe != shoe or not _is_continued(known, state):
                known = self._known[table] = self._read(table, shoe)
            for each in state.finished:
                if each.shoe_in_use:
                    known.rounds[each.number] = None if each.void else _marked(each.cards)
                    known.last = max(known.last, each.number)
            return [found for _, found in sorted(known.rounds.items()) if found is not None]

    def _read(self, table: str, shoe: str) -> CachedMarks:
        with self._store.begin_read() as transaction:
            rounds = rounds_of_shoe(transaction, table)
        marked = {
            number: (mark_of(dealt), dealt) if dealt else None for number, dealt in rounds.items()
        }
        return CachedMarks(shoe, max(marked, default=0), marked)


@lru_cache(maxsize=4096)  # the last rounds of every table, read again after each
def _marked(cards: tuple[str, ...]) -> tuple[Mark, Round]:
    dealt = round_of(cards)
    return mark_of(dealt), dealt


def bead_view(dealt: Round, game: Game | None) -> BeadView:
    """A bead of this round; dragons and tigers are those that its game has wagers on."""
    outcome = dealt.outcome
    hand = dealt.banker if outcome.winner is Winner.BANKER else dealt.player
    offered = {wager.id for wager in game.wagers} if game else set()
    won = (
        special
        for wager, special in SPECIALS.items()
        if game is not None and wager in offered and game.verdict(wager, outcome).line
    )
    return BeadView(hand.total, dealt.end.rule is DrawRule.NATURAL, next(won, ""))


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
