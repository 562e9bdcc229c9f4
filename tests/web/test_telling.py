"""A push made out of shared parts says, byte for byte, what the views say to that person."""

from itertools import count
from pathlib import Path

import msgspec
import pytest

from punto.journal.codec import Recorded
from punto.journal.people import ALL_TABLES, Kind, Person
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.scripts import play_script
from punto.table.scripts.stage import Stage
from punto.table.state import State
from punto.web import telling
from punto.web.event_views import event_view
from punto.web.telling import Happened, Moment, Push, Remembered
from punto.web.views import table_view

SCRIPTS = sorted((Path(__file__).parent.parent / "rounds").rglob("*.round"))
GAMES = sorted({script.parent.name for script in SCRIPTS})
TABLE = "t1"
PATRONS = [Person(f"seat{number}", Kind.PATRON) for number in range(1, 4)]
EVERYBODY = (
    *PATRONS,
    Person("passer-by", Kind.GUEST),
    Person("display", Kind.DEVICE, tables=(ALL_TABLES,)),
    Person("dealer", Kind.STAFF, Position.DEALER, (ALL_TABLES,)),
    Person("stranger", Kind.STAFF, Position.DEALER),
)

Step = tuple[tuple[Recorded, ...], State]


def played(script: Path, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """What each command of a script made happen, and the table after it."""
    steps: list[Step] = []
    numbers = count(1)
    give = Stage.give

    def noting(stage: Stage, command: c.Command) -> tuple[e.Event, ...]:
        events = give(stage, command)
        by = command.by.id
        records = [Recorded(TABLE, next(numbers), 5, by, 1, "id", event) for event in events]
        steps.append((tuple(records), stage.state))
        return events

    with monkeypatch.context() as patch:
        patch.setattr(Stage, "give", noting)
        play_script(script.read_text(encoding="utf-8"))
    return steps


def plainly(records: tuple[Recorded, ...], state: State, person: Person) -> bytes | None:
    """The push as the views alone make it; None where nothing is told."""
    seen = tuple(view for each in records if (view := event_view(each, person)) is not None)
    seq = records[-1].seq
    whole = table_view(TABLE, seq, state, person, credits_cents=7, betting_ms_left=9)
    return msgspec.json.encode(Push(seq, seen, whole)) if seen else None


def differences(steps: list[Step], together: int) -> list[str]:
    """Where a shared push differs, so many commands of the script told at once."""
    remembered = Remembered()
    found: list[str] = []
    for start in range(0, len(steps), together):
        some = steps[start : start + together]
        records = tuple(record for happened, _ in some for record in happened)
        state = some[-1][1]
        if not records:
            continue
        happened, moment = Happened(records), Moment(TABLE, records[-1].seq, state, 9, remembered)
        # What staff may do is asked of the law sixty times over: now and then is enough.
        for person in EVERYBODY if start % 5 == 0 else EVERYBODY[:-2]:
            told = happened.to(person)
            shared = moment.frame(person, told, 7) if told else None
            if shared != plainly(records, state, person):
                found.append(f"{person!r} after {[type(each.event).__name__ for each in records]}")
            is_concerned = happened.is_public or person.id in happened.named
            if told and person.kind is not Kind.STAFF and not is_concerned:
                found.append(f"{person!r} would not be told")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_script_is_told_to_everybody_as_the_views_say(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = 0
    for script in SCRIPTS:
        if script.parent.name != game:
            continue
        steps = played(script, monkeypatch)
        assert differences(steps, 1) == [], script.name
        assert differences(steps[-12:], 4) == [], script.name
        frames += len(steps)
    assert frames > 300


def test_a_push_that_takes_everybody_for_a_stranger_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling, "concerned_by", lambda _: ())
    script = next(each for each in SCRIPTS if "squeez" in each.name)
    assert differences(played(script, monkeypatch), 1)


def test_a_push_that_forgets_whose_lines_they_are_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telling._FinishedRound, "told", telling._FinishedRound.told_to_staff)
    script = next(each for each in SCRIPTS if len(played(each, monkeypatch)) > 20)
    assert differences(played(script, monkeypatch), 1)
