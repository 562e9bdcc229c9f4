"""Who draws next, and why: the order of the initial deal and the table of play.

The five documents print one table of play; each game cites its own clauses for its lines.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from punto.messages import Message
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
    Message.of("any card"),
    Message.of("any card"),
    Message.of("any card"),
    Message.of("anything but 8"),
    Message.of("2 to 7"),
    Message.of("4 to 7"),
    Message.of("6 or 7"),
)


class DrawRule(StrEnum):
    """The rule that decides a draw; each game maps these to its own clauses."""

    DEAL_PLAYER = "deal-player"
    DEAL_BANKER = "deal-banker"
    NATURAL = "natural"
    PLAYER_THIRD = "player-third"
    BANKER_AFTER_STAND = "banker-after-stand"
    BANKER_AFTER_DRAW = "banker-after-draw"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Draw:
    """The next step of a round: the side that draws, if any, the rule that decides and why."""

    side: Side | None
    rule: DrawRule
    message: Message = field(compare=False)

    @property
    def why(self) -> str:
        """Return the reason in English."""
        return str(self.message)


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
    Draw(Side.PLAYER, DrawRule.DEAL_PLAYER, Message.of("The first card goes to Player.")),
    Draw(Side.BANKER, DrawRule.DEAL_BANKER, Message.of("The second card goes to Banker.")),
    Draw(Side.PLAYER, DrawRule.DEAL_PLAYER, Message.of("The third card goes to Player.")),
    Draw(Side.BANKER, DrawRule.DEAL_BANKER, Message.of("The fourth card goes to Banker.")),
)


@cache
def _after_initial_deal(
    player_total: int, banker_total: int, player_third: int | None, banker_drew: bool
) -> Draw:
    """Apply the table of play to the two-card totals; the few possible states are cached."""
    if player_total >= NATURAL_FROM or banker_total >= NATURAL_FROM:
        return _natural(player_total, banker_total)
    if player_total in PLAYER_DRAWS_ON and player_third is None:
        why = Message.of("Player has {total} and draws on 0 to 5.", total=player_total)
        return Draw(Side.PLAYER, DrawRule.PLAYER_THIRD, why)
    if banker_drew:
        complete = Message.of("Banker has its third card: the round is complete.")
        return Draw(None, DrawRule.COMPLETE, complete)
    if player_third is None:
        return _banker_after_stand(player_total, banker_total)
    return _banker_after_draw(banker_total, player_third)


def _natural(player_total: int, banker_total: int) -> Draw:
    totals = ((Side.PLAYER, player_total), (Side.BANKER, banker_total))
    naturals = [(side, total) for side, total in totals if total >= NATURAL_FROM]
    side, total = naturals[0]
    why = Message.of("{side} has a natural {total}: no more cards.", side=side, total=total)
    if len(naturals) == 2:
        why = Message.of(
            "Player has a natural {player} and Banker has a natural {banker}: no more cards.",
            player=player_total,
            banker=banker_total,
        )
    return Draw(None, DrawRule.NATURAL, why)


def _banker_after_stand(player_total: int, banker_total: int) -> Draw:
    if banker_total in BANKER_DRAWS_ON_WHEN_PLAYER_STANDS:
        why = Message.of(
            "Player stands on {player}; Banker has {banker} and then draws on 0 to 5.",
            player=player_total,
            banker=banker_total,
        )
        return Draw(Side.BANKER, DrawRule.BANKER_AFTER_STAND, why)
    why = Message.of(
        "Player stands on {player}; Banker has {banker} and stands on 6 or 7.",
        player=player_total,
        banker=banker_total,
    )
    return Draw(None, DrawRule.BANKER_AFTER_STAND, why)


def _banker_after_draw(banker_total: int, player_third: int) -> Draw:
    if banker_total == 7:
        return Draw(None, DrawRule.BANKER_AFTER_DRAW, Message.of("Banker has 7 and always stands."))
    against = _AGAINST_IN_WORDS[banker_total]
    card = (
        Message.of("an 8") if player_third == 8 else Message.of("a {points}", points=player_third)
    )
    if player_third in BANKER_DRAWS_AGAINST[banker_total]:
        why = Message.of(
            "Banker has {total} and draws against {card} (it draws against {against}).",
            total=banker_total,
            card=card,
            against=against,
        )
        return Draw(Side.BANKER, DrawRule.BANKER_AFTER_DRAW, why)
    why = Message.of(
        "Banker has {total} and stands: against {card} it does not draw"
        " (it draws against {against}).",
        total=banker_total,
        card=card,
        against=against,
    )
    return Draw(None, DrawRule.BANKER_AFTER_DRAW, why)
