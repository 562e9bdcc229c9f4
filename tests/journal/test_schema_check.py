"""What was added to, or is missing from, the tables of a journal is found by verify."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from punto.cli import main
from punto.floor.host import Host
from punto.journal.archive.archive import remove_archived
from punto.journal.codec import is_other_format
from punto.journal.schema import secrets, snapshots
from punto.journal.shared_secrets import shared_secret
from punto.journal.snapshots import snapshot_digest, write_snapshot
from punto.journal.store import Store
from punto.journal.verify.schema_check import NEWEST_REVISION
from tests.journal.archives import archive, faults, play
from tests.new_journal import new_database, new_file
from tests.sample import SQLITE_FIRST


@pytest.fixture
def host(store: Store) -> Iterator[Host]:
    made = Host(store)
    yield made
    made.stop()


def execute(store: Store, *statements: str) -> None:
    with store.engine.begin() as connection:
        for each in statements:
            connection.execute(sa.text(each))


TRIGGERS = {
    "sqlite": (
        "CREATE TRIGGER mine AFTER INSERT ON entries BEGIN UPDATE accounts SET cents = 0; END",
    ),
    "postgresql": (
        "CREATE FUNCTION take() RETURNS trigger AS 'BEGIN RETURN NEW; END' LANGUAGE plpgsql",
        "CREATE TRIGGER mine BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION take()",
    ),
}
CHANGED = {
    "view": ("CREATE VIEW mine AS SELECT * FROM people", "the view mine is none of a journal's"),
    "table": ("CREATE TABLE mine (cents BIGINT)", "the table mine is none of a journal's"),
    "index": ("CREATE INDEX mine ON people (id)", "the index mine of people is none of"),
    "no index": ("DROP INDEX transfers_by_source", "transfers_by_source of transfers is missing"),
    "other index": (
        "DROP INDEX transfers_by_source;"
        "CREATE UNIQUE INDEX transfers_by_source ON transfers (source)",
        "is unique (source), not (source, position)",
    ),
    "column": ("ALTER TABLE people ADD COLUMN mine BIGINT", "the column mine of people is none"),
    "no table": ("DROP TABLE sign_in_attempts", "the table sign_in_attempts is missing"),
    "revision": ("UPDATE alembic_version SET version_num = '0009'", "alembic_version says 0009"),
    "no revision": ("DELETE FROM alembic_version", "alembic_version says nothing"),
    "no revisions": ("DROP TABLE alembic_version", "the table alembic_version is missing"),
}


@SQLITE_FIRST
def test_a_journal_has_what_punto_makes_and_nothing_more(store: Store) -> None:
    assert faults(store) == []


def test_a_trigger_is_found(store: Store) -> None:
    execute(store, *TRIGGERS[store.engine.dialect.name])
    assert ["the trigger mine is none of a journal's" in each for each in faults(store)] == [True]


@pytest.mark.parametrize("what", CHANGED)
@SQLITE_FIRST
def test_a_changed_schema_is_found(store: Store, what: str) -> None:
    statements, sentence = CHANGED[what]
    execute(store, *statements.split(";"))
    assert any(sentence in each for each in faults(store)), faults(store)


def test_a_rule_is_found(store: Store) -> None:
    if store.on_sqlite:
        pytest.skip("SQLite has no rules")
    execute(store, "CREATE RULE mine AS ON DELETE TO entries DO INSTEAD NOTHING")
    assert ["the rule mine is none of a journal's" in each for each in faults(store)] == [True]


def test_a_constraint_that_is_gone_is_found(store: Store) -> None:
    if store.on_sqlite:
        pytest.skip("SQLite cannot drop one")
    execute(store, "ALTER TABLE entries DROP CONSTRAINT one_answer_an_id")
    assert any("constraint one_answer_an_id of entries is missing" in it for it in faults(store))


REWORDED = (  # as somebody would who may write to sqlite_master
    ("accounts", "house OR cents >= 0", "house OR cents >= -1000000"),
    ("accounts", "name TEXT NOT NULL", "name TEXT COLLATE NOCASE NOT NULL"),
    ("accounts", "cents BIGINT NOT NULL", "cents BIGINT DEFAULT 5 NOT NULL"),
    ("accounts", "cents BIGINT NOT NULL", "cents TEXT NOT NULL"),
    ("people", "PRIMARY KEY (id)", "PRIMARY KEY (id) ON CONFLICT REPLACE"),
    ("transfers", "cents > 0", "cents > -9"),
    ("transfers_by_source", "(source, position)", "(source COLLATE NOCASE, position)"),
    ("transfers_by_source", "(source, position)", "(source, position) WHERE cents > 5"),
)


@pytest.mark.parametrize(("name", "old", "new"), REWORDED)
def test_a_statement_worded_otherwise_is_found(
    tmp_path: Path, name: str, old: str, new: str
) -> None:
    store = Store(new_file(tmp_path / "reworded.journal"))
    update = sa.text("UPDATE sqlite_master SET sql = replace(sql, :old, :new) WHERE name = :name")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA writable_schema = 1")
        assert connection.execute(update, {"old": old, "new": new, "name": name}).rowcount == 1
        query = sa.text("SELECT sql FROM sqlite_master WHERE name = :name")
        assert new in connection.execute(query, {"name": name}).scalar_one()
    store.close()
    store = Store(str(tmp_path / "reworded.journal"))
    assert any(f"{name} was not made as a journal's is" in each for each in faults(store))
    store.close()


@pytest.mark.parametrize(
    ("table", "column"),
    [("entries", "stream"), ("entry_index", "stream"), ("totals", "stream")],
)
def test_a_key_that_is_no_text_is_a_fault(tmp_path: Path, table: str, column: str) -> None:
    """SQLite holds anything in any column; what is found by it could not be compared."""
    store = Store(new_file(tmp_path / "mistyped.journal"))
    host = Host(store)
    play(host)
    host.stop()
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {table} SET {column} = CAST({column} AS BLOB)")
    found = faults(store)
    store.close()
    assert found == [f"journal: the column {column} of {table} holds something other than text"]


ALTERED = {
    "ALTER TABLE accounts ALTER cents SET DEFAULT 5": "the column cents of accounts",
    "ALTER TABLE accounts ALTER cents TYPE numeric": "the column cents of accounts",
    'ALTER TABLE people ALTER id TYPE text COLLATE "C"': "the column id of people",
    "ALTER TABLE transfers DROP CONSTRAINT money_moves_forward;"
    "ALTER TABLE transfers ADD CONSTRAINT money_moves_forward CHECK (cents > -9)": "money_moves_",
    "ALTER TABLE transfers DROP CONSTRAINT money_moves_forward;"
    "ALTER TABLE transfers ADD CONSTRAINT money_moves_forward CHECK (cents > 0) NOT VALID": "unpr",
    "ALTER TABLE sign_ins DISABLE TRIGGER ALL": "or does not check references",
    "ALTER TABLE snapshots SET UNLOGGED": "the table snapshots is not logged",
    "ALTER TABLE entries ENABLE ROW LEVEL SECURITY": "the table entries is not logged, hides",
}


@pytest.mark.parametrize("statements", ALTERED)
def test_a_table_of_postgresql_that_was_altered_is_found(postgresql: str, statements: str) -> None:
    store = Store(new_database(postgresql))
    assert faults(store) == []
    execute(store, *statements.split(";"))
    assert any(ALTERED[statements] in each for each in faults(store)), faults(store)
    store.close()


def test_the_newest_revision_is_the_one_that_migrations_come_to() -> None:
    config = Config()
    config.set_main_option("script_location", "punto.journal:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST_REVISION


@SQLITE_FIRST
def test_secrets_are_as_they_were_made(store: Store) -> None:
    shared_secret(store, "csrf", "11" * 32)
    shared_secret(store, "voucher-codes", "22" * 32)
    assert faults(store) == []
    with store.begin_write([]) as transaction:
        changed = sa.update(secrets).where(secrets.c.name == "csrf").values(secret="33" * 32)
        transaction.connection.execute(changed)
        gone = sa.delete(secrets).where(secrets.c.name == "voucher-codes")
        transaction.connection.execute(gone)
        transaction.connection.execute(sa.insert(secrets), {"name": "mine", "secret": "x"})
    assert sorted(faults(store)) == [
        "changes:: the secret 'csrf' is not as it was left",
        "changes:: the secret 'mine' is there and was never made",
        "changes:: the secret 'voucher-codes' is gone",
    ]


@SQLITE_FIRST
def test_a_snapshot_of_what_was_archived_is_found(store: Store, host: Host, tmp_path: Path) -> None:
    play(host)
    remove_archived(store, archive(store, tmp_path / "one.gz"))
    assert faults(store) == []
    with store.begin_write([]) as transaction:
        row = {"stream": "t1", "number": 1, "seq": 1, "hash": b"0", "state": b"0", "digest": b"0"}
        transaction.connection.execute(sa.delete(snapshots))
        transaction.connection.execute(sa.insert(snapshots), row)
    assert any("there is a snapshot of an entry before the first" in it for it in faults(store))


@pytest.mark.parametrize("state", [b"", b"\0", b'1:0123:{"rounds":7}'])
def test_a_snapshot_that_no_version_wrote_is_found(store: Store, host: Host, state: bytes) -> None:
    play(host)
    head = host.look("t1").head
    with store.begin_write([]) as transaction:
        write_snapshot(transaction.connection, "t1", head, state)
    wrong = "the snapshot made here is not what the entries come to"
    assert any(wrong in each for each in faults(store))


@SQLITE_FIRST
def test_a_snapshot_of_another_version_is_no_fault(store: Store, host: Host) -> None:
    play(host)
    head, state = host.look("t1").head, b"1:0123456789abcdef:{}"
    assert is_other_format("t1", state)
    with store.begin_write([]) as transaction:
        write_snapshot(transaction.connection, "t1", head, state)
    assert faults(store) == []
    with store.begin_write([]) as transaction:
        digest = snapshot_digest(head, b"another")
        transaction.connection.execute(sa.update(snapshots).values(digest=digest))
    assert faults(store) != []


@SQLITE_FIRST
def test_data_after_the_end_of_an_archive_is_found(
    store: Store, host: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(host)
    whole = tmp_path / "one.gz"
    archive(store, whole)
    assert main(["verify", str(whole)]) == 0
    packed, plain = whole.read_bytes(), gzip.decompress(whole.read_bytes())
    forged = {
        "a second part": packed + gzip.compress(b"more"),
        "bytes": packed + b"more",
        "a zero": packed + b"\0",
        "cut off": packed[:-9],
        "a page more": gzip.compress(plain + b"\0" * 4096),
        "a byte more": gzip.compress(plain + b"x"),
    }
    capsys.readouterr()
    for name, content in forged.items():
        path = tmp_path / "forged.gz"
        path.write_bytes(content)
        assert main(["verify", str(path)]) in (1, 2), name
        said = "".join(capsys.readouterr())
        assert "after" in said or "before its end" in said, (name, said)


def test_data_after_the_last_page_of_a_journal_is_found(tmp_path: Path) -> None:
    journal = tmp_path / "casino.journal"
    store = Store(str(journal))
    store.create()
    assert faults(store) == []
    store.fold()
    store.close()
    with journal.open("ab") as file:
        file.write(b"x" * 4096)
    assert any("4096 bytes come after its last page" in each for each in faults(store))
    store.close()
