"""Who draws next, and why: the order of the initial deal and the table of play.

The five documents print one table of play; each game cites its own clauses for its lines.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from punto.rules.hands import Side, is_natural, point_total

PLAYER_DRAWS_ON = frozenset(range(6))
BANKER_DRAWS_ON_WHEN_PLAYER_STANDS = frozenset(range(6))

# Banker's total, then the point values of Player's third card that Banker draws against.
BANKER_DRAWS_AGAINST: tuple[frozenset[int], ...] = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset(),
)

_AGAINST_IN_WORDS = (
    "any card",
    "any card",
    "any card",
    "anything but 8",
    "2 to 7",
    "4 to 7",
    "6 or 7",
)


class DrawRule(StrEnum):
    """The line of the rules that decides; a game says which of its clauses each one is."""

    DEAL_PLAYER = "deal-player"
    DEAL_BANKER = "deal-banker"
    NATURAL = "natural"
    PLAYER_THIRD = "player-third"
    BANKER_AFTER_STAND = "banker-after-stand"
    BANKER_AFTER_DRAW = "banker-after-draw"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Draw:
    """The next step of a round: the side that receives a card, or nobody, by which rule and why."""

    side: Side | None
    rule: DrawRule
    why: str


@lru_cache(maxsize=4096)
def next_draw(player: tuple[int, ...], banker: tuple[int, ...]) -> Draw:
    """Decide the next card from the point values each hand holds, in the order received.

    >>> next_draw((2, 3), (5, 1)).why
    'Player has 5 and draws on 0 to 5.'
    >>> next_draw((2, 3, 8), (1, 2)).why
    'Banker has 3 and stands: against an 8 it does not draw (it draws against anything but 8).'
    """
    if len(player) + len(banker) < 4:
        return _next_of_initial_deal(player, banker)
    if is_natural(player[:2]) or is_natural(banker[:2]):
        return _natural(point_total(player[:2]), point_total(banker[:2]))
    player_total, banker_total = point_total(player[:2]), point_total(banker[:2])
    if player_total in PLAYER_DRAWS_ON and len(player) == 2:
        why = f"Player has {player_total} and draws on 0 to 5."
        return Draw(Side.PLAYER, DrawRule.PLAYER_THIRD, why)
    if len(banker) == 3:
        return Draw(None, DrawRule.COMPLETE, "Banker has its third card: the round is complete.")
    if len(player) == 2:
        return _banker_after_stand(player_total, banker_total)
    return _banker_after_draw(banker_total, player[2])


def _next_of_initial_deal(player: tuple[int, ...], banker: tuple[int, ...]) -> Draw:
    nth = ("first", "second", "third", "fourth")[len(player) + len(banker)]
    if len(player) == len(banker):
        return Draw(Side.PLAYER, DrawRule.DEAL_PLAYER, f"The {nth} card goes to Player.")
    return Draw(Side.BANKER, DrawRule.DEAL_BANKER, f"The {nth} card goes to Banker.")


def _natural(player_total: int, banker_total: int) -> Draw:
    holders = [
        f"{side.title} has a natural {total}"
        for side, total in ((Side.PLAYER, player_total), (Side.BANKER, banker_total))
        if total >= 8
    ]
    return Draw(None, DrawRule.NATURAL, f"{' and '.join(holders)}: no more cards.")


def _banker_after_stand(player_total: int, banker_total: int) -> Draw:
    stood = f"Player stands on {player_total}"
    if banker_total in BANKER_DRAWS_ON_WHEN_PLAYER_STANDS:
        why = f"{stood}; Banker has {banker_total} and then draws on 0 to 5."
        return Draw(Side.BANKER, DrawRule.BANKER_AFTER_STAND, why)
    why = f"{stood}; Banker has {banker_total} and stands on 6 or 7."
    return Draw(None, DrawRule.BANKER_AFTER_STAND, why)


def _banker_after_draw(banker_total: int, player_third: int) -> Draw:
    if banker_total == 7:
        return Draw(None, DrawRule.BANKER_AFTER_DRAW, "Banker has 7 and always stands.")
    against = _AGAINST_IN_WORDS[banker_total]
    article = "an" if player_third == 8 else "a"
    if player_third in BANKER_DRAWS_AGAINST[banker_total]:
        why = (
            f"Banker has {banker_total} and draws against {article} {player_third}"
            f" (it draws against {against})."
        )
        return Draw(Side.BANKER, DrawRule.BANKER_AFTER_DRAW, why)
    why = (
        f"Banker has {banker_total} and stands: against {article} {player_third} it does not draw"
        f" (it draws against {against})."
    )
    return Draw(None, DrawRule.BANKER_AFTER_DRAW, why)
