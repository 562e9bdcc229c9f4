"""Drills on the course of a round: what comes next, whose it is, and how a card lies."""

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game, Method
from punto.school.chance import Chance
from punto.school.citations import bare
from punto.school.drills.drill import Drill, choice, scene_of, text_of
from punto.school.drills.handling import knows_methods
from punto.school.items import Facts, Part, Solution, Topic
from punto.school.labels import label
from punto.school.practice import STAFF, Practice, at_any_moment, patrons_of, practice
from punto.school.right_line import next_line
from punto.school.scenes import try_act
from punto.table.authority import authority
from punto.table.forms import Form, Giver
from punto.table.prompt import Prompt, Step, next_step
from punto.table.scripts.stage import Stage

# The steps of a round of cards on the table; the others are of shoes with a sealed order.
STEPS = tuple(
    step.value for step in Step if "contribut" not in step.value and step is not Step.OPEN_TABLE
)
LIES = ("face-up", "face-down")


def _any_table(game: Game, chance: Chance) -> Practice:
    return Practice(game, chance) if chance.one_in(8) else at_any_moment(game, chance)


def _any_moment(game: Game, chance: Chance) -> Facts:
    return {"scene": _any_table(game, chance).scene}


def _comes_next(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    clauses = (*bare(game, prompt.clause), *bare(game, whose(stage, prompt.commands[0])[1]))
    part = choice("step", prompt.step.value, STEPS, clauses, prompt.message)
    return Solution(Message.of("What comes next at this table?"), (part,))


def _any_step(game: Game, chance: Chance) -> Facts:
    table = _any_table(game, chance)
    return {"scene": table.scene, "step": next_step(table.state).step.value}


def given_step(facts: Facts, prompt: Prompt) -> Message:
    """The step that a question gives, to ask who does it."""
    if text_of(facts, "step") != prompt.step.value:
        raise Refused(Reason.UNREADABLE_REQUEST, "Another step comes next at this table.")
    return label(prompt.step.value)


def _does_it(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    given = given_step(facts, prompt)
    who, by = whose(stage, prompt.commands[0])
    clauses = (*bare(game, prompt.clause), *bare(game, by))
    text = Message.of("This comes next at this table: {step}. Who does it?", step=given)
    return Solution(text, (giver_part(stage, who, clauses),))


def giver_part(stage: Stage, who: str, clauses: tuple[str, ...]) -> Part:
    """Who does what comes next.

    Which position does it is a matter of authority; which patron, of how cards are handled. A
    patron who is asked in a case answers as its procedure says.
    """
    of_patron = Topic.IRREGULARITIES if stage.state.case else Topic.HANDLING
    topic = Topic.AUTHORITY if who in STAFF else of_patron
    return choice("who", who, (*patrons_of(stage.state), *STAFF), clauses, topic=topic)


def whose(stage: Stage, form: Form) -> tuple[str, str]:
    """Who gives the command of a form: a patron by name, or the lowest position that may.

    A card that a device reads is drawn by the patron who controls the device.
    """
    allowed = authority(stage.state, form.command, at_ms=stage.at)
    if form.giver is not Giver.STAFF and (form.patron or allowed.patron):
        return form.patron or allowed.patron, allowed.clause
    position = allowed.position
    assert position is not None, "what is not a patron's is for staff"
    return position.typed, allowed.clause


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
    Drill("whose-step", Topic.AUTHORITY, _any_step, _does_it),
    Drill("card-lies", Topic.HANDLING, _before_a_card, _card_lies, knows_methods),
    Drill("who-exposes", Topic.HANDLING, _before_exposing, _exposes, knows_methods),
)
