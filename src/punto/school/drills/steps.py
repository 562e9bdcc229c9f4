"""Drills on the course of a round: what comes next, whose it is, and how a card lies."""

from punto.messages import Message
from punto.rules.game import Game, Method
from punto.school.chance import Chance
from punto.school.citations import bare
from punto.school.drills.drill import Drill, choice, scene_of
from punto.school.drills.handling import knows_methods
from punto.school.items import Facts, Solution, Topic
from punto.school.practice import STAFF, Practice, at_any_moment, patrons_of, practice
from punto.school.right_line import next_line
from punto.school.scenes import try_act
from punto.table.authority import authority
from punto.table.forms import Form, Giver
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage

# The steps of a round of cards on the table; the others are of shoes with a sealed order.
STEPS = tuple(
    step.value for step in Step if "contribut" not in step.value and step is not Step.OPEN_TABLE
)
LIES = ("face-up", "face-down")


def _any_moment(game: Game, chance: Chance) -> Facts:
    if chance.one_in(8):
        return {"scene": Practice(game, chance).scene}
    return {"scene": at_any_moment(game, chance).scene}


def _comes_next(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    who, by = whose(stage, prompt.commands[0])
    clauses = (*bare(game, prompt.clause), *bare(game, by))
    people = (*patrons_of(stage.state), *STAFF)
    text = Message.of("What comes next at this table, and who does it?")
    parts = (
        choice("step", prompt.step.value, STEPS, clauses, prompt.message),
        choice("who", who, people, clauses),
    )
    return Solution(text, parts)


def whose(stage: Stage, form: Form) -> tuple[str, str]:
    """Who gives the command of a form: a patron by name, or the lowest position that may.

    A card that a device reads is drawn by the patron who controls the device.
    """
    allowed = authority(stage.state, form.command, at_ms=stage.at)
    if form.giver is not Giver.STAFF and (form.patron or allowed.patron):
        return form.patron or allowed.patron, allowed.clause
    position = allowed.position
    assert position is not None, "what is not a patron's is for staff"
    return position.name.lower().replace("_", "-"), allowed.clause


def _before_a_card(game: Game, chance: Chance) -> Facts:
    method = chance.pick(game.methods)
    table = practice(game, chance, method)
    table.follow_to(Step.DRAW if chance.one_in(3) else Step.ANNOUNCE_TOTALS)
    if next_step(table.state).step is Step.ANNOUNCE_TOTALS:
        table.give("totals")
    if next_step(table.state).step is not Step.DRAW:  # a natural: the next round
        table.finish_round().follow_to(Step.DRAW)
    return {"scene": table.scene}


def _card_lies(game: Game, facts: Facts) -> Solution:
    """The card is drawn and, where it lies face down, the table says who turns it up."""
    stage = scene_of(game, facts)
    tried = try_act(stage, game, next_line(stage, Chance("a card")))
    play = tried.stage.state.round
    assert play is not None, "a card is drawn in a round"
    lies = LIES[0] if play.cards[-1].face_up else LIES[1]
    text = Message.of("The next card is drawn. Does it lie face up or face down?")
    return Solution(text, (choice("lies", lies, LIES, tried.clauses),))


def _before_exposing(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, chance.pick((Method.A, Method.C)))
    table.follow_to(Step.EXPOSE)
    if not chance.one_in(4):
        table.follow_to(Step.ANNOUNCE_TOTALS).give("totals")
        table.follow_to(Step.EXPOSE, Step.ANNOUNCE_OUTCOME)
        if next_step(table.state).step is Step.ANNOUNCE_OUTCOME:
            table.finish_round().follow_to(Step.CLOSE_BETTING).follow_to(Step.EXPOSE)
    return {"scene": table.scene}


def _exposes(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    patron = prompt.patrons[0] if prompt.patrons else "dealer"
    assert prompt.side is not None, "a hand is exposed"
    text = Message.of("The {hand} cards lie face down. Who exposes them?", hand=prompt.side)
    people = (*patrons_of(stage.state), "dealer")
    part = choice("who", patron, people, bare(game, prompt.clause), prompt.message)
    return Solution(text, (part,))


DRILLS = (
    Drill("next-step", Topic.DRAWING, _any_moment, _comes_next),
    Drill("card-lies", Topic.HANDLING, _before_a_card, _card_lies, knows_methods),
    Drill("who-exposes", Topic.HANDLING, _before_exposing, _exposes, knows_methods),
)
