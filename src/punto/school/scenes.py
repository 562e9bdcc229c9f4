"""Scenes: a table brought to a moment by the lines of a round script, and acts tried at it."""

from msgspec import Struct

from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.staff import Power
from punto.school.acts import commands_of
from punto.school.citations import bare, cited
from punto.table import events as e
from punto.table.authority import NO_ACTOR, authority
from punto.table.scripts import Disagreement, play_script
from punto.table.scripts.stage import Stage

Lines = tuple[str, ...]


class Tried(Struct, frozen=True):
    """The table's answer to an act: what happened, or why it was refused."""

    game: Game
    stage: Stage  # as it stands after the act
    by: tuple[str, ...] = ()  # the clauses that say who may do it
    events: tuple[e.Event, ...] = ()
    refused: Refused | None = None

    @property
    def is_done(self) -> bool:
        return self.refused is None

    @property
    def clauses(self) -> tuple[str, ...]:
        """What the answer rests on: what happened and who may do it, or the refusal."""
        if self.refused is not None:
            return bare(self.game, self.refused.clause)
        return tuple(dict.fromkeys((*cited(self.game, self.events), *self.by)))

    def last(self, *kinds: type) -> e.Event | None:
        """The latest event of these kinds."""
        return next((each for each in reversed(self.events) if isinstance(each, kinds)), None)


def title_line(game: Game, *settings: str) -> str:
    """The first line of a scene: the game in its edition, and how the table is set."""
    return " ".join(("game", game.ref, *settings))


def play_scene(lines: Lines) -> Stage:
    """The table as these lines leave it; refuse lines that the table does not follow."""
    try:
        return play_script("\n".join(lines))
    except Disagreement as wrong:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "This scene cannot happen: {wrong}",
            wrong=" ".join(str(wrong).split()),
        ) from None


def try_act(stage: Stage, game: Game, act: str) -> Tried:
    """Try one line of a script at a table, with nothing done unasked; the table itself stays."""
    trial = stage.rehearsal()
    try:
        by = give_line(trial, act)
    except Refused as refused:
        if refused.reason is Reason.UNREADABLE_REQUEST:
            raise
        return Tried(game, trial, refused=refused)
    announced = game.grant(Power.ANNOUNCE)  # also whose it is where no clause says more
    usual = announced.clause if announced else ""
    clauses = tuple(each for clause in by if clause != usual for each in bare(game, clause))
    return Tried(game, trial, clauses, tuple(trial.events))


def give_line(stage: Stage, act: str) -> list[str]:
    """Give the commands of one line to a table, and say by which clauses they are whose.

    Refusals are raised.
    """
    by, commands = commands_of(stage, act)
    clauses: list[str] = []
    for command in commands:
        if stage.state.configuration is not None:
            clauses.append(authority(stage.state, command, by or NO_ACTOR, stage.at).clause)
        stage.usual(command, by)
    return clauses
