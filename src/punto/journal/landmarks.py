"""Landmarks: where in the journal rounds begin and end, and where something significant stands.

An index and nothing more: it is made from an entry when that is written, `punto verify` makes it
again, and whoever follows a landmark reads the entry itself.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.codec import Entry, Events, decode_command, decode_events, decode_refusal
from punto.journal.reading import Reading
from punto.journal.schema import entries, landmarks
from punto.ledger.cage import events as cage
from punto.refusals import Reason
from punto.table import events as e
from punto.table.evolve import Corrupt


class Sight(StrEnum):
    """What stands there."""

    ROUND = "round"  # betting opened for it
    SHOE = "shoe"  # one was loaded
    REVEAL = "reveal"  # the seal of one was opened
    OUTCOME = "outcome"  # it was settled or void, or that was corrected
    VOID = "void"
    CORRECTION = "correction"
    OVERRIDE = "override"
    CONFIGURATION = "configuration"
    IRREGULARITY = "irregularity"
    ADJUSTMENT = "adjustment"
    VARIANCE = "variance"
    DENIED = "denied-command"
    BROKEN_SEAL = "broken-seal"
    APPROVAL_ASKED = "approval-asked"
    APPROVAL_GIVEN = "approval-given"


class Landmark(Struct, frozen=True, gc=False):
    """One thing of a kind that an entry holds."""

    position: int
    kind: str
    stream: str
    number: int
    at_ms: int
    actor: str
    round: int = 0
    cents: int = 0  # the most a patron won by an outcome; what a void or an adjustment was about


# Commands by which somebody of position sets aside what would be done otherwise.
OVERRIDES = frozenset(
    (
        b"decide",
        b"remove-stakes",
        b"choose-handler",
        b"allow-squeezing",
        b"allow-first-card-withdrawal",
        b"give-device",
        b"reconstruct",
        b"replace-missing",
    )
)
REFUSALS = {
    Reason.NOT_AUTHORISED: Sight.DENIED,
    Reason.NOT_YOURS: Sight.DENIED,
    Reason.SEAL_BROKEN: Sight.BROKEN_SEAL,
    Reason.APPROVAL_NEEDED: Sight.APPROVAL_ASKED,
}
# Events that are looked for.
MARKED = frozenset(
    (
        e.ShoeLoaded,
        e.ShoeRevealed,
        e.BettingOpened,
        e.RoundSettled,
        e.RoundVoided,
        e.SettlementReversed,
        e.DisplayCorrected,
        e.IrregularityReported,
        e.TableOpened,
        e.ConfigurationChanged,
        e.TableClosed,
        e.MethodChosen,
        cage.LimitsSet,
        cage.Adjusted,
        cage.BankClosed,
        cage.DropCounted,
    )
)
# Most entries hold none of them: this tells without decoding them.
_EVENTS = re.compile(
    rb'"type":"(?:%b)"' % "|".join(str(each.__struct_config__.tag) for each in MARKED).encode()
)
_OVERRIDING = tuple(b'{"type":"%b"' % each for each in OVERRIDES)
_STAKED = b'{"type":"place-stake"'
_APPROVED = b'"approval":{'
_AT_ONCE = 1000  # rows read or written together


def landmarks_of(entry: Entry, events: Events | None = None) -> tuple[Landmark, ...]:
    """What an entry holds that is looked for; nothing where it cannot be read.

    Its events are given where they need not be decoded.
    """
    if not entry.refusal and entry.asked.startswith(_STAKED):
        return ()  # a stake that was taken, as most entries are
    try:
        found = dict(_refused(entry) if entry.refusal else _done(entry, events))
    except (Corrupt, TypeError):
        return ()
    if not found:
        return ()
    return tuple(
        Landmark(
            entry.position,
            kind.value,
            entry.stream,
            entry.number,
            entry.at_ms,
            entry.actor,
            number,
            cents,
        )
        for kind, (number, cents) in sorted(found.items())
    )


def _refused(entry: Entry) -> Iterator[tuple[Sight, tuple[int, int]]]:
    refusal = decode_refusal(entry)
    if refusal is not None and refusal.reason in REFUSALS:
        yield REFUSALS[refusal.reason], (0, 0)


def _done(entry: Entry, events: Events | None) -> Iterator[tuple[Sight, tuple[int, int]]]:
    if entry.asked.startswith(_OVERRIDING):
        yield Sight.OVERRIDE, (0, 0)
    if _APPROVED in entry.asked and getattr(decode_command(entry), "approval", None):
        yield Sight.APPROVAL_GIVEN, (0, 0)
    if events is None:
        events = decode_events(entry) if _EVENTS.search(entry.events) else ()
    for event in events:
        if type(event) in MARKED:
            yield from _happened(event)


def _happened(event: Any) -> Iterator[tuple[Sight, tuple[int, int]]]:
    match event:
        case e.BettingOpened(round=number):
            yield Sight.ROUND, (number, 0)
        case e.ShoeLoaded():
            yield Sight.SHOE, (0, 0)
        case e.ShoeRevealed():
            yield Sight.REVEAL, (0, 0)
        case e.RoundSettled(round=number, lines=lines):
            yield Sight.OUTCOME, (number, _most_won(lines))
        case e.RoundVoided(round=number, lines=lines):
            yield Sight.OUTCOME, (number, 0)
            yield Sight.VOID, (number, sum(line.cents for line in lines))
        case e.SettlementReversed(round=number, lines=lines):
            yield Sight.CORRECTION, (number, sum(line.cents for line in lines))
        case e.DisplayCorrected(round=number):
            yield Sight.CORRECTION, (number, 0)
        case e.IrregularityReported():
            yield Sight.IRREGULARITY, (0, 0)
        case e.TableOpened() | e.ConfigurationChanged() | e.TableClosed() | e.MethodChosen():
            yield Sight.CONFIGURATION, (0, 0)
        case cage.LimitsSet():
            yield Sight.CONFIGURATION, (0, 0)
        case cage.Adjusted(cents=cents):
            yield Sight.ADJUSTMENT, (0, abs(cents))
        case cage.BankClosed() | cage.DropCounted() if event.counted_cents != event.book_cents:
            yield Sight.VARIANCE, (0, abs(event.counted_cents - event.book_cents))
        case _:
            pass


def _most_won(lines: Iterable[e.Paid]) -> int:
    """The most that one patron won."""
    won: dict[str, int] = {}
    for line in lines:
        won[line.patron] = won.get(line.patron, 0) + line.profit_cents
    return max(0, *won.values()) if won else 0


def index_entries(connection: sa.Connection) -> None:
    """Find the landmarks of every entry anew."""
    connection.execute(sa.delete(landmarks))
    found: list[dict[str, Any]] = []
    whole = connection.execute(_everything(), execution_options={"yield_per": _AT_ONCE})
    for entry in (Entry(*row) for row in whole):
        found += map(asdict, landmarks_of(entry))
        if len(found) >= _AT_ONCE:
            connection.execute(sa.insert(landmarks), found)
            found = []
    if found:
        connection.execute(sa.insert(landmarks), found)


class RecordedLandmarks:
    """The landmarks of some streams as they were written, up to a position."""

    def __init__(self, reading: Reading, streams: Collection[str], until: int) -> None:
        self._rows: Iterator[Any] = iter(())
        self.are_kept = sa.inspect(reading.connection).has_table(landmarks.name)
        if self.are_kept:  # not in an archive of an earlier edition
            columns = [landmarks.c[name] for name in Landmark.__struct_fields__]
            # Put so, the index of streams is no help, and nothing needs to be sorted.
            these = sa.and_((landmarks.c.stream + "").in_(streams), landmarks.c.position <= until)
            ordered = sa.select(*columns).where(these)
            ordered = ordered.order_by(landmarks.c.position, landmarks.c.kind)
            self._rows = iter(reading.rows(ordered))
        self._next = next(self._rows, None)

    def of(self, position: int) -> tuple[Landmark, ...]:
        """Those of the entry at a position, and any before it that no entry was asked for."""
        if self._next is None or self._next[0] > position:
            return ()
        found: list[Landmark] = []
        while self._next is not None and self._next[0] <= position:
            found.append(Landmark(*self._next))
            self._next = next(self._rows, None)
        return tuple(found)

    def rest(self) -> Iterator[Landmark]:
        """Those after the last entry."""
        while self._next is not None:
            yield Landmark(*self._next)
            self._next = next(self._rows, None)


def _everything() -> sa.Select[Any]:
    """All entries but the stakes that were taken: those hold no landmark, and are most of all."""
    begins = sa.func.substr(entries.c.asked, 1, len(_STAKED)) == _STAKED
    taken = sa.and_(begins, entries.c.refusal == b"")
    columns = [entries.c[name] for name in Entry.__struct_fields__]
    return sa.select(*columns).where(sa.not_(taken)).order_by(entries.c.position)
