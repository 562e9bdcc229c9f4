"""Situations that trainers write as round scripts, checked before they are used.

Lines up to the mark set the scene. Lines after it are the right line and what must follow from it;
a student's own line is held to the same events and to the expectations at its end.
"""

from collections.abc import Sequence

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.citations import bare
from punto.school.course import Course, play_course
from punto.school.items import Mark
from punto.school.scenes import Lines, play_scene
from punto.school.situations import IN_TIME, event_key, event_name, is_routine, lawful_mark
from punto.table import events as e
from punto.table.scripts import play_all
from punto.table.scripts.checks import CHECKS, check
from punto.table.scripts.lines import Line, read_lines

MARK = "# student"
LINES_MAX = 200
PLAYED_DOWN = "play-down"  # plays a whole shoe: as much work as all other lines together
SEED = "written"


class Written(Struct, frozen=True):
    """A trainer's situation: its scene, the right line, and what must hold at the end."""

    game: str
    scene: Lines
    right: Lines
    expected: Lines
    events: tuple[e.Event, ...]  # that the right line leads to


def read_written(text: str) -> Written:
    """Read a trainer's situation; refuse one that the table contradicts, saying where.

    It is played while it is recorded, when everyone else waits: so its work is bounded first.
    """
    lines = text.splitlines()
    if len(lines) > LINES_MAX or text.lower().count(PLAYED_DOWN) > 1:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A situation has at most {most} lines, and plays a shoe down once.",
            most=LINES_MAX,
        )
    marks = [at for at, line in enumerate(lines) if line.strip().lower() == MARK]
    if len(marks) != 1:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A situation has one line {mark!r}, from which on the student acts.",
            mark=MARK,
        )
    stage, found = play_all(text, first_only=True)
    if found:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The table contradicts this situation: {wrong}",
            wrong=" ".join(str(found[0]).split()),
        )
    scene, after = tuple(lines[: marks[0]]), read_lines("\n".join(lines[marks[0] :]))
    right = tuple(each.text for each in after if each.verb not in CHECKS and each.verb != "refuse")
    if not right:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "After the line {mark!r} a situation says what is right to do.",
            mark=MARK,
        )
    before = len(play_scene(scene).events)
    game = find_game(read_lines(text)[0].words[0])
    return Written(game.ref, scene, right, _at_the_end(after), tuple(stage.events[before:]))


def _at_the_end(lines: list[Line]) -> Lines:
    """The expectations after the last thing that is done."""
    ending: list[str] = []
    for line in reversed(lines):
        if line.verb not in CHECKS:
            break
        ending.insert(0, line.text)
    return tuple(ending)


def assess_written(written: Written, given: Sequence[str]) -> tuple[tuple[Mark, ...], Course]:
    """Play a student's lines and mark them by the trainer's own."""
    game = find_game(written.game)
    course = play_course(game, written.scene, given, SEED)
    done = {event_key(event) for event in course.events}
    wanted = {event_key(each): each for each in written.events if not is_routine(each)}
    marks = [
        Mark(event_name(event), (), (), key in done, bare(game, event.clause))
        for key, event in wanted.items()
    ]
    marks.append(_in_time(game, written, course))
    marks += [_expected(course, line) for line in read_lines("\n".join(written.expected))]
    marks.append(lawful_mark(game, course))
    return tuple(marks), course


def _in_time(game: Game, written: Written, course: Course) -> Mark:
    """What the trainer does first was done before anything else."""
    first = written.events[0]
    begun = next((turn.events for turn in course.turns if turn.events), ())
    is_met = any(event_key(each) == event_key(first) for each in begun)
    return Mark(IN_TIME, (), written.right[:1], is_met, bare(game, first.clause))


def _expected(course: Course, line: Line) -> Mark:
    """Whether what the script expects at its end holds after the student's line."""
    finding = check(course.stage, line)
    why = None
    if finding is not None:
        why = Message.of("Expected {said}, and it is {so}.", said=finding[0], so=finding[1])
    return Mark(line.text, (), (), finding is None, line.numbers, why)
