"""Two tables that differ only in face-down cards: no observer may tell them apart.

Both receive the same commands, but the device reads different cards for the face-down hands. All
public information is compared after each command: events, refusals with their reasons, the next
step and each patron's view. At every step, commands also guess cards, at random and correctly: the
answer to a guess must not depend on the face-down cards, nor reveal them.
"""

import re
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.evolve import evolve_all
from punto.table.legal.moves import may
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State
from punto.table.visibility import seen_by
from tests.envelope import Given, decide_given
from tests.table.any_commands import CODES, PATRONS, gesture
from tests.table.any_configuration import configuration
from tests.table.authority_oracle import rightful
from tests.table.machine import Table
from tests.table.prompted_play import obey, stakes

LOOKING = (c.Reconstruct, c.SetAside, c.SortCards, c.ReplaceMissing)
Answer = tuple[object, ...]
CARD = re.compile(r"\b[A23456789TJQK][SHDC]\b")
GUESSERS = (Staff("boss", Position.ASSISTANT_CASINO_MANAGER), Patron("seat1"), Patron("seat2"))


def compare(seed: int) -> int:
    """Play both tables until a secret hand is turned up; how often hidden cards were compared."""
    chance = Random(seed)
    secret = chance.choice(((Side.PLAYER,), (Side.BANKER,), tuple(Side)))
    table = _ready(chance)
    other = table.state
    compared = 0
    for _ in range(60):
        given = _next(table, chance)
        command = given.command
        if _looks(given.command):
            continue
        if isinstance(command, c.ExposeCards) and command.side in secret and _differ(table, other):
            break
        elsewhere = _read_otherwise(table.state, given, secret, chance)
        answer, here = _answer(table.state, given)
        told, there = _answer(other, elsewhere)
        assert answer == told, f"{command} tells what lies face down"
        table.give(given)
        assert table.state == here
        other = there
        compared += _alike(table.state, other)
        _guess(table, other, chance)
        if table.state.round is None and any(isinstance(a, e.RoundVoided) for a in answer):
            break  # what lay there is gone, and the shoes have shown different cards
    return compared


def _ready(chance: Random) -> Table:
    """A table where cards are dealt face down from a device that reads them."""
    table = Table()
    game = find_game(chance.choice(("tiger", "dragon-tiger-no-commission")))
    config = configuration(chance, game)
    while config.method is Method.B:
        config = configuration(chance, game)
    opened = Given(c.OpenTable(replace(config, burn=False, differential_cents=None)), Patron(""))
    table.give(replace(opened, by=rightful(table.state, opened.command).somebody()))
    while next_step(table.state).step is not Step.CLOSE_BETTING:
        table.give(obey(table, chance))
    stakes(table, chance, 8)
    return table


def _next(table: Table, chance: Random) -> Given:
    return obey(table, chance) if chance.random() < 0.5 else gesture(table, chance)


def _looks(command: c.Command) -> bool:
    """Whether people name cards that they have looked at themselves."""
    match command:
        case c.ExposeCards(cards=cards) | c.Decide(cards=cards):
            return bool(cards)
        case c.Report(irregularity=kind, card=card, place=place):
            return bool(card) or (kind is Irregularity.EXPOSED_OR_NOT_PASSED and place > 0)
        case _:
            return isinstance(command, LOOKING)


def _read_otherwise(state: State, given: Given, secret: tuple[Side, ...], chance: Random) -> Given:
    play, command = state.round, given.command
    if not isinstance(command, c.DrawCard) or command.card not in CODES or play is None:
        return given
    due = play.due()
    if due is None or due.side not in secret or play.totals_announced:
        return given
    other = chance.choice([code for code in CODES if code != command.card])
    return replace(given, command=replace(command, card=other))


def _answer(state: State, given: Given) -> tuple[Answer, State]:
    """What the giver and everybody else are told, and the state after it."""
    try:
        events = decide_given(state, given)
    except Refused as refusal:
        return (refusal.reason, refusal.sentence, refusal.clause), state
    public = tuple(_public(event) for event in events)
    return (*public, *map(announcement, public)), evolve_all(state, events)


def _public(event: e.Event) -> e.Event:
    if isinstance(event, e.CardDrawn) and not event.face_up:
        return replace(event, card=None)
    if isinstance(event, e.CardsReconstructed):
        return replace(event, cards=())  # which lie face up is in the view
    return event


def _guess(table: Table, other: State, chance: Random) -> None:
    """Name cards in every way there is, right and wrong, at both tables."""
    state, play = table.state, table.state.round
    if play is None or other.round is None:
        return
    hidden = [
        dealt.card
        for each in (play, other.round)
        for dealt in each.cards
        if dealt.card and not dealt.face_up
    ]
    for by in GUESSERS:
        for guess in _guesses(table, hidden, by, chance):
            answer, told = _answer(state, guess)[0], _answer(other, guess)[0]
            assert answer == told, f"{guess} is answered by what lies face down"
            if answer and isinstance(answer[0], Reason):
                named = {*CARD.findall(str(guess.command))}
                said = {*CARD.findall(str(answer[1]))} - named
                assert not said & {*hidden}, f"{answer[1]} tells what lies face down"


def _guesses(table: Table, hidden: list[str], by: Actor, chance: Random) -> Iterator[Given]:
    play = table.state.round
    assert play is not None
    for side in Side:
        count = len([dealt for dealt in play.hand(side) if not dealt.face_up])
        for _ in range(2):
            cards = tuple(chance.choice((*hidden, "KD")) for _ in range(count))
            yield Given(c.ExposeCards(side, cards), by)
            yield Given(c.ExposeCards(side, cards, turned_by=play.handlers.get(side, "")), by)
        for card in {*hidden[:4], "KD"}:
            kind = Irregularity.EXPOSED_OR_NOT_PASSED
            yield Given(c.Report(kind, side=side, card=card), by)
            yield Given(c.Report(kind, side=side, card=card, place=chance.randint(0, 3)), by)
    out = len(play.cards) + len(play.set_aside)
    mixed = tuple(chance.choice((*hidden, "KD", None)) for _ in range(out))
    orders: tuple[tuple[str | None, ...], ...] = (table.in_order(), mixed, (*mixed, "KD"))
    for order in orders:
        yield Given(c.Reconstruct(order), by)
        yield Given(c.Decide(False, "seen", order), by)


def _differ(table: Table, other: State) -> bool:
    play, twin = table.state.round, other.round
    return play is not None and twin is not None and play.cards != twin.cards


def _alike(state: State, other: State) -> int:
    """Compare what can be seen; 1 where cards lie face down that are not the same."""
    assert next_step(state) == next_step(other)
    assert seen_by(state) == seen_by(other)
    play, twin = state.round, other.round
    if play is None or twin is None:
        return 0
    hidden = [
        (one, two) for one, two in zip(play.cards, twin.cards, strict=True) if one.card != two.card
    ]
    for by in map(Patron, PATRONS if hidden else ()):
        assert may(state, by) == may(other, by), "what may be done tells what lies face down"
    for patron in PATRONS:
        knows = any(patron in one.seen_by for one, _ in hidden)
        assert (seen_by(state, patron) != seen_by(other, patron)) is knows
    return int(bool(hidden))
