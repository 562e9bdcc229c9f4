"""One patron that plays by itself over a real socket, and knows no more than it needs to."""

import asyncio
from array import array
from asyncio import Future, Task
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from punto.client.connection import FRAME_BYTES_MAX
from punto.money import print_amount
from punto.refusals import Reason, Refused
from punto.web.sockets import NOT_ALLOWED
from punto.web.watcher import SIGNED_OUT

ANSWER_S = 30.0
SECOND_THOUGHTS = 0.15  # how often a stake is changed or taken back
STAKES_SPREAD = 8  # a stake is one to so many minimums
PAUSE_S, PAUSE_S_MAX = 0.2, 5.0
RUSH_MS = 1_500  # stakes are thrown in over so much of the time there is for them


class RoundSeen(Struct):
    number: int = 0
    betting_open: bool = False


class TableSeen(Struct):
    round: RoundSeen | None = None
    betting_ms_left: int | None = None


class StakeMade(Struct):
    type: str = ""
    fields: Mapping[str, Any] = {}


class DoneSeen(Struct):
    events: tuple[StakeMade, ...] = ()


class NoSeen(Struct):
    reason: str = ""


class FrameSeen(Struct):
    """Any frame, and of it only what a bot goes by: the rest is skipped, not decoded."""

    type: str = ""
    seq: int = 0
    id: str | None = None
    view: TableSeen | None = None
    done: DoneSeen | None = None
    refused: NoSeen | None = None


_frames: msgspec.json.Decoder[FrameSeen] = msgspec.json.Decoder(FrameSeen)
_encode = msgspec.json.Encoder().encode


class Rules(Struct, frozen=True):
    """What a bot stakes: the minimum of each wager in cents, and where it may sit."""

    table: str
    minimums: Mapping[str, int]
    wagers: tuple[str, ...]
    positions: int


class Tally:
    """What all bots together have seen so far."""

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
        """Betting was opened for this round."""
        self.rounds.add(round_)


class Broke(Exception):  # noqa: N818  (such a guest is replaced by another)
    """Nothing is left to stake, or the guest was signed out."""


class Bot:
    """A guest at a table; `play` returns when it has had its rounds, or is to stop."""

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
    ) -> None:
        self.name = name
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
        """Sit at one server until the socket breaks or the rounds are over."""
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
        ) as socket:
            self._tally.seated += 1
            try:
                await self._watch(socket)
            finally:
                self._tally.seated -= 1
                await self._stop()

    async def _watch(self, socket: ClientConnection) -> None:
        while self._waiting or self.rounds_left is None or self.rounds_left > 0:
            frame = _frames.decode(await socket.recv())
            self._tally.frames += 1
            if frame.type == "answer":
                waiting = self._waiting.pop(frame.id or "", None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
                continue
            self._after = max(frame.seq, self._after or 0)
            if frame.view is not None and frame.view.round is not None:
                self._look(socket, frame.view, frame.view.round)

    def _look(self, socket: ClientConnection, view: TableSeen, play: RoundSeen) -> None:
        if self._staking is not None and self._staking.done():
            self._staking.result()  # raises where there is nothing left to stake
        if play.betting_open and play.number != self._round:
            self._round = self._open = play.number
            self._tally.see(play.number)
            left_ms = min(view.betting_ms_left or RUSH_MS, RUSH_MS)
            self._staking = asyncio.create_task(self._stake(socket, play.number, left_ms / 1000))
        elif not play.betting_open and self._open:
            self._open = 0
            if self.rounds_left is not None:
                self.rounds_left -= 1

    async def _stop(self) -> None:
        """Whoever waits for an answer of this socket waits no more."""
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
                return  # what was not said when betting closed is not said any more
            wager = chance.choice(rules.wagers)
            cents = rules.minimums[wager] * chance.randint(1, STAKES_SPREAD)
            placed = await self._give(
                socket,
                type="place-stake",
                patron=self.name,
                wager=wager,
                position=self._position,
                amount=print_amount(cents),
            )
            if placed is None:
                continue
            self._tally.stakes += 1
            if chance.random() < SECOND_THOUGHTS and self._open == play:
                await self._think_again(socket, placed, rules.minimums[wager])

    async def _think_again(self, socket: ClientConnection, placed: DoneSeen, cents: int) -> None:
        made = next((each for each in placed.events if each.type == "stake-placed"), None)
        stake = made.fields.get("stake") if made else None
        if not isinstance(stake, int):
            return
        if self._random.random() < 0.5:
            if await self._give(socket, type="withdraw-stake", stake=stake) is not None:
                self._tally.withdrawals += 1
        elif (
            await self._give(socket, type="change-stake", stake=stake, amount=print_amount(cents))
            is not None
        ):
            self._tally.changes += 1

    async def _give(self, socket: ClientConnection, **command: object) -> DoneSeen | None:
        """Give a command and wait for its answer; None where it was refused."""
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
            return frame.done
        self._refused(frame.refused.reason)
        return None

    def _refused(self, reason: str) -> None:
        self._tally.refused[reason] += 1
        if reason == "terminal-taken":
            self._position = self._random.randint(1, self._rules.positions)
        elif reason == "not-enough-credits":
            raise Broke


async def keep_playing(bot: Bot, addresses: tuple[str, ...], tally: Tally) -> None:
    """Play on through breaks, at the next server each time."""
    pause_s = PAUSE_S
    turn = 0
    while bot.rounds_left is None or bot.rounds_left > 0:
        try:
            await bot.play(addresses[turn % len(addresses)])
            pause_s = PAUSE_S
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError) as broken:
            _check_welcome(broken)
            tally.breaks += 1
            turn += 1
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, PAUSE_S_MAX)


def _check_welcome(broken: Exception) -> None:
    """Whether there is any use in coming back."""
    code = broken.rcvd.code if isinstance(broken, ConnectionClosed) and broken.rcvd else None
    if code == SIGNED_OUT:
        raise Broke
    if code == NOT_ALLOWED:
        raise Refused(Reason.NOT_AUTHORISED, "The table lets no guests sit down.")
