"""Papers: questions drawn from a seed by topic, and what the answers to a whole paper earn."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.catalogue import drills_of, grade_item, make_question, solve
from punto.school.chance import Chance
from punto.school.items import AT_TABLE, Answers, Item, Mark, Question, Topic

PASS_PERCENT = 80
QUESTIONS_MAX = 500
TABLE_TESTS_MAX = 40  # questions at a table: marking one plays its rounds again
USUAL_WEIGHTS: Mapping[Topic, int] = {
    Topic.CARD_VALUES: 3,
    Topic.DRAWING: 5,
    Topic.OUTCOME: 2,
    Topic.WAGERS: 2,
    Topic.PAYMENT: 7,
    Topic.ANNOUNCEMENTS: 2,
    Topic.SHOE: 2,
    Topic.HANDLING: 4,
    Topic.STAKES: 4,
    Topic.AUTHORITY: 4,
    Topic.IRREGULARITIES: 5,
    Topic.SITUATIONS: 3,
    Topic.ROUNDS: 1,
}
USUAL_SECONDS: Mapping[Topic, int] = {Topic.PAYMENT: 180}
SECONDS_MAX = 3600


class Plan(Struct, frozen=True):
    """What a paper is made of: the game, how many questions of each topic, and the pass mark."""

    game: str  # with its edition
    weights: Mapping[Topic, int]
    pass_percent: int = PASS_PERCENT
    seconds: Mapping[Topic, int] = {}  # allowed for a question of a topic; any time if none


class Paper(Struct, frozen=True):
    """The questions of one paper: the same for everyone, or a student's own."""

    plan: Plan
    seed: str
    student: str
    is_own: bool
    questions: tuple[Question, ...]


class Score(Struct, frozen=True):
    """Marks earned, out of how many."""

    got: int
    of: int


class Graded(Struct, frozen=True):
    """A paper's marks: of each question part by part, by topic, and in all."""

    marks: tuple[tuple[Mark, ...], ...]
    by_topic: Mapping[Topic, Score]
    total: Score
    has_passed: bool


def usual_plan(game: Game, pass_percent: int = PASS_PERCENT) -> Plan:
    """A paper on everything that the game has something for."""
    topics = {drill.topic for drill in drills_of(game)}
    weights = {topic: count for topic, count in USUAL_WEIGHTS.items() if topic in topics}
    return Plan(game.ref, weights, pass_percent, USUAL_SECONDS)


def check_plan(plan: Plan) -> Game:
    """Refuse a plan that no paper can be drawn by."""
    game = find_game(plan.game)
    if not 1 <= plan.pass_percent <= 100:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A pass mark is 1 to 100 percent, not {percent}.",
            percent=plan.pass_percent,
        )
    if not 1 <= sum(plan.weights.values()) <= QUESTIONS_MAX or min(plan.weights.values()) < 0:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A paper has 1 to {most} questions, and never fewer than none of a topic.",
            most=QUESTIONS_MAX,
        )
    if sum(plan.weights.get(topic, 0) for topic in AT_TABLE) > TABLE_TESTS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A table test has at most {most} questions.",
            most=TABLE_TESTS_MAX,
        )
    if any(not 1 <= each <= SECONDS_MAX for each in plan.seconds.values()):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A time limit is 1 to {most} seconds a question.",
            most=SECONDS_MAX,
        )
    for topic, count in plan.weights.items():
        if count and not drills_of(game, topic):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "{game} has no questions on {topic}.",
                game=game.title,
                topic=topic.value,
            )
    return game


def draw_paper(plan: Plan, seed: str, student: str = "", *, is_own: bool = False) -> Paper:
    """Draw a paper from a seed: the same for a whole class, or a student's own."""
    game = check_plan(plan)
    chance = Chance(f"{seed}/{student}" if is_own else seed)
    questions: list[Question] = []
    at_table: list[Question] = []
    for topic, count in plan.weights.items():
        drawn = chance.apart(topic.value)
        kinds: list[str] = []
        for number in range(count):
            if not kinds:  # every kind of a topic comes before one comes again
                kinds = drawn.some([drill.kind for drill in drills_of(game, topic)], 100)
            made = make_question(game, kinds.pop(), f"{drawn.seed}/{number}")
            (at_table if topic in AT_TABLE else questions).append(made)
    # The table test comes last, and does not say at which of its rounds something goes wrong.
    shuffled = chance.apart("table test").some(at_table, len(at_table))
    return Paper(plan, seed, student, is_own, (*questions, *shuffled))


def items_of(paper: Paper) -> tuple[Item, ...]:
    """The questions of a paper with their right answers."""
    return tuple(solve(question) for question in paper.questions)


def grade_paper(paper: Paper, answers: Sequence[Answers], seconds: Sequence[int] = ()) -> Graded:
    """Mark a paper: the answers in the order of its questions; those left out earn nothing.

    `seconds` says how long each answer took, where that was measured: a late one earns nothing.
    """
    return grade_items(paper.plan, items_of(paper), answers, seconds)


def grade_items(
    plan: Plan, items: Sequence[Item], answers: Sequence[Answers], seconds: Sequence[int] = ()
) -> Graded:
    """The same for questions that are worked out already."""
    if len(answers) > len(items):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The paper has {count} questions, and there are {given} answers.",
            count=len(items),
            given=len(answers),
        )
    given = [*answers, *({} for _ in range(len(items) - len(answers)))]
    took = [*seconds, *(0 for _ in range(len(items) - len(seconds)))]
    marks = tuple(
        _in_time(plan, item, grade_item(item, each), spent)
        for item, each, spent in zip(items, given, took, strict=True)
    )
    return total_marks(plan, [item.topic for item in items], marks)


def _in_time(plan: Plan, item: Item, marks: tuple[Mark, ...], spent: int) -> tuple[Mark, ...]:
    """The marks of an answer; none is earned after the time that is allowed."""
    limit = plan.seconds.get(item.topic, 0)
    if not limit or spent <= limit:
        return marks
    why = Message.of(
        "Answered after {seconds} seconds; {limit} were allowed.", seconds=spent, limit=limit
    )
    return tuple(replace(each, is_right=False, why=why) for each in marks)


def marks_by_topic(topics: Sequence[Topic], marks: Sequence[Sequence[Mark]]) -> dict[Topic, Score]:
    """The marks of each topic: a mark belongs to the topic of what it examines."""
    found: dict[Topic, Score] = {}
    for topic, earned in zip(topics, marks, strict=True):
        for mark in earned:
            examined = mark.topic or topic
            before = found.get(examined, Score(0, 0))
            found[examined] = Score(before.got + mark.is_right, before.of + 1)
    return {each: found[each] for each in Topic if each in found}


def total_marks(plan: Plan, topics: Sequence[Topic], marks: tuple[tuple[Mark, ...], ...]) -> Graded:
    """Add up the marks of a paper, by topic and in all; `topics` are those of the questions."""
    by_topic = marks_by_topic(topics, marks)
    got = sum(each.got for each in by_topic.values())
    of = sum(each.of for each in by_topic.values())
    return Graded(marks, by_topic, Score(got, of), got * 100 >= plan.pass_percent * of)
