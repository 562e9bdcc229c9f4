"""Live tables: one thread follows each table that somebody watches, and tells all who do."""

import asyncio
from collections.abc import Iterable
from logging import getLogger
from threading import Event as Signal
from threading import Thread

import msgspec
from msgspec import Struct

from punto.floor.kept import Kept
from punto.journal.codec import Recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Person
from punto.table.evolve import Corrupt, evolve
from punto.table.state import State
from punto.web.event_views import EventView, concerns, event_view
from punto.web.house import House
from punto.web.views import TableView, table_view

PUSHES_WAITING_MAX = 64  # a reader further behind than this is dropped
FOLLOW_S = 0.5  # how often a follower looks whether it is still wanted
MISSED_MAX = 2_000  # events told again to somebody who comes back; after more, the view alone

_log = getLogger("punto.web")


class Push(Struct, frozen=True, tag="push"):
    """Something has happened: what, as this person may see it, and the table after it."""

    seq: int
    events: tuple[EventView, ...]
    view: TableView


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """The table as it stands, and what was missed since the number this person had."""

    seq: int
    events: tuple[EventView, ...]
    complete: bool  # whether `events` is all that was missed
    view: TableView


class Watcher:
    """One person's socket: pushes wait here until they are sent."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.waiting: asyncio.Queue[bytes] = asyncio.Queue(PUSHES_WAITING_MAX)
        self.dropped = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Put a frame in; one who does not read is dropped, and the table goes on."""
        if self.waiting.full():
            self.dropped.set()
        elif not self.dropped.is_set():
            self.waiting.put_nowait(frame)


class Live:
    """The tables that are watched in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[str, LiveTable] = {}
        self._joining = asyncio.Lock()

    async def join(
        self, table: str, person: Person, after: int | None
    ) -> tuple["LiveTable", Watcher, Snapshot]:
        """Watch a table; the snapshot goes first, then whatever waits in the watcher."""
        async with self._joining:
            live = self._tables.get(table)
            if live is None or live.ended:
                kept = await asyncio.to_thread(self._house.host.look, table)
                live = self._tables[table] = LiveTable(self._house, kept)
                live.start()
            watcher = Watcher(person)
            live.watchers.add(watcher)
            # From here on every push waits in the watcher: what is told now ends just here.
            seq, state = live.seq, live.state
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

    def stop(self) -> None:
        """Let every follower go."""
        for live in self._tables.values():
            live.end()


class LiveTable:
    """One table followed: its state is only ever changed on the event loop."""

    def __init__(self, house: House, kept: Kept[State]) -> None:
        self.table = kept.stream
        self.seq = kept.head.seq
        self.state = kept.state
        self.watchers: set[Watcher] = set()
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._ending = Signal()
        self._thread = Thread(target=self._follow, name=f"live-{self.table}", daemon=True)

    @property
    def ended(self) -> bool:
        return self._ending.is_set()

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._ending.set()

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone; nobody is left to follow the table for."""
        self.watchers.discard(watcher)
        if not self.watchers:
            self.end()

    def _follow(self) -> None:
        """In a thread: take what happens, read the credits it moved, hand both to the loop."""
        feed = self._house.host.follow(self.table, self.seq)
        while not self.ended:
            try:
                records = feed.take(FOLLOW_S)
                if not records:
                    continue
                moved = [
                    watcher.person
                    for watcher in tuple(self.watchers)
                    if any(concerns(record.event, watcher.person) for record in records)
                ]
                balances = dict(self._house.credits(moved))
                left_ms = self._house.countdown(self.table).left_ms()
            except Unavailable as trouble:
                _log.warning("%s: %s", self.table, trouble)
                self._ending.wait(1.0)
                continue
            except (Conflict, Corrupt) as trouble:
                _log.error("%s: %s", self.table, trouble)
                break
            try:
                self._loop.call_soon_threadsafe(self._tell, records, balances, left_ms)
            except RuntimeError:  # the loop has closed: nobody is left to tell
                break
        self._ending.set()

    def _tell(
        self, records: tuple[Recorded, ...], balances: dict[str, int], left_ms: int | None
    ) -> None:
        """On the loop: fold the events in, then tell everybody what is theirs to know."""
        for record in records:
            self.state = evolve(self.state, record.event)  # type: ignore[arg-type]
        self.seq = records[-1].seq
        for watcher in self.watchers:
            told = tuple(_told(records, watcher.person))
            if told:
                watcher.push(self._frame(watcher.person, told, balances, left_ms))

    def _frame(
        self,
        person: Person,
        told: tuple[EventView, ...],
        balances: dict[str, int],
        left_ms: int | None,
    ) -> bytes:
        view = table_view(
            self.table,
            self.seq,
            self.state,
            person,
            credits_cents=balances.get(person.id),
            betting_ms_left=left_ms,
        )
        return msgspec.json.encode(Push(self.seq, told, view))


def _told(records: Iterable[Recorded], person: Person) -> Iterable[EventView]:
    seen = (event_view(record, person) for record in records)
    return (view for view in seen if view is not None)
