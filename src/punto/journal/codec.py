"""The shape on disk: a command and what it made happen, as canonical JSON, chained by hash."""

import re
from collections.abc import Hashable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.streams import Command, Event, State, kind_of
from punto.journal.upcasts import UPCASTS, Raw, Upcast
from punto.refusals import Reason, Refused
from punto.table.evolve import Corrupt

SCHEMA = 2
GENESIS = bytes(32)  # what the first entry of every stream is chained to

NO_EVENTS = b"[]"

Events = tuple[Event, ...]

# What reading bytes that are not what they should be raises, in an upcast too.
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, ValueError)
_EDITION = re.compile(rb"([0-9]{1,4}):[0-9a-f]{16}:")
_encoder = msgspec.json.Encoder(order="deterministic")


class Entry(Struct, frozen=True, gc=False):
    """A line of the journal: what was asked, by whom, when, and what was answered.

    `number` counts the entries of a stream, refusals too; `seq` is the number of its last event,
    so that a refusal has the `seq` of the entry before. `position` orders all streams.
    """

    position: int
    stream: str
    number: int
    id: str
    at_ms: int
    actor: str
    rank: int  # 0 for a patron, else the staff position
    schema: int
    seq: int
    asked: bytes
    refusal: bytes  # empty where the command was done
    events: bytes
    hash: bytes = b""


class Head(Struct, frozen=True, gc=False):
    """The end of a stream: its last entry, its last event, and the hash that holds all before."""

    number: int = 0
    seq: int = 0
    hash: bytes = GENESIS


class Recorded(Struct, frozen=True):
    """An event with its place: where in its stream, when, by whom, for which command."""

    stream: str
    seq: int
    at_ms: int
    actor: str
    rank: int
    command: str
    event: Event


def chained(before: bytes, entry: Entry) -> Entry:
    """The entry with its hash in it."""
    return replace(entry, hash=chain(before, entry))


def chain(before: bytes, entry: Entry) -> bytes:
    """The hash of an entry: over the one before it and everything it says."""
    said = _encoder.encode(
        (
            entry.position,
            entry.stream,
            entry.number,
            entry.id,
            entry.at_ms,
            entry.actor,
            entry.rank,
            entry.schema,
            entry.seq,
            len(entry.asked),  # the lengths keep one field from running into the next
            len(entry.refusal),
            len(entry.events),
        )
    )
    return sha256(b"".join((before, said, entry.asked, entry.refusal, entry.events))).digest()


def follow(head: Head, entry: Entry) -> Head:
    """The head after an entry; Corrupt where it does not follow the one before."""
    if entry.number != head.number + 1:
        raise Corrupt(f"entry {head.number + 1} is missing: entry {entry.number} stands there")
    try:
        follows = chain(head.hash, entry) == entry.hash
    except TypeError:  # a column that holds something else than it should
        follows = False
    if not follows:
        raise Corrupt(f"the hash of entry {entry.number} does not follow from what it says")
    return Head(entry.number, entry.seq, entry.hash)


def recorded(entry: Entry, events: Events | None = None) -> tuple[Recorded, ...]:
    """The events of an entry, each with its place; given where they need not be decoded."""
    events = decode_events(entry) if events is None else events
    first = entry.seq - len(events) + 1
    return tuple(
        Recorded(entry.stream, first + place, entry.at_ms, entry.actor, entry.rank, entry.id, event)
        for place, event in enumerate(events)
    )


def encode_events(events: Sequence[Event]) -> bytes:
    """Events as bytes that are always the same for the same events."""
    return _encoder.encode(events)


def decode_events(entry: Entry) -> tuple[Any, ...]:
    """The events of an entry, of the kind its stream has, whatever schema it was written in."""
    decoder = kind_of(entry.stream).events
    try:
        if entry.schema == SCHEMA:
            return decoder.decode(entry.events)
        events = msgspec.json.decode(entry.events, type=list[Raw])
        for upcast in _upcasts(entry):
            events = [upcast.event(event) for event in events]
        return decoder.decode(msgspec.json.encode(events))
    except _UNREADABLE as fault:
        raise Corrupt(f"the events of entry {entry.number} cannot be read: {fault}") from None


def encode_command(command: Command) -> bytes:
    """What a command asks, by whom; its time is the entry's, so that asking twice is the same."""
    return _encoder.encode(replace(command, at=0))


def decode_command(entry: Entry) -> Any:
    """The command of an entry, at the time it was taken, whatever schema it was written in."""
    decoder, asked = kind_of(entry.stream).commands, entry.asked
    try:
        if entry.schema != SCHEMA:
            command = msgspec.json.decode(asked, type=Raw)
            for upcast in _upcasts(entry):
                command = upcast.command(command)
            asked = msgspec.json.encode(command)
        return replace(decoder.decode(asked), at=entry.at_ms)
    except _UNREADABLE as fault:
        raise Corrupt(f"the command of entry {entry.number} cannot be read: {fault}") from None


def asks_the_same(entry: Entry, asked: bytes) -> bool:
    """Whether an entry's command is this one, though it may have been written in an old schema."""
    if entry.schema == SCHEMA:
        return entry.asked == asked
    return encode_command(decode_command(entry)) == asked


def _upcasts(entry: Entry) -> list[Upcast]:
    """The steps from an entry's schema to today's."""
    if entry.schema > SCHEMA:
        raise Corrupt(
            f"entry {entry.number} is of schema {entry.schema}, and this edition of Punto reads up"
            f" to {SCHEMA}: use the edition that wrote it"
        )
    steps = [UPCASTS.get(schema) for schema in range(entry.schema, SCHEMA)]
    if None in steps:
        raise Corrupt(f"entry {entry.number} is of schema {entry.schema}, which there never was")
    return [step for step in steps if step is not None]


def encode_refusal(refused: Refused) -> bytes:
    return _encoder.encode((refused.reason.value, refused.sentence, refused.clause))


def decode_refusal(entry: Entry) -> Refused | None:
    """Why the command of an entry was refused, if it was."""
    if not entry.refusal:
        return None
    try:
        reason, sentence, clause = msgspec.json.decode(
            entry.refusal, type=tuple[str, str, str | None]
        )
        return Refused(Reason(reason), sentence, clause=clause)
    except (msgspec.MsgspecError, ValueError) as fault:
        raise Corrupt(f"the refusal of entry {entry.number} cannot be read: {fault}") from None


def encode_state(state: State) -> bytes:
    """A stream's state for a snapshot; its order is the one things happened in."""
    return _edition(type(state)) + msgspec.json.encode(state)


def decode_state(stream: str, data: bytes) -> Any | None:
    """The state of a snapshot; None where another edition of Punto wrote it otherwise."""
    kind = kind_of(stream)
    edition = _edition(type(kind.start))
    try:
        return kind.states.decode(data[len(edition) :]) if data.startswith(edition) else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def decode_opening(stream: str, data: bytes) -> Any | None:
    """The state of an opening, also of one written before there were the fields of today.

    It is no shortcut: what came before is archived, and this is where the stream begins.
    """
    edition = _EDITION.match(data)
    if edition is None or int(edition[1]) > SCHEMA:
        return None
    try:
        return kind_of(stream).states.decode(data[edition.end() :])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _edition(state: Any) -> bytes:
    """What a snapshot begins with: one of another schema, or of other fields, is no shortcut."""
    return b"%d:%b:" % (SCHEMA, _shape(state))


@cache
def _shape(state: Hashable) -> bytes:
    return sha256(msgspec.json.encode(msgspec.json.schema(state))).hexdigest()[:16].encode()
