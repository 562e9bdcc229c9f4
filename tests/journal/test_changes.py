"""Tampering with accounts, sealed shoes or their change log is detected."""

import pytest
import sqlalchemy as sa
from msgspec.structs import asdict, replace

from punto.journal import changes as log
from punto.journal.changes import CHAIN
from punto.journal.notices import NoticeKind
from punto.journal.people import people as people_module
from punto.journal.people.approvals import Approvals, Request, Standing
from punto.journal.people.people import Change, Kind, People, Person
from punto.journal.schema import account_changes, approvals, changes, people, sealed_shoes
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.journal.verify.journal import Verification, verify
from punto.rules.staff import Position
from tests.sample import SQLITE_FIRST

ORDER = ("AS", "KH", "9D")
ASKED = b'{"type":"load-shoe","shoe":"one"}'
REQUEST = Request("r1", "t1", "c1", "boss", 0, ASKED, "it is much", None, 1, 1000)


@pytest.fixture
def logged(store: Store) -> Store:
    """Four accounts, one of them disabled and one moved; a sealed shoe, and one forgotten."""
    accounts = People(store)
    accounts.add(Person("boss", Kind.STAFF, Position.GAMING_SHIFT_MANAGER, ("*",), "a hash"))
    accounts.add(Person("dealer", Kind.STAFF, Position.DEALER, ("t1",), "another hash"))
    accounts.add(Person("seat1", Kind.PATRON, secret="a third hash"))
    accounts.add(Person("guest-1", Kind.GUEST))
    accounts.change("dealer", lambda who: replace(who, tables=("t1", "t2")))
    accounts.change("seat1", lambda who: replace(who, disabled=True))
    shoes = SealedShoes(store, "t1")
    for commitment in ("ab" * 32, "cd" * 32, "ef" * 32):
        shoes.save(commitment, ORDER, "salt")
    shoes.forget("cd" * 32)
    shoes.forget("00" * 32)  # there is none: nothing changed
    shoes.forget_all_but(["ab" * 32])
    return store


def faults_of(store: Store, heads: dict[str, bytes] | None = None) -> list[str]:
    with store.begin_read() as transaction:
        return [str(fault) for fault in verify(transaction, heads)]


def execute(store: Store, *statements: sa.Executable) -> None:
    with store.begin_write([]) as transaction:
        for each in statements:
            transaction.connection.execute(each)


def test_changes_by_the_house_are_sound(logged: Store) -> None:
    assert faults_of(logged) == []
    with logged.begin_read() as transaction:
        proof = Verification(transaction)
        assert list(proof.faults()) == []
        assert proof.heads[CHAIN].number == 11  # 4 made, 2 changed, 3 sealed, 2 forgotten


PERSON = people.c.id
CHANGED = {
    "position": sa.update(people).where(PERSON == "dealer").values(rank=5),
    "password": sa.update(people).where(PERSON == "boss").values(secret="mine"),
    "tables": sa.update(people).where(PERSON == "dealer").values(tables="*"),
    "enabled": sa.update(people).where(PERSON == "seat1").values(disabled=False),
    "kind": sa.update(people).where(PERSON == "guest-1").values(kind="staff"),
    "second factor": sa.update(people).where(PERSON == "boss").values(second_factor="mine"),
    "removed": sa.delete(people).where(PERSON == "guest-1"),
    "order": sa.update(sealed_shoes).values(order="9D KH AS"),
    "salt": sa.update(sealed_shoes).values(salt="pepper"),
    "another table": sa.update(sealed_shoes).values(stream="t2"),
    "another seal": sa.update(sealed_shoes).values(commitment="12" * 32),
    "seal removed": sa.delete(sealed_shoes),
}


@pytest.mark.parametrize("what", CHANGED)
@SQLITE_FIRST
def test_a_row_changed_behind_the_log_is_found(logged: Store, what: str) -> None:
    execute(logged, CHANGED[what])
    assert any(each.startswith(CHAIN) for each in faults_of(logged))


REQUESTED = {
    "approved": sa.update(approvals).values(standing="approved", decider="boss"),
    "another asker": sa.update(approvals).values(asker="dealer"),
    "another command": sa.update(approvals).values(asked=b'{"type":"close-table"}'),
    "for longer": sa.update(approvals).values(expires_ms=10**12),
    "for another round": sa.update(approvals).values(round=7),
    "waiting again": sa.update(approvals).values(standing="waiting"),
    "removed": sa.delete(approvals).where(approvals.c.id == "r2"),
    "made up": sa.insert(approvals).values(**(asdict(REQUEST) | {"id": "r3", "command": "c3"})),
}


@pytest.mark.parametrize("what", REQUESTED)
@SQLITE_FIRST
def test_a_request_changed_behind_the_log_is_found(logged: Store, what: str) -> None:
    """Else a row in the database could pass for a second person's approval."""
    requests = Approvals(logged)
    requests.ask(REQUEST)
    requests.ask(replace(REQUEST, id="r2", command="c2"))
    assert requests.decide("r2", Standing.DECLINED, "boss", 3)
    assert faults_of(logged) == []
    execute(logged, REQUESTED[what])
    assert any(each.startswith(CHAIN) for each in faults_of(logged))


def test_what_a_request_asks_for_is_not_in_the_log(logged: Store) -> None:
    """It may hold the hash of a new password."""
    Approvals(logged).ask(REQUEST)
    with logged.begin_read() as transaction:
        said = b"".join(transaction.connection.execute(sa.select(changes.c.content)).scalars())
    assert b"load-shoe" not in said
    assert b"it is much" in said


BY = account_changes.c.changed_by
HIDDEN = {
    "removed": sa.delete(account_changes),
    "one removed": sa.delete(account_changes).where(account_changes.c.number == 2),
    "by another": sa.update(account_changes).values(changed_by="local/root"),
    "of another": sa.update(account_changes).where(BY == "boss").values(person="nobody"),
    "long ago": sa.update(account_changes).values(at_ms=1),
    "of another kind": sa.update(account_changes).values(kind="account-disabled"),
    "made up": sa.insert(account_changes).values(
        number=99, person="dealer", changed_by="boss", kind="account-made", at_ms=7
    ),
}


@pytest.mark.parametrize("what", HIDDEN)
@SQLITE_FIRST
def test_hiding_who_changed_an_account_is_found(logged: Store, what: str) -> None:
    accounts, made = People(logged), Change(NoticeKind.ACCOUNT_MADE, "boss", 5)
    accounts.add(Person("second", Kind.STAFF, Position.DEALER, ("t1",), "a hash"), made)
    reset = Change(NoticeKind.PASSWORD_CHANGED, "boss", 6)
    accounts.change("second", lambda who: replace(who, secret="another"), reset)
    assert faults_of(logged) == []
    execute(logged, HIDDEN[what])
    assert any(each.startswith(CHAIN) for each in faults_of(logged))


def test_changes_of_accounts_from_before_they_were_logged_are_sound(logged: Store) -> None:
    """An earlier edition wrote the row and its notice, and nothing in the log."""
    accounts, made = People(logged), Change(NoticeKind.ACCOUNT_MADE, "boss", 5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people_module, "append_change", lambda *_: None)
        accounts.add(Person("second", Kind.STAFF, Position.DEALER, ("t1",), "a hash"), made)
    assert faults_of(logged) == []
    execute(logged, sa.update(account_changes).values(changed_by="local/root"))
    assert any(each.startswith(CHAIN) for each in faults_of(logged))


def test_an_account_made_behind_the_log_is_found(logged: Store) -> None:
    with logged.begin_read() as transaction:
        query = sa.select(people).where(PERSON == "boss")
        row = dict(transaction.connection.execute(query).mappings().one())
    execute(logged, sa.insert(people).values(**(row | {"id": "second-boss"})))
    assert faults_of(logged) == [f"{CHAIN}: the account 'second-boss' is there and was never made"]


def test_secrets_are_not_in_the_log(logged: Store) -> None:
    with logged.begin_read() as transaction:
        said = b"".join(transaction.connection.execute(sa.select(changes.c.content)).scalars())
    for secret in (b"hash", b"AS KH", b'"salt":"salt"'):
        assert secret not in said


@SQLITE_FIRST
def test_every_row_of_the_log_is_held_by_its_chain(logged: Store) -> None:
    with logged.begin_read() as transaction:
        head = log.changes_head(transaction.connection)
        rows = transaction.connection.execute(sa.select(changes).order_by(changes.c.number)).all()
    assert head is not None
    for row in rows:
        here = changes.c.number == row.number
        for changed in (
            {"content": row.content + b" "},
            {"key": "another"},
            {"kind": "another"},
            {"hash": bytes(32)},
        ):
            before = {name: getattr(row, name) for name in changed}
            execute(logged, sa.update(changes).where(here).values(**changed))
            assert faults_of(logged), (row.number, changed)
            execute(logged, sa.update(changes).where(here).values(**before))
    assert faults_of(logged, {CHAIN: head[1]}) == []


def test_a_log_that_was_cut_off_is_found_by_its_rows_or_a_saved_head(logged: Store) -> None:
    with logged.begin_read() as transaction:
        head = log.changes_head(transaction.connection)
    assert head is not None
    execute(
        logged,
        sa.delete(changes).where(changes.c.number >= head[0] - 4),  # all about sealed shoes
        sa.delete(sealed_shoes),
    )
    assert faults_of(logged) == []
    assert faults_of(logged, {CHAIN: head[1]}) == [f"{CHAIN}: the saved head is not in the journal"]


def test_a_build_that_forgets_to_log_is_caught(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_module, "record_change", lambda *_: None)
    People(store).add(Person("boss", Kind.STAFF, Position.DEALER))
    assert faults_of(store) == [f"{CHAIN}: the account 'boss' is there and was never made"]
