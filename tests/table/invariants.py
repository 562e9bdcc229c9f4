"""Invariants of every command, refusal, event and state."""

import json
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.clauses import Kind, clauses
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.readings import readings_for
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import next_step
from punto.table.state import State, Waits
from punto.table.visibility import HIDDEN, seen_by
from tests.envelope import Given, decide_given
from tests.table.any_commands import PATRONS
from tests.table.authority_oracle import resolves, rightful

NUMBERS: dict[str, list[str]] = json.loads(
    (Path(__file__).parent.parent / "clauses/numbers.json").read_text(encoding="utf-8")
)
LISTED = {game.id: {reading.id for reading in readings_for(game.id)} for game in GAMES}
LISTED_FOR_ALL = set.intersection(*LISTED.values())  # a closed table has no game yet
ENFORCED = {
    game.id: {each.number for each in clauses(game.id) if each.kind is Kind.ENFORCED}
    for game in GAMES
}
DENIED = (Reason.NOT_AUTHORISED, Reason.NOT_YOURS, Reason.NOT_THE_CARD_SOURCE)


def authority_holds(state: State, given: Given, events: tuple[e.Event, ...]) -> None:
    """Nobody below the lowest position gave this, and anybody above it might have."""
    command, by = given.command, given.by
    allowed = rightful(state, command, by, given.at_ms)
    assert allowed.includes_now(state, given), f"{by} may not {command}"
    acted = [event for event in events if isinstance(event, e.ActedAs)]
    resolved_at_once = isinstance(command, c.Report) and not _files(events)
    if allowed.includes(by) and not resolved_at_once:
        assert not acted, "who may by their own position acts in no other"
    assert bool(acted) <= (by.id in state.acting)
    events = tuple(event for event in events if not isinstance(event, e.ActedAs))
    by_staff = isinstance(by, Staff)
    # A contribution is revealed by the one who made it, whatever position they are in by now.
    name = by.id if isinstance(command, c.RevealContribution) else "somebody"
    everybody: list[Actor] = [
        *(Staff(name, position) for position in Position),
        *map(Patron, (*PATRONS, "")),
    ]
    for person in everybody:
        other = replace(given, by=person)
        if not rightful(state, command, person, given.at_ms).includes(person):
            with pytest.raises(Refused) as refusal:
                decide_given(state, other)
            assert refusal.value.reason in DENIED
        elif by_staff and isinstance(person, Staff) and isinstance(command, c.Report):
            _is_taken_from(state, command, person)
        elif by_staff and isinstance(person, Staff):
            answer = decide_given(state, other)
            assert _signed(answer, person) == _signed(events, person), "a higher one may too"


def _is_taken_from(state: State, command: c.Report, person: Staff) -> None:
    """A report is resolved at once, or filed for the resolver where no other report waits."""
    resolves_it = person.position >= resolves(state, command.irregularity)
    at_once = resolves_it and command.irregularity is not I.WRONG_DISPLAY
    waits = state.case is not None and state.case.waits is Waits.CONFIRMATION
    given = Given(command, person)
    if waits and not at_once:
        with pytest.raises(Refused) as refusal:
            decide_given(state, given)
        assert refusal.value.reason is Reason.CASE_PENDING
        return
    try:
        assert _files(decide_given(state, given)) != at_once
    except Refused as refused:  # who would resolve it alone needs a second person for the money
        if not at_once or refused.reason is not Reason.APPROVAL_NEEDED:
            raise


def _files(events: tuple[e.Event, ...]) -> bool:
    return any(isinstance(event, e.ReportFiled) for event in events)


def _signed(events: tuple[e.Event, ...], person: Actor) -> list[e.Event]:
    """The events as if this person had been behind them; who deals is signed on by dealing."""
    named = {e.ActingStarted: "given_by", e.ContributionMade: "contributor"}
    if any(isinstance(event, e.RoundVoided) for event in events):  # by its first card
        named[e.RoundVoided] = "dealer"
    return [
        replace(event, **{named[type(event)]: person.id}) if type(event) in named else event
        for event in events
        if not isinstance(event, e.DealerSignedOn)
    ]


def refusal_is_sound(state: State, given: Given, refusal: Refused) -> None:
    """A sentence, a clause the game has, and the right person is not told to be the wrong one."""
    command = given.command
    assert refusal.sentence.endswith(".")
    assert refusal.clause is not None, refusal
    wanted = getattr(command, "configuration", None)  # a table may be set to another game
    configs = [config for config in (state.configuration, wanted) if config is not None]
    if isinstance(command, c.CorrectRound | c.CorrectDisplay):  # by the game of that round
        configs += [old.configuration for old in state.finished if old.number == command.round]
    games = [config.game for config in configs] or [""]
    assert any(refuses_by(refusal.clause, game) for game in games), refusal.clause
    may = rightful(state, command, given.by, given.at_ms)
    if refusal.reason in DENIED and may.includes_now(state, given):
        # Not the giver: the one with the device has no stake (3.12.2) or was out of view (3.12.4).
        assert isinstance(command, c.DrawCard | c.GiveDevice)
        assert any(each in refusal.sentence for each in ("has no bet", "in full view"))


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
    """Whether a game's document has this number, or a reading of ours is listed for the game."""
    if text.startswith("reading "):
        return text.removeprefix("reading ") in LISTED.get(game, LISTED_FOR_ALL)
    return text in NUMBERS.get(game, ())


def refuses_by(cited: str, game: str) -> bool:
    """Whether a refusal at a table of this game may cite this: a clause of its own that the
    register calls enforced, or a reading listed for it."""
    if cited.startswith("reading "):
        return is_clause(cited, game)
    own, _, number = cited.partition(" ")
    return own == game and number in ENFORCED[game]
