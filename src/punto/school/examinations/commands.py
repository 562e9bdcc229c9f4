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


class ApprovePaper(Base, frozen=True, tag="approve-paper"):
    """An examiner's second approval; a paper that was passed earns its certificate."""

    number: int


Command: TypeAlias = OpenSchool | RecordPaper | ApprovePaper
