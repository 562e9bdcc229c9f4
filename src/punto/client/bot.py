"""A bot: one patron that plays by itself over a real socket."""

import asyncio
from array import array
from asyncio import Future, Task
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from ssl import SSLContext
from time import perf_counter

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from punto.client.connection import FRAME_BYTES_MAX
from punto.client.live import SILENT_S
from punto.client.trust import check_trusted
from punto.refusals import Reason, Refused
from punto.web.errors import NOT_ALLOWED
from punto.web.live.subscribers import SIGNED_OUT

ANSWER_S = 30.0
SECOND_THOUGHTS = 0.15  # the probability that a stake is changed or withdrawn
STAKES_SPREAD = 8  # a stake is one to this many minimums
PAUSE_S, PAUSE_S_MAX = 0.2, 5.0
RUSH_MS = 1_500  # stakes are spread over this much of the betting time


class RoundSeen(Struct):
    number: int = 0
    betting_open: bool = False


class TableSeen(Struct):
    seq: int = 0
    round: RoundSeen | None = None
    betting_ms_left: int | None = None


class StakeSeen(Struct):
    id: int
    wager: str


class MineSeen(Struct):
    stakes: tuple[StakeSeen, ...] = ()


class NoSeen(Struct):
    reason: str = ""


class FrameSeen(Struct):
    """The fields of a frame that a bot needs; the rest is not decoded."""

    type: str = ""
    id: str | None = None
    table: TableSeen | None = None
    mine: MineSeen | None = None
    refused: NoSeen | None = None


_frames: msgspec.json.Decoder[FrameSeen] = msgspec.json.Decoder(FrameSeen)
_encode = msgspec.json.Encoder().encode


class Rules(Struct, frozen=True):
    """The minimum of each wager in cents, and the positions a bot may take."""

    table: str
    minimums: Mapping[str, int]
    wagers: tuple[str, ...]
    positions: int


class Tally:
    """The combined figures of all bots so far."""

    def __init__(self) -> None:
        self.seated = 0
        self.frames = 0
        self.stakes = 0
        self.changes = 0
        self.withdrawals = 0
        self.refused: Counter[str] = Counter()
        self.unanswered = 0
        self.breaks = 0
        self.rounds: set[int] = set()
        self.answers_ms = array("d")

    def see(self, round_: int) -> None:
        """Record that betting opened for this round."""
        self.rounds.add(round_)


class Broke(Exception):  # noqa: N818  (such a guest is replaced by another)
    """The guest has no credits left, or was signed out."""


class Bot:
    """A guest at a table; `play` returns when its rounds are over, or when stopped."""

    def __init__(
        self,
        name: str,
        token: str,
        rules: Rules,
        tally: Tally,
        random: Random,
        *,
        position: int,
        stakes_a_round: int,
        rounds: int | None,
        trust: SSLContext | None = None,
    ) -> None:
        self.name = name
        self._trust = trust
        self.rounds_left = rounds
        self._headers = {"Authorization": f"Bearer {token}"}
        self._rules = rules
        self._tally = tally
        self._random = random
        self._position = position
        self._stakes_a_round = stakes_a_round
        self._after: int | None = None
        self._round = 0
        self._open = 0  # the round in which betting is open
        self._number = 0
        self._waiting: dict[str, Future[FrameSeen]] = {}
        self._staking: Task[None] | None = None

    async def play(self, address: str) -> None:
        """Play at one server until the socket closes or the rounds are over."""
        query = f"?after={self._after}" if self._after is not None else ""
        where = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{self._rules.table}/live{query}"
        async with connect(
            where,
            additional_headers=self._headers,
            compression=None,
            max_size=FRAME_BYTES_MAX,
            ping_interval=None,
            close_timeout=1.0,
            proxy=None,
            ssl=self._trust if where.startswith("wss") else None,
        ) as socket:
            self._tally.seated += 1
            try:
                await self._watch(socket)
            finally:
                self._tally.seated -= 1
                await self._stop()

    async def _watch(self, socket: ClientConnection) -> None:
        while self._waiting or self.rounds_left is None or self.rounds_left > 0:
            async with asyncio.timeout(SILENT_S):  # a server that sends nothing is gone
                frame = _frames.decode(await socket.recv())
            self._tally.frames += 1
            if frame.type == "answer":
                waiting = self._waiting.pop(frame.id or "", None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
                continue
            table = frame.table
            if table is not None:
                self._after = max(table.seq, self._after or 0)
                if table.round is not None:
                    self._look(socket, table, table.round)

    def _look(self, socket: ClientConnection, table: TableSeen, play: RoundSeen) -> None:
        if self._staking is not None and self._staking.done():
            self._staking.result()  # raises Broke if no credits are left
        if play.betting_open and play.number != self._round:
            self._round = self._open = play.number
            self._tally.see(play.number)
            left_ms = min(table.betting_ms_left or RUSH_MS, RUSH_MS)
            self._staking = asyncio.create_task(self._stake(socket, play.number, left_ms / 1000))
        elif not play.betting_open and self._open:
            self._open = 0
            if self.rounds_left is not None:
                self.rounds_left -= 1

    async def _stop(self) -> None:
        """Cancel everything that waits for an answer on this socket."""
        self._waiting.clear()
        staking, self._staking = self._staking, None
        if staking is not None:
            staking.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed, Broke):
                await staking

    async def _stake(self, socket: ClientConnection, play: int, within_s: float) -> None:
        rules, chance = self._rules, self._random
        for _ in range(self._stakes_a_round):
            await asyncio.sleep(chance.random() * within_s / self._stakes_a_round)
            if self._open != play:
                return  # betting has closed: drop the remaining stakes
            wager = chance.choice(rules.wagers)
            cents = rules.minimums[wager] * chance.randint(1, STAKES_SPREAD)
            placed = await self._give(
                socket,
                type="place-stake",
                patron=self.name,
                wager=wager,
                position=self._position,
                cents=cents,
            )
            if placed is None:
                continue
            self._tally.stakes += 1
            if chance.random() < SECOND_THOUGHTS and self._open == play:
                own = [each.id for each in placed.stakes if each.wager == wager]
                if own:
                    await self._think_again(socket, own[-1], rules.minimums[wager])

    async def _think_again(self, socket: ClientConnection, stake: int, cents: int) -> None:
        if self._random.random() < 0.5:
            if await self._give(socket, type="withdraw-stake", stake=stake) is not None:
                self._tally.withdrawals += 1
        elif await self._give(socket, type="change-stake", stake=stake, cents=cents) is not None:
            self._tally.changes += 1

    async def _give(self, socket: ClientConnection, **command: object) -> MineSeen | None:
        """Send a command and wait for its answer; return None if it was refused."""
        self._number += 1
        key = f"{self._round}-{self._number}"
        answer: Future[FrameSeen] = asyncio.get_running_loop().create_future()
        self._waiting[key] = answer
        began = perf_counter()
        await socket.send(_encode({"type": "give", "id": key, "command": command}).decode())
        try:
            frame = await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            self._tally.unanswered += 1
            return None
        self._tally.answers_ms.append((perf_counter() - began) * 1000)
        if frame.refused is None:
            return frame.mine or MineSeen()
        self._refused(frame.refused.reason)
        return None

    def _refused(self, reason: str) -> None:
        self._tally.refused[reason] += 1
        if reason == "terminal-taken":
            self._position = self._random.randint(1, self._rules.positions)
        elif reason == "not-enough-credits":
            raise Broke


async def keep_playing(bot: Bot, addresses: tuple[str, ...], tally: Tally) -> None:
    """Play across reconnects, at the next server each time."""
    pause_s = PAUSE_S
    turn = 0
    while bot.rounds_left is None or bot.rounds_left > 0:
        try:
            await bot.play(addresses[turn % len(addresses)])
            pause_s = PAUSE_S
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as broken:
            check_trusted(broken, addresses[turn % len(addresses)])
            _check_welcome(broken)
            tally.breaks += 1
            turn += 1
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSE_S_MAX)


def _check_welcome(broken: Exception) -> None:
    """Raise if reconnecting cannot succeed."""
    code = broken.rcvd.code if isinstance(broken, ConnectionClosed) and broken.rcvd else None
    if code == SIGNED_OUT:
        raise Broke
    if code == NOT_ALLOWED:
        raise Refused(Reason.NOT_AUTHORISED, "The table lets no guests sit down.")
