"""Projections of archived entries: they stay in the journal, which has nothing to make them from.

An opening therefore carries a digest of its stream's rows, and the chain covers openings.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import chain
from typing import Any

import sqlalchemy as sa

from punto.journal.packing import plain_of
from punto.journal.projections.fold import is_person
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import quarter_totals, round_tags, totals
from punto.ledger.totals import QUARTER_MS

WRONG = "the totals of its archived entries are not those that were archived"
_BITS = 256


def archived_digest(transaction: ReadTransaction, stream: str, at_ms: int, until: int) -> str:
    """The digest of a stream's rows up to a position, at which the stream's time is `at_ms`.

    The last quarter of an hour is left out, since its rows may change until it is over.
    """
    ended = at_ms // QUARTER_MS
    people = (row for row in _people(transaction, stream, until, ended) if row[1] < ended)
    rows = chain(_totals(transaction, stream, until), _tags(transaction, stream, until), people)
    found = _sum(rows)
    return f"{found:064x}" if found else ""


def archived_faults(
    transaction: ReadTransaction,
    stream: str,
    at_ms: int,
    until: int,
    digest: str,
    opens: Mapping[str, bytes],
) -> Iterator[str]:
    """What is wrong with a stream's archived rows; `opens` are its totals at that position."""
    ended = at_ms // QUARTER_MS
    last: dict[str, tuple[int, int, bytes]] = {}  # by person: quarter, position, content
    for subject, quarter, position, content in _people(transaction, stream, until, ended):
        if quarter > ended or (quarter < ended and position > until):
            yield WRONG
            return
        last[subject] = max(last.get(subject, (-1, 0, b"")), (quarter, position, content))
    people = {subject for subject in opens if is_person(subject)}
    is_last = all(
        position > until or opens.get(subject) == content
        for subject, (_, position, content) in last.items()
    )
    is_whole = is_last and not people - last.keys()
    if not is_whole or archived_digest(transaction, stream, at_ms, until) != digest:
        yield WRONG


def _totals(transaction: ReadTransaction, stream: str, until: int) -> Iterator[tuple[Any, ...]]:
    columns = (totals.c.subject, totals.c.position, totals.c.at_ms, totals.c.content)
    query = sa.select(*columns).where(totals.c.stream == stream, totals.c.position <= until)
    for *key, content in transaction.rows(query):
        yield ("totals", *key, plain_of(content))


def _tags(transaction: ReadTransaction, stream: str, until: int) -> Iterator[tuple[Any, ...]]:
    columns = (round_tags.c.tag, round_tags.c.round, round_tags.c.position)
    query = sa.select(*columns).where(round_tags.c.stream == stream, round_tags.c.position <= until)
    for row in transaction.rows(query):
        yield ("tags", *row)


def _people(
    transaction: ReadTransaction, stream: str, until: int, ended: int
) -> Iterator[tuple[str, int, int, bytes]]:
    """The rows of people that are of archived entries, and all of the quarters until the last."""
    rows = quarter_totals.c
    query = sa.select(rows.subject, rows.quarter, rows.position, rows.content).where(
        rows.stream == stream, (rows.quarter <= ended) | (rows.position <= until)
    )
    for subject, quarter, position, content in transaction.rows(query):
        yield subject, quarter, position, plain_of(content)


def _sum(rows: Iterable[tuple[Any, ...]]) -> int:
    """A sum over rows that is the same in any order."""
    size = _BITS // 8
    digests = (blake2b(repr(row).encode(), digest_size=size).digest() for row in rows)
    return sum(int.from_bytes(each, "big") for each in digests) % (1 << _BITS)
