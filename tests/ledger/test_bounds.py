"""No account exceeds its bound; payments required by the law are still made."""

import sqlite3
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.floor.host import Host
from punto.journal.store import Store
from punto.journal.streams import CAGE as CAGE_STREAM
from punto.journal.verify.journal import verify
from punto.ledger.accounts import CAGE, VOUCHERS, Account, bank, held, patron
from punto.ledger.bounds import ALWAYS_PAID, BALANCE_CENTS_MAX, CENTS_MAX, transferred
from punto.ledger.cage import commands as cage
from punto.ledger.transfers import Purpose, Transfer
from punto.money import AMOUNT_CENTS_MAX
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Approval, Staff
from tests.envelope import Given
from tests.submission import ask, submit

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
SEAT, BANK, HELD = patron("seat1"), bank("t1"), held("t1")
EDGES = (-1, 0, 1)


def is_refused(books: dict[Account, int], transfer: Transfer) -> bool:
    try:
        transferred(books, [transfer])
    except Refused as refused:
        return refused.reason is Reason.AMOUNT_TOO_LARGE
    return False


@pytest.mark.parametrize("purpose", sorted(set(Purpose) - ALWAYS_PAID, key=str), ids=str)
def test_each_side_stops_at_the_bound(purpose: Purpose) -> None:
    for edge, cents in product(EDGES, (1, 1000, AMOUNT_CENTS_MAX)):
        full = {SEAT: BALANCE_CENTS_MAX - cents + edge}
        assert is_refused(full, Transfer(CAGE, SEAT, cents, purpose)) is (edge > 0)
        empty = {CAGE: -BALANCE_CENTS_MAX + cents - edge}
        assert is_refused(empty, Transfer(CAGE, BANK, cents, purpose)) is (edge > 0)
    past = {BANK: 3 * BALANCE_CENTS_MAX}
    assert is_refused(past, Transfer(CAGE, BANK, 1, purpose))
    assert is_refused(past, Transfer(BANK, CAGE, 1, purpose)) is (purpose is Purpose.STAKE)


@pytest.mark.parametrize("purpose", sorted(ALWAYS_PAID, key=str), ids=str)
def test_what_follows_from_stakes_is_always_paid(purpose: Purpose) -> None:
    rich = {SEAT: BALANCE_CENTS_MAX, BANK: -BALANCE_CENTS_MAX}
    after = transferred(rich, [Transfer(BANK, SEAT, 40 * BALANCE_CENTS_MAX, purpose)])
    assert after == {SEAT: 41 * BALANCE_CENTS_MAX, BANK: -41 * BALANCE_CENTS_MAX}
    assert 41 * BALANCE_CENTS_MAX * 100 < CENTS_MAX  # even at a hundred tables at once
    assert is_refused({SEAT: CENTS_MAX}, Transfer(BANK, SEAT, 1, purpose))


@pytest.mark.parametrize("past", [SEAT, BANK])
def test_no_stake_is_taken_where_one_side_is_past_the_bound(past: Account) -> None:
    stake = Transfer(SEAT, HELD, 1000, Purpose.STAKE)
    books = {SEAT: 10_000, BANK: 0}
    assert not is_refused(books, stake)
    for sign in (1, -1):
        if past is SEAT and sign < 0:
            continue
        assert not is_refused({**books, past: sign * BALANCE_CENTS_MAX}, stake)
        assert is_refused({**books, past: sign * (BALANCE_CENTS_MAX + 1)}, stake)


CENTS = st.integers(1, AMOUNT_CENTS_MAX)
SIDES = st.sampled_from((SEAT, BANK, HELD, CAGE, VOUCHERS))
MOVES = st.lists(st.builds(Transfer, SIDES, SIDES, CENTS, st.sampled_from(Purpose)), max_size=60)


@given(MOVES)
def test_no_sequence_leaves_64_bits(moves: list[Transfer]) -> None:
    books: dict[Account, int] = {}
    for move in moves:
        before = dict(books)
        try:
            books |= transferred(books, [move])
        except Refused:
            assert books == before
        assert sum(books.values()) == 0
        assert all(abs(cents) <= CENTS_MAX for cents in books.values())


def adjusted(name: str, cents: int) -> Given:
    """An adjustment that a second person has approved, as so much needs."""
    approval = Approval(Staff("second", Position.ASSISTANT_CASINO_MANAGER))
    return Given(cage.Adjust(name, cents, "a slip"), BOSS, approval=approval)


def test_on_disk_every_balance_stays_a_whole_number(tmp_path: Path) -> None:
    """Asked for 10^14 at a time far past the bound, of several accounts, up and down."""
    path = tmp_path / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    refusals = 0
    for turn, (name, sign) in enumerate(product(("bank:t1", "cage", "drop:t1"), (1, -1) * 12)):
        command = adjusted(name, sign * AMOUNT_CENTS_MAX)
        submit(host, CAGE_STREAM, f"there-and-back{turn}", command).result()
    for turn, name in product(range(120), ("bank:t1", "cage", "drop:t1")):
        command = adjusted(name, AMOUNT_CENTS_MAX)
        told = submit(host, CAGE_STREAM, f"{turn}-{name}", command).result()
        refusals += told.refused is not None
    host.stop()
    with store.begin_read() as transaction:
        assert list(verify(transaction)) == []
    store.close()
    with sqlite3.connect(path) as connection:
        kinds = connection.execute("SELECT DISTINCT typeof(cents) FROM accounts").fetchall()
        kinds += connection.execute("SELECT DISTINCT typeof(cents) FROM transfers").fetchall()
        (most,) = connection.execute("SELECT max(abs(cents)) FROM accounts").fetchone()
    assert set(kinds) == {("integer",)}
    assert most == BALANCE_CENTS_MAX
    assert refusals > 300


def test_a_balance_that_is_no_whole_number_is_found(tmp_path: Path) -> None:
    path = tmp_path / "casino.journal"
    store = Store(str(path))
    store.create()
    host = Host(store)
    ask(host, CAGE_STREAM, "bought", Given(cage.BuyCredits("seat1", 100), BOSS))
    host.stop()
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE accounts SET cents = cents * 1.001 WHERE name LIKE 'patron:%'")
    with store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)]
    store.close()
