"""What happened in the school's records, in the past tense."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.school.items import Answer, Question, Topic
from punto.school.papers import Plan, Score


class Happened(Struct, frozen=True, kw_only=True):
    """The base of all events."""

    clause: str = ""


class SchoolOpened(Happened, frozen=True, tag="school-opened"):
    name: str


class PaperGraded(Happened, frozen=True, tag="paper-graded"):
    """A paper's marks: a digit for each part of each question, 1 where it was right."""

    number: int
    student: str
    game: str  # with its edition
    since: str
    seed: str
    version: str
    marks: tuple[str, ...]
    topics: Mapping[Topic, Score]
    total: Score
    has_passed: bool
    recorded_by: str
    examination: int = 0
    at_ms: int = 0


class ExaminationSet(Happened, frozen=True, tag="examination-set"):
    """An examination that students may sit."""

    number: int
    name: str
    plan: Plan
    seed: str
    is_own: bool
    since: str
    set_by: str


class PaperStarted(Happened, frozen=True, tag="paper-started"):
    """A student has a paper in hand."""

    examination: int
    student: str
    plan: Plan
    questions: tuple[Question, ...]
    at_ms: int


class QuestionOpened(Happened, frozen=True, tag="question-opened"):
    """A question was shown for the first time, by the clock of the house."""

    examination: int
    student: str
    question: int
    at_ms: int


class QuestionAnswered(Happened, frozen=True, tag="question-answered"):
    examination: int
    student: str
    question: int
    answers: dict[str, Answer]
    at_ms: int


class TableActed(Happened, frozen=True, tag="table-acted"):
    """Something was done or tried at the table of a question."""

    examination: int
    student: str
    question: int
    line: str
    at_ms: int


class DrillResult(Struct, frozen=True):
    """One answer to a drill."""

    game: str
    kind: str
    got: int  # parts that were right
    of: int
    seconds: int
    missed: tuple[str, ...]  # the clauses of the parts that were wrong
    clauses: tuple[str, ...]  # of all parts


class DrillsGraded(Happened, frozen=True, tag="drills-graded"):
    """Answers to drills: what was right, and how long it took."""

    student: str
    at_ms: int
    results: tuple[DrillResult, ...]


class SituationAdded(Happened, frozen=True, tag="situation-added"):
    """A trainer's own situation, which the table agrees with."""

    name: str
    game: str
    script: str
    added_by: str


class PaperApproved(Happened, frozen=True, tag="paper-approved"):
    number: int
    approved_by: str


class CertificateIssued(Happened, frozen=True, tag="certificate-issued"):
    """The student has shown the law of a game in one edition."""

    number: int  # of the paper that earned it
    student: str
    game: str


Event: TypeAlias = (
    SchoolOpened
    | ExaminationSet
    | PaperStarted
    | QuestionOpened
    | QuestionAnswered
    | TableActed
    | PaperGraded
    | PaperApproved
    | CertificateIssued
    | DrillsGraded
    | SituationAdded
)
