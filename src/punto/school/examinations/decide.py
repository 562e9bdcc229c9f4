"""May this be recorded? Papers are graded here, so that deciding again proves their marks."""

from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import USUAL_RANKS, Position, reaches
from punto.school.catalogue import grade_item, make_item, solve
from punto.school.difference import check_earlier
from punto.school.examinations import commands as c
from punto.school.examinations import events as e
from punto.school.examinations.decide_in_hand import TRAINER, check_not_sat, decide_in_hand
from punto.school.examinations.papers_in_hand import answers_of, paper_key, seconds_of
from punto.school.examinations.state import State, certificate_key, find_examination
from punto.school.items import Mark
from punto.school.papers import SECONDS_MAX, check_plan, grade_items
from punto.school.written import read_written
from punto.table.people import Origin, Staff

EXAMINER = Position.PIT_MANAGER  # the lowest who approves a paper
DRILLS_MAX = 50  # answers in one command
SCRIPT_CHARACTERS_MAX = 8000
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
        case c.StartPaper() | c.OpenQuestion() | c.AnswerQuestion() | c.ActAtTable():
            _check_open(state)
            return decide_in_hand(state, command, by, origin.at_ms)
        case c.RecordPaper():
            return _record(state, command, by, origin.at_ms)
        case c.ApprovePaper(number=number):
            return _approve(state, number, by)
        case c.SetExamination():
            return _set(state, command, by)
        case c.RecordDrills(answers=answers):
            return _drills(state, answers, by, origin.at_ms)
        case c.AddSituation(name=name, script=script):
            return _add_situation(state, name, script, by)


def _open(state: State, name: str) -> tuple[e.Event, ...]:
    if state.is_open:
        raise Refused(Reason.TABLE_OPEN, "These records are open already.")
    return (e.SchoolOpened(name=_check_name(name)),)


def _record(state: State, command: c.RecordPaper, by: Staff, at_ms: int) -> tuple[e.Event, ...]:
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
    if command.seconds and len(command.seconds) != len(command.questions):
        raise Refused(Reason.UNREADABLE_REQUEST, "Every question has the seconds that it took.")
    if command.since:
        check_earlier(find_game(command.since), game)
    _check_set(state, command, by)
    items = [solve(question) for question in command.questions]
    graded = grade_items(command.plan, items, command.answers, command.seconds)
    return (
        e.PaperGraded(
            number=len(state.papers) + 1,
            student=student,
            game=game.ref,
            since=command.since,
            seed=command.seed,
            version=command.version,
            marks=tuple(_digits(each) for each in graded.marks),
            topics=graded.by_topic,
            total=graded.total,
            has_passed=graded.has_passed,
            recorded_by=by.id,
            examination=command.examination,
            at_ms=at_ms,
        ),
    )


def _check_set(state: State, command: c.RecordPaper, by: Staff) -> None:
    """A paper of an examination is the one that its student has in hand, as it stands there."""
    if not command.examination:
        return
    found = find_examination(state, command.examination)
    check_not_sat(state, command.examination, command.student)
    paper = state.in_hand.get(paper_key(command.examination, command.student))
    if by.id != command.student or paper is None:
        raise Refused(Reason.NOTHING_THERE, "Start the examination first.")
    about = (command.seed, command.since, command.is_own, command.plan, command.questions)
    if about != (found.seed, found.since, found.is_own, paper.plan, paper.questions):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The paper is not that of examination {number}.",
            number=command.examination,
        )
    if (command.answers, command.seconds) != (answers_of(paper), seconds_of(paper)):
        raise Refused(
            Reason.CONFLICT, "What is handed in is not what was answered: hand it in again."
        )


def _set(state: State, command: c.SetExamination, by: Staff) -> tuple[e.Event, ...]:
    """A trainer sets a paper that can be drawn; students never see its seed."""
    _check_open(state)
    _check_trainer(by)
    check_plan(command.plan)
    if command.since:
        check_earlier(find_game(command.since), find_game(command.plan.game))
    return (
        e.ExaminationSet(
            number=len(state.examinations) + 1,
            name=_check_name(command.name or command.plan.game),
            plan=command.plan,
            seed=_check_name(command.seed),
            is_own=command.is_own,
            since=command.since,
            set_by=by.id,
        ),
    )


def _drills(
    state: State, answers: tuple[c.DrillAnswer, ...], by: Staff, at_ms: int
) -> tuple[e.Event, ...]:
    """Grade drills: each question is made again from its seed."""
    _check_open(state)
    if not 1 <= len(answers) <= DRILLS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Send 1 to {most} answers at once.", most=DRILLS_MAX
        )
    results = tuple(_drill(each) for each in answers)
    return (e.DrillsGraded(student=by.id, at_ms=at_ms, results=results),)


def _drill(given: c.DrillAnswer) -> e.DrillResult:
    game = find_game(given.game)
    marks = grade_item(make_item(game, given.kind, given.seed), given.answers)
    missed = [clause for mark in marks if not mark.is_right for clause in mark.clauses]
    every = [clause for mark in marks for clause in mark.clauses]
    return e.DrillResult(
        game.ref,
        given.kind,
        sum(mark.is_right for mark in marks),
        len(marks),
        min(max(given.seconds, 0), SECONDS_MAX),
        tuple(dict.fromkeys(missed)),
        tuple(dict.fromkeys(every)),
    )


def _add_situation(state: State, name: str, script: str, by: Staff) -> tuple[e.Event, ...]:
    """A trainer's situation is played first; one that the table contradicts is refused."""
    _check_open(state)
    _check_trainer(by)
    if len(script) > SCRIPT_CHARACTERS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A situation has at most {most} characters.",
            most=SCRIPT_CHARACTERS_MAX,
        )
    written = read_written(script)
    added = e.SituationAdded(
        name=_check_name(name), game=written.game, script=script, added_by=by.id
    )
    return (added,)


def _check_trainer(by: Staff) -> None:
    if not reaches(USUAL_RANKS, by.position, TRAINER):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "This is for a trainer, who is a {position} or above.",
            position=TRAINER,
        )


def _digits(marks: tuple[Mark, ...]) -> str:
    return "".join("1" if mark.is_right else "0" for mark in marks)


def _approve(state: State, number: int, by: Staff) -> tuple[e.Event, ...]:
    """A second person: neither the student nor who recorded the paper, or set its examination."""
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
    if by.id in others_of(state, number):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "A paper is approved by somebody else than its student, who set it and who recorded"
            " it.",
        )
    approved = e.PaperApproved(number=number, approved_by=by.id)
    if not sat.has_passed:
        return (approved,)
    if sat.since:
        _check_certified(state, sat.student, sat.since)
    issued = e.CertificateIssued(number=number, student=sat.student, game=sat.game)
    return (approved, issued)


def others_of(state: State, number: int) -> set[str]:
    """Those who had a part in a paper on record, and so do not approve it."""
    sat = state.papers[number]
    found = state.examinations.get(sat.examination)
    return {sat.student, sat.recorded_by, *((found.set_by,) if found else ())}


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
