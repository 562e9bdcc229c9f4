"""Papers in hand: which questions a student has opened and answered, and when."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.school.drills.situations import LINE
from punto.school.examinations import events as e
from punto.school.items import Answer, Question
from punto.school.papers import Plan


class PaperInHand(Struct, frozen=True):
    """One student's paper of one examination, until it is handed in; questions count from 1."""

    plan: Plan
    questions: tuple[Question, ...]
    opened_ms: Mapping[int, int] = {}
    answered_ms: Mapping[int, int] = {}  # the last answer, or the last thing done at the table
    answers: Mapping[int, dict[str, Answer]] = {}
    lines: Mapping[int, tuple[str, ...]] = {}  # done or tried at the table of a question


Event = e.PaperStarted | e.QuestionOpened | e.QuestionAnswered | e.TableActed


def paper_key(examination: int, student: str) -> str:
    """What a paper in hand is filed under."""
    return f"{examination}/{student}"


def after_event(paper: PaperInHand | None, event: Event) -> PaperInHand:
    """The paper after something was done with it."""
    if isinstance(event, e.PaperStarted):
        return PaperInHand(event.plan, event.questions)
    assert paper is not None, "a paper is started first"
    number, at_ms = event.question, event.at_ms
    if isinstance(event, e.QuestionOpened):
        return replace(paper, opened_ms={**paper.opened_ms, number: at_ms})
    answered = {**paper.answered_ms, number: at_ms}
    if isinstance(event, e.QuestionAnswered):
        given = {**paper.answers, number: event.answers}
        return replace(paper, answers=given, answered_ms=answered)
    lines = (*paper.lines.get(number, ()), event.line)
    return replace(paper, lines={**paper.lines, number: lines}, answered_ms=answered)


def answers_of(paper: PaperInHand) -> tuple[dict[str, Answer], ...]:
    """The answers to every question, as they are handed in."""
    return tuple(_answers(paper, number) for number in range(1, len(paper.questions) + 1))


def _answers(paper: PaperInHand, number: int) -> dict[str, Answer]:
    if number in paper.lines:
        return {LINE: paper.lines[number]}
    return paper.answers.get(number, {})


def seconds_of(paper: PaperInHand) -> tuple[int, ...]:
    """How long each answer took from the opening of its question, in whole seconds begun."""
    return tuple(_seconds(paper, number) for number in range(1, len(paper.questions) + 1))


def _seconds(paper: PaperInHand, number: int) -> int:
    if number not in paper.answered_ms:
        return 0
    took_ms = max(1, paper.answered_ms[number] - paper.opened_ms[number])
    return -(-took_ms // 1000)
