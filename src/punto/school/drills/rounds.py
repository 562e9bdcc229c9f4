"""Drills at a live table: a round is dealt to its end, and patrons are answered who act."""

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
from punto.school.patrons import PatronAct, draw_acts, read_acts
from punto.school.practice import practice
from punto.school.situations import FINISHED, lawful_mark
from punto.table import events as e

NOTHING_REPORTED = "nothing-reported"
REPORTED = (e.IrregularityReported, e.ReportFiled, e.CaseOpened)
# What patrons do that no clause forbids: a student who reports it loses the point for that.
HARMLESS = (
    Message.of("A patron asks who won the last round."),
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
        "acts": draw_acts(table, chance),
    }


def acts_of(facts: Facts) -> tuple[PatronAct, ...]:
    """What patrons do of their own accord in the round of a question."""
    return read_acts(lines_of(facts, "acts")) if "acts" in facts else ()


def assess_round(game: Game, facts: Facts, lines: Sequence[str]) -> Dealt:
    """Play a student's lines and mark each point, with its clauses."""
    scene, seed, acts = lines_of(facts), text_of(facts, "seed"), acts_of(facts)
    right = right_course(game, scene, (), (), acts)
    course = play_course(game, scene, lines, seed, acts)
    ended = right.turns[-1].clauses
    is_reported = any(isinstance(each, REPORTED) for each in course.events)
    marks = (
        Mark(FINISHED, (), (right.turns[-1].line,), is_over(course.stage.state), ended),
        Mark(NOTHING_REPORTED, (), (), bool(lines) and not is_reported, ended),
        *_answers(course, right),
        lawful_mark(game, course),
    )
    return Dealt(marks, course, right)


def next_line_of_round(game: Game, facts: Facts, done: Sequence[str]) -> str:
    """The next right line after these; empty where nothing is left to do."""
    acts = acts_of(facts)
    course = play_course(game, lines_of(facts), done, text_of(facts, "seed"), acts)
    lawful = [turn.line for turn in course.turns if turn.refused is None]
    ahead = right_course(game, lines_of(facts), lawful, (), acts).turns[len(lawful) :]
    return ahead[0].line if ahead else ""


def _answers(course: Course, right: Course) -> list[Mark]:
    """A point for each patron who acted: answered rightly, and before the table went on."""
    given = {each.act: each for each in course.answered}
    marks = []
    for each in right.answered:
        own = given.get(each.act)
        name, said = f"patron-answered {each.act.patron}", f"{each.right} {each.act.patron}"
        marks.append(Mark(name, (), (said,), own is not None and own.is_right, each.clauses))
    return marks


def _solve(game: Game, facts: Facts) -> Solution:
    right = [turn.line for turn in _right(game, facts).turns]
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
    course = _right(find_game(item.question.game), item.question.facts)
    return tuple(turn.line for turn in course.turns)


def _right(game: Game, facts: Facts) -> Course:
    return right_course(game, lines_of(facts), (), (), acts_of(facts))


DRILLS = (Drill("deal-round", Topic.ROUNDS, _stakes, _solve, grade=_grade),)
