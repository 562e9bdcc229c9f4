"""Live tables: who watches which, what they are told when they come, and whether they may stay."""

import asyncio
from collections.abc import Iterable
from logging import getLogger

from msgspec import Struct

from punto.journal.codec import Recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Kind, Person
from punto.table.state import State
from punto.web.event_views import EventView, event_view
from punto.web.house import House
from punto.web.live_table import LiveTable
from punto.web.views import TableView, table_view
from punto.web.watcher import SEND_S, SIGNED_OUT, TOO_SLOW, Wants, Watcher

LOOK_S = 1.0  # how soon a socket ends whose owner was disabled or idle for too long
MISSED_MAX = 2_000  # events told again to somebody who comes back; after more, the view alone

_log = getLogger("punto.web")


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """The table as it stands, and what was missed since the number this person had."""

    seq: int
    events: tuple[EventView, ...]
    complete: bool  # whether `events` is all that was missed
    view: TableView


class Live:
    """The tables that are watched in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, LiveTable] = {}
        self._joining = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None

    async def join(
        self,
        table: str,
        person: Person,
        token: str,
        after: int | None,
        wants: Wants,
    ) -> tuple[LiveTable, Watcher, Snapshot]:
        """Watch a table; the snapshot goes first, then whatever waits in the watcher."""
        async with self._joining:
            live = self._tables.get(table)
            if live is None or live.ended:
                kept = await asyncio.to_thread(self._house.host.look, table)
                live = self._tables[table] = LiveTable(self._house, kept)
                live.start()
            watcher = Watcher(person, token, wants)
            live.join(watcher)
            # From here on every push waits in the watcher: what is told now ends just here.
            seq, state = live.seq, live.state
        if wants.board:
            watcher.push(live.board or await asyncio.to_thread(live.make_board))
        return (
            live,
            watcher,
            await asyncio.to_thread(self._snapshot, table, seq, state, person, after),
        )

    def _snapshot(
        self, table: str, seq: int, state: State, person: Person, after: int | None
    ) -> Snapshot:
        missed: tuple[EventView, ...] = ()
        complete = after is not None and 0 <= seq - after <= MISSED_MAX
        if complete and after is not None and after < seq:
            try:
                missed = tuple(_told(self._between(table, after, seq), person))
            except Conflict:  # archived meanwhile
                complete = False
        balances = self._house.credits([person])
        left_ms = self._house.countdown(table).left_ms()
        view = table_view(
            table,
            seq,
            state,
            person,
            credits_cents=balances.get(person.id),
            betting_ms_left=left_ms,
        )
        return Snapshot(seq, missed, complete, view)

    def _between(self, table: str, after: int, seq: int) -> Iterable[Recorded]:
        feed = self._house.host.follow(table, after)
        while feed.seq < seq:
            found = feed.take()
            if not found:
                return
            yield from (record for record in found if record.seq <= seq)

    async def look(self) -> None:
        """For ever: whether everybody still may be here; looking on keeps nobody signed in."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.looked()

    async def looked(self) -> None:
        """Wait for a look at everybody: one for all who wait, or a slow house would get slower."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await asyncio.shield(self._looking)
        except Unavailable:
            return  # nobody can be looked up: all stay until the database is back
        except Exception:  # a mistake of ours: whoever has to go must go all the same
            _log.exception("people at tables could not be looked up")

    async def _look(self) -> None:
        """All of them are asked for together."""
        here = [
            (live.table, watcher) for live in self._tables.values() for watcher in live.watchers()
        ]
        tokens = {watcher.token for _, watcher in here}
        found = await asyncio.to_thread(self._house.sign_ins.still_all, tokens)
        for table, watcher in here:
            if watcher.sends_for_s > SEND_S:
                watcher.end(TOO_SLOW)
            person = found.get(watcher.token)
            if person is None or not person.at(table):
                watcher.end(SIGNED_OUT)
            elif person.kind in (Kind.PATRON, Kind.GUEST):
                self._house.presence.hear(table, person.id)

    def stop(self) -> None:
        """Let every follower go."""
        for live in self._tables.values():
            live.end()


def _told(records: Iterable[Recorded], person: Person) -> Iterable[EventView]:
    seen = (event_view(record, person) for record in records)
    return (view for view in seen if view is not None)
