"""Folds entries into running totals: the same for a commit, for verify and for a rebuild."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from punto.journal.codec import STAFF, Entry, Events
from punto.journal.packing import pack, unpack
from punto.journal.streams import CAGE
from punto.ledger.cage import events as cage
from punto.ledger.cage.postings import postings as post_cage
from punto.ledger.shifts import Shift, table_of
from punto.ledger.totals import QUARTER_MS, Played, PlayTotals, Settlement, add_play, banked, played
from punto.ledger.unapproved import (
    CHANGING,
    SUBJECT,
    Unapproved,
    UnapprovedTotals,
    add_unapproved,
    unapproved,
)
from punto.text import is_person_name

PLAY = "play"  # the subject of a table's own totals
BANK, SHIFT = "bank:", "shift:"  # of the cage: a table's bank, and where its shifts began

TotalsRow: TypeAlias = tuple[str, str, int, int, bytes]  # stream, subject, position, time, content
QuarterRow: TypeAlias = tuple[str, str, int, int, bytes]  # the same, by quarter and position
Key: TypeAlias = tuple[str, str]  # stream and subject
Totals: TypeAlias = PlayTotals | Shift | UnapprovedTotals

_encode = msgspec.json.Encoder(order="deterministic").encode
_plays: msgspec.json.Decoder[PlayTotals] = msgspec.json.Decoder(PlayTotals)
_shifts: msgspec.json.Decoder[Shift] = msgspec.json.Decoder(Shift)
_unapproved: msgspec.json.Decoder[UnapprovedTotals] = msgspec.json.Decoder(UnapprovedTotals)
_AT_CAGE = (
    cage.BankOpened,
    cage.BankFilled,
    cage.BankCredited,
    cage.BankClosed,
    cage.ChipsBought,
    cage.DropCounted,
    cage.Adjusted,
)


def is_person(subject: str) -> bool:
    """Whether totals are a person's, which are stored by quarters of an hour."""
    return subject != PLAY and not subject.startswith((BANK, SUBJECT))


class Pending(Struct, frozen=True):
    """An entry that changes totals, and what it changes."""

    stream: str
    position: int
    at_ms: int
    plays: tuple[Played, ...] = ()
    banks: tuple[Any, ...] = ()  # events of the cage
    unapproved: Unapproved | None = None  # what one person changed alone

    def tables(self) -> Iterator[Key]:
        """The totals of tables that it changes."""
        if self.plays:
            yield self.stream, PLAY
        if self.unapproved is not None:
            yield self.stream, self.unapproved.subject
        for event in self.banks:
            for transfer in post_cage(event):
                table = table_of(transfer)
                if table:
                    yield CAGE, BANK + table

    def people(self) -> Iterator[Key]:
        """The people whose totals it changes."""
        for play in self.plays:
            for subject in play.people:
                yield self.stream, subject


def pending_of(entry: Entry, state: Any, events: Events) -> Pending | None:
    """What an entry changes; None if nothing. `state` is the stream's before the entry."""
    if entry.stream == CAGE:
        banks = tuple(event for event in events if isinstance(event, _AT_CAGE))
        if not banks:
            return None
        return Pending(entry.stream, entry.position, entry.at_ms, banks=banks)
    alone = _changed_alone(entry, state, events)
    if alone is None and not any(isinstance(event, Settlement) for event in events):
        return None
    plays = tuple(played(state, events))
    return Pending(entry.stream, entry.position, entry.at_ms, plays, unapproved=alone)


def _changed_alone(entry: Entry, state: Any, events: Events) -> Unapproved | None:
    """What a member of staff changed with this entry, if no one approved it."""
    if entry.kind not in CHANGING or entry.approval or entry.role != STAFF:
        return None
    return unapproved(state, entry.actor, events) if is_person_name(entry.actor) else None


class Fold:
    """Totals as they stand; `take` returns the rows that an entry adds."""

    def __init__(self) -> None:
        self.plays: dict[Key, PlayTotals] = {}
        self.banks: dict[str, Shift] = {}
        self.people: dict[Key, PlayTotals] = {}
        self.unapproved: dict[Key, UnapprovedTotals] = {}
        # Those of people that changed since the last `clear`, each with the position of the entry.
        self.quarters: dict[tuple[str, str, int], tuple[int, PlayTotals]] = {}

    def take(self, change: Pending) -> list[TotalsRow]:
        """Fold one entry; its rows of people are added to `quarters`."""
        rows: list[TotalsRow] = []
        stream, position, at_ms = change.stream, change.position, change.at_ms
        if change.plays:
            key = stream, PLAY
            now = self.plays.get(key) or PlayTotals()
            for play in change.plays:
                now = add_play(now, play, play.stakes, play.table, at_ms)
                self._add_people(change, play)
            self.plays[key] = now
            rows.append((stream, PLAY, position, at_ms, encode_totals(now)))
        if change.unapproved is not None:
            key = stream, change.unapproved.subject
            before = self.unapproved.get(key) or UnapprovedTotals()
            self.unapproved[key] = add_unapproved(before, change.unapproved)
            content = pack(plain_totals(self.unapproved[key]))
            rows.append((stream, change.unapproved.subject, position, at_ms, content))
        began: set[str] = set()
        moved: set[str] = set()
        for event in change.banks:
            for table, shift, is_new in banked(self.banks, event, at_ms):
                self.banks[table] = shift
                moved.add(table)
                began |= {table} if is_new else set()
        rows += [
            (CAGE, BANK + table, position, at_ms, pack(plain_totals(self.banks[table])))
            for table in sorted(moved)
        ]
        rows += [(CAGE, SHIFT + table, position, at_ms, b"") for table in sorted(began)]
        return rows

    def _add_people(self, change: Pending, play: Played) -> None:
        stream, at_ms = change.stream, change.at_ms
        for subject, (stakes, wagers) in play.people.items():
            before = self.people.get((stream, subject)) or PlayTotals()
            after = add_play(before, play, stakes, wagers, at_ms)
            self.people[stream, subject] = after
            self.quarters[stream, subject, at_ms // QUARTER_MS] = change.position, after

    def quarter_rows(self) -> list[QuarterRow]:
        """The rows of people that changed since the last `clear`."""
        return [
            (*key, position, encode_totals(now))
            for key, (position, now) in sorted(self.quarters.items())
        ]

    def opening(self, stream: str) -> dict[str, bytes]:
        """The totals of a stream, by subject, for a journal that opens after these entries."""
        totals: dict[Key, Totals] = {**self.plays, **self.people, **self.unapproved}
        found = {
            subject: plain_totals(now) for (name, subject), now in totals.items() if name == stream
        }
        if stream == CAGE:
            found |= {BANK + table: plain_totals(shift) for table, shift in self.banks.items()}
        return dict(sorted(found.items()))


def fold_from(openings: Mapping[str, Mapping[str, bytes]]) -> Fold:
    """The totals that streams open with, by stream and subject."""
    fold = Fold()
    for stream, subjects in openings.items():
        for subject, plain in subjects.items():
            if subject == PLAY:
                fold.plays[stream, subject] = _plays.decode(plain)
            elif subject.startswith(BANK):
                fold.banks[subject.removeprefix(BANK)] = _shifts.decode(plain)
            elif subject.startswith(SUBJECT):
                fold.unapproved[stream, subject] = _unapproved.decode(plain)
            else:
                fold.people[stream, subject] = _plays.decode(plain)
    return fold


def plain_totals(found: Totals) -> bytes:
    """Totals in a canonical encoding."""
    return _encode(found)


def encode_totals(found: PlayTotals) -> bytes:
    """Totals as they are stored."""
    return pack(plain_totals(found))


def decode_totals(stored: bytes) -> PlayTotals:
    """The totals of a table's play, or of a person."""
    return _plays.decode(unpack(stored))


def decode_bank(stored: bytes) -> Shift:
    """The totals of a table's bank."""
    return _shifts.decode(unpack(stored))


def decode_unapproved(stored: bytes | None) -> UnapprovedTotals:
    """What a person changed alone at a table; nothing where nothing is stored."""
    return UnapprovedTotals() if stored is None else _unapproved.decode(unpack(stored))
