"""Digests of the engine's decisions on every round script and on recorded command sequences.

`commands.json.gz` holds the sequences as commands, so that they stay the same when the generator
changes. `version-N.json` holds a digest of what version N of the engine decided on each.
"""

import gzip
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from punto.journal.codec import encode_events, encode_refusal
from punto.journal.decisions import DECISION_VERSION, RELEASED_VERSION
from punto.journal.streams import Event
from punto.ledger.cage import commands as cage
from punto.ledger.script_purses import ScriptPurses
from punto.refusals import Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.evolve import evolve_all
from punto.table.people import Actor
from punto.table.scripts import play_script
from punto.table.scripts.play import Disagreement
from punto.table.scripts.stage import Stage
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.ledger.cage import Cage

HERE = Path(__file__).parent
SCRIPTS = HERE.parent / "rounds"
COMMANDS = HERE / "commands.json.gz"
SEQUENCES = 150  # how many are recorded, by the seeds from 0

AT_CAGE = 5  # and as many at the cage


class TableGiven(Given, frozen=True, kw_only=True):
    """A command of a table in its envelope."""

    command: c.Command


class CageGiven(Given, frozen=True, kw_only=True):
    """A command of the cage, likewise."""

    command: cage.Command


CAGE = msgspec.json.Decoder(list[CageGiven])
SEQUENCE = msgspec.json.Decoder(list[TableGiven])

Digests = dict[str, str]  # by the name of a script or sequence


def decided() -> Digests:
    """What today's engine decides on everything there is."""
    scripts = sorted(SCRIPTS.rglob("*.round"))
    found = {
        f"{path.parent.name}/{path.stem}": _of_script(path.read_text("utf-8")) for path in scripts
    }
    for name, raw in read_commands().items():
        at_cage = name.startswith("cage-")
        answers = _at_cage(CAGE.decode(raw)) if at_cage else _of_sequence(SEQUENCE.decode(raw))
        found[name] = f"{_short(bytes(raw))} {answers}"
    return found


def recorded(version: int = DECISION_VERSION) -> Digests:
    """What a version decided, as it was recorded; nothing where it was not yet."""
    path = HERE / f"version-{version}.json"
    return msgspec.json.decode(path.read_bytes(), type=Digests) if path.exists() else {}


def changed(before: Digests, now: Digests) -> list[str]:
    """Where the same commands are decided otherwise; a script that says something else is new."""
    return [
        name
        for name, digest in before.items()
        if name in now and now[name] != digest and now[name].split()[0] == digest.split()[0]
    ]


def record(now: Digests) -> None:
    """Write down what the current version decides."""
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(now.items()))), indent=1)
    (HERE / f"version-{DECISION_VERSION}.json").write_bytes(text + b"\n")


def advice(names: list[str]) -> str:
    """What to do about decisions that changed."""
    where = f"{len(names)} scripts or sequences are decided otherwise, first {names[:3]}."
    if DECISION_VERSION > RELEASED_VERSION:
        return (
            f"{where} Decision version {DECISION_VERSION} has not been released: run"
            " `make decisions`, and say in CHANGELOG.md what changed."
        )
    return (
        f"{where} Decision version {DECISION_VERSION} has been released, and its journals would"
        " look forged: raise DECISION_VERSION in src/punto/journal/decisions.py, then run"
        " `make decisions`."
    )


def read_commands() -> dict[str, msgspec.Raw]:
    """The sequences as they were recorded: bytes that stay, whatever fields are added."""
    data = gzip.decompress(COMMANDS.read_bytes())
    return msgspec.json.decode(data, type=dict[str, msgspec.Raw])


def encode_all(commands: Sequence[Given]) -> bytes:
    return msgspec.json.encode(commands, order="deterministic")


def _of_script(text: str) -> str:
    """The digest of a script's words, and of what is decided when it is played."""
    stage = _Recording()
    give = Stage.give

    def recording(this: Stage, command: c.Command, by: Actor) -> tuple[e.Event, ...]:
        try:
            events = give(this, command, by)
        except Refused as refused:
            stage.refused(refused)
            raise
        stage.happened(events)
        return events

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stage, "give", recording)
        try:
            play_script(text, ScriptPurses())
        except (Disagreement, Refused) as disagreement:
            stage.answers.update(str(disagreement).encode())
    return f"{_short(text.encode())} {stage.answers.hexdigest()[:16]}"


def _of_sequence(commands: Sequence[Given]) -> str:
    table, state = _Recording(), State()
    assert state == CLOSED
    for command in commands:
        try:
            events = decide_given(state, command)
        except Refused as refused:
            table.refused(refused)
            continue
        table.happened(events)
        state = evolve_all(state, events)
    return table.answers.hexdigest()[:16]


def _at_cage(commands: Sequence[Given]) -> str:
    """What the cage answers, its books moved as it decides."""
    answers, played = _Recording(), Cage()
    for command in commands:
        try:
            answers.happened((played.give(command),))
        except Refused as refused:
            answers.refused(refused)
    return answers.answers.hexdigest()[:16]


class _Recording:
    """Answers in the bytes that a journal holds."""

    def __init__(self) -> None:
        self.answers = sha256()

    def happened(self, events: tuple[Event, ...]) -> None:
        self.answers.update(encode_events(events) + b"\n")

    def refused(self, refused: Refused) -> None:
        self.answers.update(encode_refusal(refused) + b"\n")


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
