"""Openings: where a journal begins whose older entries were archived.

An archive ends where its journal opens: the same heads, states, shoes and balances. So the two are
proved one after the other as if they were one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import Head, decode_opening
from punto.journal.schema import openings
from punto.journal.shoes import ShoesSeen

BOOKS = ""  # the row that belongs to no stream


class Opening(Struct, frozen=True):
    """A stream as it stood when what came before was archived."""

    head: Head
    at_ms: int
    state: bytes
    shoes: ShoesSeen


class OpeningBooks(Struct, frozen=True):
    """The last position that was archived, and every balance then."""

    position: int = 0
    cents: dict[str, int] = {}


class Openings(Struct, frozen=True):
    """Where everything begins; at nothing, where nothing was archived."""

    streams: Mapping[str, Opening] = {}
    books: OpeningBooks = OpeningBooks()


_encode = msgspec.json.Encoder(order="deterministic").encode
_opening = msgspec.json.Decoder(Opening)
_books = msgspec.json.Decoder(OpeningBooks)


def read_openings(connection: sa.Connection) -> Openings:
    """The openings of a journal."""
    rows = connection.execute(sa.select(openings.c.stream, openings.c.content))
    found = {stream: bytes(content) for stream, content in rows}
    books = found.pop(BOOKS, None)
    return Openings(
        {stream: _opening.decode(content) for stream, content in found.items()},
        OpeningBooks() if books is None else _books.decode(books),
    )


def write_openings(connection: sa.Connection, new: Openings) -> None:
    """Put these openings in the place of those there were."""
    rows = [{"stream": stream, "content": _encode(each)} for stream, each in new.streams.items()]
    if new.books.position:
        rows.append({"stream": BOOKS, "content": _encode(new.books)})
    connection.execute(sa.delete(openings))
    if rows:
        connection.execute(sa.insert(openings), rows)


def same_openings(one: Openings, other: Openings) -> bool:
    """Whether two say the same; a state may be written in more than one way."""
    return one.books == other.books and _read(one) == _read(other)


def _read(found: Openings) -> dict[str, tuple[Head, int, Any, ShoesSeen]]:
    return {
        stream: (each.head, each.at_ms, decode_opening(stream, each.state), each.shoes)
        for stream, each in found.streams.items()
    }
