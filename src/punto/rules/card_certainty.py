"""What is certain of wagers on suits or single cards in an unfinished round."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from punto.rules.cards import DECK, Card
from punto.rules.certainty import Seen
from punto.rules.drawing import next_draw
from punto.rules.game import Game
from punto.rules.hands import Side, point_total
from punto.rules.holdings import FIELDS, Value
from punto.rules.outcome import Outcome, pairs_of
from punto.rules.wagers import Verdict, Wager, When, decide_wager


class _Ending(NamedTuple):
    """One way a hand may end: the points of its third card, None for none, and its facts."""

    third: int | None
    facts: tuple[Value, ...]


class _Start(NamedTuple):
    """The first two cards of a hand, as far as a wager distinguishes them."""

    total: int
    pair: str | None
    endings: frozenset[_Ending]


def decided_card_wagers(game: Game, player: Seen, banker: Seen) -> frozenset[str]:
    """Return the wagers on cards that win however the round ends, or lose however it ends.

    Each card that has not been seen may be any card. A certain push is neither.
    """
    return frozenset(
        wager.id for wager in game.card_wagers if _is_decided(_verdicts(wager, player, banker))
    )


def _is_decided(verdicts: Iterator[Verdict]) -> bool:
    wins: set[bool] = set()
    for verdict in verdicts:
        wins.add(verdict.line is not None)
        if verdict.pushes or len(wins) == 2:
            return False
    return True


def _verdicts(wager: Wager, player: Seen, banker: Seen) -> Iterator[Verdict]:
    asked = {side: _asked(wager, side) for side in Side}
    starts = {
        side: _starts(hand, asked[side])
        for side, hand in ((Side.PLAYER, player), (Side.BANKER, banker))
    }
    for ours, theirs in product(starts[Side.PLAYER], starts[Side.BANKER]):
        for one, two in _endings(ours, theirs):
            totals = ours.total + (one.third or 0), theirs.total + (two.third or 0)
            sizes = 2 + (one.third is not None), 2 + (two.third is not None)
            pairs = pairs_of(ours.pair, theirs.pair)
            outcome = Outcome(totals[0] % 10, totals[1] % 10, *sizes, pairs)
            hands = {
                Side.PLAYER: dict(zip(asked[Side.PLAYER], one.facts, strict=True)),
                Side.BANKER: dict(zip(asked[Side.BANKER], two.facts, strict=True)),
            }
            yield decide_wager(wager, outcome, hands)


def _endings(player: _Start, banker: _Start) -> Iterator[tuple[_Ending, _Ending]]:
    """Return each way the two hands may end together, by who draws."""
    ours, theirs = (player.total, 0), (banker.total, 0)
    draws = next_draw(ours, theirs).side is Side.PLAYER
    for one in (each for each in player.endings if (each.third is not None) == draws):
        complete = ours if one.third is None else (*ours, one.third)
        banker_draws = next_draw(complete, theirs).side is Side.BANKER
        for two in banker.endings:
            if (two.third is not None) == banker_draws:
                yield one, two


def _starts(hand: Seen, asked: tuple[str, ...]) -> frozenset[_Start]:
    first, second, third = ((card,) if card is not None else DECK for card in hand)
    by_start: dict[object, _Start] = {}
    for one, two in product(first, second):
        begun = tuple(FIELDS[name].start(one, two) for name in asked)
        pair = one.rank.letter if one.rank is two.rank else None
        total = point_total((one.points, two.points))
        if (total, pair, begun) not in by_start:
            ends = frozenset(_ending(asked, begun, card) for card in (None, *third))
            by_start[total, pair, begun] = _Start(total, pair, ends)
    return frozenset(by_start.values())


def _ending(asked: tuple[str, ...], begun: tuple[object, ...], third: Card | None) -> _Ending:
    facts = (FIELDS[name].finish(each, third) for name, each in zip(asked, begun, strict=True))
    return _Ending(None if third is None else third.points, tuple(facts))


def _asked(wager: Wager, side: Side) -> tuple[str, ...]:
    """Return the facts about a hand that a wager tests."""
    conditions = [*(line.when for line in wager.lines), *filter(None, (wager.push,))]
    found: dict[str, None] = {}
    while conditions:
        when = conditions.pop()
        found |= {each.field: None for each in when.hands or () if each.side is side}
        conditions += _inside(when)
    return tuple(found)


def _inside(when: When) -> tuple[When, ...]:
    return (*(when.any_of or ()), *(when.all_of or ()), *(when.none_of or ()))
