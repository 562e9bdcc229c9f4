"""The frames that a table sends: each document is encoded once for everyone with the same view.

The views alone decide what a person sees. This module only shares the bytes between people who see
the same table, and leaves out a private part that has not changed since it was last sent.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from punto.floor.countdown import BettingTime
from punto.journal.codec import Recorded
from punto.journal.people.people import Kind, Person
from punto.table.events import Paid
from punto.table.preconditions import open_table
from punto.table.shoe_events import Contributor, contributor_key
from punto.table.state import Finished, Stake, State
from punto.web.views.events import events_for, is_public, named_in
from punto.web.views.mine import (
    SETTLED_MAX,
    Mine,
    SettledView,
    concerned,
    may_view,
    me_view,
    mine_view,
    plays,
)
from punto.web.views.table import PUBLIC, EventView, TableView, is_staff, table_view

NONE = Raw(b"[]")
_encode = msgspec.json.Encoder().encode


class Push(Struct, frozen=True, tag="push"):
    """The table, the reader's own part, or both, each complete.

    The first frame of a socket has both. A part that is None has not changed for its reader.
    """

    table: TableView | None = None
    mine: Mine | None = None

    @property
    def seq(self) -> int:
        """The number of the last event it includes."""
        return self.table.seq if self.table else self.mine.seq if self.mine else 0

    @property
    def events(self) -> tuple[EventView, ...]:
        """The events since the previous push."""
        return self.table.events if self.table else ()


class Ping(Struct, frozen=True, tag="ping"):
    """Sent when nothing else was for a while, to show that the server is alive."""


PING = _encode(Ping())


class Own(NamedTuple):
    """The parts of a person's own document that are compared with what was last sent."""

    stakes: Sequence[Stake]
    settled: Raw
    may: tuple[str, ...]


MayKey = tuple[Kind, str, str]


class FrameCache:
    """What frames of one table share: lines of finished rounds, and what patrons may do."""

    def __init__(self) -> None:
        self._rounds: dict[int, tuple[Finished, Mapping[str, bytes]]] = {}
        self._finished: tuple[Finished, ...] = ()
        self._settled: dict[str, Raw] = {}
        self._moment: object = None
        self._may: dict[MayKey, tuple[str, ...]] = {}

    def may(self, state: State) -> dict[MayKey, tuple[str, ...]]:
        """What patrons may do in this state; while betting is open, stakes do not change it."""
        play = state.round
        if play is None or not play.betting_open:
            return {}
        is_full = state.game.electronic and len(play.seats) >= open_table(state).positions
        rest = replace(state, round=replace(play, stakes={}, seats={}), stakes=0)
        if self._moment != (rest, is_full):
            self._moment, self._may = (rest, is_full), {}
        return self._may

    def settled(self, finished: tuple[Finished, ...], patron: str) -> Raw:
        """A patron's own lines of the last rounds, encoded."""
        if finished is not self._finished:
            self._finished = finished
            self._settled.clear()
            before = self._rounds
            self._rounds = {
                each.number: before[each.number]
                if each.number in before and before[each.number][0] is each
                else (each, _settled(each))
                for each in finished
            }
        if patron not in self._settled:
            own = [lines[patron] for _, lines in self._rounds.values() if patron in lines]
            joined = b",".join(own[-SETTLED_MAX:])
            self._settled[patron] = Raw(b"[%b]" % joined) if joined else NONE
        return self._settled[patron]


def _settled(round_: Finished) -> dict[str, bytes]:
    lines: defaultdict[str, list[Paid]] = defaultdict(list)
    for line in round_.lines:
        lines[line.patron].append(line)
    return {
        patron: _encode(SettledView(round_.number, tuple(own))) for patron, own in lines.items()
    }


class EventFrames:
    """The events of one push, and whom they concern."""

    def __init__(self, records: Sequence[Recorded], after: int | None = None) -> None:
        self.records = records
        self.after = after

    @cached_property
    def is_public(self) -> bool:
        """Whether any of the events is for everyone."""
        return any(is_public(record.event) for record in self.records)

    @cached_property
    def named(self) -> Mapping[str, int]:
        """The patrons whom the events name, each with the number of the last such event."""
        return {patron: record.seq for record in self.records for patron in named_in(record.event)}


class TableFrame:
    """A table after an event, encoded on demand for each kind of reader."""

    def __init__(
        self,
        table: str,
        seq: int,
        state: State,
        cache: FrameCache,
        betting: BettingTime | None = None,
        events: EventFrames | None = None,
    ) -> None:
        self.seq = seq
        self._table = table
        self._state = state
        self._cache = cache
        self._betting = betting
        self._events = events or EventFrames(())
        self._concerned = concerned(state)
        self._may = cache.may(state)

    def push(
        self, person: Person, credits_cents: int | None = None, sent: Own | None = None
    ) -> tuple[bytes, Own | None]:
        """The push for a person last sent `sent` as their own part, and what to compare next."""
        own = self._own(person)
        if own is not None and own == sent and credits_cents is None and not is_staff(person):
            return self._public_push, own  # the common case: everyone gets the same bytes
        table = self._staff_table if is_staff(person) else self._public_table
        mine = self._mine(person, credits_cents, own)
        return _encode(Push(cast(Any, table), cast(Any, mine))), own

    def table_push(self, person: Person) -> bytes:
        """The push without the person's own part."""
        if is_staff(person):
            return _encode(Push(cast(Any, self._staff_table)))
        return self._public_push

    def mine(self, person: Person, credits_cents: int | None = None) -> tuple[Raw, Own | None]:
        """A person's own part, for the answer to a command, and what to compare next."""
        own = self._own(person)
        return self._mine(person, credits_cents, own), own

    @cached_property
    def _public_push(self) -> bytes:
        return _encode(Push(cast(Any, self._public_table)))

    @cached_property
    def _public_table(self) -> Raw:
        return self._encoded(PUBLIC)

    @cached_property
    def _staff_table(self) -> Raw:
        return self._encoded(STAFF)

    def _encoded(self, person: Person) -> Raw:
        seen = table_view(
            self._table,
            self.seq,
            self._state,
            person,
            betting=self._betting,
            after=self._events.after,
            events=events_for(self._events.records, person),
        )
        return Raw(_encode(seen))

    def _own(self, person: Person) -> Own | None:
        """The comparable own part; None for staff and for patrons whom the state concerns."""
        if is_staff(person) or self._concerned is None or person.id in self._concerned:
            return None
        if not plays(person):
            return Own((), NONE, self._may_of(person, ()))
        stakes = self._stakes.get(person.id, ())
        settled = self._cache.settled(self._state.finished, person.id)
        return Own(stakes, settled, self._may_of(person, stakes))

    def _mine(self, person: Person, credits_cents: int | None, own: Own | None) -> Raw:
        if own is None:
            made = mine_view(self._table, self.seq, self._state, person, credits_cents)
        else:
            stakes, settled, may = cast(Any, own)
            made = Mine(self.seq, me_view(person, credits_cents), stakes, settled, may)
        return Raw(_encode(made))

    @cached_property
    def _stakes(self) -> Mapping[str, list[Stake]]:
        found: defaultdict[str, list[Stake]] = defaultdict(list)
        for stake in self._state.round.stakes.values() if self._state.round else ():
            found[stake.patron].append(stake)
        return found

    @cached_property
    def _contributors(self) -> frozenset[str]:
        shoe = self._state.shoe
        contributions = shoe.contributions if shoe is not None else ()
        return frozenset((*self._state.barred, *(each.contributor for each in contributions)))

    def _may_of(self, person: Person, stakes: Sequence[Stake]) -> tuple[str, ...]:
        """What a person may do, cached by kind, first stake, and whether they contributed."""
        known = self._contributors
        contributes = known and contributor_key(Contributor.PATRON, person.id) in known
        wager = stakes[0].wager if stakes else ""
        key = (person.kind, wager, person.id if contributes else "")
        if key not in self._may:
            self._may[key] = may_view(self._table, self._state, person)
        return self._may[key]


STAFF = Person("", Kind.STAFF)  # all of them see the same table


def snapshot(
    table: str,
    seq: int,
    state: State,
    person: Person,
    *,
    credits_cents: int | None = None,
    betting: BettingTime | None = None,
    missed: Iterable[Recorded] = (),
    after: int | None = None,
) -> Push:
    """The current table and the person's own part: the first frame of a socket."""
    seen = table_view(
        table,
        seq,
        state,
        person,
        betting=betting,
        after=after,
        events=events_for(missed, person),
    )
    return Push(seen, mine_view(table, seq, state, person, credits_cents))
