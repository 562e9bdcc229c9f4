"""Many bots in one process: signed in as guests, seated, and replaced when broke."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

import httpx
import msgspec

from punto.client.bot import Bot, Broke, Rules, Tally, keep_playing
from punto.client.connection import Connection, path_to, read
from punto.client.trust import NO_ONE, check_trusted
from punto.refusals import Reason, Refused
from punto.web.api.people import SignedIn
from punto.web.live.frames import Push

ENTERING_MAX = 2  # concurrent sign-ins: more would slow down the others
TOO_MANY_S = 5.0  # wait before retrying a rate-limited sign-in


class Swarm:
    """A number of guests at one table."""

    def __init__(
        self,
        servers: str | Sequence[str],
        table: str,
        count: int,
        *,
        stakes_a_round: int = 3,
        rounds: int | None = None,
        seed: int | None = None,
        certificate: str = "",
    ) -> None:
        self.tally = Tally()
        self.count = count
        self.table = table
        self.began = perf_counter()
        self._connection = Connection(servers, certificate=certificate)
        self.addresses = self._connection.addresses
        self._stakes_a_round = stakes_a_round
        self._rounds = rounds
        self._random = Random(seed)
        self._entering = asyncio.Semaphore(ENTERING_MAX)
        self.waits_to_enter = 0

    async def run(self, stop: asyncio.Event) -> None:
        """Seat all guests and let them play until stopped, or until the rounds are over."""
        self._connection.close()
        limits = httpx.Limits(max_connections=ENTERING_MAX)
        async with httpx.AsyncClient(
            limits=limits,
            timeout=30.0,
            trust_env=False,
            verify=self._connection.trust or NO_ONE,
        ) as http:
            rules = await self._look(http)
            self.began = perf_counter()
            bots = [
                asyncio.create_task(self._live(http, rules, each)) for each in range(self.count)
            ]
            stopping = asyncio.create_task(stop.wait())
            playing = asyncio.gather(*bots)
            try:
                await asyncio.wait((playing, stopping), return_when=asyncio.FIRST_COMPLETED)
                if playing.done():
                    playing.result()
            finally:
                for task in (*bots, stopping):
                    task.cancel()
                await asyncio.gather(*bots, stopping, playing, return_exceptions=True)

    async def _live(self, http: httpx.AsyncClient, rules: Rules, place: int) -> None:
        """Run one seat, replacing its guest when broke."""
        rounds = self._rounds
        turn = place % len(self.addresses)
        servers = self.addresses[turn:] + self.addresses[:turn]
        while rounds is None or rounds > 0:
            entered = await self._enter(http)
            bot = Bot(
                entered.me.id,
                entered.token or "",
                rules,
                self.tally,
                self._random,
                position=place % rules.positions + 1,
                stakes_a_round=self._stakes_a_round,
                rounds=rounds,
                trust=self._connection.trust,
            )
            with suppress(Broke):
                await keep_playing(bot, servers, self.tally)
            rounds = bot.rounds_left

    async def _look(self, http: httpx.AsyncClient) -> Rules:
        """Read the table's limits as its first guest."""
        guest = await self._enter(http)
        headers = {"Authorization": f"Bearer {guest.token}"}
        seen = read(await self._ask(http, "GET", path_to("tables", self.table), headers), Push)
        config = seen.table.configuration if seen.table else None
        if config is None:
            raise Refused(
                Reason.TABLE_CLOSED, "{table} is closed: open it first.", table=self.table
            )
        minimums = {wager: each.min_cents for wager, each in config.limits.items()}
        return Rules(self.table, minimums, tuple(minimums), config.positions)

    async def _enter(self, http: httpx.AsyncClient) -> SignedIn:
        """Sign in as a guest, waiting out the server's rate limit."""
        headers = {"Content-Type": "application/json"}
        async with self._entering:
            while True:
                answer = await self._ask(http, "POST", path_to("guests"), headers, {"bearer": True})
                if answer.status_code != 429:
                    return read(answer, SignedIn)
                self.waits_to_enter += 1
                await asyncio.sleep(_seconds(answer.headers.get("RateLimit-Reset", "")))

    async def _ask(
        self,
        http: httpx.AsyncClient,
        method: str,
        path: str,
        headers: dict[str, str],
        body: object = None,
    ) -> httpx.Response:
        content = None if body is None else msgspec.json.encode(body)
        for address in self.addresses:
            try:
                return await http.request(method, address + path, headers=headers, content=content)
            except httpx.TransportError as failure:
                check_trusted(failure, address)
                continue
        raise self._connection.unreachable()

    def summary(self) -> dict[str, Any]:
        """Return the results, for people and programs."""
        tally, seconds = self.tally, perf_counter() - self.began
        answered = sorted(tally.answers_ms)
        return {
            "table": self.table,
            "bots": self.count,
            "rounds": len(tally.rounds),
            "stakes": tally.stakes,
            "changes": tally.changes,
            "withdrawals": tally.withdrawals,
            "refused": dict(tally.refused.most_common()),
            "unanswered": tally.unanswered,
            "breaks": tally.breaks,
            "seconds": round(seconds, 1),
            "stakes_a_second": round(tally.stakes / seconds, 1) if seconds else 0.0,
            "answer_ms": {
                "p50": percentile(answered, 50),
                "p99": percentile(answered, 99),
                "max": percentile(answered, 100),
            },
        }


def percentile(ordered: Sequence[float], percent: int) -> float | None:
    """Return a percentile, rounded to a tenth.

    >>> percentile([1.0, 2.0, 3.0, 4.0], 50), percentile([1.0, 2.0, 3.0, 4.0], 99)
    (2.0, 4.0)
    >>> percentile([], 50) is None
    True
    """
    if not ordered:
        return None
    place = max(0, -(-len(ordered) * percent // 100) - 1)
    return round(ordered[place], 1)


def _seconds(text: str) -> float:
    return float(text) if text.isdigit() and text != "0" else TOO_MANY_S
