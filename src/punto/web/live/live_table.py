"""One live table: a thread follows its events, and the event loop pushes them to subscribers."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from threading import Event as Signal
from threading import Thread
from time import monotonic

from msgspec import Raw, Struct

from punto.floor.countdown import BettingTime
from punto.floor.event_log import EventLog, Outage
from punto.floor.stream import StreamState, only_stakes
from punto.journal.codec import Recorded
from punto.journal.errors import Conflict, Unavailable
from punto.journal.people.people import Kind, Person
from punto.table.acting_positions import without_lapsed
from punto.table.evolve import Corrupt, evolve
from punto.table.state import State
from punto.web.casino import Casino
from punto.web.live.frames import EventFrames, FrameCache, Push, TableFrame, snapshot
from punto.web.live.squeeze import Bend, Bends, may_bend
from punto.web.live.subscribers import TOO_SLOW, Subscriber
from punto.web.views.board import CHANGES, board_of
from punto.web.views.events import moves_credits
from punto.web.views.table import is_staff

FEED_WAIT_S = 0.5  # how often the follower checks whether it should stop
PUSH_WAIT_S = 5.0  # how long the follower waits for the loop to push
MERGE_S = 0.03  # events within this time after a push go into one push
STAKES_WAIT_S = 0.5  # between pushes that only carry stakes; their answers are sent at once
STAKES_POLL_S = 0.05  # how often to check for other events during that time
CROWD = 250  # subscribers; with twice as many, stakes alone wait twice as long
MISSED_MAX = 2_000  # events sent to a subscriber that reconnects; beyond this, none
PUSH_BATCH = 20  # subscribers pushed to before the loop runs other tasks

_log = EventLog("punto.web")


class Update(Struct, frozen=True):
    """New events, the state after them, and the credits of the patrons whose credits moved."""

    records: tuple[Recorded, ...]
    state: State
    balances: Mapping[str, int]
    betting: BettingTime | None


class LiveTable:
    """One followed table; its attributes are only changed on the event loop."""

    def __init__(self, casino: Casino, current: StreamState[State]) -> None:
        self.table = current.stream
        self.seq = current.head.seq
        self.state = current.state
        self._subscribers: dict[str, set[Subscriber]] = {}  # by the person's id
        self._casino = casino
        self._loop = asyncio.get_running_loop()
        self._cache = FrameCache()
        self._latest: TableFrame | None = None  # for answers to commands
        self._bends = Bends(self._send_bend)
        self.board = b""  # as last sent; empty until someone subscribes to it
        self._board_seq = 0
        self._board_is_wanted = False
        self._pushing: Iterator[int] = iter(())  # the rest of a push in progress
        self._last_push = 0.0
        self._has_newcomer = False
        self._ending = Signal()
        self._pushed = Signal()
        self._thread = Thread(target=self._follow, name=f"live-{self.table}", daemon=True)

    @property
    def ended(self) -> bool:
        return self._ending.is_set()

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._ending.set()

    def join(self, subscriber: Subscriber) -> None:
        self._board_is_wanted |= subscriber.subscription.board
        self._has_newcomer = True
        self._subscribers.setdefault(subscriber.person.id, set()).add(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a subscriber; without subscribers the table is no longer followed."""
        theirs = self._subscribers.get(subscriber.person.id, set())
        theirs.discard(subscriber)
        if not theirs:
            self._subscribers.pop(subscriber.person.id, None)
        if not self._subscribers:
            self.end()

    def has(self, person: str) -> bool:
        """Whether a person is subscribed in this process."""
        return person in self._subscribers

    def subscribers(self) -> list[Subscriber]:
        return [subscriber for theirs in self._subscribers.values() for subscriber in theirs]

    def bend(self, person: Person, bend: Bend) -> None:
        """Relay how a card is bent; ignored unless this person may bend it."""
        if person.kind in (Kind.PATRON, Kind.GUEST) and may_bend(self.state, person.id, bend):
            self._bends.update(person.id, bend)

    def _send_bend(self, patron: str, bend: Bend, frame: bytes) -> int:
        """Send a bend to the other subscribers, unless the card was turned up meanwhile."""
        if not may_bend(self.state, patron, bend):
            return 0
        others = (w for w in self.subscribers() if w.subscription.bends and w.person.id != patron)
        return sum(subscriber.push_droppable(frame) for subscriber in others)

    def _follow(self) -> None:
        """Read new events and the credits they moved, and pass both to the loop; in a thread.

        Events that arrive while the loop is busy go into one push, and so do stakes in a rush.
        """
        feed, state = self._casino.host.follow(self.table, self.seq), self.state
        outage = Outage(_log, "table-not-followed", "table-followed-again", table=self.table)
        records: tuple[Recorded, ...] = ()
        board_changed = False
        while not self.ended:
            try:
                if board_changed:  # after the push: it takes longer
                    self.make_board()
                    self._loop.call_soon_threadsafe(self._send_board)
                    board_changed = False
                # Events stay in `records` if reading the credits they moved fails.
                wait_s = self._stakes_wait_s() if records else FEED_WAIT_S
                records += feed.take(max(min(wait_s, FEED_WAIT_S), 0.0))
                if not records:
                    continue
                left_s = self._stakes_wait_s()
                if left_s > 0 and only_stakes(each.event for each in records):
                    self._ending.wait(min(left_s, STAKES_POLL_S))
                    continue
                self._has_newcomer = False
                balances = self._casino.credits_of(self._moved(records))
                betting = self._casino.countdown(self.table).shown()
                state = self._state_after(state, records)
                self._pushed.clear()
                update = Update(records, state, balances, betting)
                self._loop.call_soon_threadsafe(self._publish, update)
            except Unavailable as error:
                outage.begin(str(error))
                self._ending.wait(1.0)
                continue
            except (Conflict, Corrupt) as error:
                _log.error("table-given-up", error, table=self.table)
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._give_up)
                break
            except RuntimeError:  # the loop has closed
                break
            outage.end()
            board_changed = self._board_is_wanted and any(
                isinstance(record.event, CHANGES) for record in records
            )
            records = ()
            self._pushed.wait(PUSH_WAIT_S)
            self._ending.wait(MERGE_S)
        self._ending.set()

    def _stakes_wait_s(self) -> float:
        """How long stakes still wait for the next push: longer with more subscribers.

        After a new subscriber they do not wait, since its snapshot has the credits after them.
        """
        if self._has_newcomer:
            return 0.0
        crowd = min(max(len(self._subscribers) / CROWD, 1.0), 2.0)
        return self._last_push + STAKES_WAIT_S * crowd - monotonic()

    def _state_after(self, state: State, records: tuple[Recorded, ...]) -> State:
        """The state after these events; usually the host, which wrote them, has it already."""
        current = self._casino.host.last_seen(self.table)
        if current is not None and current.head.seq == records[-1].seq:
            return current.state
        for record in records:
            state = evolve(state, record.event)  # type: ignore[arg-type]
        return state

    def make_board(self) -> bytes:
        """Read the board from the journal, in a thread; the later of two concurrent reads wins."""
        seq, board = board_of(self._casino, self.table)
        if seq >= self._board_seq:
            self._board_seq, self.board = seq, board
        return self.board

    def _moved(self, records: Iterable[Recorded]) -> list[str]:
        """The subscribed patrons whose credits these events moved."""
        moved = {patron for record in records for patron in moves_credits(record.event)}
        return [patron for patron in moved if patron in self._subscribers]

    def snapshot(self, person: Person, after: int | None, seq: int, state: State) -> Push:
        """The table at this event and the events missed since `after`; in a thread."""
        missed: tuple[Recorded, ...] = ()
        if after is not None and 0 <= seq - after <= MISSED_MAX:
            try:
                missed = tuple(self._between(after, seq))
            except Conflict:  # they have been archived
                after = None
        else:
            after = None
        return snapshot(
            self.table,
            seq,
            without_lapsed(state, self._casino.clock.now_ms()),
            person,
            credits_cents=self._casino.credits([person]).get(person.id),
            betting=self._casino.countdown(self.table).shown(),
            missed=missed,
            after=after,
        )

    def _between(self, after: int, seq: int) -> Iterator[Recorded]:
        feed = self._casino.host.follow(self.table, after)
        while feed.seq < seq:
            found = feed.take()
            if not found:
                return
            yield from (record for record in found if record.seq <= seq)

    def mine(self, subscriber: Subscriber, credits_cents: int | None, up_to: int) -> Raw:
        """A person's own part of the table as this process last saw it, for an answer.

        The credits are those after event number `up_to`.
        """
        seen = self._casino.host.last_seen(self.table)
        seq, state = (seen.head.seq, seen.state) if seen else (self.seq, self.state)
        if self._latest is None or self._latest.seq != seq:
            state = without_lapsed(state, self._casino.clock.now_ms())
            self._latest = TableFrame(self.table, seq, state, self._cache)
        made, subscriber.own = self._latest.mine(subscriber.person, credits_cents)
        subscriber.own_seq = seq
        if credits_cents is not None:
            subscriber.credits_seq = up_to
        return made

    def _publish(self, update: Update) -> None:
        """Push an update to all subscribers; one with only stakes in small batches. On the loop."""
        try:
            self._push_rest()  # of the previous update
            after, self.seq = self.seq, update.records[-1].seq
            self.state, self._last_push = update.state, monotonic()
            self._pushing = self._push(update, after)
            if only_stakes(each.event for each in update.records):
                self._push_some()
            else:
                self._push_rest()
        finally:
            self._pushed.set()

    def _push_rest(self) -> None:
        for _ in self._pushing:
            pass

    def _push_some(self) -> None:
        """Push to the next batch, then let the loop send answers to stakes in between."""
        if next(self._pushing, None) is not None:
            self._loop.call_soon(self._push_some)

    def _push(self, update: Update, after: int) -> Iterator[int]:
        """Push to each subscriber what they may see; yields after each batch."""
        events = EventFrames(update.records, after)
        state = without_lapsed(update.state, self._casino.clock.now_ms())
        frame = TableFrame(self.table, self.seq, state, self._cache, update.betting, events)
        for done, subscriber in enumerate(self.subscribers(), start=1):
            person = subscriber.person
            if events.is_public or _lacks(subscriber, events) or is_staff(person):
                try:
                    subscriber.push(_frame_for(subscriber, frame, events, update.balances))
                except Exception as bug:  # everyone else must be pushed to all the same
                    _log.error("push-failed", bug, table=self.table)
                    subscriber.end(TOO_SLOW)
            if done % PUSH_BATCH == 0:
                yield done

    def _give_up(self) -> None:
        """End all sockets of a table that can no longer be followed; clients reconnect."""
        self.end()
        for subscriber in self.subscribers():
            subscriber.end(TOO_SLOW)

    def _send_board(self) -> None:
        for subscriber in self.subscribers():
            if subscriber.subscription.board:
                subscriber.push(self.board)


def _lacks(subscriber: Subscriber, events: EventFrames) -> bool:
    """Whether events name a patron to whom no answer has said what became of them."""
    last = events.named.get(subscriber.person.id, 0)
    return last > min(subscriber.own_seq, subscriber.credits_seq)


def _frame_for(
    subscriber: Subscriber,
    frame: TableFrame,
    events: EventFrames,
    balances: Mapping[str, int],
) -> bytes:
    """The push for one subscriber; it does not overwrite what a later answer has sent."""
    person = subscriber.person
    credits_cents = balances.get(person.id)
    if subscriber.credits_seq >= events.named.get(person.id, 0):
        credits_cents = None
    if subscriber.own_seq > frame.seq:
        subscriber.own = None
        return (
            frame.table_push(person)
            if credits_cents is None
            else frame.push(person, credits_cents)[0]
        )
    made, subscriber.own = frame.push(person, credits_cents, subscriber.own)
    subscriber.own_seq = frame.seq
    return made
