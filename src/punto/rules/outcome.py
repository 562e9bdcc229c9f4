"""Outcome: everything a standard wager depends on, as a closed set with a stable index."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from itertools import product

from punto.rules.cards import RANKS
from punto.rules.drawing import next_draw
from punto.rules.hands import NATURAL_FROM, Side, point_total


class Winner(Enum):
    """Which side won, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

    @property
    def title(self) -> str:
        return self.value.capitalize()


class Pairs(IntEnum):
    """Which of the two initial hands are pairs; twin when both are pairs of one rank."""

    NONE = 0
    PLAYER = 1
    BANKER = 2
    BOTH = 3
    TWIN = 4


@dataclass(frozen=True, slots=True, order=True)
class Outcome:
    """The outcome of a completed round: the totals, the cards in each hand, the pairs."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    pairs: Pairs

    @property
    def winner(self) -> Winner:
        """Return the side with the higher total; equal totals tie."""
        if self.player_total == self.banker_total:
            return Winner.TIE
        return Winner.PLAYER if self.player_total > self.banker_total else Winner.BANKER

    @property
    def cards(self) -> int:
        return self.player_cards + self.banker_cards

    @property
    def margin(self) -> int:
        return abs(self.player_total - self.banker_total)

    @property
    def natural(self) -> Winner | None:
        """Return the side that won with a natural, TIE if naturals tie, None without a natural."""
        decided = self.cards == 4 and max(self.player_total, self.banker_total) >= NATURAL_FROM
        return self.winner if decided else None

    @property
    def index(self) -> int:
        """Return the position in `outcomes()`, a stable array index."""
        return _index_by_fields()[
            self.player_total, self.banker_total, self.player_cards, self.banker_cards, self.pairs
        ]


@cache
def outcomes() -> tuple[Outcome, ...]:
    """Return every possible outcome in ascending order: the index of all verdict tables."""
    initial = _initial_hands()
    dealt = {
        (player, banker, pairs_of(player_rank, banker_rank))
        for (player, player_rank), (banker, banker_rank) in product(initial, initial)
    }
    found = {
        (*ends, pairs) for player, banker, pairs in dealt for ends in _completions(player, banker)
    }
    return tuple(Outcome(*each) for each in sorted(found))


@cache
def outcome_index() -> dict[Outcome, int]:
    """Return the position of each outcome in `outcomes()`."""
    return {outcome: index for index, outcome in enumerate(outcomes())}


@cache
def _index_by_fields() -> dict[tuple[int, ...], int]:
    # Looking up a tuple is many times faster than an outcome, and settlement does it every round.
    return {
        (each.player_total, each.banker_total, each.player_cards, each.banker_cards, each.pairs): n
        for n, each in enumerate(outcomes())
    }


def pairs_of(player_pair: object | None, banker_pair: object | None) -> Pairs:
    """Return the pairs, given the rank of the pair in each initial hand or None."""
    if player_pair is None:
        return Pairs.NONE if banker_pair is None else Pairs.BANKER
    if banker_pair is None:
        return Pairs.PLAYER
    return Pairs.TWIN if player_pair == banker_pair else Pairs.BOTH


def _initial_hands() -> set[tuple[int, str | None]]:
    """Return every (total, rank of the pair or None) that two cards can make."""
    hands: set[tuple[int, str | None]] = set()
    for first, second in product(RANKS, RANKS):
        rank = first.letter if first is second else None
        hands.add((point_total((first.points, second.points)), rank))
    return hands


@cache
def _completions(player_total: int, banker_total: int) -> frozenset[tuple[int, int, int, int]]:
    """Return every possible end of a round from these totals: final totals and card counts."""
    found: set[tuple[int, int, int, int]] = set()
    _complete((player_total, 0), (banker_total, 0), found)
    return frozenset(found)


def _complete(
    player: tuple[int, ...], banker: tuple[int, ...], found: set[tuple[int, int, int, int]]
) -> None:
    side = next_draw(player, banker).side
    if side is None:
        found.add((point_total(player), point_total(banker), len(player), len(banker)))
        return
    for points in range(10):
        if side is Side.PLAYER:
            _complete((*player, points), banker, found)
        else:
            _complete(player, (*banker, points), found)
