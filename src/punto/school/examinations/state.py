"""The school's records as they stand: papers, certificates, and whether one still holds."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from punto.rules.game import Game
from punto.school.examinations import events as e


class Sat(Struct, frozen=True):
    """A paper on record."""

    student: str
    game: str
    since: str
    has_passed: bool
    recorded_by: str
    approved_by: str = ""


class Certificate(Struct, frozen=True):
    """What a student last earned in a game: the edition, and the paper."""

    student: str
    game: str
    number: int


class State(Struct, frozen=True):
    """A practice journal's records."""

    name: str = ""
    papers: Mapping[int, Sat] = {}
    certificates: Mapping[str, Certificate] = {}  # by student and game

    @property
    def is_open(self) -> bool:
        return bool(self.name)


EMPTY = State()


class Standing(StrEnum):
    """Whether a certificate holds today."""

    NONE = "none"
    VALID = "valid"
    VOID = "void"  # its edition was replaced: the paper on the difference is due


def certificate_key(student: str, game: str) -> str:
    """What a certificate is filed under, for any edition of the game."""
    return f"{game.partition('@')[0]}/{student}"


def standing(state: State, student: str, game: Game) -> Standing:
    """Whether a student's certificate is of the edition in force, which the caller names."""
    found = state.certificates.get(certificate_key(student, game.id))
    if found is None:
        return Standing.NONE
    return Standing.VALID if found.game == game.ref else Standing.VOID


def evolve(state: State, event: e.Event) -> State:
    """The records after an event."""
    match event:
        case e.SchoolOpened(name=name):
            return State(name)
        case e.PaperGraded():
            sat = Sat(event.student, event.game, event.since, event.has_passed, event.recorded_by)
            return State(state.name, {**state.papers, event.number: sat}, state.certificates)
        case e.PaperApproved(number=number, approved_by=examiner):
            before = state.papers[number]
            sat = Sat(
                before.student,
                before.game,
                before.since,
                before.has_passed,
                before.recorded_by,
                examiner,
            )
            return State(state.name, {**state.papers, number: sat}, state.certificates)
        case e.CertificateIssued(student=student, game=game, number=number):
            key, earned = certificate_key(student, game), Certificate(student, game, number)
            return State(state.name, state.papers, {**state.certificates, key: earned})
