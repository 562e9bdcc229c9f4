"""Drills at a live table at which nothing irregular happens: the round is dealt to its end."""

from collections.abc import Sequence

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.chance import Chance
from punto.school.course import Course, is_over, play_course, right_course
from punto.school.drills.drill import Drill, lines_of, number_of, text_of
from punto.school.drills.situations import LINE
from punto.school.items import Answer, Answers, Facts, Form, Item, Mark, Part, Solution, Topic
from punto.school.practice import practice
from punto.school.situations import FINISHED, lawful_mark
from punto.table import events as e

NOTHING_REPORTED = "nothing-reported"
REPORTED = (e.IrregularityReported, e.ReportFiled, e.CaseOpened)
# What patrons do that no clause forbids: a student who reports it loses the point for that.
HARMLESS = (
    Message.of("A patron asks who won the last round."),
    Message.of("A patron leans over to see the cards that lie face up."),
    Message.of("A patron comes to the table and watches."),
    Message.of("A patron asks what the Tie bet pays."),
)


class Dealt(Struct, frozen=True):
    """The points of a student's line, with the line and the right one."""

    marks: tuple[Mark, ...]
    course: Course
    right: Course


def _stakes(game: Game, chance: Chance) -> Facts:
    """Betting is open, and patrons have staked."""
    table = practice(game, chance)
    return {
        "scene": table.scene,
        "seed": chance.seed,
        "remark": chance.below(len(HARMLESS)),
    }


def assess_round(game: Game, facts: Facts, lines: Sequence[str]) -> Dealt:
    """Play a student's lines and mark each point, with its clauses."""
    scene, seed = lines_of(facts), text_of(facts, "seed")
    right = right_course(game, scene, (), ())
    course = play_course(game, scene, lines, seed)
    ended = right.turns[-1].clauses
    is_reported = any(isinstance(each, REPORTED) for each in course.events)
    marks = (
        Mark(FINISHED, (), (right.turns[-1].line,), is_over(course.stage.state), ended),
        Mark(NOTHING_REPORTED, (), (), bool(lines) and not is_reported, ended),
        lawful_mark(game, course),
    )
    return Dealt(marks, course, right)


def _solve(game: Game, facts: Facts) -> Solution:
    right = [turn.line for turn in right_course(game, lines_of(facts), (), ()).turns]
    points = assess_round(game, facts, right).marks
    parts = tuple(Part(each.part, Form.LINES, each.right, (), each.clauses) for each in points)
    remark = HARMLESS[number_of(facts, "remark") % len(HARMLESS)]
    return Solution(remark, parts)


def _grade(item: Item, answers: Answers) -> tuple[Mark, ...]:
    unknown = next((each for each in answers if each != LINE), None)
    if unknown is not None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A situation is answered by its {line}, not by {part!r}.",
            line=LINE,
            part=unknown[:60],
        )
    game = find_game(item.question.game)
    return assess_round(game, item.question.facts, tuple(answers.get(LINE, ()))).marks


def right_round(item: Item) -> Answer:
    """The right line of a round, as a student would give it."""
    game = find_game(item.question.game)
    course = right_course(game, lines_of(item.question.facts), (), ())
    return tuple(turn.line for turn in course.turns)


DRILLS = (Drill("deal-round", Topic.ROUNDS, _stakes, _solve, grade=_grade),)
