"""What a student did at a practice table, beside the right line, with the points of both."""

from msgspec import Struct

from punto.messages import Message
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.act_words import describe_line
from punto.school.course import Course, Turn
from punto.school.drills.rounds import assess_round
from punto.school.drills.situations import situation_of
from punto.school.items import Item, Mark, Topic
from punto.school.patrons import ALLOW, describe_answer, is_answer
from punto.school.scenes import Lines, give_line, play_scene
from punto.school.situations import assess
from punto.school.written import Written, assess_written
from punto.table.scripts.stage import Stage
from punto.web.errors import RefusalView, refusal_view
from punto.web.school.questions import MarkView, both, mark_view
from punto.web.views.table import AnnouncementView


class TurnView(Struct, frozen=True):
    """One thing that was done or tried, in words, and why it was refused if it was."""

    says: AnnouncementView
    clauses: tuple[str, ...]
    refused: RefusalView | None = None


class FinishedSituation(Struct, frozen=True):
    """The points of a situation, what was done, and the right line beside it."""

    points: tuple[MarkView, ...]
    got: int
    of: int
    own: tuple[TurnView, ...]
    right: tuple[TurnView, ...]
    description: AnnouncementView | None = None


def replay_item(item: Item, lines: Lines) -> FinishedSituation:
    """A situation or a regular round of the school's own."""
    game, facts = find_game(item.question.game), item.question.facts
    if item.topic is Topic.ROUNDS:
        dealt = assess_round(game, facts, lines)
        scene = _scene(item)
        return _finished(game, scene, dealt.marks, dealt.course, dealt.right.turns, item)
    situation = situation_of(item.question)
    found = assess(situation, lines)
    return _finished(game, situation.scene, found.marks, found.course, found.right.turns, item)


def replay_written(written: Written, lines: Lines) -> FinishedSituation:
    """A trainer's own situation."""
    game = find_game(written.game)
    marks, course = assess_written(written, lines)
    right = tuple(Turn(line) for line in written.right)
    return _finished(game, written.scene, marks, course, right, None)


def _scene(item: Item) -> Lines:
    found = item.question.facts["scene"]
    assert isinstance(found, tuple | list), "a table test has a scene"
    return tuple(found)


def _finished(
    game: Game,
    scene: Lines,
    marks: tuple[Mark, ...],
    course: Course,
    right: tuple[Turn, ...],
    item: Item | None,
) -> FinishedSituation:
    return FinishedSituation(
        tuple(mark_view(game, mark, None) for mark in marks),
        sum(mark.is_right for mark in marks),
        len(marks),
        turn_views(scene, course.turns),
        turn_views(scene, right),
        both(item.text) if item is not None else None,
    )


def turn_views(scene: Lines, turns: tuple[Turn, ...]) -> tuple[TurnView, ...]:
    """Turns in words, each at the table as it stood before it."""
    stage = play_scene(scene)
    stage.prepare()
    found = []
    for turn in turns:
        refused = refusal_view(turn.refused) if turn.refused is not None else None
        found.append(TurnView(both(_says(stage, turn)), turn.clauses, refused))
        line = _given(turn)
        if turn.refused is None and line:
            give_line(stage, line)
    return tuple(found)


def _says(stage: Stage, turn: Turn) -> Message:
    if is_answer(turn.line):
        return describe_answer(turn.patron, turn.line)
    return describe_line(stage, turn.line, names_usual=True)


def _given(turn: Turn) -> str:
    """What was done at the table: of a patron who was allowed it, the patron's own act."""
    if not is_answer(turn.line):
        return turn.line
    return turn.patron.line if turn.patron and turn.line.startswith(ALLOW) else ""
