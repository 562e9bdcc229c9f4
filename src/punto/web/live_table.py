"""One table followed live: a thread takes what happens, the event loop tells all who watch."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from logging import getLogger
from threading import Event as Signal
from threading import Thread
from time import monotonic

from msgspec import Struct

from punto.floor.kept import Kept, only_stakes
from punto.journal.codec import Recorded
from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Kind, Person
from punto.table.evolve import Corrupt, evolve
from punto.table.state import State
from punto.web.bending import Bend, Bends, may_bend
from punto.web.board import CHANGES, board_of
from punto.web.event_views import moves_credits
from punto.web.house import House
from punto.web.telling import Happened, Moment, Remembered
from punto.web.views import is_staff
from punto.web.watcher import TOO_SLOW, Watcher

FOLLOW_S = 0.5  # how often a follower looks whether it is still wanted
TOLD_S = 5.0  # how long a follower waits for the loop
TOGETHER_S = 0.03  # what happens within this time after a push is told in one
RUSH_S = 0.5  # stakes alone are told so long after the last push; their answers come at once
LOOK_IN_RUSH_S = 0.05  # how often it is looked meanwhile whether something else has happened
CROWD = 250  # watchers; where twice as many watch, stakes alone wait twice as long
A_FEW = 20  # watchers told of stakes in one go

_log = getLogger("punto.web")


class News(Struct, frozen=True):
    """What has happened, the table after it, and the credits of those whose credits it moved."""

    records: tuple[Recorded, ...]
    state: State
    balances: Mapping[str, int]
    left_ms: int | None


class LiveTable:
    """One table followed: its state is only ever changed on the event loop."""

    def __init__(self, house: House, kept: Kept[State]) -> None:
        self.table = kept.stream
        self.seq = kept.head.seq
        self.state = kept.state
        self._watchers: dict[str, set[Watcher]] = {}  # by the person's id
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._remembered = Remembered()
        self._bends = Bends(self._tell_bend)
        self.board = b""  # as it was last told; nothing until somebody wants it
        self._board_seq = 0
        self._board_is_wanted = False
        self._telling: Iterator[int] = iter(())  # what is left to do of telling
        self._last_told = 0.0
        self._somebody_came = False
        self._ending = Signal()
        self._told = Signal()
        self._thread = Thread(target=self._follow, name=f"live-{self.table}", daemon=True)

    @property
    def ended(self) -> bool:
        return self._ending.is_set()

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._ending.set()

    def join(self, watcher: Watcher) -> None:
        self._board_is_wanted |= watcher.wants.board
        self._somebody_came = True
        self._watchers.setdefault(watcher.person.id, set()).add(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Somebody has gone; when nobody is left there is nobody to follow the table for."""
        theirs = self._watchers.get(watcher.person.id, set())
        theirs.discard(watcher)
        if not theirs:
            self._watchers.pop(watcher.person.id, None)
        if not self._watchers:
            self.end()

    def has(self, person: str) -> bool:
        """Whether somebody watches it here."""
        return person in self._watchers

    def watchers(self) -> list[Watcher]:
        return [watcher for theirs in self._watchers.values() for watcher in theirs]

    def bend(self, person: Person, bend: Bend) -> None:
        """Pass on how a card is bent, if it is this person's to bend; else it never happened."""
        if person.kind in (Kind.PATRON, Kind.GUEST) and may_bend(self.state, person.id, bend):
            self._bends.hear(person.id, bend)

    def _tell_bend(self, patron: str, bend: Bend, frame: bytes) -> int:
        """Tell everybody else who wants to know; it may have been turned up meanwhile."""
        if not may_bend(self.state, patron, bend):
            return 0
        others = (w for w in self.watchers() if w.wants.bends and w.person.id != patron)
        return sum(watcher.push_lightly(frame) for watcher in others)

    def _follow(self) -> None:
        """In a thread: take what happens, read the credits it moved, hand both to the loop.

        What happens while the loop is busy telling is told together, and so are stakes in a rush.
        """
        feed, state = self._house.host.follow(self.table, self.seq), self.state
        records: tuple[Recorded, ...] = ()
        board_changed = False
        while not self.ended:
            try:
                if board_changed:  # after what happened was told: it takes longer
                    self.make_board()
                    self._loop.call_soon_threadsafe(self._tell_board)
                    board_changed = False
                # What was taken is kept where the credits it moved could not be read.
                wait_s = self._rush_s() if records else FOLLOW_S
                records += feed.take(max(min(wait_s, FOLLOW_S), 0.0))
                if not records:
                    continue
                left_s = self._rush_s()
                if left_s > 0 and only_stakes(each.event for each in records):
                    self._ending.wait(min(left_s, LOOK_IN_RUSH_S))
                    continue
                self._somebody_came = False
                balances = self._house.credits_of(self._moved(records))
                left_ms = self._house.countdown(self.table).left_ms()
                state = self._folded(state, records)
                self._told.clear()
                news = News(records, state, balances, left_ms)
                self._loop.call_soon_threadsafe(self._hear, news)
            except Unavailable as trouble:
                _log.warning("%s: %s", self.table, trouble)
                self._ending.wait(1.0)
                continue
            except (Conflict, Corrupt) as trouble:
                _log.error("%s: %s", self.table, trouble)
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._give_up)
                break
            except RuntimeError:  # the loop has closed: nobody is left to tell
                break
            board_changed = self._board_is_wanted and any(
                isinstance(record.event, CHANGES) for record in records
            )
            records = ()
            self._told.wait(TOLD_S)
            self._ending.wait(TOGETHER_S)
        self._ending.set()

    def _rush_s(self) -> float:
        """How long stakes still wait to be told together; the more watch, the longer.

        Somebody who has just come sees their credits as they are, and so their stakes soon.
        """
        if self._somebody_came:
            return 0.0
        crowd = min(max(len(self._watchers) / CROWD, 1.0), 2.0)
        return self._last_told + RUSH_S * crowd - monotonic()

    def _folded(self, state: State, records: tuple[Recorded, ...]) -> State:
        """The state after these; most often the host, who wrote them, has it already."""
        kept = self._house.host.last_seen(self.table)
        if kept is not None and kept.head.seq == records[-1].seq:
            return kept.state
        for record in records:
            state = evolve(state, record.event)  # type: ignore[arg-type]
        return state

    def make_board(self) -> bytes:
        """Read the board anew, in a thread; of two who do the later one stays."""
        seq, board = board_of(self._house, self.table)
        if seq >= self._board_seq:
            self._board_seq, self.board = seq, board
        return self.board

    def _moved(self, records: Iterable[Recorded]) -> list[str]:
        """Who has to be told of their credits."""
        moved = {patron for record in records for patron in moves_credits(record.event)}
        return [patron for patron in moved if patron in self._watchers]

    def _hear(self, news: News) -> None:
        """On the loop: tell everybody, of stakes in a rush a few at a time."""
        try:
            self._tell_the_rest()  # of what came before
            self.state, self.seq, self._last_told = news.state, news.records[-1].seq, monotonic()
            self._telling = self._tell(news)
            if only_stakes(each.event for each in news.records):
                self._tell_some()
            else:
                self._tell_the_rest()
        finally:
            self._told.set()

    def _tell_the_rest(self) -> None:
        for _ in self._telling:
            pass

    def _tell_some(self) -> None:
        """Tell the next few; answers to stakes need not wait until everybody is told."""
        if next(self._telling, None) is not None:
            self._loop.call_soon(self._tell_some)

    def _tell(self, news: News) -> Iterator[int]:
        """Tell everybody what is theirs to know, and stop for a moment after every few."""
        happened = Happened(news.records)
        moment = Moment(self.table, self.seq, news.state, news.left_ms, self._remembered)
        for told, watcher in enumerate(self.watchers(), start=1):
            person = watcher.person
            if happened.is_public or person.id in happened.named or is_staff(person):
                theirs = happened.to(person)
                if theirs:
                    watcher.push(moment.frame(person, theirs, news.balances.get(person.id)))
            if told % A_FEW == 0:
                yield told

    def _give_up(self) -> None:
        """The table cannot be followed on: whoever comes back is told how it stands."""
        self.end()
        for watcher in self.watchers():
            watcher.end(TOO_SLOW)

    def _tell_board(self) -> None:
        for watcher in self.watchers():
            if watcher.wants.board:
                watcher.push(self.board)
