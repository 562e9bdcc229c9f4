"""Openings: what a journal starts from after its older entries were archived.

An archive ends where its journal opens, with the same heads, states, shoes and balances, so that
the two are proved one after the other as if they were one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Head, decode_opening
from punto.journal.errors import Unavailable
from punto.journal.schema import openings
from punto.journal.streams import kind_of
from punto.journal.verify.shoes import ShoesSeen

BOOKS = ""  # the key of the row with the balances


class DamagedOpening(Unavailable):
    """An opening of the journal cannot be read."""


class Opening(Struct, frozen=True):
    """A stream as it stood at the end of what was archived."""

    head: Head
    at_ms: int
    state: bytes
    shoes: ShoesSeen
    decision_version: int = 1  # of its last entry
    totals: dict[str, bytes] = {}  # by subject: see journal/projections/fold.py
    projections: str = ""  # a digest: see journal/projections/archived.py


class OpeningBooks(Struct, frozen=True):
    """The last archived position, and every balance there."""

    position: int = 0
    cents: dict[str, int] = {}


class Openings(Struct, frozen=True):
    """The openings of all streams and the books; empty if nothing was archived."""

    streams: Mapping[str, Opening] = {}
    books: OpeningBooks = OpeningBooks()


_encode = msgspec.json.Encoder(order="deterministic").encode
_opening = msgspec.json.Decoder(Opening)
_books = msgspec.json.Decoder(OpeningBooks)


def read_openings(connection: sa.Connection) -> Openings:
    """The openings of a journal; DamagedOpening if one cannot be read."""
    rows = connection.execute(sa.select(openings.c.stream, openings.c.content))
    streams: dict[str, Opening] = {}
    books = OpeningBooks()
    for stream, content in rows:
        try:
            if stream == BOOKS:
                books = _books.decode(bytes(content))
            else:
                streams[stream] = _opening.decode(bytes(content))
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as fault:
            what = f"What the journal opens {stream or 'its balances'} with cannot be read: {fault}"
            raise DamagedOpening(f"{what}. Restore it from a copy.") from None
    return Openings(streams, books)


def write_openings(connection: sa.Connection, new: Openings) -> None:
    """Replace the journal's openings with these."""
    rows = [{"stream": stream, "content": _encode(each)} for stream, each in new.streams.items()]
    if new.books.position:
        rows.append({"stream": BOOKS, "content": _encode(new.books)})
    connection.execute(sa.delete(openings))
    if rows:
        connection.execute(sa.insert(openings), rows)


def copy_openings(source: sa.Connection, target: sa.Connection) -> None:
    """Copy a journal's openings to another, byte for byte, so that their digest is the same."""
    found = source.execute(sa.select(openings.c.stream, openings.c.content)).all()
    if found:
        rows = [{"stream": row.stream, "content": bytes(row.content)} for row in found]
        target.execute(sa.insert(openings), rows)


def same_openings(one: Openings, other: Openings) -> bool:
    """Whether two sets of openings are equal, however their states are encoded.

    A stream that is empty in one may be absent from the other.
    """
    return one.books == other.books and _read(one) == _read(other)


def _read(found: Openings) -> dict[str, tuple[Head, int, Any, ShoesSeen, int, dict[str, bytes]]]:
    read = {
        stream: (
            each.head,
            each.at_ms,
            decode_opening(stream, each.state),
            each.shoes,
            each.decision_version,
            each.totals,
        )
        for stream, each in found.streams.items()
    }
    return {
        stream: each
        for stream, each in read.items()
        if each != (Head(), 0, kind_of(stream).start, ShoesSeen(), 1, {})
    }
