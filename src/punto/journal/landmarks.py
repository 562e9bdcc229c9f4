"""Landmarks: where in the journal rounds begin and end, and where something significant stands.

An index and nothing more: it is made from an entry when that is written, `punto verify` makes it
again, and whoever follows a landmark reads the entry itself.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.codec import Entry, decode_command, decode_events, decode_refusal
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


class Landmark(Struct, frozen=True):
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
# Most entries hold nothing of the kind: this tells without decoding them.
_EVENTS = re.compile(
    rb'"type":"(?:shoe-loaded|shoe-revealed|betting-opened|round-settled|round-voided|settlement-reversed|display-corrected'
    rb"|irregularity-reported|table-opened|configuration-changed|table-closed|method-chosen"
    rb'|limits-set|adjusted|bank-closed|drop-counted)"'
)
_COMMAND = re.compile(rb'\{"type":"([a-z-]+)"')
_STAKED = b'{"type":"place-stake"'
_APPROVED = b'"approval":{'
_AT_ONCE = 1000  # rows read or written together


def landmarks_of(entry: Entry) -> tuple[Landmark, ...]:
    """What an entry holds that is looked for; nothing where it cannot be read."""
    if not entry.refusal and entry.asked.startswith(_STAKED):
        return ()  # a stake that was taken, as most entries are
    try:
        found = dict(_refused(entry) if entry.refusal else _done(entry))
    except (Corrupt, TypeError):
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


def _done(entry: Entry) -> Iterator[tuple[Sight, tuple[int, int]]]:
    command = _COMMAND.match(entry.asked)
    if command is not None and command[1] in OVERRIDES:
        yield Sight.OVERRIDE, (0, 0)
    if _APPROVED in entry.asked and getattr(decode_command(entry), "approval", None):
        yield Sight.APPROVAL_GIVEN, (0, 0)
    if _EVENTS.search(entry.events):
        for event in decode_events(entry):
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


def stray_landmarks(reading: Reading) -> Iterator[tuple[str, int]]:
    """Streams and entries whose landmarks are not what the entries come to."""
    if not sa.inspect(reading.connection).has_table(
        landmarks.name
    ):  # an archive of an earlier edition
        return
    columns = [landmarks.c[name] for name in Landmark.__struct_fields__]
    ordered = sa.select(*columns).order_by(landmarks.c.position)
    kept = groupby((Landmark(*row) for row in reading.rows(ordered)), _position)
    found = (mark for row in reading.rows(_everything()) for mark in landmarks_of(Entry(*row)))
    made = groupby(found, _position)
    one, other = _next(kept), _next(made)
    while one or other:
        places = [marks[0].position for marks in (one, other) if marks]
        here = one if one and one[0].position == min(places) else []
        meant = other if other and other[0].position == min(places) else []
        if set(here) != set(meant):
            first = (here or meant)[0]
            yield first.stream, first.number
        one = _next(kept) if here else one
        other = _next(made) if meant else other


def _position(mark: Landmark) -> int:
    return mark.position


def _next(groups: "groupby[int, Landmark]") -> list[Landmark]:
    """The landmarks of the next entry that has any."""
    _, marks = next(groups, (0, ()))
    return list(marks)


def _everything() -> sa.Select[Any]:
    """All entries but the stakes that were taken: those hold no landmark, and are most of all."""
    begins = sa.func.substr(entries.c.asked, 1, len(_STAKED)) == _STAKED
    taken = sa.and_(begins, entries.c.refusal == b"")
    columns = [entries.c[name] for name in Entry.__struct_fields__]
    return sa.select(*columns).where(sa.not_(taken)).order_by(entries.c.position)
