"""Significant events: each kind is triggered and found, with who, when, where, before and after."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from punto.floor.audit_writer import COUNTED_MAX, COUNTED_MS, MANY
from punto.journal.notices import CHAIN, Notice, NoticeKind
from punto.journal.people.people import Kind, Person
from punto.journal.queries.audit import AuditFilter, significant_notices
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries, entry_index, notices
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.web.server import opened
from punto.web.views.audit import KINDS
from tests.envelope import Given
from tests.submission import ask
from tests.web.audit_triggers import DEALER, EXPECTED, MANAGER, TRIGGERS, Place, SteppedClock, void
from tests.web.served import caller, credits_table, served


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    clock = SteppedClock()
    with served(tmp_path_factory.mktemp("significant"), clock=clock) as (casino, address):
        yield Place(casino, address, clock)


def test_every_kind_is_triggered() -> None:
    assert set(TRIGGERS) == set(EXPECTED) == set(KINDS)


@pytest.mark.parametrize("kind", TRIGGERS)
def test_it_is_found_with_who_when_and_where(place: Place, kind: str) -> None:
    before = len(place.found(kind=kind))
    TRIGGERS[kind](place)
    found = place.found(kind=kind)
    if kind != "irregularity":
        assert len(found) > before
    actor, table, was, after = EXPECTED[kind]
    last = found[0]
    assert {each.kind for each in found} == {kind}
    assert (last.actor, last.table) == (actor, table)
    assert last.at_ms >= 1_800_000_000_000
    assert was is None or last.before == was
    assert after is None or last.after == after
    assert last in place.found(table=table) if table else last in place.found(actor=actor)


def one(place: Place, kind: str) -> Any:
    return place.found(kind=kind)[0]


def test_before_and_after_tell_what_changed(place: Place) -> None:
    """After the triggers above."""
    corrected = one(place, "correction")
    assert corrected.before["cards"] == ["9S", "8S", "KS", "KH"]
    assert corrected.after["round-settled"]["cards"] == ["8S", "9S", "KS", "KH"]
    configured = place.found(kind="configuration", table="t2")[0]
    assert configured.before is not None
    assert configured.after is not None
    assert configured.before["configuration"]["positions"] == 8
    assert configured.after["configuration-changed"]["configuration"]["positions"] == 7
    adjusted = one(place, "adjustment")
    assert adjusted.before["account"] == "patron:patron"
    assert adjusted.after["adjusted"]["cents"] == 700
    changed = one(place, "account-changed")
    assert (changed.before["position"], changed.after["position"]) == ("Dealer", "Pit Supervisor")
    assert (changed.before["tables"], changed.after["tables"]) == (["t1"], ["t2"])
    assert one(place, "account-disabled").after["disabled"]
    clock = one(place, "clock-changed")
    assert clock.before["time_ms"] - clock.after["time_ms"] == 3_600_000
    assert one(place, "approval-given").approver == "gaming-shift-manager"
    assert one(place, "locked-out").after["locked_until_ms"] > 1_800_000_000_000
    assert one(place, "large-win").after["round-settled"]["lines"][0]["profit_cents"] == 100_000


def test_the_balance_before_an_adjustment_is_the_books(place: Place) -> None:
    shift = place.people["gaming-shift-manager"]
    place.casino.people.add(Person("apart", Kind.PATRON))
    ask(place.casino.host, CAGE, "more", Given(cage.BuyCredits("apart", 5_000), DEALER))
    for cents in (250, -100):
        shift.give_cage(cage.Adjust("patron:apart", cents, "a slip"))
    second, first = place.found(kind="adjustment")[:2]
    assert first.before == {"account": "patron:apart", "balance_cents": 5_000}
    assert second.before == {"account": "patron:apart", "balance_cents": 5_250}
    shift = place.people["assistant-casino-manager"]
    shift.give_cage(cage.SetLimits(Limits(voucher_cents_max=5_000), "less"))
    limits = place.found(kind="configuration", actor="assistant-casino-manager")[0]
    assert limits.before is not None
    assert limits.before["limits"]["voucher_cents_max"] == 10_000_000


def test_pages_tell_everything_once_and_times_bound_it(place: Place) -> None:
    everything = place.found()
    ids_seen = [each.id for each in everything]
    assert len(ids_seen) == len(set(ids_seen))
    assert {each.kind for each in everything} == set(KINDS)
    place.clock.wall_ms += 3_700_000  # staff stay signed in
    now = place.clock.now_ms()
    void(place)
    assert {each.kind for each in place.found(since_ms=now)} >= {"void", "irregularity"}
    assert all(each.at_ms < now for each in place.found(until_ms=now))
    assert "void" not in {each.kind for each in place.found(since_ms=now, kind="adjustment")}


@pytest.mark.parametrize("number", ["9223372036854775808", "1" * 300, "٣", "-1", "0", ""])
@pytest.mark.parametrize("form", ["entry-{}-void", "notice-{}"])
def test_an_event_that_there_cannot_be_is_not_there(place: Place, form: str, number: str) -> None:
    with pytest.raises(Refused) as refused:
        place.people["pit-manager"].acknowledge(form.format(number))
    assert refused.value.reason is Reason.NOTHING_THERE


def test_only_of_tables_of_ones_own(place: Place) -> None:
    adjust = cage.Adjust("bank:t1", 300, "a slip")  # at the cage, but t1's money
    place.people["gaming-shift-manager"].give_cage(adjust)
    assert place.found(kind="adjustment", table="t1")
    assert {each.table for each in place.found("other")} == {"", "t2"}
    told = place.people["other"].http.get("/api/v1/significant-events?table=t1")
    assert told.status_code == 403
    assert place.people["other"].http.get("/api/v1/tables/t1").status_code == 403
    for query in ("kind=nonsense", "before=x", "since_ms=99999999999999999999", "actor=%00"):
        bad = place.people["other"].http.get(f"/api/v1/significant-events?{query}")
        assert (bad.status_code, bad.json()["reason"]) == (400, "unreadable-request")


def test_a_flood_is_counted_and_not_written_one_by_one(place: Place) -> None:
    place.casino.audit_writer.flush(everything=True)
    before = _notices(place)
    place.clock.go(1_000)
    for _ in range(120):
        place.people["patron"].http.get("/api/v1/staff")
    for name in ("made-up-1", "made-up-2", "made-up-3"):
        with pytest.raises(Refused):
            caller(place.address).sign_in(name, "guess")
    place.casino.audit_writer.flush()
    assert _notices(place) == before + 2
    place.clock.go(COUNTED_MS)
    found = place.found(kind="denied", actor="patron")
    assert [each.count for each in found[:2]] == [119, 1]
    assert _notices(place) == before + 4
    assert all("made-up" not in str(each) for each in place.found(kind="sign-in-failed"))


def test_many_who_flood_are_counted_together(place: Place) -> None:
    audit_writer = place.casino.audit_writer
    audit_writer.flush(everything=True)
    before = _notices(place)
    for person in range(COUNTED_MAX * 3):
        audit_writer.count(Notice(NoticeKind.DENIED, place.clock.now_ms(), f"guest-{person}"))
    audit_writer.flush(everything=True)
    assert _notices(place) == before + COUNTED_MAX + 2
    assert place.found(kind="denied", actor=MANY)[0].count == COUNTED_MAX * 2 - 1


def test_a_forged_request_is_noted_though_nobody_is_known_yet(place: Place) -> None:
    place.clock.go(COUNTED_MS)
    place.casino.audit_writer.flush()
    browser = caller(place.address)
    told = browser.http.post("/api/v1/guests", json={})
    assert told.status_code == 403
    last = place.found(kind="denied", actor="")[0]
    assert last.about.startswith("POST /api/v1/guests: Send the csrftoken")


def _notices(place: Place) -> int:
    with place.casino.store.begin_read() as transaction:
        return int(
            transaction.connection.execute(
                sa.select(sa.func.count()).select_from(notices)
            ).scalar_one()
        )


def test_a_table_damaged_while_the_house_was_closed_is_noted_at_start_up(tmp_path: Path) -> None:
    journal = str(tmp_path / "house.journal")
    with opened(journal) as (casino, _):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        with casino.store.begin_write([]) as transaction:
            transaction.connection.execute(sa.update(entries).values(actor="somebody else"))
    for _ in range(2):  # each time it is started
        with opened(journal) as (casino, _):
            assert set(casino.host.halted) == {"t1"}
    with opened(journal) as (casino, _), casino.store.begin_read() as transaction:
        found = significant_notices(transaction, AuditFilter(streams=("t1",)), None, 10)
    assert {each.notice.kind for each in found} == {NoticeKind.TABLE_HALTED}
    assert len(found) >= 2
    assert "does not follow" in found[0].notice.about


def test_notices_and_index_entries_are_proved(place: Place) -> None:
    """Whatever is changed, taken out or added beside the entries is found by verify."""
    store = place.casino.store
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []
        columns = [column.name for column in notices.columns]
        row = transaction.connection.execute(sa.select(notices).where(notices.c.number == 2)).one()
        head = transaction.connection.execute(
            sa.select(notices.c.hash).order_by(notices.c.number.desc()).limit(1)
        ).scalar_one()
    changes: list[Any] = [
        sa.update(notices).where(notices.c.number == 2).values({name: change})
        for name, change in {
            "at_ms": 1,
            "kind": "denied-not",
            "actor": "somebody else",
            "stream": "t9",
            "said": bytes(row.said) + b" ",
            "hash": bytes(32),
        }.items()
    ]
    assert columns == ["number", "at_ms", "kind", "actor", "stream", "said", "hash"]
    changes += [
        sa.delete(notices).where(notices.c.number == 1),
        sa.delete(notices).where(notices.c.number == 3),
        sa.delete(entry_index).where(entry_index.c.kind == "void"),
        sa.update(entry_index).where(entry_index.c.kind == "void").values(cents=1),
        sa.update(entry_index).where(entry_index.c.kind == "void").values(actor="somebody else"),
        sa.insert(entry_index).values(
            position=1, kind="void", stream="t1", number=1, at_ms=1, actor="x", round=1, cents=0
        ),
        sa.delete(entry_index),
    ]
    for change in changes:
        with store.engine.connect() as connection:
            connection.execute(change)
            assert list(verify(ReadTransaction(connection))), str(change)
            connection.rollback()
    with store.engine.connect() as connection:  # what is cut off is found against a saved head
        last = sa.select(sa.func.max(notices.c.number)).scalar_subquery()
        connection.execute(sa.delete(notices).where(notices.c.number == last))
        assert list(verify(ReadTransaction(connection))) == []
        assert [fault.stream for fault in verify(ReadTransaction(connection), {CHAIN: head})] == [
            CHAIN
        ]
        connection.rollback()
