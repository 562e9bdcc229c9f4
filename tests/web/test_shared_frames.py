"""A push made out of shared bytes says, byte for byte, what the views say to that person."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from punto.floor.countdown import BettingTime
from punto.journal.codec import Recorded
from punto.journal.people.people import ALL_TABLES, Kind, Person
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.table.decide import decide
from punto.table.evolve import evolve
from punto.table.legal import moves
from punto.table.people import Actor, Patron, Staff
from punto.table.state import CLOSED, State
from punto.web.live import frames
from punto.web.live.frames import EventFrames, FrameCache, Own, TableFrame
from punto.web.views import mine
from punto.web.views.events import events_for, is_public
from punto.web.views.mine import mine_view
from punto.web.views.table import PUBLIC, is_staff, table_view
from tests.rounds.played import SCRIPTS, StepKind, played
from tests.sample import sample

GAMES = sorted({script.parent.name for script in SCRIPTS})
TIME = BettingTime(9, 20)
TABLE = "t1"
TIMES = 6  # that each kind of step is compared
PATRONS = [Person(f"seat{number}", Kind.PATRON) for number in range(1, 4)]
EVERYBODY = (
    *PATRONS,
    Person("passer-by", Kind.GUEST),
    Person("display", Kind.DEVICE, tables=(ALL_TABLES,)),
    Person("dealer", Kind.STAFF, Position.DEALER, (ALL_TABLES,)),
    Person("stranger", Kind.STAFF, Position.DEALER),
)

encode = msgspec.json.Encoder().encode


class Raws(msgspec.Struct):
    table: msgspec.Raw


Step = tuple[tuple[Recorded, ...], State]


def recorded(script: Path) -> Iterator[tuple[StepKind, Step]]:
    """What each command of a script made happen, and the table after it, by kind of step."""
    numbers = count(1)
    for step in played(script):
        records = tuple(
            Recorded(TABLE, next(numbers), 5, step.by.id, 1, "id", event) for event in step.events
        )
        yield step.kind, (records, step.after)


def steps_of(script: Path) -> list[Step]:
    return [step for _, step in recorded(script)]


@pytest.fixture(autouse=True)
def one_answer_per_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person may do in a state is the same for frames and views: work it out once."""
    work_out = moves.may
    states: list[State] = []
    known: dict[Actor, tuple[str, ...]] = {}

    def may(state: State, by: Actor, at_ms: int = 0) -> tuple[str, ...]:
        if not states or states[0] is not state:
            states[:] = [state]
            known.clear()
        if by not in known:
            known[by] = work_out(state, by, at_ms)
        return known[by]

    monkeypatch.setattr(mine, "may", may)


def plainly(
    records: tuple[Recorded, ...], state: State, person: Person, after: int
) -> tuple[bytes, bytes]:
    """Table and own document as the views alone make them."""
    seq, events = records[-1].seq, events_for(records, person)
    table = table_view(TABLE, seq, state, person, betting=TIME, after=after, events=events)
    return encode(table), encode(mine_view(TABLE, seq, state, person, 7))


def differences(steps: list[Step], together: int = 1) -> list[str]:
    """Where a shared push differs, so many commands of the script sent at once."""
    cache = FrameCache()
    sent: dict[str, Own | None] = {}
    had: dict[str, dict[str, object]] = {}  # everybody's own document, as they last had it
    found: list[str] = []
    for start in range(0, len(steps), together):
        some = steps[start : start + together]
        records = tuple(record for happened, _ in some for record in happened)
        state = some[-1][1]
        if not records:
            continue
        seq, after = records[-1].seq, records[0].seq - 1
        frame = TableFrame(TABLE, seq, state, cache, TIME, EventFrames(records, after))
        # What staff may do is asked of the law sixty times: now and then is enough. A guest who
        # stakes in no script and a display are sent the same: they take turns.
        passing = EVERYBODY[3 + start // together % 2]
        for person in EVERYBODY if start % 5 == 0 else (*PATRONS, passing):
            what = f"{person!r} after {[type(each.event).__name__ for each in records]}"
            table, own = plainly(records, state, person, after)
            made, _ = frame.push(person, 7)
            if made != b'{"type":"push","table":%b,"mine":%b}' % (table, own):
                found.append(what)
            if is_staff(person):
                continue  # their own document is asked of the law each time: once is enough
            if bytes(frame.mine(person, 7)[0]) != own:
                found.append(f"answer to {what}")
            # Somebody who has been sent theirs is spared it only where it has not changed.
            again, sent[person.id] = frame.push(person, None, sent.get(person.id))
            decoded = msgspec.json.decode(again)
            had[person.id] = decoded["mine"] or had[person.id]
            if without_seq(had[person.id]) != without_seq(msgspec.json.decode(own)):
                found.append(f"spared {what}")
    return found


def without_seq(own: dict[str, Any]) -> dict[str, Any]:
    return {**own, "seq": 0, "me": {**own["me"], "credits_cents": 0}}


@pytest.mark.parametrize("game", sample(GAMES))
def test_every_script_is_sent_to_everybody_as_the_views_say(game: str) -> None:
    """Every kind of step so many times: most of the 17,000 repeat what others have shown."""
    seen: Counter[StepKind] = Counter()
    frames = 0
    for script in SCRIPTS:
        if script.parent.name != game:
            continue
        steps = []
        for kind, step in recorded(script):
            seen[kind] += 1
            if seen[kind] <= TIMES:
                steps.append(step)
        assert differences(steps) == [], script.name
        assert differences(steps[-12:], together=4) == [], script.name
        frames += len(steps)
    assert frames > 130
    assert len(seen) > 50


def test_patrons_whom_nothing_concerns_share_one_frame_and_staff_share_a_table() -> None:
    script = next(each for each in SCRIPTS if "squeez" in each.name)
    records, state = steps_of(script)[2]
    frame = TableFrame(TABLE, 9, state, FrameCache(), TIME, EventFrames(records))
    shared = set()
    for number in range(50):
        person = Person(f"stranger{number}", Kind.GUEST)
        _, own = frame.push(person, 7)
        shared.add(id(frame.push(person, None, own)[0]))
    assert len(shared) == 1
    staff = [Person(f"dealer{each}", Kind.STAFF, Position.DEALER, (ALL_TABLES,)) for each in "ab"]
    one, other = (msgspec.json.decode(frame.push(each)[0], type=Raws).table for each in staff)
    assert bytes(one) == bytes(other)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_is_told_of_an_event_that_is_not_public(game: str) -> None:
    for script in SCRIPTS:
        if script.parent.name == game:
            for records, _ in steps_of(script):
                public = [each for each in records if is_public(each.event)]
                assert len(events_for(records, PUBLIC)) == len(public)


def test_a_push_that_takes_everybody_for_a_stranger_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frames, "concerned", lambda _: ())
    script = next(each for each in SCRIPTS if "squeez" in each.name)
    assert differences(steps_of(script))


def test_a_push_that_forgets_whose_lines_they_are_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settled = FrameCache.settled
    monkeypatch.setattr(FrameCache, "settled", lambda cache, f, _: settled(cache, f, "seat1"))
    script = next(each for each in SCRIPTS if len(steps_of(each)) > 20)
    assert differences(steps_of(script))


def test_what_patrons_may_do_follows_every_change_but_stakes() -> None:
    """Frames of one betting period share it, until the last terminal is taken."""
    config = usual_configuration(find_game("rapid-no-commission"), min_cents=100, max_cents=10_000)
    dealer, cache = Staff("dealer", Position.ASSISTANT_CASINO_MANAGER), FrameCache()
    state = CLOSED
    seen: list[tuple[str, ...]] = []
    for command, by in (
        (c.OpenTable(replace(config, positions=2)), dealer),
        (c.LoadShoe("one"), dealer),
        (c.OpenBetting(), dealer),
        (c.PlaceStake("seat1", "banker", 1, 1000), Patron("seat1")),
        (c.PlaceStake("seat1", "tie", 1, 1000), Patron("seat1")),
        (c.PlaceStake("seat2", "tie", 2, 1000), Patron("seat2")),
        (c.CloseBetting(), dealer),
    ):
        for event in decide(state, command, by):
            state = evolve(state, event)
        for person in (*PATRONS, EVERYBODY[3]):
            made = bytes(TableFrame(TABLE, 5, state, cache).mine(person, 7)[0])
            assert made == encode(mine_view(TABLE, 5, state, person, 7)), (command, person)
        seen.append(mine_view(TABLE, 5, state, PATRONS[2]).may)
    assert "place-stake" in seen[2] == seen[4]
    assert "place-stake" not in seen[5]  # no terminal is left for the third
