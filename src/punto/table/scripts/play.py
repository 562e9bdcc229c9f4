"""Plays a script through the real table and tells, line by line, where the two disagree."""

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.table.configuration import usual_configuration
from punto.table.prompt import Step
from punto.table.scripts.checks import CHECKS, check
from punto.table.scripts.lines import Line, read_lines
from punto.table.scripts.settings import configured
from punto.table.scripts.stage import Stage
from punto.table.scripts.verbs import commands_for

# These tell how the table is kept, so nothing is prepared for them.
KEEPING = ("open-table", "configure", "shoe", "reveal", "retire", "close-table")
LATE = {"late": Reason.BETTING_CLOSED.value}


class Disagreement(Exception):  # noqa: N818  (a finding about the table, not a mistake in a call)
    """The table did something else than the script says."""

    def __init__(self, line: Line, said: str, so: str) -> None:
        super().__init__(
            f"line {line.number}: {line.text}\n  the script says: {said}\n  the table says:  {so}"
        )
        self.line = line


def play_script(script: str) -> Stage:
    """Play every line; the first that the table contradicts is a Disagreement.

    >>> stage = play_script("game tiger\\nopen\\nclose\\ndraw 2C 5D 3H AH KD")
    >>> stage.state.round is not None
    True
    """
    lines = read_lines(script)
    if not lines or lines[0].verb != "game" or not lines[0].words:
        raise Refused(Reason.UNREADABLE_REQUEST, "A script begins with the line game GAME.")
    game = find_game(lines[0].words[0])
    stage = Stage(configured(usual_configuration(game), lines[0].words[1:]))
    for line in lines[1:]:
        _play(stage, line)
    return stage


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


def _act(stage: Stage, verb: str, words: tuple[str, ...], *, announcing: bool = True) -> None:
    if verb not in KEEPING:
        stage.prepare()
    for command in commands_for(stage.state, stage.config, verb, words):
        if announcing and verb in ("draw", "outcome") and stage.state.method is Method.B:
            stage.announce(Step.ANNOUNCE_TOTALS)
        stage.give(command)


def _refused(stage: Stage, line: Line) -> None:
    """`refuse stake seat2 banker 50 late`: the rest is refused, for this reason, by this clause."""
    reasons = {reason.value for reason in Reason} | set(LATE)
    if len(line.words) < 2 or line.words[-1] not in reasons:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"Line {line.number} must end with the reason of the refusal.",
        )
    *doing, word = line.words
    try:
        # What is refused for want of an announcement is tried without it.
        announcing = word != Reason.TOTALS_NOT_ANNOUNCED.value
        _act(stage, doing[0], tuple(doing[1:]), announcing=announcing)
    except Refused as refusal:
        wanted = LATE.get(word, word)
        if refusal.reason.value != wanted:
            if refusal.reason is Reason.UNREADABLE_REQUEST:
                raise _unreadable(line, refusal) from None
            raise Disagreement(
                line, f"refused as {wanted}", f"{refusal.reason}: {refusal}"
            ) from None
        cited = refusal.clause or ""
        game = stage.config.game
        if line.clauses and cited.removeprefix(f"{game} ") not in line.clauses:
            raise Disagreement(
                line, f"refused by {line.clauses[0]}", f"refused by {cited or 'no clause'}"
            ) from None
        return
    raise Disagreement(line, f"refused as {word}", "it was done")


def _unreadable(line: Line, refusal: Refused) -> Refused:
    """What no table could be asked: the line it stands on is told."""
    return Refused(refusal.reason, f"Line {line.number}: {refusal.sentence}")
