"""What is asked of the school's records, in the imperative."""

from typing import TypeAlias

from msgspec import Struct

from punto.school.items import Answer, Question
from punto.school.papers import Plan


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all commands: one with a field that it does not have is refused."""


class OpenSchool(Base, frozen=True, tag="open-school"):
    """The first entry of a practice journal: it says whose it is, and that it is one."""

    name: str


class RecordPaper(Base, frozen=True, tag="record-paper"):
    """A student's answers to a paper, with its questions as they were asked."""

    student: str
    plan: Plan
    seed: str
    is_own: bool
    questions: tuple[Question, ...]
    answers: tuple[dict[str, Answer], ...]
    version: str  # of the software that asked
    since: str = ""  # of a paper on what a later edition changed: the edition certified before
    seconds: tuple[int, ...] = ()  # that each answer took, where the house measured it
    examination: int = 0  # the number under which an examiner set it; 0: it was brought as a file


class SetExamination(Base, frozen=True, tag="set-examination"):
    """An examiner sets a paper: everyone's is drawn from this seed by this plan."""

    plan: Plan
    seed: str
    is_own: bool  # every student has another paper
    since: str = ""
    name: str = ""  # for the class: which examination this is


class StartPaper(Base, frozen=True, tag="start-paper"):
    """A student takes a paper of an examination in hand, with the questions that were drawn."""

    examination: int
    plan: Plan
    questions: tuple[Question, ...]


class OpenQuestion(Base, frozen=True, tag="open-question"):
    """A student opens a question of the paper in hand; its clock starts."""

    examination: int
    question: int  # from 1 on


class AnswerQuestion(Base, frozen=True, tag="answer-question"):
    """A student answers a question of the paper in hand, perhaps once more."""

    examination: int
    question: int
    answers: dict[str, Answer]


class ActAtTable(Base, frozen=True, tag="act-at-table"):
    """What a student does or tries at the table of a question, as a line of a round script."""

    examination: int
    question: int
    place: int  # of this line among those of the table, from 1 on
    line: str


class DrillAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a drill: of which game, kind and seed, and how long it took."""

    game: str
    kind: str
    seed: str
    answers: dict[str, Answer]
    seconds: int = 0


class RecordDrills(Base, frozen=True, tag="record-drills"):
    """A student's answers to drills; each question is made again from its seed and graded."""

    answers: tuple[DrillAnswer, ...]


class AddSituation(Base, frozen=True, tag="add-situation"):
    """A trainer's own situation, as a round script that the table has to agree with."""

    name: str
    script: str


class ApprovePaper(Base, frozen=True, tag="approve-paper"):
    """An examiner's second approval; a paper that was passed earns its certificate."""

    number: int


Command: TypeAlias = (
    OpenSchool
    | SetExamination
    | StartPaper
    | OpenQuestion
    | AnswerQuestion
    | ActAtTable
    | RecordPaper
    | ApprovePaper
    | RecordDrills
    | AddSituation
)
