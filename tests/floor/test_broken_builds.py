"""Builds broken on purpose really lose what the other tests check for."""

import pytest
import sqlalchemy as sa

from punto.floor.host import Host
from punto.journal.codec import Entry, Head
from punto.journal.read_transaction import ReadTransaction
from punto.journal.schema import entries
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.journal.verify import stream
from punto.journal.verify.journal import verify
from punto.ledger.accounts import patron
from punto.ledger.cage import commands as cage
from punto.refusals import Reason
from tests.envelope import Given
from tests.floor.tables import CASHIER, fund
from tests.submission import ask, submit


def held_by_seat1(store: Store) -> int:
    with store.begin_read() as reading:
        return reading.balances([patron("seat1")])[patron("seat1")]


def test_the_same_request_has_one_effect_because_answers_are_looked_up(
    store: Store, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    bought = Given(cage.BuyCredits("seat1", 1_000), CASHIER)
    for _ in range(3):
        ask(host, CAGE, "once", bought)
    other = submit(host, CAGE, "once", Given(cage.BuyCredits("seat1", 2_000), CASHIER)).result()
    assert other.refused is not None
    assert other.refused.reason is Reason.ID_USED_BEFORE
    assert held_by_seat1(store) == 1_000
    # Without the look the database still refuses a second entry: nothing is done, none answered.
    monkeypatch.setattr(ReadTransaction, "answered", lambda *_: {})
    with pytest.raises(Exception, match=r"(?i)unique|entries"):
        submit(host, CAGE, "once", bought).result()
    assert held_by_seat1(store) == 1_000


def test_a_flipped_byte_is_found_because_hashes_are_compared(
    store: Store, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    fund(host, "seat1")
    fund(host, "seat2")
    with store.begin_write([]) as writing:
        first = sa.update(entries).where(entries.c.number == 1)
        writing.connection.execute(first.values(id="another"))
    with store.begin_read() as reading:
        assert ["does not follow" in str(fault) for fault in verify(reading)] == [True]

    def follow(_: Head, entry: Entry) -> Head:
        return Head(entry.number, entry.seq, entry.hash)

    monkeypatch.setattr(stream, "follow", follow)
    with store.begin_read() as reading:
        assert list(verify(reading)) == []
