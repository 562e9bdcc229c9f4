"""Every sequence of six ranks: its deals, the cards its round takes, and how wagers end on it.

Arrays have an axis a place, in drawn order, and an entry a sequence: 13⁶ of them. Wagers on single
cards are included as long as they do not look at suits.
"""

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from punto.odds.composition import Composition
from punto.odds.detail import detail_of, looks_at_suits
from punto.odds.knowledge import NOTHING, PLACES
from punto.odds.lines import line_profits
from punto.odds.program import Ints
from punto.odds.refined import draws
from punto.odds.refinement import Plan, lay_out
from punto.odds.stakes import profits
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS
from punto.rules.drawing import next_draw
from punto.rules.hands import point_total
from punto.rules.outcome import Outcome, outcome_index, outcomes, pairs_of
from punto.rules.wagers import Verdict, Wager, decide_wager, verdicts

Bools = NDArray[np.bool_]
Indices = NDArray[np.int16]
SHAPE = (len(RANKS),) * PLACES
WINS, PUSHES, LOSES = 1, 0, -1


@lru_cache(maxsize=2)
def weights(shoe: Composition) -> Ints:
    """The deals of each sequence."""
    counts = np.array(shoe.counts, np.int64)
    found = np.ones((1,) * PLACES, np.int64)
    ranks = np.indices(SHAPE, sparse=True)
    for place in range(PLACES):
        before = sum(
            ((ranks[earlier] == ranks[place]).astype(np.int64) for earlier in range(place)),
            np.zeros((1,) * PLACES, np.int64),
        )
        found = found * np.maximum(counts[ranks[place]] - before, 0)
    return found


@lru_cache(maxsize=2 * PLACES)
def deals(shoe: Composition, first: int) -> Ints:
    """The deals by their first ranks."""
    return weights(shoe) if first == PLACES else _over_last(deals(shoe, first + 1))


def totals(wager: Wager, shoe: Composition, first: int) -> Ints:
    """By the first ranks, the profit of one unit summed over deals, in the parts of `results`."""
    if first == PLACES:
        found: Ints = weights(shoe) * results(wager).profits
        return found
    return _totals(wager, shoe, first)


@lru_cache(
    maxsize=16 * PLACES
)  # 3 MB for five ranks, little for fewer; those of all six are not kept
def _totals(wager: Wager, shoe: Composition, first: int) -> Ints:
    return _over_last(totals(wager, shoe, first + 1))


def _over_last(values: Ints) -> Ints:
    """Sum a table of sequences over its last place."""
    found: Ints = values.sum(axis=-1, dtype=np.int64)
    return found


@cache
def passes(drawn: int) -> Bools:
    """By the first `drawn` ranks: whether the round then takes another card."""
    if drawn < 4:
        return np.ones((len(RANKS),) * drawn, np.bool_)
    taken = np.array([outcome.cards for outcome in outcomes()], np.int16)
    first = _ends().reshape((len(RANKS),) * drawn + (-1,))[..., 0]
    found: Bools = taken[first] > drawn
    return found


class Results(NamedTuple):
    """The profit of one unit on each sequence, in whole parts."""

    parts: int  # in a unit
    ends: Ints  # the profit on each way that a round may end
    where: Indices | Ints  # the way that each sequence ends

    @property
    def profits(self) -> Ints:
        found: Ints = self.ends[self.where]
        return found

    @property
    def most(self) -> int:
        """The largest profit or loss."""
        return int(np.abs(self.ends).max())


def results(wager: Wager) -> Results:
    """What a wager makes of each sequence."""
    if not wager.needs_cards:
        parts, by_outcome = profits(wager)
        return Results(parts, np.array(by_outcome, np.int64), _ends())
    parts, pays = line_profits(wager)
    profit = dict(zip(wager.lines, pays, strict=True))

    def paid(verdict: Verdict) -> int:
        if verdict.line is None:
            return 0 if verdict.pushes else -parts
        return profit[verdict.line]

    ends = np.array([*map(paid, _card_verdicts(wager))], np.int64)
    return Results(parts, ends, _hands(wager))


@lru_cache(maxsize=64)
def decided(wager: Wager, exposed: int) -> Bools:
    """By the first ranks: whether the wager then wins for certain, or loses for certain.

    Each card that is not exposed may be of any rank. A certain push is neither.
    """
    ends = _card_verdicts(wager) if wager.needs_cards else verdicts(wager)
    signs = np.array([*map(_sign, ends)], np.int8)
    rest = signs[_hands(wager) if wager.needs_cards else _ends()]
    rest = rest.reshape((len(RANKS),) * exposed + (-1,))
    lowest, highest = rest.min(axis=-1), rest.max(axis=-1)
    found: Bools = (lowest == highest) & (lowest != PUSHES)
    return found


def _sign(verdict: Verdict) -> int:
    if verdict.line is not None:
        return WINS
    return PUSHES if verdict.pushes else LOSES


@cache
def _ends() -> Indices:
    """The index of the outcome of each sequence; the round may not take all of its cards."""
    size = len(RANKS)
    ends = np.zeros(SHAPE, np.int16)
    index = outcome_index()
    played: dict[tuple[object, ...], Indices] = {}
    for p1, b1, p2, b2 in np.ndindex(*(size,) * 4):
        player = point_total((RANKS[p1].points, RANKS[p2].points))
        banker = point_total((RANKS[b1].points, RANKS[b2].points))
        pairs = pairs_of(p1 if p1 == p2 else None, b1 if b1 == b2 else None)
        key = (player, banker, pairs)
        if key not in played:
            played[key] = np.array(
                [
                    [
                        index[Outcome(*_play(player, banker, one.points, two.points), pairs)]
                        for two in RANKS
                    ]
                    for one in RANKS
                ],
                np.int16,
            )
        ends[p1, b1, p2, b2] = played[key]
    return ends


@cache
def _play(player: int, banker: int, *thirds: int) -> tuple[int, int, int, int]:
    """Totals and numbers of cards of a round with these initial totals and next cards."""
    hands: list[tuple[int, ...]] = [(player, 0), (banker, 0)]
    for points in thirds:
        side = next_draw(hands[0], hands[1]).side
        if side is None:
            break
        place = 0 if side.value == "player" else 1
        hands[place] = (*hands[place], points)
    return point_total(hands[0]), point_total(hands[1]), len(hands[0]), len(hands[1])


def _plan(wager: Wager) -> Plan:
    if looks_at_suits(wager):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Wager {wager!r} looks at suits, and the mean over all moments is counted by rank;"
            " price it at one moment, with the cards known and a stake.",
            wager=wager.id,
        )
    return lay_out(detail_of(wager), NOTHING.allowed)


@lru_cache(maxsize=16)
def _card_verdicts(wager: Wager) -> tuple[Verdict, ...]:
    """What a wager on single cards makes of each two final hands, Player's first."""
    detail, finals = detail_of(wager), _plan(wager).finals
    return tuple(
        decide_wager(wager, *detail.read(player, banker)) for player in finals for banker in finals
    )


@lru_cache(maxsize=2)
def _hands(wager: Wager) -> Ints:
    """The place in `_card_verdicts` of the final hands of each sequence."""
    plan, rule = _plan(wager), draws()
    type_of = {card.rank: n for n, cards in enumerate(plan.types) for card in cards}
    types = np.array([type_of[rank] for rank in RANKS])
    by_place = [types[each] for each in np.indices(SHAPE, sparse=True)]
    player, banker = (plan.class_of[by_place[n], by_place[n + 2]] for n in (0, 1))
    ours, theirs = plan.ends[player, 0], plan.ends[banker, 0]
    if detail_of(wager).thirds:
        p, b = plan.totals[player], plan.totals[banker]
        fifth, sixth = by_place[4], by_place[5]
        points = np.array(plan.points)[fifth]
        both = rule.both[points, p, b] > 0
        ours = np.where(both | (rule.player[points, p, b] > 0), plan.ends[player, fifth + 1], ours)
        theirs = np.where(rule.banker[p, b] > 0, plan.ends[banker, fifth + 1], theirs)
        theirs = np.where(both, plan.ends[banker, sixth + 1], theirs)
    found: Ints = ours * len(plan.finals) + theirs
    return np.broadcast_to(found, SHAPE)
