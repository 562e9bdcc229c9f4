"""What happened in the school's records, in the past tense."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from punto.school.items import Topic
from punto.school.papers import Score


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


class PaperApproved(Happened, frozen=True, tag="paper-approved"):
    number: int
    approved_by: str


class CertificateIssued(Happened, frozen=True, tag="certificate-issued"):
    """The student has shown the law of a game in one edition."""

    number: int  # of the paper that earned it
    student: str
    game: str


Event: TypeAlias = SchoolOpened | PaperGraded | PaperApproved | CertificateIssued
