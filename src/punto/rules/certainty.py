"""What is certain in an unfinished round: the outcomes still possible and the wagers decided."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from punto.rules.cards import RANKS, Card
from punto.rules.drawing import next_draw
from punto.rules.game import Game
from punto.rules.hands import Side, point_total
from punto.rules.outcome import Outcome, Pairs, pairs_of

# The first, second and third card of a hand so far; None for a card that has not been seen.
Seen = tuple[Card | None, Card | None, Card | None]

ANY_POINTS = range(10)


def outcomes_left(player: Seen, banker: Seen) -> frozenset[Outcome]:
    """Return every outcome still possible if each unseen card may be of any rank."""
    found: set[Outcome] = set()
    third = _points(player[2]), _points(banker[2])
    for (player_total, player_pair), (banker_total, banker_pair) in product(
        _initial_hands(player), _initial_hands(banker)
    ):
        pairs = pairs_of(player_pair, banker_pair)
        found |= _completions(player_total, banker_total, pairs, *third)
    return frozenset(found)


def decided_wagers(game: Game, left: Iterable[Outcome]) -> frozenset[str]:
    """Return the wagers that win in every remaining outcome, or lose in every one.

    A certain push is neither (reading outcome-established). Wagers that an outcome does not decide
    are left to `card_certainty`.
    """
    indices = [outcome.index for outcome in left]
    return frozenset(
        wager.id
        for wager in game.wagers
        if wager not in game.card_wagers
        for verdicts in (game.verdicts(wager.id),)
        if all(verdicts[index].line is not None for index in indices)
        or all(verdicts[index].line is None and not verdicts[index].pushes for index in indices)
    )


def _points(card: Card | None) -> int | None:
    return None if card is None else card.points


def _initial_hands(hand: Seen) -> set[tuple[int, str | None]]:
    """Return each (total, rank of the pair or None) possible for the first two cards."""
    ranks = (RANKS if card is None else (card.rank,) for card in hand[:2])
    return {
        (point_total((one.points, two.points)), one.letter if one is two else None)
        for one, two in product(*ranks)
    }


@lru_cache(maxsize=8192)
def _completions(
    player_total: int,
    banker_total: int,
    pairs: Pairs,
    player_third: int | None,
    banker_third: int | None,
) -> frozenset[Outcome]:
    """Return the outcomes possible from these initial totals; an unseen third card is None."""
    found: set[Outcome] = set()
    open_rounds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((player_total, 0), (banker_total, 0))
    ]
    while open_rounds:
        player, banker = open_rounds.pop()
        side = next_draw(player, banker).side
        if side is None:
            totals = point_total(player), point_total(banker)
            found.add(Outcome(*totals, len(player), len(banker), pairs))
        elif side is Side.PLAYER:
            thirds = ANY_POINTS if player_third is None else (player_third,)
            open_rounds += [((*player, points), banker) for points in thirds]
        else:
            thirds = ANY_POINTS if banker_third is None else (banker_third,)
            open_rounds += [(player, (*banker, points)) for points in thirds]
    return frozenset(found)
