"""The round scripts as they were played: every command, its events and the table after it."""

from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from punto.ledger.script_purses import ScriptPurses
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.people import Actor
from punto.table.prompt import next_step
from punto.table.scripts import play_script
from punto.table.scripts.stage import Stage
from punto.table.state import State

SCRIPTS = tuple(sorted(Path(__file__).parent.rglob("*.round")))
StepKind = tuple[object, ...]


class Step(Struct, frozen=True):
    """One command of a script; a refused one has no events."""

    command: c.Command
    by: Actor
    events: tuple[e.Event, ...]
    after: State
    refused: Reason | None = None

    @property
    def kind(self) -> StepKind:
        """What happened or why nothing did, and what the table waits for after it."""
        if self.refused is not None:
            return type(self.command), self.refused
        waits = self.after.case.waits if self.after.case else None
        asks = next_step(self.after).step if self.after.configuration else None
        return (*map(type, self.events), asks, waits)


@cache
def played(script: Path) -> tuple[Step, ...]:
    """Play a script."""
    steps: list[Step] = []
    give = Stage.give

    def noting(stage: Stage, command: c.Command, by: Actor) -> tuple[e.Event, ...]:
        try:
            events = give(stage, command, by)
        except Refused as refused:
            if not stage.is_rehearsal:
                steps.append(Step(command, by, (), stage.state, refused.reason))
            raise
        if not stage.is_rehearsal:
            steps.append(Step(command, by, events, stage.state))
        return events

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stage, "give", noting)
        play_script(script.read_text(encoding="utf-8"), ScriptPurses())
    return tuple(steps)


def covering() -> tuple[Path, ...]:
    """Scripts that have every kind of step of every game, without those that add none."""
    seen: set[tuple[str, StepKind]] = set()
    chosen = []
    for script in SCRIPTS:
        kinds = {(script.parent.name, step.kind) for step in played(script)}
        if not kinds <= seen:
            chosen.append(script)
            seen |= kinds
    return tuple(chosen)
