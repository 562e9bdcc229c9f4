"""One moment of a table told to everybody who watches: what many are told is made once.

What a person sees is decided by the views alone. Here it is only noticed that two people see the
same: patrons whom the moment does not concern differ in their stakes, lines and credits.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from punto.journal.codec import Recorded
from punto.journal.people import Kind, Person
from punto.table import events as e
from punto.table.events import Paid
from punto.table.state import Finished, Stake, State
from punto.web.event_views import EventView, event_view, named_in
from punto.web.views import (
    CaseView,
    MeView,
    RoundView,
    TableView,
    face_view,
    finished_view,
    is_staff,
    may_view,
    me_view,
    stake_view,
    table_view,
)
from punto.web.views import concerned as concerned_by

SOMEBODY = Person("", Kind.GUEST)  # a patron whom nothing concerns
NONE = Raw(b"[]")
_encode = msgspec.json.Encoder().encode


class Push(Struct, frozen=True, tag="push"):
    """Something has happened: what, as this person may see it, and the table after it."""

    seq: int
    events: tuple[EventView, ...]
    view: TableView


class _Push(Struct, frozen=True, tag="push"):
    """A push, parts of which are bytes already; field for field like `Push` and `TableView`."""

    seq: int
    events: Sequence[Raw]
    view: "_View | TableView"


class _View(Struct, frozen=True):
    table: str
    seq: int
    open: bool
    game: str
    edition: str
    method: str
    configuration: Raw
    prompt: Raw
    shoe: Raw
    round: "_Round | None"
    case: CaseView | None
    finished: Raw
    hands: Raw
    device: str
    betting_ms_left: int | None
    me: MeView
    may: Raw


class _Round(Struct, frozen=True):
    number: int
    betting_open: bool
    player: tuple[str, ...]
    banker: tuple[str, ...]
    totals_announced: bool
    stakes: Raw
    staked: Raw
    holders: Raw
    down: Raw


def _round(play: RoundView) -> _Round:
    return _Round(
        play.number,
        play.betting_open,
        play.player,
        play.banker,
        play.totals_announced,
        NONE,
        Raw(_encode(play.staked)),
        Raw(_encode(play.holders)),
        Raw(_encode(play.down)),
    )


def _list(encoded: Iterable[bytes]) -> Raw:
    return Raw(b"[%b]" % b",".join(encoded))


class Remembered:
    """What was put into bytes for one push and serves for the next."""

    def __init__(self) -> None:
        self._rounds: dict[int, _FinishedRound] = {}
        self._finished: tuple[Finished, ...] = ()
        self._whole: dict[str, Raw] = {}  # the finished rounds as a patron is told of them
        self._stakes: dict[int, tuple[Stake, bytes]] = {}

    def finished(self, finished: tuple[Finished, ...], person: Person) -> Raw:
        """The rounds that are over; staff are told every line of the newest."""
        if finished is not self._finished:
            self._finished = finished
            self._whole.clear()
            before = self._rounds
            self._rounds = {
                each.number: before[each.number]
                if each.number in before and before[each.number].round is each
                else _FinishedRound(each)
                for each in finished
            }
        rounds = self._rounds.values()
        if is_staff(person):
            newest = finished[-1].number if finished else 0
            return _list(each.told_to_staff(each.round.number == newest) for each in rounds)
        patron = "" if person.kind is Kind.DEVICE else person.id
        if patron not in self._whole:
            self._whole[patron] = _list(each.told(patron) for each in rounds)
        return self._whole[patron]

    def stakes(self, stakes: Iterable[Stake]) -> Raw:
        """Stakes, each as whoever may see it does."""
        return _list(map(self._stake, stakes))

    def _stake(self, stake: Stake) -> bytes:
        known = self._stakes.get(stake.id)
        if known is None or known[0] is not stake:
            self._stakes[stake.id] = known = (stake, _encode(stake_view(stake)))
        return known[1]

    def forget_stakes(self) -> None:
        """The round is over."""
        self._stakes.clear()


class _FinishedRound:
    def __init__(self, round_: Finished) -> None:
        self.round = round_
        self._lines = _by_patron(round_.lines)
        self._told: dict[str, bytes] = {}
        self._to_staff: dict[bool, bytes] = {}

    def told(self, patron: str) -> bytes:
        key = patron if patron in self._lines else ""
        if key not in self._told:
            self._told[key] = _encode(finished_view(self.round, self._lines.get(key, ())))
        return self._told[key]

    def told_to_staff(self, newest: bool) -> bytes:
        if newest not in self._to_staff:
            self._to_staff[newest] = _encode(
                finished_view(self.round, self.round.lines if newest else ())
            )
        return self._to_staff[newest]


def _by_patron(lines: Iterable[Paid]) -> dict[str, list[Paid]]:
    found: defaultdict[str, list[Paid]] = defaultdict(list)
    for line in lines:
        found[line.patron].append(line)
    return dict(found)


class Happened:
    """What has happened, ready to be told to anybody."""

    def __init__(self, records: Sequence[Recorded]) -> None:
        self._records = records
        self._public = {
            place: encoded
            for place, record in enumerate(records)
            if (encoded := _told(record, SOMEBODY)) is not None
        }
        self._named: defaultdict[str, list[int]] = defaultdict(list)
        self._lines: dict[int, dict[str, list[Paid]]] = {}
        self._to_staff: list[Raw] | None = None
        for place, record in enumerate(records):
            for patron in named_in(record.event):
                self._named[patron].append(place)

    @property
    def is_public(self) -> bool:
        """Whether there is something in it for everybody."""
        return bool(self._public)

    @property
    def named(self) -> Collection[str]:
        """Those who are told of something that others are not."""
        return self._named.keys()

    def to(self, person: Person) -> Sequence[Raw]:
        """As one person is told of it."""
        if is_staff(person):
            if self._to_staff is None:  # one of them is told what the others are
                told = (_told(record, person) for record in self._records)
                self._to_staff = [each for each in told if each is not None]
            return self._to_staff
        if person.kind is Kind.DEVICE or person.id not in self._named:
            return list(self._public.values())
        mine = {place: self._personal(place, person) for place in self._named[person.id]}
        both: dict[int, Raw | None] = {**self._public, **mine}
        return [each for place in sorted(both) if (each := both[place]) is not None]

    def _personal(self, place: int, person: Person) -> Raw | None:
        """An event that names somebody, as they are told; only their own lines are gone over."""
        record = self._records[place]
        event = record.event
        if isinstance(event, e.RoundSettled | e.RoundVoided | e.SettlementReversed):
            if place not in self._lines:
                self._lines[place] = _by_patron(event.lines)
            mine = tuple(self._lines[place].get(person.id, ()))
            record = replace(record, event=replace(event, lines=mine))
        return _told(record, person)


def _told(record: Recorded, person: Person) -> Raw | None:
    event = record.event
    if person is SOMEBODY and isinstance(
        event, e.RoundSettled | e.RoundVoided | e.SettlementReversed
    ):
        record = replace(record, event=replace(event, lines=()))
    view = event_view(record, person)
    return None if view is None else Raw(_encode(view))


class Moment:
    """A table after some events."""

    def __init__(
        self,
        table: str,
        seq: int,
        state: State,
        betting_ms_left: int | None,
        remembered: Remembered,
    ) -> None:
        self._table = table
        self._seq = seq
        self._state = state
        self._left_ms = betting_ms_left
        self._remembered = remembered
        self._concerned = concerned_by(state)
        self._faces: dict[bool, _View] = {}  # for staff, and for everybody else
        self._may: dict[tuple[Kind, str], Raw] = {}
        if state.round is None:
            remembered.forget_stakes()

    def frame(self, person: Person, told: Sequence[Raw], credits_cents: int | None) -> bytes:
        """The push for one person."""
        return _encode(_Push(self._seq, told, self._view(person, credits_cents)))

    def _view(self, person: Person, credits_cents: int | None) -> _View | TableView:
        staff = is_staff(person)
        if not staff and (self._concerned is None or person.id in self._concerned):
            return table_view(
                self._table,
                self._seq,
                self._state,
                person,
                credits_cents=credits_cents,
                betting_ms_left=self._left_ms,
            )
        face, stakes = self._face(person), self._stakes(person)
        return replace(
            face,
            round=face.round and replace(face.round, stakes=self._remembered.stakes(stakes)),
            finished=self._remembered.finished(self._state.finished, person),
            me=me_view(person, credits_cents),
            may=self._asked_may(person) if staff else self._patron_may(person, stakes),
        )

    def _face(self, person: Person) -> _View:
        """What all staff see, or everybody else whom nothing concerns."""
        staff = is_staff(person)
        if staff not in self._faces:
            seen = face_view(
                self._table, self._seq, self._state, person if staff else SOMEBODY, self._left_ms
            )
            self._faces[staff] = _view(seen)
        return self._faces[staff]

    def _stakes(self, person: Person) -> Sequence[Stake]:
        play = self._state.round
        if play is None or person.kind is Kind.DEVICE:
            return ()
        return list(play.stakes.values()) if is_staff(person) else self._own.get(person.id, ())

    @cached_property
    def _own(self) -> Mapping[str, list[Stake]]:
        stakes: defaultdict[str, list[Stake]] = defaultdict(list)
        for stake in self._state.round.stakes.values() if self._state.round else ():
            stakes[stake.patron].append(stake)
        return stakes

    def _patron_may(self, person: Person, stakes: Sequence[Stake]) -> Raw:
        """What somebody may do hangs on whether they have staked, and on what first."""
        key = (person.kind, stakes[0].wager if stakes else "")
        if key not in self._may:
            self._may[key] = self._asked_may(person)
        return self._may[key]

    def _asked_may(self, person: Person) -> Raw:
        return Raw(_encode(may_view(self._table, self._state, person)))


def _view(seen: TableView) -> _View:
    return _View(
        seen.table,
        seen.seq,
        seen.open,
        seen.game,
        seen.edition,
        seen.method,
        Raw(_encode(seen.configuration)),
        Raw(_encode(seen.prompt)),
        Raw(_encode(seen.shoe)),
        _round(seen.round) if seen.round else None,
        seen.case,
        NONE,
        Raw(_encode(seen.hands)),
        seen.device,
        seen.betting_ms_left,
        seen.me,
        NONE,
    )
