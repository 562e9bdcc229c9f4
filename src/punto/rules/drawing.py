"""Who draws next, and why: the order of the initial deal and the table of play.

The five documents print one table of play; each game cites its own clauses for its lines.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from punto.rules.hands import NATURAL_FROM, Side, point_total

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


def next_draw(player: tuple[int, ...], banker: tuple[int, ...]) -> Draw:
    """Decide the next card from the point values each hand holds, in the order received.

    >>> next_draw((2, 3), (5, 1)).why
    'Player has 5 and draws on 0 to 5.'
    >>> next_draw((2, 3, 8), (1, 2)).why
    'Banker has 3 and stands: against an 8 it does not draw (it draws against anything but 8).'
    """
    dealt = len(player) + len(banker)
    if dealt < 4:
        return INITIAL_DEAL[dealt]
    player_third = player[2] if len(player) == 3 else None
    totals = point_total(player[:2]), point_total(banker[:2])
    return _after_initial_deal(*totals, player_third, len(banker) == 3)


INITIAL_DEAL: tuple[Draw, ...] = (
    Draw(Side.PLAYER, DrawRule.DEAL_PLAYER, "The first card goes to Player."),
    Draw(Side.BANKER, DrawRule.DEAL_BANKER, "The second card goes to Banker."),
    Draw(Side.PLAYER, DrawRule.DEAL_PLAYER, "The third card goes to Player."),
    Draw(Side.BANKER, DrawRule.DEAL_BANKER, "The fourth card goes to Banker."),
)


@cache
def _after_initial_deal(
    player_total: int, banker_total: int, player_third: int | None, banker_drew: bool
) -> Draw:
    """The table of play, on the totals of the first two cards; few states, so each is kept."""
    if player_total >= NATURAL_FROM or banker_total >= NATURAL_FROM:
        return _natural(player_total, banker_total)
    if player_total in PLAYER_DRAWS_ON and player_third is None:
        why = f"Player has {player_total} and draws on 0 to 5."
        return Draw(Side.PLAYER, DrawRule.PLAYER_THIRD, why)
    if banker_drew:
        return Draw(None, DrawRule.COMPLETE, "Banker has its third card: the round is complete.")
    if player_third is None:
        return _banker_after_stand(player_total, banker_total)
    return _banker_after_draw(banker_total, player_third)


def _natural(player_total: int, banker_total: int) -> Draw:
    holders = [
        f"{side.title} has a natural {total}"
        for side, total in ((Side.PLAYER, player_total), (Side.BANKER, banker_total))
        if total >= NATURAL_FROM
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
