"""A trainer's class: how far everyone is, what is weak, who is ready, and the export."""

import csv
from io import StringIO

from litestar import MediaType, Response, Router, get
from msgspec import Struct

from punto.floor.clock import today
from punto.rules.games import find_game
from punto.school.class_report import SHOWN, class_report
from punto.school.examinations.state import State, standing
from punto.web.api.school_drills import school_of
from punto.web.api.school_papers import TopicScore
from punto.web.auth.guards import TheCasino, pit_supervisors
from punto.web.school.questions import clause_view
from punto.web.school.school import School
from punto.web.views.table import AnnouncementView


class StudentLine(Struct, frozen=True):
    """A student: drills so far, the last paper, and whether they are ready for the tables."""

    student: str
    drills: int  # questions answered for practice
    drills_got: int
    drills_of: int
    seconds: int
    papers: int
    last_paper: int  # its number on record; 0 where there is none
    got: int
    of: int
    is_ready: bool  # the last paper was passed
    certificates: tuple[str, ...]  # games in which one is valid today


class WeakClause(Struct, frozen=True):
    """A clause by which marks were lost, in papers and drills."""

    game: str
    clause: str
    says: AnnouncementView
    missed: int
    asked: int


class MissedKind(Struct, frozen=True):
    """A kind of question that was missed in papers."""

    game: str
    kind: str
    missed: int
    asked: int


class ClassView(Struct, frozen=True):
    """What a trainer wants to know of a class."""

    students: tuple[StudentLine, ...]
    ready: tuple[str, ...]
    topics: tuple[TopicScore, ...]
    weak_clauses: tuple[WeakClause, ...]
    missed_kinds: tuple[MissedKind, ...]


@get("/school/class", sync_to_thread=True, guards=[pit_supervisors], summary="The class")
def show_class(casino: TheCasino) -> ClassView:
    """Progress of every student, weak clauses, who is ready, and what is missed most often."""
    school = school_of(casino)
    state = school.state()
    report = class_report([sat for _, sat in school.every_paper()])
    return ClassView(
        tuple(_student(state, name, report.ready) for name in _students(state)),
        report.ready,
        tuple(TopicScore(each.value, one.got, one.of) for each, one in report.by_topic.items()),
        _weak(school, state),
        tuple(
            MissedKind(each.game, each.name, each.missed, each.asked)
            for each in report.missed_kinds
        ),
    )


def _students(state: State) -> list[str]:
    return sorted({*state.drills, *(each.student for each in state.papers.values())})


def _student(state: State, name: str, ready: tuple[str, ...]) -> StudentLine:
    drills = state.drills.get(name, {}).values()
    papers = [(number, each) for number, each in state.papers.items() if each.student == name]
    number, last = papers[-1] if papers else (0, None)
    games = [each.game for each in state.certificates.values() if each.student == name]
    valid = tuple(
        game
        for game in games
        if standing(state, name, find_game(game.partition("@")[0], today())).value == "valid"
    )
    return StudentLine(
        name,
        sum(len(each.reviews) for each in drills),
        sum(each.got for each in drills),
        sum(each.of for each in drills),
        sum(each.seconds for each in drills),
        len(papers),
        number,
        last.got if last else 0,
        last.of if last else 0,
        name in ready,
        valid,
    )


def _weak(school: School, state: State) -> tuple[WeakClause, ...]:
    """The clauses that were missed most often, in papers and in drills together."""
    counted: dict[tuple[str, str], tuple[int, int]] = {}

    def add(game: str, clause: str, missed: int, asked: int) -> None:
        before = counted.get((game, clause), (0, 0))
        counted[game, clause] = (before[0] + missed, before[1] + asked)

    for _, sat in school.every_paper():
        for mark in (one for marks in sat.graded.marks for one in marks):
            for clause in mark.clauses:
                add(sat.paper.plan.game, clause, not mark.is_right, 1)
    for own in state.clauses.values():
        for key, (missed, asked) in own.items():
            game, _, clause = key.partition(" ")
            add(game, clause, missed, asked)
    worst = [(key, *counts) for key, counts in counted.items() if counts[0]]
    worst.sort(key=lambda each: (-each[1] * 10_000 // each[2], -each[2], each[0]))
    return tuple(
        WeakClause(game, clause, clause_view(find_game(game), clause).says, missed, asked)
        for (game, clause), missed, asked in worst[:SHOWN]
    )


@get(
    "/school/class.csv",
    sync_to_thread=True,
    guards=[pit_supervisors],
    media_type=MediaType.TEXT,
    summary="The class for a spreadsheet",
)
def export_class(casino: TheCasino) -> Response[str]:
    """A row for each paper and topic, as `punto school results --csv` prints."""
    school, text = school_of(casino), StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("paper", "student", "game", "passed", "approved_by", "topic", "got", "of"))
    state = school.state()
    for number, sat in school.every_paper():
        approved = state.papers[number].approved_by
        about = (number, sat.student, sat.paper.plan.game, sat.graded.has_passed, approved)
        for topic, score in sat.graded.by_topic.items():
            rows.writerow((*about, topic.value, score.got, score.of))
    headers = {"Content-Disposition": 'attachment; filename="class.csv"'}
    return Response(text.getvalue(), media_type="text/csv", headers=headers)


school_class_routes = Router("", route_handlers=[show_class, export_class], tags=["school"])
