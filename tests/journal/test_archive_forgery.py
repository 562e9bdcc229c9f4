"""Openings of an archived journal that were changed are found."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from punto.floor.host import Host
from punto.journal.archive.archive import (
    Archived,
    remove_archived,
)
from punto.journal.archive.marks import is_archive_mark, openings_digest
from punto.journal.archive.openings import Openings, write_openings
from punto.journal.codec import chained
from punto.journal.errors import Damaged
from punto.journal.head_file import HeadFile
from punto.journal.schema import accounts, entries, quarter_totals, round_tags, totals
from punto.journal.store import Store
from punto.journal.verify.journal import verify
from tests.journal.archives import archive, faults, play
from tests.new_journal import new_file
from tests.sample import SQLITE_FIRST, sample
from tests.web.served import SetClock


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def enrich(store: Store, archived: Archived) -> None:
    """Money added to what the journal opens with, and to the balances, in balance."""
    added = {"patron:seat1": 10**9, "cage": -(10**9)}
    before = archived.ends.books.cents
    cents = {name: before[name] + added.get(name, 0) for name in before}
    with store.begin_write([]) as transaction:
        write_openings(
            transaction.connection,
            replace(archived.ends, books=replace(archived.ends.books, cents=cents)),
        )
        for name, more in added.items():
            now = sa.update(accounts).where(accounts.c.name == name)
            transaction.connection.execute(now.values(cents=accounts.c.cents + more))


Forgery = Callable[[sa.Connection, int], None]
OPENS_OTHERWISE = "the journal does not open with the states and balances that were archived"


def test_money_added_to_the_openings_is_found_in_every_stream(
    store: Store, host: Host, tmp_path: Path
) -> None:
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    enrich(store, archived)
    assert sum(OPENS_OTHERWISE in each for each in faults(store)) == 3  # cage, t1, t2


@SQLITE_FIRST
def test_every_part_of_the_openings_is_covered(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    for stream, opening in archived.ends.streams.items():
        for other in (
            replace(opening, at_ms=opening.at_ms - 1),
            replace(opening, state=opening.state + b" "),
        ):
            changed = {**archived.ends.streams, stream: other}
            with store.begin_write([]) as transaction:
                write_openings(transaction.connection, replace(archived.ends, streams=changed))
            assert any(OPENS_OTHERWISE in each for each in faults(store)), (stream, other)
    with store.begin_write([]) as transaction:
        write_openings(transaction.connection, archived.ends)
    assert faults(store) == []


@SQLITE_FIRST
def test_a_mark_written_anew_is_found_by_a_saved_head(
    store: Store, host: Host, tmp_path: Path
) -> None:
    """A forger who fixes the digest too must rehash the marks, so the saved heads differ."""
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    with store.begin_read() as transaction:
        heads = {stream: transaction.head(stream).hash for stream in transaction.streams()}
    enrich(store, archived)
    with store.begin_write([]) as transaction:
        marks = [entry for entry in transaction.everything() if is_archive_mark(entry)]
        digest = openings_digest(transaction.connection).encode()
        for entry in marks:
            before = transaction.entry(entry.stream, entry.number - 1)
            head = before.hash if before else archived.ends.streams[entry.stream].head.hash
            command = re.sub(rb'"digest":"[0-9a-f]*"', b'"digest":"%b"' % digest, entry.command)
            forged = chained(head, replace(entry, command=command))
            here = sa.update(entries).where(entries.c.position == entry.position)
            transaction.connection.execute(here.values(command=forged.command, hash=forged.hash))
    if store.on_sqlite:  # such a forger removes the head file too, which would show it
        HeadFile(str(store.engine.url.database)).path.unlink()
    assert faults(store) == []
    with store.begin_read() as transaction:
        said = [str(fault) for fault in verify(transaction, heads)]
    assert sorted(said) == [
        f"{stream}: the saved head is not in the journal" for stream in ("cage", "t1", "t2")
    ]


@SQLITE_FIRST
def test_openings_taken_away_are_found(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    remove_archived(store, archive(store, tmp_path / "one.gz"))
    with store.begin_write([]) as transaction:
        write_openings(transaction.connection, Openings())
    assert faults(store)


@SQLITE_FIRST
def test_an_opening_that_says_nonsense_is_a_fault(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    opening, books = archived.ends.streams["t1"], archived.ends.books
    seals: dict[str, tuple[str, int]] = {"in use": ("", -1)}
    for forged in (
        replace(opening, state=b""),
        replace(opening, state=b"none"),
        replace(opening, state=archived.ends.streams["cage"].state),
        replace(opening, head=replace(opening.head, number=-1, seq=-1)),
        replace(opening, shoes=replace(opening.shoes, cards={"ZZ": -1}, seals=seals)),
        replace(opening, decision_version=99),
        replace(opening, at_ms=10**18),
    ):
        with store.begin_write([]) as transaction:
            changed = {**archived.ends.streams, "t1": forged}
            write_openings(transaction.connection, replace(archived.ends, streams=changed))
        assert faults(store), forged
        assert faults(store, archived.ends), forged
    nonsense = replace(books, cents={**books.cents, "no such account": 5})
    with store.begin_write([]) as transaction:
        write_openings(transaction.connection, replace(archived.ends, books=nonsense))
    assert faults(store)


ARCHIVED_TOTALS = "the totals of its archived entries are not those that were archived"
QUARTER_MS = 900_000


def later(table: sa.Table, **values: object) -> Forgery:
    """Other values in the first archived row of a table of projections."""

    def forge(connection: sa.Connection, until: int) -> None:
        row = connection.execute(
            sa.select(table).where(table.c.position <= until, table.c.stream == "t1").limit(1)
        ).one()
        own = [column == row._mapping[column.name] for column in table.primary_key.columns]
        if values:
            connection.execute(sa.update(table).where(*own).values(**values))
        else:
            connection.execute(sa.delete(table).where(*own))

    return forge


def insert_tag(connection: sa.Connection, until: int) -> None:
    row = {"stream": "t1", "tag": "patron:seat99", "round": 1, "position": until}
    connection.execute(sa.insert(round_tags).values(row))


def insert_later_quarter(connection: sa.Connection, until: int) -> None:
    """A row of an archived entry that is of a time after the archive's."""
    query = sa.select(quarter_totals).where(quarter_totals.c.stream == "t1").limit(1)
    row = dict(connection.execute(query).one()._mapping)
    connection.execute(
        sa.insert(quarter_totals).values(row | {"quarter": row["quarter"] + 10, "position": until})
    )


FORGERIES: dict[str, Forgery] = {
    "content of a total": later(totals, content=b"{}"),
    "time of a total": later(totals, at_ms=1),
    "deleted total": later(totals),
    "content of a person's": later(quarter_totals, content=b"{}"),
    "position of a person's": later(quarter_totals, position=1),
    "deleted person's": later(quarter_totals),
    "a person's of a later time": insert_later_quarter,
    "tag": later(round_tags, tag="outcome:forged"),
    "round of a tag": later(round_tags, round=99),
    "position of a tag": later(round_tags, position=1),
    "deleted tag": later(round_tags),
    "added tag": insert_tag,
}


# The position of a person's last row says nothing: its content is what the journal opens with.
CASES = [(what, hours) for what in FORGERIES for hours in (0, 1)]
CASES.remove(("position of a person's", 0))


@pytest.mark.parametrize(
    ("what", "hours"), sample(CASES, lambda what, hours: (what.split()[-1], hours))
)
def test_projections_of_archived_entries_are_held_to_the_archive(
    tmp_path: Path, what: str, hours: int
) -> None:
    """In the quarter of an hour that the archive ends in, and in those before it."""
    store = Store(new_file(tmp_path / "casino.journal"))
    clock = SetClock()
    host = Host(store, clock)
    play(host)
    clock.at_ms += hours * 4 * QUARTER_MS
    play(host)
    archived = archive(store, tmp_path / "one.gz")
    remove_archived(store, archived)
    clock.at_ms += 4 * QUARTER_MS
    play(host)
    assert faults(store) == []
    with store.begin_write([]) as transaction:
        FORGERIES[what](transaction.connection, archived.until)
    assert any(ARCHIVED_TOTALS in each for each in faults(store)), what
    with pytest.raises(Damaged, match="archived"):
        archive(store, tmp_path / "two.gz")
    host.stop()
    store.close()
