"""Examinations: set by a trainer, sat by students, handed in, approved, and certified."""

from secrets import token_hex
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from punto.floor.clock import today
from punto.journal.people.people import Person
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.school.catalogue import solve
from punto.school.drills.situations import LINE
from punto.school.examinations import commands as c
from punto.school.examinations.papers_in_hand import paper_key
from punto.school.examinations.state import State, has_sat, may_see_answers, standing
from punto.school.items import AT_TABLE, Topic
from punto.school.papers import PASS_PERCENT, USUAL_SECONDS, Plan, usual_plan
from punto.web.api.school_drills import school_of
from punto.web.api.tables import Key
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    dealers,
    person_of,
    pit_managers,
    pit_supervisors,
)
from punto.web.school.questions import MarkView, QuestionView, mark_view, question_view
from punto.web.school.replays import FinishedSituation, replay_item
from punto.web.school.school import School, game_today, is_trainer
from punto.web.school.sittings import OpenedQuestion, SittingView, topic_of


class ExaminationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a paper is made of; without weights the usual one. An empty seed is chosen here."""

    game: str
    name: Annotated[str, Meta(max_length=60)] = ""
    seed: Annotated[str, Meta(max_length=60)] = ""
    own_papers: bool = True  # every student has another paper
    weights: dict[str, int] = {}  # by topic
    pass_percent: int = PASS_PERCENT
    seconds: dict[str, int] | None = None  # by topic; None: the usual time limits
    since: str = ""  # a short paper on what changed since this edition


class ExaminationView(Struct, frozen=True):
    """An examination; its seed is for the trainer who set it."""

    number: int
    name: str
    game: str
    questions: int
    pass_percent: int
    own_papers: bool
    since: str
    set_by: str
    has_sat: bool  # whether the caller's paper is on record
    in_hand: bool  # whether the caller has started it and not handed it in
    seed: str = ""


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to a question, by the names of its parts; amounts in minor units."""

    answers: dict[str, tuple[str, ...]]


class ResultLine(Struct, frozen=True):
    """A paper on record."""

    number: int
    examination: int
    student: str
    game: str
    at_ms: int
    passed: bool
    got: int
    of: int
    recorded_by: str
    approved_by: str


class TopicScore(Struct, frozen=True):
    """The marks of a topic."""

    topic: str
    got: int
    of: int


class MarkedQuestion(Struct, frozen=True):
    """A question of a paper that was handed in: marks, right answers, and a table test's replay."""

    number: int
    topic: str
    question: QuestionView
    seconds: int
    marks: tuple[MarkView, ...]
    replay: FinishedSituation | None = None


class ResultView(Struct, frozen=True):
    """A paper on record with its marks.

    Of a paper that a whole class has, a student sees questions and right answers once it is over.
    """

    result: ResultLine
    edition: str
    version: str
    pass_percent: int
    topics: tuple[TopicScore, ...]
    questions: tuple[MarkedQuestion, ...]
    is_withheld: bool = False  # whether the questions are still kept back


class CertificateView(Struct, frozen=True):
    """A certificate, and whether it is of the edition in force."""

    student: str
    game: str
    paper: int
    approved_by: str
    standing: str


@post(
    "/school/examinations",
    status_code=201,
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="Set an examination",
)
def set_examination(
    request: AskingRequest, casino: TheCasino, data: JSONBody[ExaminationRequest], key: Key
) -> ExaminationView:
    """Students see it at once, and never its seed, from which the questions could be made."""
    school, person = school_of(casino), person_of(request)
    game = find_game(game_today(data.game))
    plan = usual_plan(game, data.pass_percent)
    seconds = USUAL_SECONDS if data.seconds is None else _by_topic(data.seconds)
    weights = _by_topic(data.weights) or plan.weights
    plan = Plan(game.ref, weights, data.pass_percent, seconds)
    command = c.SetExamination(
        plan, data.seed or token_hex(12), data.own_papers, data.since, data.name or game.title
    )
    school.submit(person, key, command)
    state = school.state()
    return _examination(state, max(state.examinations), person.id)


def _by_topic(given: dict[str, int]) -> dict[Topic, int]:
    try:
        return {Topic(name): count for name, count in given.items()}
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "That is no topic: the topics are {known}.",
            known=tuple(each.value for each in Topic),
        ) from None


def _examination(state: State, number: int, person: str) -> ExaminationView:
    found = state.examinations[number]
    return ExaminationView(
        number,
        found.name,
        found.plan.game,
        sum(found.plan.weights.values()),
        found.plan.pass_percent,
        found.is_own,
        found.since,
        found.set_by,
        has_sat(state, number, person),
        paper_key(number, person) in state.in_hand,
        found.seed if found.set_by == person else "",
    )


@get("/school/examinations", sync_to_thread=True, guards=[dealers], summary="Examinations")
def list_examinations(request: AskingRequest, casino: TheCasino) -> list[ExaminationView]:
    """Every examination that was set; its seed is for the trainer who set it."""
    state, person = school_of(casino).state(), person_of(request)
    return [_examination(state, each, person.id) for each in state.examinations]


@post(
    "/school/examinations/{number:int}/start",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Start a paper, or go on with it",
)
def start_paper(request: AskingRequest, casino: TheCasino, number: FromPath[int]) -> SittingView:
    """Which questions there are; each is shown when it is opened."""
    school = school_of(casino)
    return school.start(number, person_of(request)).view(school.clock.now_ms())


@post(
    "/school/examinations/{number:int}/questions/{question:int}",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Open a question",
)
def open_question(
    request: AskingRequest, casino: TheCasino, number: FromPath[int], question: FromPath[int]
) -> OpenedQuestion:
    """A question without its answers. Where it has a time limit, the clock starts now."""
    return school_of(casino).open_question(number, question, person_of(request))


@post(
    "/school/examinations/{number:int}/questions/{question:int}/answer",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Answer a question",
)
def answer_question(
    request: AskingRequest,
    casino: TheCasino,
    number: FromPath[int],
    question: FromPath[int],
    data: JSONBody[AnswerRequest],
) -> SittingView:
    """Whether it is right is said when the paper is handed in."""
    school = school_of(casino)
    sitting = school.answer_question(number, question, data.answers, person_of(request))
    return sitting.view(school.clock.now_ms())


@post(
    "/school/examinations/{number:int}/hand-in",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Hand in a paper",
)
def hand_in(request: AskingRequest, casino: TheCasino, number: FromPath[int]) -> ResultView:
    """The paper goes on record with its marks; it cannot be sat again."""
    school, person = school_of(casino), person_of(request)
    return result_view(school, school.hand_in(number, person), person)


def result_view(school: School, number: int, reader: Person) -> ResultView:
    """A paper on record with every mark, its right answer and its clauses, if they are shown."""
    state = school.state()
    line = result_line(state, number)
    command, sat = school.paper(number), school.sat(number)
    game = find_game(command.plan.game)
    seconds = (*command.seconds, *[0] * (len(command.questions) - len(command.seconds)))
    given = (*command.answers, *[{}] * (len(command.questions) - len(command.answers)))
    questions = []
    is_shown = is_trainer(reader) or may_see_answers(state, line.examination)
    for at, question in enumerate(command.questions if is_shown else ()):
        item = solve(question)
        parts = {part.name: part for part in item.parts}
        marks = tuple(mark_view(game, each, parts.get(each.part)) for each in sat.graded.marks[at])
        replay = None
        if item.topic in AT_TABLE:
            replay = replay_item(item, tuple(given[at].get(LINE, ())))
        asked = question_view(item)
        topic = topic_of(question.kind)
        questions.append(MarkedQuestion(at + 1, topic, asked, seconds[at], marks, replay))
    topics = tuple(
        TopicScore(topic.value, score.got, score.of) for topic, score in sat.graded.by_topic.items()
    )
    return ResultView(
        line,
        game.edition,
        command.version,
        command.plan.pass_percent,
        topics,
        tuple(questions),
        is_withheld=not is_shown,
    )


def result_line(state: State, number: int) -> ResultLine:
    """A paper on record, by its number."""
    sat = state.papers.get(number)
    if sat is None:
        raise Refused(Reason.NOTHING_THERE, "There is no paper {number} on record.", number=number)
    return ResultLine(
        number,
        sat.examination,
        sat.student,
        sat.game,
        sat.at_ms,
        sat.has_passed,
        sat.got,
        sat.of,
        sat.recorded_by,
        sat.approved_by,
    )


@get("/school/results", sync_to_thread=True, guards=[dealers], summary="Papers on record")
def list_results(request: AskingRequest, casino: TheCasino) -> list[ResultLine]:
    """The caller's own papers; for a trainer those of everyone."""
    state, person = school_of(casino).state(), person_of(request)
    found = (result_line(state, number) for number in sorted(state.papers))
    return [each for each in found if is_trainer(person) or each.student == person.id]


@get("/school/results/{number:int}", sync_to_thread=True, guards=[dealers], summary="A paper")
def show_result(request: AskingRequest, casino: TheCasino, number: FromPath[int]) -> ResultView:
    """A paper with its marks: one's own, or for a trainer anyone's."""
    school, person = school_of(casino), person_of(request)
    line = result_line(school.state(), number)
    if line.student != person.id and not is_trainer(person):
        raise Refused(
            Reason.NOT_AUTHORISED, "This is for a trainer, or for the student themselves."
        )
    return result_view(school, number, person)


@post(
    "/school/results/{number:int}/approve",
    status_code=200,
    sync_to_thread=True,
    guards=[pit_managers],
    summary="Approve a paper",
)
def approve_result(
    request: AskingRequest, casino: TheCasino, number: FromPath[int], key: Key
) -> ResultLine:
    """The examiner's second approval; a paper that was passed earns its certificate."""
    school = school_of(casino)
    school.approve(number, person_of(request), key)
    return result_line(school.state(), number)


@get("/school/certificates", sync_to_thread=True, guards=[dealers], summary="Certificates")
def list_certificates(request: AskingRequest, casino: TheCasino) -> list[CertificateView]:
    """The caller's own certificates; for a trainer those of everyone."""
    state, person = school_of(casino).state(), person_of(request)
    return [
        CertificateView(
            each.student,
            each.game,
            each.number,
            state.papers[each.number].approved_by,
            standing(state, each.student, find_game(each.game.partition("@")[0], today())).value,
        )
        for each in state.certificates.values()
        if is_trainer(person) or each.student == person.id
    ]


school_paper_routes = Router(
    "",
    route_handlers=[
        set_examination,
        list_examinations,
        start_paper,
        open_question,
        answer_question,
        hand_in,
        list_results,
        show_result,
        approve_result,
        list_certificates,
    ],
    tags=["school"],
)
