"""Situations: an irregularity at a live table, and the points of what a student does about it.

The right line is what the table's own prompts ask for once the irregularity is taken up. The table
lets nothing unlawful through, so points are for what was done, in time and as it happened, and are
lost for what was omitted, done too late or tried and refused.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity
from punto.school.acts import commands_of
from punto.school.course import Course, is_over, play_course, right_course
from punto.school.happenings import describe
from punto.school.items import Mark
from punto.school.reports import may_be_put_right
from punto.school.scenes import Lines, play_scene
from punto.table import commands as c
from punto.table import events as e
from punto.table.prompt import Prompt, next_step

I = Irregularity  # noqa: E741  (short where the table below is read as a table)

TAKEN_UP, IN_TIME, AS_IT_WAS, FINISHED, LAWFUL = (
    "taken-up",
    "in-time",
    "as-it-was",
    "finished",
    "lawful",
)
# What also takes up an irregularity, without a report of it.
DIRECT: dict[Irregularity, type] = {
    I.LATE_STAKE: e.LateStakeFound,
    I.LATE_WITHDRAWAL: e.LateWithdrawalFound,
    I.DIFFERENTIAL_EXCEEDED: e.DecreaseAsked,
    I.WRONG_DISPLAY: e.DisplayCorrected,
}
# What happens in every round, with or without an irregularity.
ROUTINE = (
    e.BettingClosed,
    e.CardDrawn,
    e.CardsExposed,
    e.DealerSignedOn,
    e.FirstRevealedChosen,
    e.HandPassed,
    e.TotalsAnnounced,
    e.IrregularityReported,
    e.ReportFiled,
    e.ReportConfirmed,
    e.CaseOpened,
    e.CaseClosed,
    e.DeviceReturned,
    e.CutCardAppeared,
)


class Situation(Struct, frozen=True):
    """A table at the moment when something happens, and what its patrons say when asked."""

    game: str
    scene: Lines
    happened: str  # as the report of it would say, in a line of a script
    said: Lines = ()  # the answers of patrons, as lines of a script
    seed: str = ""  # of the cards that come


class Assessed(Struct, frozen=True):
    """The points of a student's line, with the line and the right one."""

    marks: tuple[Mark, ...]
    course: Course
    right: Course


def reported(situation: Situation) -> c.Report:
    """What happened, as a report of it says."""
    stage = play_scene(situation.scene)
    stage.prepare()
    made = commands_of(stage, situation.happened)[1]
    if len(made) != 1 or not isinstance(made[0], c.Report):
        raise Refused(Reason.UNREADABLE_REQUEST, "A situation says what happened as a report.")
    return made[0]


def describe_situation(situation: Situation) -> Message:
    """What the student reads."""
    report = reported(situation)
    can_be = may_be_put_right(report.irregularity, find_game(situation.game))
    return describe(report, may_be_put_right=can_be)


@lru_cache(maxsize=64)
def right_line(situation: Situation) -> Course:
    """The right line of a situation, from the table's own prompts; its table is not played on."""
    game = find_game(situation.game)
    return right_course(game, situation.scene, (situation.happened,), situation.said)


def assess(situation: Situation, lines: Sequence[str]) -> Assessed:
    """Play a student's lines and mark each point, with its clauses."""
    game = find_game(situation.game)
    right = right_line(situation)
    course = play_course(game, situation.scene, lines, situation.seed)
    report = reported(situation)
    at = _taken_up_at(course, report.irregularity)
    started = right.turns[0].clauses
    marks = [
        _point(TAKEN_UP, at is not None, started, right.turns[0].line),
        _point(IN_TIME, at is not None and not _moved_before(course, at), started),
        _point(AS_IT_WAS, _is_as_it_was(course, situation, report, at), started),
        *_followed(course, right),
        _point(FINISHED, is_over(course.stage.state), right.turns[-1].clauses),
        lawful_mark(game, course),
    ]
    return Assessed(tuple(marks), course, right)


def points_of(situation: Situation) -> tuple[Mark, ...]:
    """Every point that a situation has, as the right line earns them."""
    right = right_line(situation)
    return assess(situation, [turn.line for turn in right.turns]).marks


def hint(situation: Situation, lines: Sequence[str]) -> tuple[str, Prompt]:
    """The next line that would be right after these, and the table's prompt."""
    game = find_game(situation.game)
    course = play_course(game, situation.scene, lines, situation.seed)
    prompt = next_step(course.stage.state)
    if _taken_up_at(course, reported(situation).irregularity) is None:
        return situation.happened, prompt
    done = _done(course)
    ahead = right_course(game, situation.scene, done, situation.said).turns[len(done) :]
    return (ahead[0].line if ahead else ""), prompt


def _done(course: Course) -> list[str]:
    """The lines that were not refused."""
    return [turn.line for turn in course.turns if turn.refused is None]


def _point(name: str, is_met: bool, clauses: tuple[str, ...], right: str = "") -> Mark:
    return Mark(name, (), (right,) if right else (), is_met, clauses)


def _taken_up_at(course: Course, kind: Irregularity) -> int | None:
    """At which turn the irregularity was taken up or reported."""
    for at, turn in enumerate(course.turns):
        for event in turn.events:
            same = getattr(event, "irregularity", None) is kind
            if same or isinstance(event, DIRECT.get(kind, ())):
                return at
    return None


def _moved_before(course: Course, at: int) -> bool:
    """Whether anything was done at the table before the irregularity was taken up."""
    return any(turn.events for turn in course.turns[:at])


def _is_as_it_was(course: Course, situation: Situation, report: c.Report, at: int | None) -> bool:
    """Whether what was reported is what happened: hand, patron, cards, and if they can be told."""
    if at is None:
        return False
    turn = course.turns[at]
    before = play_course(
        find_game(situation.game),
        situation.scene,
        [each.line for each in course.turns[:at] if each.refused is None],
        situation.seed,
    ).stage
    given = commands_of(before, turn.line)[1][0]
    if not isinstance(given, c.Report):
        return True  # recorded by a command of its own
    same = (given.side, given.patron, given.reconstructable) == (
        report.side,
        report.patron,
        report.reconstructable,
    )
    return same and given.together in ((), report.together)  # the console does not ask for places


def event_key(event: e.Event) -> tuple[object, ...]:
    """What makes two events the same point: an answer is one patron's, and what it takes back."""
    if isinstance(event, e.OptionAnswered):
        return (type(event), event.patron, event.withdrawn)
    return (type(event),)


def is_routine(event: e.Event) -> bool:
    """Whether it happens in every round, so that no point is given for it."""
    return isinstance(event, ROUTINE)


def event_name(event: e.Event) -> str:
    tag = str(type(event).__struct_config__.tag)
    return f"{tag} {event.patron}" if isinstance(event, e.OptionAnswered) else tag


def _followed(course: Course, right: Course) -> list[Mark]:
    """A point for each thing of the procedure that happens by the right line."""
    done = {event_key(event) for event in course.events}
    wanted: dict[tuple[object, ...], tuple[e.Event, str]] = {}
    for turn in right.turns:
        for event in turn.events:
            if not is_routine(event):
                wanted.setdefault(event_key(event), (event, turn.line))
    return [
        _point(event_name(event), key in done, (event.clause,) if event.clause else (), line)
        for key, (event, line) in wanted.items()
    ]


def lawful_mark(game: Game, course: Course) -> Mark:
    """Nothing was tried that the table had to refuse; each refusal says by which clause."""
    refused = course.refusals
    clauses = tuple(
        dict.fromkeys(
            each.refused.clause.removeprefix(f"{game.id} ")
            for each in refused
            if each.refused is not None and each.refused.clause
        )
    )
    why = refused[0].refused.message if refused and refused[0].refused else None
    return Mark(LAWFUL, tuple(each.line for each in refused), (), not refused, clauses, why)
