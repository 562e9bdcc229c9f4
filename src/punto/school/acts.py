"""Acts at a practice table: a line of a round script, or a console's command with its giver."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS
from punto.table import commands as c
from punto.table.people import Actor, Staff
from punto.table.scripts.lines import read_lines
from punto.table.scripts.stage import Stage
from punto.table.scripts.verbs import commands_for

ACT_CHARACTERS_MAX = 4000


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a console gives it, and the position in which the student gives it."""

    by: str
    command: c.Command


def write_act(by: str, command: c.Command) -> str:
    """An act as it stands among the lines of an answer: JSON, which no line of a script is."""
    return msgspec.json.encode(Act(by, command)).decode()


def is_act(line: str) -> bool:
    """Whether a line is a console's command and not a line of a script."""
    return line.startswith("{")


def read_act(line: str) -> Act:
    """A console's command; refused where it is none."""
    try:
        act = msgspec.json.decode(line[:ACT_CHARACTERS_MAX], type=Act)
    except msgspec.MsgspecError:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A command at a practice table is JSON with its giver."
        ) from None
    if act.by not in POSITIONS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )
    return act


def commands_of(stage: Stage, line: str) -> tuple[Actor | None, Sequence[c.Command]]:
    """Who acts in a line, None where it names no one, and the commands it gives."""
    if is_act(line):
        act = read_act(line)
        return Staff(act.by, POSITIONS[act.by]), [act.command]
    lines = read_lines(line)
    if len(lines) != 1:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Say one thing that is done, as a line of a round."
        )
    return commands_for(stage.state, stage.config, lines[0].verb, lines[0].words, stage.staff)
