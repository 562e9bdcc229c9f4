"""The school's records as they stand: papers, certificates, and whether one still holds."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.examinations import events as e
from punto.school.examinations.papers_in_hand import PaperInHand, after_event, paper_key


class Sat(Struct, frozen=True):
    """A paper on record."""

    student: str
    game: str
    since: str
    has_passed: bool
    recorded_by: str
    approved_by: str = ""
    examination: int = 0
    got: int = 0
    of: int = 0
    at_ms: int = 0


class Tally(Struct, frozen=True):
    """How a student has answered one kind of drill: every review in order, with its time."""

    reviews: tuple[tuple[int, bool], ...] = ()  # milliseconds, and whether all of it was right
    got: int = 0
    of: int = 0
    seconds: int = 0


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
    examinations: Mapping[int, e.ExaminationSet] = {}
    situations: Mapping[str, e.SituationAdded] = {}  # of trainers, by name
    drills: Mapping[str, Mapping[str, Tally]] = {}  # by student, then by edition and kind
    clauses: Mapping[str, Mapping[str, tuple[int, int]]] = {}  # by student: missed and asked
    in_hand: Mapping[str, PaperInHand] = {}  # by examination and student

    @property
    def is_open(self) -> bool:
        return bool(self.name)


REVIEWS_MAX = 40  # of one kind, the last ones: they say when it is due
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
        case e.ExaminationSet(number=number):
            return replace(state, examinations={**state.examinations, number: event})
        case e.PaperGraded():
            sat = Sat(
                event.student,
                event.game,
                event.since,
                event.has_passed,
                event.recorded_by,
                examination=event.examination,
                got=event.total.got,
                of=event.total.of,
                at_ms=event.at_ms,
            )
            done = paper_key(event.examination, event.student)
            left = {key: each for key, each in state.in_hand.items() if key != done}
            return replace(state, papers={**state.papers, event.number: sat}, in_hand=left)
        case e.PaperStarted() | e.QuestionOpened() | e.QuestionAnswered() | e.TableActed():
            key = paper_key(event.examination, event.student)
            paper = after_event(state.in_hand.get(key), event)
            return replace(state, in_hand={**state.in_hand, key: paper})
        case e.PaperApproved(number=number, approved_by=examiner):
            sat = replace(state.papers[number], approved_by=examiner)
            return replace(state, papers={**state.papers, number: sat})
        case e.CertificateIssued(student=student, game=game, number=number):
            key, earned = certificate_key(student, game), Certificate(student, game, number)
            return replace(state, certificates={**state.certificates, key: earned})
        case e.DrillsGraded():
            return _after_drills(state, event)
        case e.SituationAdded(name=name):
            return replace(state, situations={**state.situations, name: event})


def _after_drills(state: State, event: e.DrillsGraded) -> State:
    tallies = dict(state.drills.get(event.student, {}))
    clauses = dict(state.clauses.get(event.student, {}))
    for result in event.results:
        key = tally_key(result.game, result.kind)
        before = tallies.get(key, Tally())
        tallies[key] = Tally(
            (*before.reviews, (event.at_ms, result.got == result.of))[-REVIEWS_MAX:],
            before.got + result.got,
            before.of + result.of,
            before.seconds + result.seconds,
        )
        for clause in result.clauses:
            missed, asked = clauses.get(f"{result.game} {clause}", (0, 0))
            is_missed = clause in result.missed
            clauses[f"{result.game} {clause}"] = (missed + is_missed, asked + 1)
    return replace(
        state,
        drills={**state.drills, event.student: tallies},
        clauses={**state.clauses, event.student: clauses},
    )


def tally_key(game: str, kind: str) -> str:
    """What a student's answers to a kind of drill are filed under."""
    return f"{game} {kind}"


def find_examination(state: State, number: int) -> e.ExaminationSet:
    """An examination that was set; refused where there is none of this number."""
    found = state.examinations.get(number)
    if found is None:
        raise Refused(Reason.NOTHING_THERE, "There is no examination {number}.", number=number)
    return found


def is_shared(found: e.ExaminationSet) -> bool:
    """Whether all who sit an examination have the same questions."""
    return not found.is_own and not found.since


def is_over(state: State, examination: int) -> bool:
    """Whether a paper of it has been approved: a shared one is started by no one after that."""
    return any(
        each.approved_by and each.examination == examination for each in state.papers.values()
    )


def may_see_answers(state: State, examination: int) -> bool:
    """Whether a student may see the right answers of a paper that was handed in.

    Others may have the same questions before them, or still to come.
    """
    found = state.examinations.get(examination)
    if found is None or not is_shared(found):
        return True
    in_hand = f"{examination}/"
    return is_over(state, examination) and not any(key.startswith(in_hand) for key in state.in_hand)


def has_sat(state: State, examination: int, student: str) -> bool:
    """Whether a student's paper of an examination is on record."""
    sat = ((each.examination, each.student) for each in state.papers.values())
    return (examination, student) in sat
