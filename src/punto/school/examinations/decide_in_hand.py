"""May a student do this with the paper in hand? Nothing is graded before it is handed in."""

from typing import Any

from punto.refusals import Reason, Refused
from punto.rules.staff import USUAL_RANKS, Position, reaches
from punto.school.acts import ACT_CHARACTERS_MAX
from punto.school.catalogue import find_drill
from punto.school.course import LINES_MAX
from punto.school.examinations import commands as c
from punto.school.examinations import events as e
from punto.school.examinations.papers_in_hand import PaperInHand, paper_key
from punto.school.examinations.state import (
    State,
    find_examination,
    has_sat,
    is_over,
    is_shared,
)
from punto.school.items import AT_TABLE, Question
from punto.school.papers import QUESTIONS_MAX, Plan
from punto.table.people import Staff

TRAINER = Position.PIT_SUPERVISOR  # the lowest who sets papers and sees a class
PARTS_MAX = 60  # of an answer
WORDS_MAX = 60  # of a part
ANSWER_CHARACTERS_MAX = 200

Command = c.StartPaper | c.OpenQuestion | c.AnswerQuestion | c.ActAtTable


def decide_in_hand(state: State, command: Command, by: Staff, at_ms: int) -> tuple[e.Event, ...]:
    """What happens to the paper that a student has in hand."""
    about: dict[str, Any] = {"examination": command.examination, "student": by.id, "at_ms": at_ms}
    if isinstance(command, c.StartPaper):
        _check_start(state, command, by)
        return (e.PaperStarted(plan=command.plan, questions=command.questions, **about),)
    paper = find_in_hand(state, command.examination, by.id)
    number = command.question
    check_question(paper, number)
    if isinstance(command, c.OpenQuestion):
        if number in paper.opened_ms:
            raise Refused(Reason.CONFLICT, "This question is open already.")
        return (e.QuestionOpened(question=number, **about),)
    if number not in paper.opened_ms:
        raise Refused(Reason.CONFLICT, "Open the question before you answer it.")
    is_at_table = find_drill(paper.questions[number - 1].kind).topic in AT_TABLE
    if isinstance(command, c.AnswerQuestion):
        if is_at_table:
            raise Refused(Reason.UNREADABLE_REQUEST, "This question is answered at its table.")
        _check_answers(command)
        return (e.QuestionAnswered(question=number, answers=command.answers, **about),)
    if not is_at_table:
        raise Refused(Reason.UNREADABLE_REQUEST, "This question has no table.")
    _check_line(paper, command)
    return (e.TableActed(question=number, line=command.line, **about),)


def find_in_hand(state: State, examination: int, student: str) -> PaperInHand:
    """The paper that a student has in hand; refused where there is none."""
    found = state.in_hand.get(paper_key(examination, student))
    if found is None:
        raise Refused(Reason.NOTHING_THERE, "Start the examination first.")
    return found


def check_not_sat(state: State, examination: int, student: str) -> None:
    """A paper is sat once by each student."""
    if has_sat(state, examination, student):
        raise Refused(
            Reason.CONFLICT,
            "{student} has sat examination {number} already.",
            student=student,
            number=examination,
        )


def check_question(paper: PaperInHand, number: int) -> None:
    """Refuse a number that no question of the paper has."""
    if not 1 <= number <= len(paper.questions):
        raise Refused(
            Reason.NOTHING_THERE,
            "The paper has questions 1 to {most}.",
            most=len(paper.questions),
        )


def check_may_sit(state: State, found: e.ExaminationSet, by: Staff) -> None:
    """Refuse a paper to someone who knows its questions, or may have heard its answers."""
    if found.set_by == by.id:
        raise Refused(Reason.NOT_AUTHORISED, "The person who set an examination does not sit it.")
    if not is_shared(found):
        return
    if reaches(USUAL_RANKS, by.position, TRAINER):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "A trainer sees every paper of a class: ask for one of your own.",
        )
    if is_over(state, found.number):
        raise Refused(
            Reason.CONFLICT,
            "This examination is over: a paper of it has been approved, and its answers are shown.",
        )


def _check_start(state: State, command: c.StartPaper, by: Staff) -> None:
    found, student = find_examination(state, command.examination), by.id
    check_not_sat(state, command.examination, student)
    check_may_sit(state, found, by)
    if paper_key(command.examination, student) in state.in_hand:
        raise Refused(Reason.CONFLICT, "This paper is in hand already.")
    if not _is_of(found, command.plan, command.questions):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The paper is not that of examination {number}.",
            number=command.examination,
        )


def _is_of(found: e.ExaminationSet, plan: Plan, questions: tuple[Question, ...]) -> bool:
    """Whether a paper is of this examination; one on a difference is weighted as it was drawn."""
    if not 1 <= len(questions) <= QUESTIONS_MAX:
        return False
    if any(each.game != plan.game for each in questions):
        return False
    if found.since:
        return (plan.game, plan.pass_percent) == (found.plan.game, found.plan.pass_percent)
    return plan == found.plan and len(questions) == sum(plan.weights.values())


def _check_answers(command: c.AnswerQuestion) -> None:
    answers = command.answers
    words = [word for answer in answers.values() for word in answer]
    if (
        len(answers) > PARTS_MAX
        or any(len(answer) > WORDS_MAX for answer in answers.values())
        or any(len(word) > ANSWER_CHARACTERS_MAX for word in (*words, *answers))
    ):
        raise Refused(Reason.UNREADABLE_REQUEST, "Answer the parts that the question has.")


def _check_line(paper: PaperInHand, command: c.ActAtTable) -> None:
    done = len(paper.lines.get(command.question, ()))
    if command.place != done + 1:
        raise Refused(Reason.CONFLICT, "Something else was done at this table: look at it again.")
    if done >= LINES_MAX or len(command.line) > ACT_CHARACTERS_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "At most {most} lines are played.", most=LINES_MAX)
