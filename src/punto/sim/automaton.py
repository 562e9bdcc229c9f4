"""The table of play as a small automaton in one flat array for the kernels.

A round reads the ranks of its next six cards in four steps of table look-ups, without branching:

1. each initial hand, from its two ranks, is one of 23 classes: ten totals, thirteen pairs;
2. the two classes give a state (both totals) and which pairs there are;
3. the state and the fifth card give a second state: the round is over, or one card is to come;
4. that and the sixth card give the two totals and card numbers (a *finish*) and the cards used.

A card that the rules do not call for changes nothing: its look-up returns the same state. Every
entry comes from `rules.drawing.next_draw`; neither this file nor a kernel contains a rule of play.
The array is 12 KB, so it fits in the L1 cache.
"""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from punto.rules.cards import RANKS, Rank
from punto.rules.drawing import next_draw
from punto.rules.hands import Side, point_total
from punto.rules.outcome import Outcome, Pairs, outcome_index, outcomes, pairs_of
from punto.sim.compiled import Shorts
from punto.sim.deal_rules import BURNED_MAX

# Where each part of the array begins. Ranks are coded 0 to 12, ace to king, in four bits.
PLAYER_CLASS, BANKER_CLASS, INITIAL, FIFTH = 0, 256, 512, 512 + 1024
SIXTH = FIFTH + 100 * 16
BANKER_BITS = 5  # 23 classes of the banker's hand under each of the player's
STATE_BITS, FINISH_BITS = 11, 8
STATE_MASK, FINISH_MASK = (1 << STATE_BITS) - 1, (1 << FINISH_BITS) - 1
PAIRS_SHIFT, PAIRS_MASK = STATE_BITS - FINISH_BITS, 7 << FINISH_BITS

# Eight shoes are interleaved, card k of shoe s at 8k + s; so offsets are multiples of eight.
ABREAST = 8

# Kernels count in cells, pairs × finish, plus one cell for rounds that are to be discarded.
CELLS = len(Pairs) << FINISH_BITS
NOWHERE = CELLS

_Points = tuple[int, ...]
_Hands = tuple[_Points, _Points]
_Finish = tuple[int, int, int, int]


@dataclass(frozen=True)
class Automaton:
    """The flat array, and the totals and card counts of its finishes."""

    steps: Shorts
    finishes: tuple[_Finish, ...]

    @cached_property
    def outcome_of_cell(self) -> dict[int, int]:
        """Return the outcome index of each cell that a round can end in."""
        place = outcome_index()
        return {
            pairs << FINISH_BITS | number: place[outcome]
            for number, finish in enumerate(self.finishes)
            for pairs in Pairs
            if (outcome := Outcome(*finish, pairs)) in place
        }


@cache
def automaton() -> Automaton:
    """Build the automaton from the rules for every hand and third card; cached."""
    finishes = tuple(
        sorted(
            {(o.player_total, o.banker_total, o.player_cards, o.banker_cards) for o in outcomes()}
        )
    )
    seconds: dict[tuple[_Finish, Side | None], _Hands] = {}
    fifth = np.zeros((100, 16), np.uint16)
    for state in range(100):
        totals = divmod(state, 10)
        for code, rank in enumerate(RANKS):
            hands = _take(((totals[0], 0), (totals[1], 0)), rank.points)
            key = _finish(hands), next_draw(*hands).side
            seconds.setdefault(key, hands)
            fifth[state, code] = list(seconds).index(key) * 16
    sixth = np.zeros((len(seconds), 16), np.uint16)
    for number, hands in enumerate(seconds.values()):
        for code, rank in enumerate(RANKS):
            finish = _finish(_take(hands, rank.points))
            sixth[number, code] = finishes.index(finish) | sum(finish[2:]) * ABREAST << FINISH_BITS
    steps = np.concatenate([_classes(), _initial(), fifth.ravel(), sixth.ravel()])
    return Automaton(steps, finishes)


def burns() -> Shorts:
    """Return how many cards are burned for a first card of each rank, including that card."""
    return np.array([1 + (rank.points or BURNED_MAX - 1) for rank in RANKS], np.uint16)


def _take(hands: _Hands, points: int) -> _Hands:
    """Deal one more card if the rules call for it."""
    player, banker = hands
    side = next_draw(player, banker).side
    if side is None:
        return hands
    return ((*player, points), banker) if side is Side.PLAYER else (player, (*banker, points))


def _finish(hands: _Hands) -> _Finish:
    player, banker = hands
    return point_total(player), point_total(banker), len(player), len(banker)


def _classes() -> Shorts:
    """Return the class of each two-card hand: the Player's (a row of `INITIAL`), then Banker's."""
    classes = np.zeros((2, 16, 16), np.uint16)
    for first, one in enumerate(RANKS):
        for second, other in enumerate(RANKS):
            number = 10 + first if one is other else point_total((one.points, other.points))
            classes[:, first, second] = INITIAL + (number << BANKER_BITS), number
    return classes.ravel()


def _initial() -> Shorts:
    """Return the state and the pairs for each combination of hand classes."""
    initial = np.zeros((32, 32), np.uint16)
    classes: list[tuple[int, Rank | None]] = [(total, None) for total in range(10)]
    classes += [(point_total((rank.points, rank.points)), rank) for rank in RANKS]
    for player, (player_total, player_pair) in enumerate(classes):
        for banker, (banker_total, banker_pair) in enumerate(classes):
            state = (player_total * 10 + banker_total) * 16
            initial[player, banker] = state | pairs_of(player_pair, banker_pair) << STATE_BITS
    return initial.ravel()
