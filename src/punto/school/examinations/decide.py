"""May this be recorded? Papers are graded here, so that deciding again proves their marks."""

from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import USUAL_RANKS, Position, reaches
from punto.school.catalogue import grade_item, solve
from punto.school.examinations import commands as c
from punto.school.examinations import events as e
from punto.school.examinations.state import State, certificate_key
from punto.school.items import Mark
from punto.school.papers import total_marks
from punto.table.people import Origin, Staff

EXAMINER = Position.PIT_MANAGER  # the lowest who approves a paper
NAME_MAX = 60
QUESTIONS_MAX = 500


def decide(state: State, command: c.Command, origin: Origin) -> tuple[e.Event, ...]:
    """What happens when someone gives this command; a refused one changes nothing."""
    by = origin.by
    if not isinstance(by, Staff):
        raise Refused(Reason.NOT_AUTHORISED, "The school's records are for staff to keep.")
    match command:
        case c.OpenSchool(name=name):
            return _open(state, name)
        case c.RecordPaper():
            return _record(state, command, by)
        case c.ApprovePaper(number=number):
            return _approve(state, number, by)


def _open(state: State, name: str) -> tuple[e.Event, ...]:
    if state.is_open:
        raise Refused(Reason.TABLE_OPEN, "These records are open already.")
    return (e.SchoolOpened(name=_check_name(name)),)


def _record(state: State, command: c.RecordPaper, by: Staff) -> tuple[e.Event, ...]:
    """Grade the paper: every question is worked out again by the law of its edition."""
    _check_open(state)
    game = find_game(command.plan.game)
    student = _check_name(command.student)
    if not 1 <= len(command.questions) <= QUESTIONS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A paper has 1 to {most} questions.", most=QUESTIONS_MAX
        )
    if len(command.answers) > len(command.questions):
        raise Refused(Reason.UNREADABLE_REQUEST, "There are more answers than questions.")
    if any(each.game != game.ref for each in command.questions):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Every question of the paper is on {ref}.", ref=game.ref
        )
    items = [solve(question) for question in command.questions]
    blank: dict[str, tuple[str, ...]] = {}
    given = [*command.answers, *[blank] * (len(items) - len(command.answers))]
    marks = tuple(grade_item(item, each) for item, each in zip(items, given, strict=True))
    graded = total_marks(command.plan, [item.topic for item in items], marks)
    return (
        e.PaperGraded(
            number=len(state.papers) + 1,
            student=student,
            game=game.ref,
            since=command.since,
            seed=command.seed,
            version=command.version,
            marks=tuple(_digits(each) for each in marks),
            topics=graded.by_topic,
            total=graded.total,
            has_passed=graded.has_passed,
            recorded_by=by.id,
        ),
    )


def _digits(marks: tuple[Mark, ...]) -> str:
    return "".join("1" if mark.is_right else "0" for mark in marks)


def _approve(state: State, number: int, by: Staff) -> tuple[e.Event, ...]:
    """A second person, who is neither the student nor the one who recorded the paper."""
    _check_open(state)
    sat = state.papers.get(number)
    if sat is None:
        raise Refused(Reason.NOTHING_THERE, "There is no paper {number} on record.", number=number)
    if sat.approved_by:
        raise Refused(
            Reason.CONFLICT, "{name} has approved this paper already.", name=sat.approved_by
        )
    if not reaches(USUAL_RANKS, by.position, EXAMINER):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "A paper is approved by a {position} or above.",
            position=EXAMINER,
        )
    if by.id in (sat.student, sat.recorded_by):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "A paper is approved by somebody else than its student and who recorded it.",
        )
    approved = e.PaperApproved(number=number, approved_by=by.id)
    if not sat.has_passed:
        return (approved,)
    if sat.since:
        _check_certified(state, sat.student, sat.since)
    issued = e.CertificateIssued(number=number, student=sat.student, game=sat.game)
    return (approved, issued)


def _check_certified(state: State, student: str, since: str) -> None:
    """A paper on the difference renews a certificate of the edition before, and no other."""
    found = state.certificates.get(certificate_key(student, since))
    if found is None or found.game != since:
        raise Refused(
            Reason.NOTHING_THERE,
            "{student} has no certificate of {since} that this paper could renew.",
            student=student,
            since=since,
        )


def _check_open(state: State) -> None:
    if not state.is_open:
        raise Refused(Reason.TABLE_CLOSED, "First the school's records are opened.")


def _check_name(name: str) -> str:
    if not name.strip() or len(name) > NAME_MAX or not name.isprintable():
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A name has 1 to {most} characters.", most=NAME_MAX
        )
    return name
