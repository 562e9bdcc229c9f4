"""Two tables alike but for the cards that lie face down: nobody may be able to tell them apart.

Both are given the same commands, but that the device reads other cards for the hands kept secret.
What everybody gets to know is compared after each: what happened, what is refused and why, what
comes next and what each patron sees. Left out are commands by which people look for themselves:
those that name cards they have turned up, put in order or sorted.
"""

from random import Random

from msgspec.structs import replace

from punto.refusals import Refused
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.table import commands as c
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Patron
from punto.table.prompt import Step, next_step
from punto.table.sight import seen_by
from punto.table.state import State
from tests.table.gestures import CODES, PATRONS, configuration, gesture
from tests.table.machine import Table
from tests.table.rightful import rightful
from tests.table.routine import obey, stakes

LOOKING = (c.Reconstruct, c.SetAside, c.SortCards, c.ReplaceMissing)
Answer = tuple[object, ...]


def compare(seed: int) -> int:
    """Play both tables until a secret hand is turned up; how often hidden cards were compared."""
    chance = Random(seed)
    secret = chance.choice(((Side.PLAYER,), (Side.BANKER,), tuple(Side)))
    table = _ready(chance)
    other = table.state
    compared = 0
    for _ in range(60):
        command = _next(table, chance)
        if _looks(command):
            continue
        if isinstance(command, c.ExposeCards) and command.side in secret and _differ(table, other):
            break
        elsewhere = _read_otherwise(table.state, command, secret, chance)
        answer, here = _answer(table.state, command)
        told, there = _answer(other, elsewhere)
        assert answer == told, f"{command} tells what lies face down"
        table.give(command)
        assert table.state == here
        other = there
        compared += _alike(table.state, other)
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
    opened = c.OpenTable(replace(config, burn=False, differential_cents=None), by=Patron(""))
    table.give(replace(opened, by=rightful(table.state, opened).somebody()))
    while next_step(table.state).step is not Step.CLOSE_BETTING:
        table.give(obey(table, chance))
    stakes(table, chance, 8)
    return table


def _next(table: Table, chance: Random) -> c.Command:
    return obey(table, chance) if chance.random() < 0.5 else gesture(table, chance)


def _looks(command: c.Command) -> bool:
    """Whether people name cards that they have looked at themselves."""
    match command:
        case c.ExposeCards(cards=cards) | c.Decide(cards=cards):
            return bool(cards)
        case c.Report(card=card):
            return bool(card)
        case _:
            return isinstance(command, LOOKING)


def _read_otherwise(
    state: State, command: c.Command, secret: tuple[Side, ...], chance: Random
) -> c.Command:
    play = state.round
    if not isinstance(command, c.DrawCard) or command.card not in CODES or play is None:
        return command
    due = play.due()
    if due is None or due.side not in secret or play.totals_announced:
        return command
    return replace(command, card=chance.choice([code for code in CODES if code != command.card]))


def _answer(state: State, command: c.Command) -> tuple[Answer, State]:
    """What the giver and everybody else are told, and the state after it."""
    try:
        events = decide(state, command)
    except Refused as refusal:
        return (refusal.reason, refusal.sentence, refusal.clause), state
    public = tuple(_public(event) for event in events)
    return (*public, *map(announcement, public)), evolve_all(state, events)


def _public(event: e.Event) -> e.Event:
    if isinstance(event, e.CardDrawn) and not event.face_up:
        return replace(event, card=None)
    return event


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
    for patron in PATRONS:
        knows = any(patron in one.seen_by for one, _ in hidden)
        assert (seen_by(state, patron) != seen_by(other, patron)) is knows
    return int(bool(hidden))
