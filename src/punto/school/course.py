"""A course: what a student does at a practice table line by line, and what the table answers."""

from collections.abc import Sequence

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.school.acts import is_act
from punto.school.chance import Chance
from punto.school.citations import cited
from punto.school.patrons import Answered, PatronAct, Patrons, is_answer
from punto.school.right_line import next_line
from punto.school.scenes import Lines, give_line, play_scene
from punto.table import events as e
from punto.table.prompt import next_step
from punto.table.scripts.lines import read_lines
from punto.table.scripts.stage import Stage
from punto.table.state import State

LINES_MAX = 80
BY = " by "


class Turn(Struct, frozen=True):
    """One line that was tried: in full, with what happened or why it was refused."""

    line: str
    events: tuple[e.Event, ...] = ()
    refused: Refused | None = None
    clauses: tuple[str, ...] = ()
    patron: PatronAct | None = None  # whom the line answers


class Course(Struct, frozen=True):
    """Everything that was tried at a table, and how it stands then."""

    turns: tuple[Turn, ...]
    stage: Stage
    answered: tuple[Answered, ...] = ()  # patrons who acted, in the order of their answers

    @property
    def events(self) -> tuple[e.Event, ...]:
        return tuple(event for turn in self.turns for event in turn.events)

    @property
    def refusals(self) -> tuple[Turn, ...]:
        return tuple(turn for turn in self.turns if turn.refused is not None)


def is_over(state: State) -> bool:
    """Whether the round is finished and nothing waits."""
    return state.round is None and state.case is None


def play_course(
    game: Game,
    scene: Lines,
    lines: Sequence[str],
    seed: str,
    acts: Sequence[PatronAct] = (),
) -> Course:
    """Play a student's lines at the table of a scene; what is refused changes nothing.

    Simulated patrons and the device supply what a line leaves out: `draw` draws the next card.
    """
    if len(lines) > LINES_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "At most {most} lines are played.", most=LINES_MAX)
    stage = play_scene(scene)
    stage.prepare()
    patrons = Patrons(game, acts)
    turns: list[Turn] = []
    for number, line in enumerate(lines):
        filled = complete(stage, line, Chance(f"{seed}/{number}"))
        turns.append(take_turn(game, stage, patrons, filled))
    return Course(tuple(turns), stage, tuple(patrons.answered))


def take_turn(game: Game, stage: Stage, patrons: Patrons, line: str) -> Turn:
    """Do what a line says at a table, or answer the patron who acts there.

    Once the table has gone on, it is too late to answer.
    """
    before, waiting = len(stage.events), patrons.waiting(stage.state)
    patron = waiting if is_answer(line) else None
    try:
        if is_answer(line):
            patrons.answer(stage, line)
        else:
            give_line(stage, line)
    except Refused as refused:
        if refused.reason is Reason.UNREADABLE_REQUEST:
            raise
        return Turn(line, (), refused, (), patron)
    events = tuple(stage.events[before:])
    if events and patron is None:
        patrons.pass_over(waiting)
    clauses = patrons.answered[-1].clauses if patron else cited(game, events)
    return Turn(line, events, None, clauses, patron)


def complete(stage: Stage, line: str, chance: Chance) -> str:
    """A line with what the device and the table supply: the verb alone is enough where the
    prompt asks for it, as `draw`, `expose player` or `sort`."""
    if is_act(line) or is_answer(line):
        return line
    said, by, who = line.partition(BY)
    lines = read_lines(said)
    if len(lines) != 1 or is_over(stage.state):
        return line
    asked = read_lines(next_line(stage, chance))[0]
    words = lines[0].words
    if lines[0].verb != asked.verb or words != asked.words[: len(words)]:
        return line
    if asked.verb == "answer" and len(words) < 2:  # what a patron says is not filled in
        return line
    return " ".join((asked.verb, *map(_quoted, asked.words))) + by + who


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def right_course(
    game: Game,
    scene: Lines,
    first: Sequence[str],
    said: Sequence[str],
    acts: Sequence[PatronAct] = (),
) -> Course:
    """The right line: these lines first, then what the table's prompts ask for to the end.

    What patrons say when they are asked is given; who acts is answered at once.
    """
    stage = play_scene(scene)
    stage.prepare()
    patrons = Patrons(game, acts)
    turns = [take_turn(game, stage, patrons, line) for line in first]
    answers = {line.split()[1]: line for line in said}
    for number in range(LINES_MAX):
        if is_over(stage.state):
            break
        asked = next_step(stage.state)
        line = patrons.right_answer(stage) or next_line(stage, Chance(f"right/{number}"))
        if line.startswith("answer ") and asked.patrons[0] in answers:
            line = answers[asked.patrons[0]]
        turns.append(take_turn(game, stage, patrons, line))
    return Course(tuple(turns), stage, tuple(patrons.answered))
