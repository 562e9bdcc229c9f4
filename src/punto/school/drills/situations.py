"""Drills at a live table: something happens, and the student does what the document asks."""

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity
from punto.school.chance import Chance
from punto.school.drills.drill import Drill, Maker, lines_of, text_of
from punto.school.items import (
    Answer,
    Answers,
    Facts,
    Form,
    Item,
    Mark,
    Part,
    Question,
    Solution,
    Topic,
)
from punto.school.practice import patrons_of
from punto.school.reports import arises, incident
from punto.school.situations import (
    Situation,
    assess,
    describe_situation,
    points_of,
    right_line,
)

LINE = "line"
SAYS = ("stay", "withdraw all")


def _arises(kind: Irregularity) -> Maker:
    """A table at which this happens, and what each patron will say if asked."""

    def make(game: Game, chance: Chance) -> Facts:
        table, happened = incident(kind, game, chance)
        patrons = patrons_of(table.state)
        said = tuple(f"answer {patron} {chance.pick(SAYS)}" for patron in patrons)
        return {"scene": table.scene, "happened": happened, "said": said, "seed": chance.seed}

    return make


def situation_of(question: Question) -> Situation:
    """The situation that a question is about."""
    facts = question.facts
    return Situation(
        question.game,
        lines_of(facts),
        text_of(facts, "happened"),
        lines_of(facts, "said"),
        text_of(facts, "seed"),
    )


def _solve(game: Game, facts: Facts) -> Solution:
    situation = situation_of(Question("", game.ref, facts))
    parts = tuple(
        Part(mark.part, Form.LINES, mark.right, (), mark.clauses) for mark in points_of(situation)
    )
    return Solution(describe_situation(situation), parts)


def _grade(item: Item, answers: Answers) -> tuple[Mark, ...]:
    """The points of the one answer that a situation has: the line that was played."""
    unknown = next((each for each in answers if each != LINE), None)
    if unknown is not None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A situation is answered by its {line}, not by {part!r}.",
            line=LINE,
            part=unknown[:60],
        )
    return assess(situation_of(item.question), tuple(answers.get(LINE, ()))).marks


def right_answer(item: Item) -> Answer:
    """The right line of a situation, as a student would give it."""
    return tuple(turn.line for turn in right_line(situation_of(item.question)).turns)


DRILLS = tuple(
    Drill(
        f"situation-{kind.value}",
        Topic.SITUATIONS,
        _arises(kind),
        _solve,
        arises(kind),
        _grade,
    )
    for kind in Irregularity
)
