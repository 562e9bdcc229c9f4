"""All live tables of this process: subscribing, session checks and pings."""

import asyncio
from time import monotonic

from punto.floor.command_rates import RefusalPace
from punto.floor.event_log import EventLog
from punto.journal.errors import Unavailable
from punto.journal.people.people import Kind, Person
from punto.web.casino import Casino
from punto.web.live.frames import PING, Push
from punto.web.live.live_table import LiveTable
from punto.web.live.subscribers import SEND_S, SIGNED_OUT, TOO_SLOW, Subscriber, Subscription
from punto.web.live.turns import Turns

COMMANDS_MAX = {Kind.PATRON: 1_000, Kind.GUEST: 64}  # at once, of all sockets together
CHECK_S = 1.0  # how soon a socket ends after its owner was disabled or idle too long

PING_S = 2.0  # the longest time without a frame
PING_CHECK_S = 0.5  # how often subscribers are checked for that

_log = EventLog("punto.web")


class LiveTables:
    """The tables that have subscribers in this process."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._tables: dict[str, LiveTable] = {}
        self._joining = asyncio.Lock()
        self.refusal_pace = RefusalPace()
        # Commands of patrons that are being decided: further ones are not read yet, so that no
        # number of patrons delays the staff by more than it takes to answer these.
        self.turns = {kind: Turns(most) for kind, most in COMMANDS_MAX.items()}
        self._checking: asyncio.Task[None] | None = None

    async def join(
        self,
        table: str,
        person: Person,
        token: str,
        after: int | None,
        subscription: Subscription,
    ) -> tuple[LiveTable, Subscriber, Push]:
        """Subscribe to a table; send the snapshot first, then the frames queued meanwhile."""
        async with self._joining:
            live = self._tables.get(table)
            if live is None or live.ended:
                current = await asyncio.to_thread(self._casino.host.look, table)
                live = self._tables[table] = LiveTable(self._casino, current)
                live.start()
            subscriber = Subscriber(person, token, subscription)
            live.join(subscriber)
            # Later pushes are queued in the subscriber, so the snapshot is taken at this event.
            seq, state = live.seq, live.state
        if subscription.board:
            subscriber.push(live.board or await asyncio.to_thread(live.make_board))
        return (
            live,
            subscriber,
            await asyncio.to_thread(live.snapshot, person, after, seq, state),
        )

    async def run_checks(self) -> None:
        """Check all sessions again and again; watching a table extends no session."""
        while True:
            await asyncio.sleep(CHECK_S)
            await self.check()

    async def run_pings(self) -> None:
        """Ping subscribers that were sent nothing for a while, again and again.

        A page that receives nothing for five seconds takes its connection for lost.
        """
        while True:
            await asyncio.sleep(PING_CHECK_S)
            before = monotonic() - PING_S + PING_CHECK_S
            for live in self._tables.values():
                for subscriber in live.subscribers():
                    if subscriber.queued_at <= before:
                        subscriber.push_droppable(PING)

    async def check(self) -> None:
        """Check all sessions; concurrent callers share one check, to spare a slow database."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check())
        try:
            await asyncio.shield(self._checking)
        except Unavailable:
            return  # everyone stays until the database is back
        except Exception as bug:  # the next check must still run
            _log.error("sessions-not-checked", bug)

    async def _check(self) -> None:
        """End the sockets whose session is over or whose reader is too slow."""
        subscribers = [
            (live.table, subscriber)
            for live in self._tables.values()
            for subscriber in live.subscribers()
        ]
        tokens = {subscriber.token for _, subscriber in subscribers}
        found = await asyncio.to_thread(self._casino.sessions.authenticate_all, tokens)
        for table, subscriber in subscribers:
            if subscriber.sends_for_s > SEND_S:
                subscriber.end(TOO_SLOW)
            person = found.get(subscriber.token)
            if person is None or not person.at(table):
                subscriber.end(SIGNED_OUT)
            elif person.kind in (Kind.PATRON, Kind.GUEST):
                self._casino.presence.note(table, person.id)
            elif person.kind is Kind.STAFF:
                self._casino.presence.note_staff(table)

    def stop(self) -> None:
        """Stop following all tables."""
        for live in self._tables.values():
            live.end()
