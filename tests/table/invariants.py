"""What must hold of every command, refusal, event and state, whatever came before."""

import json
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.readings import readings
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.decide import decide
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import next_step
from punto.table.sight import HIDDEN, seen_by
from punto.table.state import State
from tests.table.gestures import PATRONS
from tests.table.rightful import rightful

NUMBERS: dict[str, list[str]] = json.loads(
    (Path(__file__).parent.parent / "clauses/numbers.json").read_text(encoding="utf-8")
)
DENIED = (Reason.NOT_AUTHORISED, Reason.NOT_YOURS)


def authority_holds(state: State, command: c.Command, events: tuple[e.Event, ...]) -> None:
    """Nobody below the lowest position gave this, and anybody above it might have."""
    allowed = rightful(state, command)
    assert allowed.includes(command.by), f"{command.by} may not {command}"
    by_staff = isinstance(command.by, Staff)
    everybody: list[Actor] = [
        *(Staff("somebody", position) for position in Position),
        *map(Patron, (*PATRONS, "")),
    ]
    for person in everybody:
        other: c.Command = replace(command, by=person)
        if not allowed.includes(person):
            with pytest.raises(Refused) as refusal:
                decide(state, other)
            assert refusal.value.reason in DENIED
        elif by_staff and isinstance(person, Staff):
            assert decide(state, other) == events, "a higher position may do what a lower one may"


def refusal_is_sound(state: State, command: c.Command, refusal: Refused) -> None:
    """A sentence, a clause the game has, and the right person is not told to be the wrong one."""
    assert refusal.sentence.endswith(".")
    game, _, clause = (refusal.clause or "").partition(" ")
    assert not clause or is_clause(clause if game in NUMBERS else f"{game} {clause}", game)
    if refusal.reason in DENIED and rightful(state, command).includes(command.by):
        # Not the giver: the one with the device has no stake (3.12.2) or was out of view (3.12.4).
        assert isinstance(command, c.DrawCard | c.GiveDevice)
        assert any(each in refusal.sentence for each in ("has no stake", "in full view"))


def events_are_sound(state: State, events: tuple[e.Event, ...]) -> None:
    """Each rests on a clause of its game or a reading of ours, or on none."""
    for event in events:
        config = getattr(event, "configuration", None) or state.configuration
        for finished in state.finished:
            if finished.number == getattr(event, "round", 0):
                config = finished.configuration
        assert config is not None
        assert not event.clause or is_clause(event.clause, config.game), event
        said = announcement(event)
        assert said is None or (said.english and said.chinese)


def state_is_sound(state: State) -> None:
    """No part of a state contradicts another."""
    prompt = next_step(state)
    assert prompt.why.endswith(".")
    config, play, shoe, case = state.configuration, state.round, state.shoe, state.case
    if config is not None:
        assert not prompt.clause or is_clause(prompt.clause, config.game), prompt
    if shoe is not None:
        assert 0 <= shoe.gone <= shoe.decks * 52
        assert all(0 <= count <= shoe.decks for count in shoe.seen.values()), shoe.seen
    numbers = [each.number for each in state.finished]
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= 10
    if play is None:
        assert case is None or not case.withdrawable
        return
    assert config is not None
    assert shoe is not None
    assert len(play.cards) <= 6
    assert all(play.handlers.values())
    assert all(stake.cents > 0 and stake.patron for stake in play.stakes.values())
    if case is not None:
        assert set(case.asked) <= {stake.patron for stake in play.stakes.values()}
    for patron in (*PATRONS, ""):
        seen = seen_by(state, patron)
        for hand, codes in zip(map(play.hand, Side), (seen.player, seen.banker), strict=True):
            for dealt, code in zip(hand, codes, strict=True):
                may = dealt.face_up or (patron and patron in dealt.seen_by)
                assert code == (dealt.card if may and dealt.card else HIDDEN)


@cache
def is_clause(text: str, game: str) -> bool:
    """Whether a game's document has this number, or we have this reading."""
    if text.startswith("reading "):
        return text.removeprefix("reading ") in readings()
    return text in NUMBERS.get(game, ())
