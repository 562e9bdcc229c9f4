"""Archive marks: the entry that each stream gets when older entries are archived.

It carries the digest of all openings, so a head saved later covers the states and balances that
the journal opens with, not only the entries after them. It is not a command of a table or the
cage: it has no events, and only the archive writes it.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from punto.journal.codec import NO_EVENTS, SCHEMA, Entry, Head, chained
from punto.journal.decisions import DECISION_VERSION
from punto.journal.errors import Corrupt
from punto.journal.schema import openings

if TYPE_CHECKING:
    from punto.journal.write_transaction import WriteTransaction

ACTOR = "archive"
KIND = "record-archive"


class ArchiveMark(Struct, frozen=True, tag=KIND, forbid_unknown_fields=True):
    """The last archived position, and the digest of what the journal opens with."""

    until: int = 0
    digest: str = ""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decoder = msgspec.json.Decoder(ArchiveMark)


def openings_digest(connection: sa.Connection) -> str:
    """The digest of all openings as stored; empty if there are none."""
    rows = connection.execute(sa.select(openings.c.stream, openings.c.content)).all()
    if not rows:
        return ""
    digest = sha256()
    for stream, content in sorted((row.stream, bytes(row.content)) for row in rows):
        digest.update(_encode((stream, len(content))) + content)
    return digest.hexdigest()


def is_archive_mark(entry: Entry) -> bool:
    """Whether an entry is an archive mark rather than a command."""
    return entry.kind == KIND


def mark_fault(entry: Entry, opens: ArchiveMark) -> str:
    """What is wrong with a mark, given how the journal opens; empty if nothing is.

    Marks of earlier archives are proved with those archives.
    """
    try:
        mark = _decoder.decode(entry.command)
    except msgspec.MsgspecError as fault:
        raise Corrupt(f"the archive mark of entry {entry.number} cannot be read: {fault}") from None
    plain = not entry.refusal and entry.events == NO_EVENTS and not entry.edition
    giver = (entry.actor, entry.rank, entry.role, entry.pressed_by, entry.approval)
    if not plain or giver != (ACTOR, 0, ACTOR, "", b""):
        return "it is an archive mark, and says more than one does"
    if mark.until > opens.until:
        return "more was archived than the journal opens with"
    if mark.until == opens.until and mark.digest != opens.digest:
        return "the journal does not open with the states and balances that were archived"
    return ""


def append_marks(
    transaction: "WriteTransaction", streams: Iterable[str], until: int, now_ms: int
) -> None:
    """Append a mark to every stream, in the transaction that writes the openings."""
    ends = [(stream, transaction.head(stream), _last_ms(transaction, stream)) for stream in streams]
    digest = openings_digest(transaction.connection)
    positions = transaction.positions(len(ends))
    transaction.append(
        _mark(position, stream, head, max(at_ms, now_ms), ArchiveMark(until, digest))
        for position, (stream, head, at_ms) in zip(positions, ends, strict=True)
    )


def _mark(position: int, stream: str, head: Head, at_ms: int, mark: ArchiveMark) -> Entry:
    entry = Entry(
        position=position,
        stream=stream,
        number=head.number + 1,
        id=f"{ACTOR}/{mark.until}",
        at_ms=at_ms,
        actor=ACTOR,
        rank=0,
        role=ACTOR,
        pressed_by="",
        approval=b"",
        kind=KIND,
        command=_encode(mark),
        refusal=b"",
        events=NO_EVENTS,
        seq=head.seq,
        edition="",
        decision_version=DECISION_VERSION,
        schema=SCHEMA,
    )
    return chained(head.hash, entry)


def _last_ms(transaction: "WriteTransaction", stream: str) -> int:
    """The time of a stream's last entry, even if it is archived."""
    last = next(iter(transaction.backwards(stream)), None)
    if last is not None:
        return last.at_ms
    opening = transaction.openings().streams.get(stream)
    return opening.at_ms if opening else 0
