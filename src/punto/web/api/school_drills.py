"""The school's drills: questions with their answers for practice, results, and progress."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from secrets import token_hex
from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game, games_in_force
from punto.school.catalogue import drills_of, find_drill, grade_item, make_item
from punto.school.chance import Chance
from punto.school.examinations import commands as c
from punto.school.examinations.state import Tally, tally_key
from punto.school.items import AT_TABLE, Topic
from punto.school.papers import USUAL_SECONDS, USUAL_WEIGHTS
from punto.web.api.tables import Key
from punto.web.auth.guards import AskingRequest, TheCasino, dealers, person_of
from punto.web.casino import Casino
from punto.web.openapi.examples import answers
from punto.web.school.questions import (
    MarkView,
    QuestionView,
    SolutionView,
    mark_view,
    question_view,
    solutions,
)
from punto.web.school.school import School, game_today, is_trainer
from punto.web.work_routes import costly

BATCH_MAX = 40  # questions of one answer
BATCHES_A_MINUTE = 60  # for one person: each is worked out anew
LONG = ("procedure-too-few-cards", "rounds-after-cut", "cards-taken-away")  # scenes of whole shoes


class GameLine(Struct, frozen=True):
    """A game that is taught, in the edition in force, and the topics it has questions on."""

    id: str
    ref: str
    title: str
    topics: tuple[str, ...]
    irregularities: tuple[str, ...]  # that a situation can be about


class SchoolView(Struct, frozen=True):
    """The school: its name, the games, and the usual paper."""

    name: str
    games: tuple[GameLine, ...]
    student: str  # the caller's own name
    is_trainer: bool  # whether the caller may set papers and see the class
    weights: dict[str, int]  # questions of the usual paper by topic
    seconds: dict[str, int]  # allowed for a question of a topic


class DrillRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Which questions: of a game, of these topics or of all, and how many."""

    game: str
    topics: tuple[str, ...] = ()
    count: int = 10


class DrillView(Struct, frozen=True):
    """A question for practice: what to answer it under, and the right answers."""

    game: str
    kind: str
    seed: str
    question: QuestionView
    solutions: tuple[SolutionView, ...]


class DrillResults(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to drills, also those given while there was no connection."""

    answers: tuple[c.DrillAnswer, ...]


class GradedDrill(Struct, frozen=True):
    """The marks of one answer."""

    kind: str
    marks: tuple[MarkView, ...]


class TopicProgress(Struct, frozen=True):
    """How a student does in a topic: parts that were right, and the seconds spent."""

    topic: str
    got: int
    of: int
    seconds: int
    asked: int
    due: int  # kinds that should be asked again now


SCHOOL = {
    "name": "School",
    "games": [
        {
            "id": "tiger",
            "ref": "tiger@2",
            "title": "Tiger Baccarat",
            "topics": ["drawing", "payment"],
            "irregularities": ["device-reset"],
        }
    ],
    "student": "ana",
    "is_trainer": False,
    "weights": {"drawing": 5},
    "seconds": {"payment": 180},
}


def school_of(casino: Casino) -> School:
    """The school of this house; refused where it is none."""
    if casino.school is None:
        raise Refused(
            Reason.NOTHING_THERE, "This house is no school: start one with punto serve --school."
        )
    return casino.school


@get(
    "/school",
    sync_to_thread=True,
    guards=[dealers],
    summary="The school",
    responses=answers(SchoolView, SCHOOL),
)
def show_school(request: AskingRequest, casino: TheCasino) -> SchoolView:
    """Which games are taught, in which topics, and whether the caller is a trainer."""
    school, now = school_of(casino), datetime.fromtimestamp(casino.clock.now_ms() / 1000, UTC)
    games = tuple(_game_line(game) for game in games_in_force(now.date()))
    return SchoolView(
        school.state().name,
        games,
        person_of(request).id,
        is_trainer(person_of(request)),
        {topic.value: count for topic, count in USUAL_WEIGHTS.items()},
        {topic.value: count for topic, count in USUAL_SECONDS.items()},
    )


def _game_line(game: Game) -> GameLine:
    drills = drills_of(game)
    topics = {each.topic for each in drills}
    prefix = "situation-"
    return GameLine(
        game.id,
        game.ref,
        game.title,
        tuple(each.value for each in Topic if each in topics and each not in AT_TABLE),
        tuple(each.kind.removeprefix(prefix) for each in drills if each.kind.startswith(prefix)),
    )


@post("/school/drills", status_code=200, sync_to_thread=True, guards=[dealers], summary="Questions")
def make_drills(
    request: AskingRequest, casino: TheCasino, data: JSONBody[DrillRequest]
) -> list[DrillView]:
    """Questions with their answers, to be practised now or without a connection.

    Those that this student got wrong and that are due come first, then new ones.
    """
    school = school_of(casino)
    school.check_no_paper(person_of(request))
    if not 1 <= data.count <= BATCH_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "Ask from 1 to {most} questions.", most=BATCH_MAX)
    game = find_game(game_today(data.game))
    kinds = [
        drill.kind
        for topic in (read_topics(data.topics) or list(Topic))
        for drill in drills_of(game, topic)
        if topic not in AT_TABLE and drill.kind not in LONG
    ]
    if not kinds:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{game} has no questions on {topic}.",
            game=game.title,
            topic=", ".join(data.topics),
        )
    seed = token_hex(6)
    tallies = school.state().drills.get(person_of(request).id, {})
    order = by_need(tallies, game, Chance(seed).some(kinds, len(kinds)), school.clock.now_ms())
    made = []
    for number in range(data.count):
        kind, own = order[number % len(order)], f"{seed}-{number}"
        item = make_item(game, kind, own)
        made.append(DrillView(game.ref, kind, own, question_view(item), solutions(item)))
    return made


def read_topics(names: Sequence[str]) -> list[Topic]:
    """Topics by name; refused where one is none."""
    known = {topic.value: topic for topic in Topic if topic not in AT_TABLE}
    for name in names:
        if name not in known:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "That is no topic: the topics are {known}.",
                known=tuple(known),
            )
    return [known[name] for name in names]


def by_need(
    tallies: Mapping[str, Tally], game: Game, kinds: Sequence[str], now_ms: int
) -> list[str]:
    """Kinds in the order they should be asked, by FSRS where its package is installed."""
    try:
        from punto.school.repetition import order_by_need, progress_of
    except ImportError:  # the extra `school`
        return list(kinds)
    now = datetime.fromtimestamp(now_ms / 1000, UTC)
    return order_by_need(progress_of(tallies), game, kinds, now)


@post(
    "/school/drills/results",
    status_code=200,
    sync_to_thread=True,
    guards=[dealers],
    summary="Answers to drills",
)
def record_drills(
    request: AskingRequest, casino: TheCasino, data: JSONBody[DrillResults], key: Key
) -> list[GradedDrill]:
    """Grade answers by the law and record them; every mistake comes with its clause."""
    school = school_of(casino)
    school.submit(person_of(request), key, c.RecordDrills(data.answers))
    return [_graded(each) for each in data.answers]


def _graded(given: c.DrillAnswer) -> GradedDrill:
    game = find_game(given.game)
    item = make_item(game, given.kind, given.seed)
    parts = {part.name: part for part in item.parts}
    marks = grade_item(item, given.answers)
    return GradedDrill(
        given.kind, tuple(mark_view(game, mark, parts.get(mark.part)) for mark in marks)
    )


@get("/school/progress", sync_to_thread=True, guards=[dealers], summary="How the caller does")
def show_progress(
    request: AskingRequest,
    casino: TheCasino,
    game: Annotated[str, QueryParameter(max_length=60, description="The game.")],
) -> list[TopicProgress]:
    """Accuracy and speed by topic, and how many kinds of question are due again."""
    school, law = school_of(casino), find_game(game_today(game))
    tallies = school.state().drills.get(person_of(request).id, {})
    return topic_progress(dict(tallies), law, school.clock.now_ms())


def topic_progress(tallies: dict[str, Tally], game: Game, now_ms: int) -> list[TopicProgress]:
    """The progress in each topic of a game."""
    due = set(_due(tallies, game, now_ms))
    found = []
    for topic in Topic:
        keys = {tally_key(game.ref, each.kind): each.kind for each in drills_of(game, topic)}
        own = [tallies[key] for key in keys if key in tallies]
        if topic in AT_TABLE or not keys:
            continue
        found.append(
            TopicProgress(
                topic.value,
                sum(each.got for each in own),
                sum(each.of for each in own),
                sum(each.seconds for each in own),
                sum(len(each.reviews) for each in own),
                sum(kind in due for kind in keys.values()),
            )
        )
    return found


def _due(tallies: dict[str, Tally], game: Game, now_ms: int) -> list[str]:
    try:
        from punto.school.repetition import due_kinds, progress_of
    except ImportError:  # the extra `school`
        return []
    now = datetime.fromtimestamp(now_ms / 1000, UTC)
    kinds = [each.kind for each in drills_of(game) if tally_key(game.ref, each.kind) in tallies]
    return due_kinds(progress_of(tallies), game, kinds, now)


def topic_of_kind(kind: str) -> str:
    return find_drill(kind).topic.value


_costly = costly(make_drills, "school-drills", BATCHES_A_MINUTE)
school_drill_routes = Router(
    "", route_handlers=[show_school, _costly, record_drills, show_progress], tags=["school"]
)
