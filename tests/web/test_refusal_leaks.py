"""Wrong cards named at every step by every kind of person; no answer reveals a card.

One round of each method, from a shoe that staff read and from a sealed one. After each step every
person sends every command that names cards with wrong ones, over HTTP and a socket, and then reads
every readable route of the API. No answer, refusal, frame, metric or log line contains a face-down
card or the next one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from logging import getLogger
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from punto.client import Client
from punto.floor.card_reads import Read
from punto.floor.command_rates import CommandBudget, Rate
from punto.journal import streams
from punto.journal.people.people import ALL_TABLES, Duty
from punto.refusals import Refused
from punto.rules.cards import DECK
from punto.rules.game import Method
from punto.rules.games import find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.decide import decide
from punto.table.people import Actor, Patron, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import Round, State
from punto.web.casino import Casino
from tests.envelope import Given
from tests.sample import sample
from tests.web.long_leaks import DEALER, PATRONS, Play, tokens_of
from tests.web.served import caller, open_session, served

CARD = re.compile(r"\b[A23456789TJQK][SHDC]\b")
COMES_NEXT = 3  # cards of the shoe that are searched for, too
NAMED_FROM = 20  # a wrong card is none of the first so many of the shoe
EVERY = 8  # each person sends one guess in so many at each step, another at the next
LOGGED = 200  # entries of the log in one answer
LOOK_EVERY = 8  # each person reads every route at one step in so many
LEAST = {Method.A: (350, 1_000), Method.B: (150, 300), Method.C: (250, 600)}  # guesses, answers
MANY = Rate(10**6, 10**6)
BOUNDLESS = CommandBudget(MANY, MANY, MANY)
STAFF = {
    "dealer-1": Position.DEALER,
    "manager-1": Position.PIT_MANAGER,
    "boss-1": Position.ASSISTANT_CASINO_MANAGER,
}
PATHS = (
    *("", "/rounds", "/rounds/1", "/roads", "/statistics", "/shoes", "/irregularities"),
    *("/settings", "/protection", "/configuration", "/bank", "/payouts", "/reads"),
)
OF_THE_HOUSE = (
    "lobby",
    "tables",
    "pit",
    "alerts",
    "approvals",
    "significant-events",
    "meters",
    "reports/luck",
    "reports/pace",
)


class Caller:
    """One person at a table, and everything that they were sent."""

    def __init__(self, client: Client, name: str, actor: Actor | None) -> None:
        self.client, self.name, self.actor = client, name, actor
        self.sent: list[str] = []
        client.http.event_hooks["response"].append(self._keep)

    def _keep(self, response: httpx.Response) -> None:
        response.read()
        self.sent.append(response.text)

    def give(self, table: str, command: c.Command) -> None:
        with suppress(Refused):
            self.client.give(table, command)

    def give_on_socket(self, table: str, command: c.Command) -> None:
        """The frames of a socket up to the answer; some may not have one."""
        with suppress(Refused, ConnectionClosed), self.client.watch(table) as watch:
            recv = watch.socket.recv

            def kept(timeout: float | None = None) -> str:
                self.sent.append(str(recv(timeout=timeout)))
                return self.sent[-1]

            watch.socket.recv = kept  # type: ignore[assignment, method-assign]
            watch.next()
            watch.give(command)

    def look_around(self, table: str, after: int) -> None:
        """Read all routes, and of the log of events what comes after this position."""
        for path in PATHS:
            self.client.http.get(f"/api/v1/tables/{table}{path}")
        for path in OF_THE_HOUSE:
            self.client.http.get(f"/api/v1/{path}")
        self.client.http.get(f"/api/v1/events?after={after}")
        self.client.http.get("/metrics")


def wrong_guesses(state: State, codes: tuple[str, ...]) -> Iterator[c.Command]:
    """Every command that names a card, with cards that are not there."""
    play = state.round
    assert play is not None
    out = len(play.cards) + len(play.set_aside)
    wrong = (codes * 3)[: max(out, 1)]
    yield c.DrawCard(codes[0])
    yield c.BurnCards(codes[0], 1)
    for side in Side:
        down = len([dealt for dealt in play.hand(side) if not dealt.face_up])
        for cards in {wrong[:down], wrong[: down + 1], wrong[:1]}:
            yield c.ExposeCards(side, cards)
            yield c.ExposeCards(side, cards, play.handlers.get(side, ""))
        for place in (0, 1, 3):
            kind = Irregularity.EXPOSED_OR_NOT_PASSED
            yield c.Report(kind, side=side, card=codes[0], place=place)
    for cards in (wrong, wrong[:-1], (*wrong, codes[-1])):
        yield c.Reconstruct(cards)
        yield c.Decide(False, "seen", cards)
        yield c.CorrectRound(play.number, cards, "seen")
        yield c.ReplaceMissing(cards)
    yield c.SetAside((codes[0], None))
    yield c.SortCards({codes[0]: 1})
    yield c.RevealShoe(state.shoe.id if state.shoe else "", codes, "0" * 32)


def position(casino: Casino) -> int:
    with casino.store.begin_read() as transaction:
        return transaction.position()


class Searched(Play):
    """A table where after each step everybody guesses."""

    def __init__(
        self,
        casino: Casino,
        people: list[Caller],
        method: Method,
        log: pytest.LogCaptureFixture,
        *,
        is_sealed: bool,
    ) -> None:
        self.casino, self.people, self.log = casino, people, log
        self.is_sealed = is_sealed
        self.order: tuple[str, ...] = ()
        self.found: Counter[str] = Counter()
        # A round has about ten steps: in the two of a method each person sends every guess.
        self._steps = EVERY // 2 if is_sealed else 0
        self._before = position(casino)
        game = "dragon-tiger-no-commission" if is_sealed else "tiger"  # a table for each
        source = CardSource.SEALED if is_sealed else CardSource.PHYSICAL
        super().__init__(casino.host, find_game(game), method, source)

    def _new_shoe(self, state: State) -> list[Given]:
        loads = super()._new_shoe(state)
        assert self._sealed is not None
        self.order = self._sealed[1]
        return loads if self.is_sealed else [Given(c.LoadShoe("first"), DEALER)]

    def _next(self, state: State) -> list[Given]:
        given = super()._next(state)
        if not self.is_sealed and next_step(state).step is Step.DRAW:
            return [replace(each, by=DEALER) for each in given]
        return given

    def _ask(self, command: Given) -> None:
        super()._ask(command)
        state = self.casino.host.state(self.table)
        is_found = any(what.startswith("leak") for what in self.found)
        if state.round is not None and state.round.cards and not is_found:
            self._search(state, state.round)

    def _search(self, state: State, play: Round) -> None:
        assert state.shoe is not None
        shown = {dealt.card for dealt in play.cards if dealt.face_up}
        down = {dealt.card for dealt in play.cards if not dealt.face_up}
        drawn = len(self.order) - state.shoe.left
        secret = {*down, *self.order[drawn : drawn + COMES_NEXT]} - shown - {None}
        first = {*self.order[:NAMED_FROM]}
        wrong = tuple(card.code for card in DECK if card.code not in first)[:4]
        self._steps += 1
        for turn, person in enumerate(self.people, self._steps):
            own = {dealt.card for dealt in play.cards if person.name in dealt.seen_by}
            self._guess(state, person, wrong, turn)
            self.found["searched"] += len(person.sent)
            self._note(person.name, "\n".join(person.sent), secret - own)
            person.sent.clear()
        assert self.casino.host.state(self.table) == state, "a wrong guess changed something"
        self._note("the log", self.log.text, secret)
        self.log.clear()
        self.found["hidden"] += len(down)

    def _guess(self, state: State, person: Caller, wrong: tuple[str, ...], turn: int) -> None:
        """A part of all guesses, another one for each person and step."""
        for number, guess in enumerate(wrong_guesses(state, wrong), turn):
            if number % EVERY:
                continue
            if person.actor is not None and not is_refused(state, guess, person.actor):
                continue
            self.found["guesses"] += 1
            if number % (2 * EVERY):
                person.give_on_socket(self.table, guess)
            else:
                person.give(self.table, guess)
        if person.name == "reader" and next_step(state).step is not Step.DRAW:
            with suppress(Refused):
                person.client.send_reads(self.table, Read(90, wrong[0]), Read(91, wrong[1]))
        if turn % LOOK_EVERY == 0:
            last = position(self.casino)
            # No earlier table: its cards would pass for those of this one.
            person.look_around(self.table, max(self._before, last - LOGGED))

    def _note(self, where: str, text: str, secret: set[str | None]) -> None:
        for code in {*CARD.findall(text)} & secret:
            line = next(line for line in text.splitlines() if code and code in line)
            self.found[f"leak: {where} {self.table}: {code}: {line[:300]}"] += 1


def is_refused(state: State, command: c.Command, actor: Actor) -> bool:
    """Whether a guess would be refused: one that is done is none."""
    try:
        decide(state, command, actor)
    except Refused:
        return True
    return False


def everybody_at(casino: Casino, address: str) -> list[Caller]:
    """Staff of some positions and one from elsewhere, patrons, a guest, devices, no one."""
    found = [
        Caller(
            open_session(casino, address, name, position, ALL_TABLES), name, Staff(name, position)
        )
        for name, position in STAFF.items()
    ]
    stranger = open_session(
        casino, address, "stranger", Position.ASSISTANT_CASINO_MANAGER, "elsewhere"
    )
    tokens = tokens_of(casino)
    found += [Caller(caller(address, tokens[name]), name, Patron(name)) for name in PATRONS]
    found += [
        Caller(caller(address, tokens[name]), name, None) for name in ("passer-by", "display")
    ]
    _, key = casino.sessions.add_device("reader", (ALL_TABLES,), Duty.READER)
    guest = caller(address)
    guest.sign_in_as_guest()
    others = {"stranger": stranger, "reader": caller(address, key), "guest": guest}
    others["outsider"] = caller(address)
    return found + [Caller(client, name, None) for name, client in others.items()]


def lying(state: State) -> str:
    play = state.round
    cards = [d.card for d in play.cards if d.card and not d.face_up] if play else []
    return " ".join(cards)


def plant(monkeypatch: pytest.MonkeyPatch, planted: str, casino: Casino) -> None:
    """A build that tells what lies face down."""
    sound, deny = decide, Casino.deny

    def telling(state: State, command: c.Command, *origin: Any) -> tuple[e.Event, ...]:
        try:
            return sound(state, command, *origin)
        except Refused as no:
            raise Refused(no.reason, f"{no.sentence} {lying(state)}", clause=no.clause) from None

    def logging(self: Casino, person: str, about: str, refused: Refused, table: str = "") -> None:
        for name in casino.host.all_tables():
            getLogger("punto.web").warning("denied beside %s", lying(casino.host.state(name)))
        deny(self, person, about, refused, table)

    if planted == "refusals":
        monkeypatch.setattr(streams, "decide_at_table", telling)
    elif planted == "log":
        monkeypatch.setattr(Casino, "deny", logging)


def search(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    log: pytest.LogCaptureFixture,
    method: Method,
    *,
    is_sealed: bool,
    planted: str = "",
) -> tuple[Counter[str], list[str]]:
    """What two rounds come to, and the leaks among it."""
    log.set_level("INFO")
    with served(folder) as (casino, address):
        casino.budget = BOUNDLESS
        people = everybody_at(casino, address)
        plant(monkeypatch, planted, casino)
        play = Searched(casino, people, method, log, is_sealed=is_sealed)
        play.rounds(2)
    assert play.found["hidden"] > 0 or method is Method.B, "where all cards are dealt face up"
    return play.found, [what for what in play.found if what.startswith("leak")]


@pytest.mark.parametrize(
    ("method", "is_sealed"),
    sample(product(Method, (False, True)), lambda method, is_sealed: (is_sealed,)),
)
def test_no_wrong_guess_is_answered_with_a_card_that_is_hidden(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    method: Method,
    is_sealed: bool,
) -> None:
    found, leaks = search(tmp_path, monkeypatch, caplog, method, is_sealed=is_sealed)
    assert leaks == []
    guesses, searched = LEAST[method]
    assert found["guesses"] > guesses
    assert found["searched"] > searched


@pytest.mark.parametrize("planted", ["refusals", "log"])
def test_a_build_that_tells_a_hidden_card_is_found_out(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    planted: str,
) -> None:
    _, leaks = search(tmp_path, monkeypatch, caplog, Method.A, is_sealed=False, planted=planted)
    assert leaks
