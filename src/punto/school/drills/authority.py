"""Drills on authority: which position may do what, and what a higher one may."""

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.staff import POSITIONS, USUAL_RANKS, Power, reaches
from punto.school.chance import Chance
from punto.school.drills.drill import NO, YES, YES_OR_NO, Drill, choice, position_of, text_of
from punto.school.items import Facts, Solution, Topic

POSITION_NAMES = tuple(POSITIONS)
POWERS = {each.name.lower().replace("_", "-"): each for each in Power}


def _granted(game: Game, facts: Facts) -> tuple[Power, str, str]:
    """A power of a question, the position it is granted to, and the clause."""
    power = POWERS.get(text_of(facts, "power"))
    grant = game.grant(power) if power else None
    if power is None or grant is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{game} grants no power {power!r}.",
            game=game.title,
            power=text_of(facts, "power")[:60],
        )
    return power, grant.position.typed, grant.clause


def _any_power(game: Game, chance: Chance) -> Facts:
    grant = chance.pick(game.grants)
    return {"power": grant.power.name.lower().replace("_", "-")}


def _lowest(game: Game, facts: Facts) -> Solution:
    power, position, clause = _granted(game, facts)
    text = Message.of("Which is the lowest position that may {power}?", power=power)
    return Solution(text, (choice("position", position, POSITION_NAMES, (clause,)),))


def _power_and_position(game: Game, chance: Chance) -> Facts:
    return {**_any_power(game, chance), "position": chance.pick(POSITION_NAMES)}


def _may(game: Game, facts: Facts) -> Solution:
    power, lowest, clause = _granted(game, facts)
    position = position_of(facts)
    may = reaches(USUAL_RANKS, position, POSITIONS[lowest])
    above = (game.acting_clause,) if game.acting_clause else ("reading ranks-of-staff",)
    text = Message.of("May the {position} {power}?", position=position, power=power)
    part = choice("may", YES if may else NO, YES_OR_NO, (clause, *above))
    return Solution(text, (part,))


DRILLS = (
    Drill("lowest-position", Topic.AUTHORITY, _any_power, _lowest),
    Drill("position-may", Topic.AUTHORITY, _power_and_position, _may),
)
