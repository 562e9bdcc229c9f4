"""The shape on disk: events as canonical JSON, chained by hash; old shapes read through upcasts."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from punto.table.commands import Command
from punto.table.events import Event
from punto.table.state import State

SCHEMA = 1
GENESIS = bytes(32)  # what the first record of every stream is chained to

# From a schema to the next: what an old event looks like today. Named, so that each can be tested.
UPCASTS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Event)
_command_decoder = msgspec.json.Decoder(Command)
_state_encoder = msgspec.json.Encoder(order="deterministic")
_state_decoder = msgspec.json.Decoder(State)


class Record(Struct, frozen=True):
    """An event as it was recorded: where in its stream, when, by whom, for which command."""

    stream: str
    seq: int
    at_ms: int
    actor: str
    rank: int
    command: str
    schema: int
    event: bytes
    hash: bytes


def encode_event(event: Event) -> bytes:
    """An event as bytes that are always the same for the same event."""
    return _encoder.encode(event)


def decode_event(record: Record) -> Event:
    """The event of a record, whatever schema it was written in."""
    event: Event
    if record.schema == SCHEMA:
        event = _decoder.decode(record.event)
        return event
    raw = msgspec.json.decode(record.event)
    for schema in range(record.schema, SCHEMA):
        raw = UPCASTS[schema](raw)
    event = msgspec.convert(raw, Event)
    return event


def chain(before: bytes, record: Record) -> bytes:
    """The hash of a record: over the one before it and everything it says."""
    said = _encoder.encode(
        (
            record.stream,
            record.seq,
            record.at_ms,
            record.actor,
            record.rank,
            record.command,
            record.schema,
        )
    )
    return sha256(before + len(said).to_bytes(4, "big") + said + record.event).digest()


def encode_command(command: Command) -> bytes:
    """What a command asks: the same id with another body is found by it, and verify asks again."""
    return _encoder.encode(command)


def decode_command(data: bytes) -> Command:
    command: Command = _command_decoder.decode(data)
    return command


def encode_state(state: State) -> bytes:
    return _state_encoder.encode(state)


def decode_state(data: bytes) -> State:
    return _state_decoder.decode(data)
