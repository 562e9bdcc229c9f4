"""Plays a script through the real table and tells, line by line, where the two disagree."""

from datetime import date

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.table import commands as c
from punto.table.people import Actor
from punto.table.prompt import Step
from punto.table.scripts.checks import CHECKS, check
from punto.table.scripts.claims import is_shown
from punto.table.scripts.lines import Line, read_lines
from punto.table.scripts.purses import Purses
from punto.table.scripts.scenes import SCENES, set_scene
from punto.table.scripts.settings import as_written, configured
from punto.table.scripts.stage import Stage
from punto.table.scripts.verbs import commands_for

# These set the table up, so nothing is prepared for them.
KEEPING = (
    "open-table",
    "configure",
    "shoe",
    "contribute",
    "close-contributions",
    "reveal-contribution",
    "reveal",
    "retire",
    "close-table",
)
OPENS = ("configure", "shoe")  # but for these the table is opened
SETTING = ("staff", "time", "buy-in", "cash-out")  # nor for these: they are not the table's
LATE = {"late": Reason.BETTING_CLOSED.value}


class Disagreement(Exception):  # noqa: N818  (a finding about the table, not a mistake in a call)
    """The table did something else than the script says."""

    def __init__(self, line: Line, said: str, so: str) -> None:
        super().__init__(
            f"line {line.number}: {line.text}\n  the script says: {said}\n  the table says:  {so}"
        )
        self.line = line


def play_script(script: str, purses: Purses | None = None) -> Stage:
    """Play every line; the first that the table contradicts is a Disagreement.

    Where the script speaks of credits, `purses` keeps them.

    >>> stage = play_script("game tiger\\nopen\\nclose\\ndraw 2C 5D 3H AH KD")
    >>> stage.state.round is not None
    True
    """
    stage, found = play_all(script, purses, first_only=True)
    if found:
        raise found[0]
    return stage


def play_all(
    script: str,
    purses: Purses | None = None,
    *,
    first_only: bool = False,
    on: date | None = None,
) -> tuple[Stage, list[Disagreement]]:
    """Play every line and find all that the table contradicts, or stop at the first.

    After a line that is contradicted the next ones are played on the table as it then stands.
    A game named without its edition is the one in force on a day, or the newest.
    """
    lines = read_lines(script)
    if not lines or lines[0].verb != "game" or not lines[0].words:
        raise Refused(Reason.UNREADABLE_REQUEST, "A script begins with the line game GAME.")
    game = find_game(lines[0].words[0], on)
    stage = Stage(configured(as_written(game), lines[0].words[1:]), purses)
    found: list[Disagreement] = []
    for line in lines[1:]:
        try:
            _play(stage, line)
        except Disagreement as disagreement:
            found.append(disagreement)
            if first_only:
                break
    return stage, found


def _play(stage: Stage, line: Line) -> None:
    if line.verb == "refuse":
        _refused(stage, line)
    elif line.verb in CHECKS:
        try:
            finding = check(stage, line)
        except Refused as refusal:
            raise _unreadable(line, refusal) from None
        if finding is not None:
            raise Disagreement(line, *finding)
    else:
        try:
            _act(stage, line.verb, line.words)
        except Refused as refusal:
            if refusal.reason is Reason.UNREADABLE_REQUEST:
                raise _unreadable(line, refusal) from None
            raise Disagreement(line, "this is done", f"refused: {refusal}") from None


def _act(stage: Stage, verb: str, words: tuple[str, ...], *, refused_as: str = "") -> None:
    """Do what a line says, whole or not at all, with what is done by itself before it."""
    if verb in OPENS and refused_as != Reason.TABLE_CLOSED.value:
        stage.open()
    if verb not in KEEPING and verb not in SETTING:
        stage.prepare()
    if verb in SCENES:
        set_scene(stage, verb, words)
        return
    by, commands = commands_for(stage.state, stage.config, verb, words, stage.staff)
    if len(commands) > 1:
        _give(stage.rehearsal(), verb, by, commands, refused_as)
    _give(stage, verb, by, commands, refused_as)


def _give(
    stage: Stage, verb: str, by: Actor | None, commands: list[c.Command], refused_as: str
) -> None:
    for command in commands:
        if verb in ("draw", "outcome") and stage.state.method is Method.B:
            _routine(stage, command, refused_as)
        stage.usual(command, by)


def _routine(stage: Stage, command: c.Command, refused_as: str) -> None:
    """What a dealer does before a card or the outcome, but where the want of it is refused."""
    if refused_as == Reason.TOTALS_NOT_ANNOUNCED.value:
        return
    another = not isinstance(command, c.DrawCard) or command.card not in (None, stage.waiting)
    if another and not refused_as:
        stage.lay_waiting()
    stage.announce(Step.ANNOUNCE_TOTALS)


def _refused(stage: Stage, line: Line) -> None:
    """`refuse stake seat2 banker 50 late`: the rest is refused, for this reason, by this clause."""
    reasons = {reason.value for reason in Reason} | set(LATE)
    if len(line.words) < 2 or line.words[-1] not in reasons:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Line {number} must end with the reason of the refusal.",
            number=line.number,
        )
    *doing, word = line.words
    wanted = LATE.get(word, word)
    try:
        _act(stage, doing[0], tuple(doing[1:]), refused_as=wanted)
    except Refused as refusal:
        if refusal.reason.value != wanted:
            if refusal.reason is Reason.UNREADABLE_REQUEST:
                raise _unreadable(line, refusal) from None
            raise Disagreement(
                line, f"refused as {wanted}", f"{refusal.reason}: {refusal}"
            ) from None
        cited = refusal.clause or ""
        if not is_shown(line, stage.game, cited.removeprefix(f"{stage.config.game} ")):
            raise Disagreement(
                line, f"refused by {line.clauses[0]}", f"refused by {cited or 'no clause'}"
            ) from None
        return
    raise Disagreement(line, f"refused as {word}", "it was done")


def _unreadable(line: Line, refusal: Refused) -> Refused:
    """What no table could be asked: it names the line."""
    return Refused(
        refusal.reason, "Line {number}: {wrong}", number=line.number, wrong=refusal.message
    )
