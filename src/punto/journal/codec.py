"""The format on disk: entries, each a command with its envelope and its events, hash-chained."""

import re
from collections.abc import Hashable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from punto.journal.decisions import DECISION_VERSION
from punto.journal.errors import Corrupt
from punto.journal.packing import NotPacked, pack, unpack
from punto.journal.streams import Command, Event, State, kind_of
from punto.journal.upcasts import UPCASTS, Raw, Upcast
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Actor, Approval, Machine, Origin, Patron, Role, Staff

SCHEMA = 1
GENESIS = bytes(32)  # the hash before the first entry of a stream

NO_EVENTS = b"[]"

Events = tuple[Event, ...]

# What decoding malformed bytes raises, in an upcast too.
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, ValueError)
_EDITION = re.compile(rb"([0-9]{1,4}):[0-9a-f]{16}:")
_encoder = msgspec.json.Encoder(order="deterministic")
_approvals: msgspec.json.Decoder[Approval] = msgspec.json.Decoder(Approval)
STAFF, PATRON = "staff", "patron"  # the roles of people; machines have their own


class Entry(Struct, frozen=True, gc=False):
    """An entry of the journal: a command with its envelope, and its events or refusal.

    `number` counts the entries of a stream, refusals included; `seq` is the number of the stream's
    last event, so a refusal has the `seq` of the entry before it. `position` orders all streams.
    """

    position: int
    stream: str
    number: int
    id: str
    at_ms: int
    actor: str
    rank: int  # 0 for a patron, else the staff position
    role: str  # staff, patron, or a machine's role
    pressed_by: str  # the person who operated the machine, if any
    approval: bytes  # by a second person; empty if there is none
    kind: str  # the command's tag
    command: bytes
    refusal: bytes  # empty if the command was accepted
    events: bytes
    seq: int
    edition: str  # the rule document it was decided under, such as `tiger@2`; empty for the cage
    decision_version: int  # of the engine that decided it
    schema: int
    hash: bytes = b""


def read_entry(row: Sequence[Any]) -> Entry:
    """The entry of a row, unpacked; what cannot be is left as it is, and its hash is wrong."""
    values = list(row)
    try:
        values[_COMMAND], values[_EVENTS] = unpack(row[_COMMAND]), unpack(row[_EVENTS])
    except (NotPacked, TypeError):  # damaged, or a column of the wrong type
        return Entry(*row)
    return Entry(*values)


def stored_row(entry: Entry) -> tuple[Any, ...]:
    """The row of an entry, with its command and events packed."""
    row = list(astuple(entry))
    row[_COMMAND], row[_EVENTS] = pack(entry.command), pack(entry.events)
    return tuple(row)


_COMMAND, _EVENTS = (Entry.__struct_fields__.index(name) for name in ("command", "events"))


class Head(Struct, frozen=True, gc=False):
    """The end of a stream: its last entry, its last event, and the hash over everything so far."""

    number: int = 0
    seq: int = 0
    hash: bytes = GENESIS


class Recorded(Struct, frozen=True):
    """An event with its stream, number, time, actor and command."""

    stream: str
    seq: int
    at_ms: int
    actor: str
    rank: int
    command: str
    event: Event


def chained(before: bytes, entry: Entry) -> Entry:
    """The entry with its hash filled in."""
    return replace(entry, hash=chain(before, entry))


def chain(before: bytes, entry: Entry) -> bytes:
    """The hash of an entry: over the hash before it and all its fields."""
    parts = (entry.approval, entry.command, entry.refusal, entry.events)
    header = _encoder.encode(
        (
            entry.position,
            entry.stream,
            entry.number,
            entry.id,
            entry.at_ms,
            entry.actor,
            entry.rank,
            entry.role,
            entry.pressed_by,
            entry.kind,
            entry.seq,
            entry.edition,
            entry.decision_version,
            entry.schema,
            *map(len, parts),  # lengths, so that no two splits give the same bytes
        )
    )
    return sha256(b"".join((before, header, *parts))).digest()


def follow(head: Head, entry: Entry) -> Head:
    """The head after an entry; Corrupt if the entry does not follow the one before."""
    if entry.number != head.number + 1:
        raise Corrupt(f"entry {head.number + 1} is missing: entry {entry.number} stands there")
    try:
        follows = chain(head.hash, entry) == entry.hash
    except TypeError:  # a column of the wrong type
        follows = False
    if not follows:
        raise Corrupt(f"the hash of entry {entry.number} does not follow from what it says")
    if entry.decision_version < 1:
        raise Corrupt(f"entry {entry.number} was decided by a version which there never was")
    if entry.decision_version > DECISION_VERSION:
        raise Corrupt(
            f"entry {entry.number} was decided by version {entry.decision_version} of the engine,"
            f" and this edition of Punto knows up to {DECISION_VERSION}: use the one that wrote it"
        )
    return Head(entry.number, entry.seq, entry.hash)


def recorded(entry: Entry, events: Events | None = None) -> tuple[Recorded, ...]:
    """The events of an entry with their envelopes; pass `events` if already decoded."""
    events = decode_events(entry) if events is None else events
    first = entry.seq - len(events) + 1
    return tuple(
        [
            Recorded(
                entry.stream, first + place, entry.at_ms, entry.actor, entry.rank, entry.id, event
            )
            for place, event in enumerate(events)
        ]
    )


def encode_events(events: Sequence[Event]) -> bytes:
    """Events in a canonical encoding."""
    return _encoder.encode(events)


def decode_events(entry: Entry) -> tuple[Any, ...]:
    """The events of an entry, whatever schema it was written in."""
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


def kind_of_command(command: Command) -> str:
    """A command's tag."""
    return command.__struct_config__.tag  # type: ignore[return-value]


def encode_command(command: Command) -> bytes:
    """A command in a canonical encoding."""
    return _encoder.encode(command)


def decode_command(entry: Entry) -> Any:
    """The command of an entry, whatever schema it was written in."""
    decoder, command = kind_of(entry.stream).commands, entry.command
    try:
        if entry.schema != SCHEMA:
            raw = msgspec.json.decode(command, type=Raw)
            for upcast in _upcasts(entry):
                raw = upcast.command(raw)
            command = msgspec.json.encode(raw)
        return decoder.decode(command)
    except _UNREADABLE as fault:
        raise Corrupt(f"the command of entry {entry.number} cannot be read: {fault}") from None


def encode_approval(approval: Approval | None) -> bytes:
    return b"" if approval is None else _encoder.encode(approval)


def actor_columns(by: Actor) -> tuple[str, int, str, str]:
    """The columns of an entry's actor: name, rank, role, and who operated the machine."""
    match by:
        case Staff(id=name, position=position):
            return name, position.value, STAFF, ""
        case Patron(id=name):
            return name, 0, PATRON, ""
        case Machine(id=name, role=role, pressed_by=person):
            return name, by.position.value, role.value, person


def decode_origin(entry: Entry) -> Origin:
    """Who gave an entry's command, when, and who approved it."""
    by: Actor
    try:
        match entry.role:
            case "staff":
                by = Staff(entry.actor, Position(entry.rank))
            case "patron":
                by = Patron(entry.actor)
            case role:
                by = Machine(entry.actor, Role(role), entry.pressed_by)
        approval = _approvals.decode(entry.approval) if entry.approval else None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as fault:
        raise Corrupt(f"who gave entry {entry.number} cannot be read: {fault}") from None
    if actor_columns(by) != (entry.actor, entry.rank, entry.role, entry.pressed_by):
        raise Corrupt(f"who gave entry {entry.number} is named in two ways")
    return Origin(by, entry.at_ms, approval)


def is_same(entry: Entry, by: Actor, approval: bytes, command: bytes) -> bool:
    """Whether an entry holds this command, even if it was written in an older schema."""
    given = (entry.actor, entry.rank, entry.role, entry.pressed_by)
    if given != actor_columns(by) or entry.approval != approval:
        return False
    if entry.schema == SCHEMA:
        return entry.command == command
    return encode_command(decode_command(entry)) == command


def _upcasts(entry: Entry) -> list[Upcast]:
    """The upcasts from an entry's schema to the current one."""
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
    """A refusal as it is stored: the reason, the clause and the message with its facts."""
    return _encoder.encode((refused.reason.value, refused.clause, refused.message))


def decode_refusal(entry: Entry) -> Refused | None:
    """The refusal of an entry's command, if it was refused."""
    if not entry.refusal:
        return None
    try:
        reason, clause, message = msgspec.json.decode(
            entry.refusal, type=tuple[str, str | None, Message | str | None]
        )
        if not isinstance(message, Message):  # stored before facts: the sentence, then the clause
            clause, message = message, Message.of("{sentence}", sentence=clause or "")
        return Refused.of(Reason(reason), message, clause)
    except (msgspec.MsgspecError, ValueError) as fault:
        raise Corrupt(f"the refusal of entry {entry.number} cannot be read: {fault}") from None


def encode_state(state: State) -> bytes:
    """A stream's state, encoded for a snapshot; mappings keep their insertion order."""
    return _edition(type(state)) + msgspec.json.encode(state)


def decode_state(stream: str, data: bytes) -> Any | None:
    """The state of a snapshot; None if another version of Punto wrote it in another format."""
    kind = kind_of(stream)
    edition = _edition(type(kind.start))
    try:
        return kind.states.decode(data[len(edition) :]) if data.startswith(edition) else None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def is_other_format(stream: str, data: bytes) -> bool:
    """Whether these bytes are a snapshot's that another version of Punto wrote."""
    written = _EDITION.match(data)
    return written is not None and written[0] != _edition(type(kind_of(stream).start))


def decode_opening(stream: str, data: bytes) -> Any | None:
    """The state of an opening, even if it lacks fields that were added later.

    Unlike a snapshot it cannot be rebuilt: the entries before it are archived.
    """
    edition = _EDITION.match(data)
    if edition is None or int(edition[1]) > SCHEMA:
        return None
    try:
        return kind_of(stream).states.decode(data[edition.end() :])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _edition(state: Any) -> bytes:
    """The prefix of a snapshot: one of another schema or with other fields is not used."""
    return b"%d:%b:" % (SCHEMA, _shape(state))


@cache
def _shape(state: Hashable) -> bytes:
    return sha256(msgspec.json.encode(msgspec.json.schema(state))).hexdigest()[:16].encode()
