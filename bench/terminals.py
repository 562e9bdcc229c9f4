"""Terminals on one electronic table: stakes answered and cards shown, over real sockets.

One process serves, on a journal that is synced at every commit; this one runs all the terminals and
the dealer. `python -m bench.terminals --terminals 1000` runs more terminals than the default.
"""

import asyncio
import random
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
import uvloop
from msgspec import Struct

from bench.books import commit_rows, latency, postgresql
from bench.clock import Row, row
from bench.frames import Connection
from bench.table_server import Served
from punto.journal.store import Store
from punto.rules.round import deal_round
from punto.rules.shoe import full_shoe

TERMINALS, ROUNDS = 200, 3
STAKES = 3  # per terminal and round
RUSH_S = 0.8  # all arrive within this time of "Place your bets, please"
REST_S = 0.5  # between rounds
ANSWER_S = 30.0
TABLE = "rapid"
WAGERS = ("player", "banker", "tie", "player-pair", "banker-pair")


class Event(Struct, frozen=True):
    type: str


class Table(Struct, frozen=True):
    after: int | None
    events: tuple[Event, ...]


class Push(Struct, frozen=True, tag="push"):
    table: Table | None


class Ping(Struct, frozen=True, tag="ping"):
    pass


class No(Struct, frozen=True):
    sentence: str


class Answer(Struct, frozen=True, tag="answer"):
    id: str | None
    refused: No | None = None


_frames: msgspec.json.Decoder[Push | Ping | Answer] = msgspec.json.Decoder(Push | Ping | Answer)
_encode = msgspec.json.Encoder().encode


class Seen(Struct):
    """The results of a run."""

    answered_s: list[float] = []
    shown_s: list[float] = []  # cards
    closed_s: list[float] = []  # "No more bets"
    rushes: list[float] = []  # stakes a second of each round
    refused: list[str] = []
    lost: int = 0


class Terminal:
    """One patron's socket, which only stakes and receives updates."""

    def __init__(self, number: int, patron: str, floor: "Floor") -> None:
        self.number = number
        self.patron = patron
        self.floor = floor
        self.asked: dict[str, float] = {}
        self.connection: Connection | None = None
        self.ready = asyncio.Event()

    def heard(self, frame: bytes) -> None:
        now = perf_counter()
        match _frames.decode(frame):
            case Answer(id=key, refused=refused) if key is not None:
                self.floor.answered(now - self.asked.pop(key), refused)
            case Push(table=Table() as table):
                self.ready.set()
                for event in table.events:
                    if event.type in ("card-drawn", "betting-closed"):
                        self.floor.shown(now)
                    elif event.type == "betting-opened":
                        self.stake_soon()
            case _:
                pass

    def stake_soon(self) -> None:
        loop = asyncio.get_running_loop()
        for wager in random.sample(WAGERS, STAKES):
            loop.call_later(random.random() * RUSH_S, self.stake, wager)

    def stake(self, wager: str) -> None:
        assert self.connection is not None
        key = f"{self.number}-{next(self.floor.keys)}"
        command = {
            "type": "place-stake",
            "patron": self.patron,
            "wager": wager,
            "position": self.number,
            "cents": 1000,
        }
        self.asked[key] = perf_counter()
        self.connection.send(_encode({"type": "give", "id": key, "command": command}))

    def closed(self) -> None:
        self.floor.lost()


class Dealer:
    """The dealer's socket, which sends one command after another."""

    def __init__(self) -> None:
        self.connection: Connection | None = None
        self.ready = asyncio.Event()
        self._answers: asyncio.Queue[Answer] = asyncio.Queue()
        self._keys = count(1)

    def heard(self, frame: bytes) -> None:
        match _frames.decode(frame):
            case Answer() as answer:
                self._answers.put_nowait(answer)
            case Push():
                self.ready.set()
            case _:
                pass

    def closed(self) -> None:
        pass

    async def give(self, kind: str, **fields: object) -> None:
        assert self.connection is not None
        command = {"type": kind, **fields}
        key = f"dealer-{next(self._keys)}"
        self.connection.send(_encode({"type": "give", "id": key, "command": command}))
        answer = await asyncio.wait_for(self._answers.get(), ANSWER_S)
        assert answer.refused is None, answer.refused


class Floor:
    """All terminals, and the dealer."""

    def __init__(self, served: list[Served]) -> None:
        self.seen = Seen()
        self.keys = count(1)
        self._nodes = served
        self._dealer = Dealer()
        self._given_s = 0.0  # when the dealer sent the command to be shown
        self._showing: list[float] = []
        self._over = False
        self._waiting = 0
        self._all_done = asyncio.Event()
        self._cards = full_shoe(8)
        random.shuffle(self._cards)

    async def play(self, rounds: int) -> Seen:
        people = self._nodes[0].tokens
        self.terminals = [
            Terminal(number, name, self) for number, name in enumerate(people, start=1)
        ]
        for place, terminal in enumerate(self.terminals):
            node = self._nodes[place % len(self._nodes)]
            terminal.connection = await Connection.open(
                node.port, TABLE, people[terminal.patron], terminal.heard, terminal.closed
            )
            await asyncio.wait_for(terminal.ready.wait(), ANSWER_S)
        first = self._nodes[0]
        self._dealer.connection = await Connection.open(
            first.port, TABLE, first.dealer, self._dealer.heard, self._dealer.closed
        )
        await self._dealer.ready.wait()
        shoe = iter(self._cards)
        await self._dealer.give("load-shoe", shoe="one")
        for _ in range(rounds):
            await self._round(shoe)
        self._over = True
        return self.seen

    async def _round(self, shoe: Iterator[object]) -> None:
        dealt = deal_round(shoe)  # type: ignore[arg-type]
        assert dealt is not None
        self._waiting = len(self.terminals) * STAKES
        self._all_done.clear()
        start = perf_counter()
        await self._dealer.give("open-betting")
        await asyncio.wait_for(self._all_done.wait(), ANSWER_S)
        self.seen.rushes.append(len(self.terminals) * STAKES / (perf_counter() - start))
        await self._show(self.seen.closed_s, "close-betting")
        for place, card in enumerate(dealt.cards):
            if place == 4:
                await self._dealer.give("announce-totals")
            await self._show(self.seen.shown_s, "draw-card", card=card.code)
        if len(dealt.cards) == 4:
            await self._dealer.give("announce-totals")
        await self._dealer.give("announce-outcome")
        await asyncio.sleep(REST_S)

    async def _show(self, seconds: list[float], kind: str, **fields: object) -> None:
        """Send a command, and continue when every terminal shows it."""
        self._waiting = len(self.terminals)
        self._all_done.clear()
        self._showing, self._given_s = seconds, perf_counter()
        await self._dealer.give(kind, **fields)
        await asyncio.wait_for(self._all_done.wait(), ANSWER_S)

    def lost(self) -> None:
        self.seen.lost += not self._over

    def answered(self, seconds: float, refused: No | None) -> None:
        self.seen.answered_s.append(seconds)
        if refused is not None:
            self.seen.refused.append(refused.sentence)
        self._one_less()

    def shown(self, now: float) -> None:
        self._showing.append(now - self._given_s)
        self._one_less()

    def _one_less(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._all_done.set()


def measure(journal: str, terminals: int, rounds: int, nodes: int = 1) -> Seen:
    """Play rounds with a number of terminals, distributed over the serving processes."""
    with serving(journal, terminals, nodes) as served:

        async def play() -> Seen:
            return await Floor(served).play(rounds)

        return uvloop.run(play())


@contextmanager
def serving(journal: str, terminals: int, nodes: int) -> Iterator[list[Served]]:
    """Start the processes that serve one table, with sign-in tokens for the patrons."""
    running: list[subprocess.Popen[bytes]] = []
    found: list[Served] = []
    try:
        for node in range(nodes):
            asked = (journal, str(terminals if not node else 0))
            process = subprocess.Popen(
                [sys.executable, "-m", "bench.table_server", *asked], stdout=subprocess.PIPE
            )
            running.append(process)
            assert process.stdout is not None
            found.append(msgspec.json.decode(process.stdout.readline(), type=Served))
        yield found
    finally:
        for process in running:
            process.terminate()
            process.wait()


def rows(terminals: int = TERMINALS, rounds: int = ROUNDS) -> list[Row]:
    """Measure one node on SQLite, and two on PostgreSQL if available."""
    with TemporaryDirectory(dir=Path.cwd()) as folder:  # a real disk, not one in memory
        found = _rows("SQLite", str(Path(folder) / "terminals.journal"), terminals, rounds, 1)
        with postgresql(folder) as address:
            if address:
                found += _rows("two nodes, PostgreSQL", address, terminals, rounds, 2)
        return found


def _rows(name: str, journal: str, terminals: int, rounds: int, nodes: int) -> list[Row]:
    seen = measure(journal, terminals, rounds, nodes)
    assert not seen.refused, seen.refused[:3]
    assert not seen.lost, f"{seen.lost} sockets ended"
    store = Store(journal)
    raw = commit_rows(store)
    store.close()
    where = f"{terminals:,} terminals, {name}"
    return [
        row(
            f"stakes at the rush, {where}",
            max(seen.rushes),
            len(raw) / sum(raw),
            "a second",
            "single-row commits",
        ),
        latency(f"from stake to answer, {where}", seen.answered_s, raw),
        latency(f"from “No more bets” to screen, {where}", seen.closed_s, raw),
        latency(f"from card to screen, {where}", seen.shown_s, raw),
    ]


def main() -> None:
    """Measure with the given number of terminals and rounds."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--terminals", type=int, default=TERMINALS)
    asked.add_argument("--rounds", type=int, default=ROUNDS)
    said = asked.parse_args()
    for line in rows(said.terminals, said.rounds):
        print(" | ".join(line))


if __name__ == "__main__":
    main()
