"""Large sums need two people: cage powers, safe limits, and issues awaiting approval."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.floor.dealer import AUTOMATIC
from punto.journal.people.people import ALL_TABLES, Kind, Person
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.ledger.cage.voucher_codes import read_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Funding
from punto.web.casino import Casino
from punto.web.server import opened
from punto.web.small_sums import ALL_PATRONS_TIMES, TOGETHER_MS
from tests.envelope import Given
from tests.sample import sample
from tests.submission import ask
from tests.web.served import (
    PASSWORD,
    SetClock,
    come_in,
    credits_table,
    give_witnessed,
    open_session,
    served,
)

D, S, P, G, A = Position
MUCH_CENTS = 2_000_000


class Place:
    """A house with a patron, and staff who are let in by name."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino, self.address = casino, address
        self.is_broken = False  # on purpose: then its journal need not be sound

    def open_session(self, name: str, position: Position, *tables: str) -> Client:
        return open_session(self.casino, self.address, name, position, *tables)

    def credits(self) -> int:
        return self.casino.credits_of(["patron"])["patron"]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with served(tmp_path) as (casino, address):
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        place = Place(casino, address)
        yield place
        with casino.store.begin_read() as transaction:
            assert place.is_broken or list(verify(transaction)) == []


def refused(client: Client, command: cage.Command, **fields: str) -> Refused:
    with pytest.raises(Refused) as told:
        client.give_cage(command, **fields)
    return told.value


def request_of(told: Refused) -> str:
    assert told.reason is Reason.APPROVAL_NEEDED
    return told.sentence.rpartition("request ")[2].rstrip(".")


@pytest.mark.parametrize(
    ("position", "tables"),
    sample(product(Position, [(), ("t1",), (ALL_TABLES,)]), lambda *case: case),
)
def test_staff_who_are_not_of_the_cage_do_nothing_with_its_money(
    place: Place, position: Position, tables: tuple[str, ...]
) -> None:
    place.open_session("cashier", D, CAGE).give_cage(cage.BuyCredits("patron", 10_000))
    code = come_in(place.address, "patron").cash_out("patron", 1_000)
    client = place.open_session("floor", position, *tables)
    commands: tuple[cage.Command, ...] = (
        cage.BuyCredits("patron", 1_000),
        cage.CashOut("patron", 1_000, read_code(code)),
        cage.RedeemVoucher("patron", read_code(code)),
        cage.PayVoucher(read_code(code)),
        cage.Adjust("patron:patron", 100, "a slip"),
        cage.Adjust("cage", 100, "a slip"),
        cage.SetLimits(Limits(), "because"),
    )
    before = place.credits()
    for command in commands:
        fields = {"code": code} if hasattr(command, "seal") else {}
        assert refused(client, command, **fields).reason is Reason.NOT_AUTHORISED, command
    assert place.credits() == before


def test_only_those_of_the_cage_assign_to_it(place: Place) -> None:
    client = place.open_session("boss", A, ALL_TABLES)
    body = {"name": "new", "password": PASSWORD, "position": 1, "tables": [CAGE]}
    with pytest.raises(Refused) as told:
        client.post("/api/v1/staff", body, dict[str, object])
    assert told.value.reason is Reason.NOT_AUTHORISED
    place.open_session("cage-boss", A, CAGE).post("/api/v1/staff", body, dict[str, object])
    found = place.casino.people.find("new")
    assert found is not None
    assert found.at(CAGE)


def test_a_patron_cashes_out_alone_and_staff_much_of_it_with_a_second_person(
    place: Place,
) -> None:
    cashier, second = place.open_session("cashier", D, CAGE), place.open_session("second", G, CAGE)
    buys = cage.BuyCredits("patron", MUCH_CENTS)
    request = request_of(refused(cashier, buys))
    assert place.credits() == 0
    second.approve(request)
    assert place.credits() == MUCH_CENTS
    cashier.give_cage(cage.BuyCredits("patron", MUCH_CENTS - 1))
    patron = come_in(place.address, "patron")
    code = patron.cash_out("patron", MUCH_CENTS)
    pays = cage.PayVoucher(read_code(code))
    second.approve(request_of(refused(cashier, pays, code=code)))
    second.give_cage(cage.BuyCredits("patron", 1))
    with pytest.raises(Refused) as told:  # under a code of the cashier's own
        cashier.cash_out("patron", MUCH_CENTS)
    assert told.value.reason is Reason.APPROVAL_NEEDED
    assert place.credits() == MUCH_CENTS


@pytest.mark.parametrize(
    ("limits", "waits"),
    sample(
        [
            (Limits(approval_cents=None), True),
            (Limits(issue_approval_cents=None), True),
            (Limits(approval_cents=100_001), True),
            (Limits(issue_approval_cents=2_000_001), True),
            (Limits(approval_cents=99_999), False),
            (Limits(issue_approval_cents=0), False),
            (Limits(voucher_cents_max=1_000), False),
        ],
        lambda _, waits: (waits,),
    ),
)
def test_limits_are_safe_and_not_raised_by_one_person(
    place: Place, limits: Limits, waits: bool
) -> None:
    boss, second = place.open_session("boss", A, CAGE), place.open_session("second", A, CAGE)
    sets = cage.SetLimits(limits, "a busy night")
    if not waits:
        boss.give_cage(sets)
    else:
        request = request_of(refused(boss, sets))
        assert place.casino.cage().limits == Limits()
        second.approve(request)
    assert place.casino.cage().limits == limits


def test_an_adjustment_waits_unless_it_is_small(place: Place) -> None:
    boss, second = place.open_session("boss", A, CAGE), place.open_session("second", G, CAGE)
    boss.give_cage(cage.Adjust("patron:patron", 99_999, "a slip"))
    request = request_of(refused(boss, cage.Adjust("patron:patron", 100_000, "a slip")))
    assert place.credits() == 99_999
    second.approve(request)
    assert place.credits() == 199_999


def test_what_staff_issue_is_significant_and_what_patrons_and_guests_do_is_not(
    place: Place,
) -> None:
    cashier, eye = place.open_session("cashier", D, CAGE), place.open_session("eye", A, CAGE)
    place.casino.guests_cents = 1_000
    guest = Client(place.address)
    guest.sign_in_as_guest()
    cashier.give_cage(cage.BuyCredits("patron", 50_000))
    patron = come_in(place.address, "patron")
    code = patron.cash_out("patron", 1_000)
    cashier.give_cage(cage.PayVoucher(read_code(code)), code=code)
    cashier.cash_out("patron", 2_000)
    found = eye.significant_events().events
    assert [(each.kind, each.actor) for each in reversed(found) if each.actor == "cashier"] == [
        ("credits-issued", "cashier"),
        ("paid-out", "cashier"),
        ("paid-out", "cashier"),
    ]
    assert not [each for each in found if each.actor in ("patron", "automatic dealer")]
    guest.close()


def test_a_table_is_opened_with_a_limit_that_one_person_does_not_raise(place: Place) -> None:
    boss, second = place.open_session("boss", A, "t1"), place.open_session("second", G, "t1")
    above = replace(credits_table(), approval_cents=1_000_001)
    with pytest.raises(Refused, match="second person"):
        boss.give("t1", c.OpenTable(above))
    opened = replace(credits_table(), approval_cents=None)
    boss.give("t1", c.OpenTable(opened))
    state = place.casino.host.look("t1").state
    assert state.configuration is not None
    assert state.configuration.approval_cents == 1_000_000
    for cents in (None, 1_000_001):
        wanted = replace(state.configuration, approval_cents=cents)
        with pytest.raises(Refused) as told:
            boss.give("t1", c.ChangeConfiguration(wanted, "no limit"))
        request = request_of(told.value)
    lower = replace(state.configuration, approval_cents=5_000)
    boss.give("t1", c.ChangeConfiguration(lower, "less"))
    second.approve(request)
    now = place.casino.host.look("t1").state.configuration
    assert now is not None
    assert now.approval_cents == 1_000_001


def test_a_confirmed_count_is_significant(place: Place) -> None:
    supervisor, witness = place.open_session("s", S, "t1"), place.open_session("w", D, "t1")
    manager = place.open_session("m", A, "t1")
    manager.give("t1", c.OpenTable(credits_table()))
    give_witnessed(supervisor, witness, cage.OpenBank("t1", 100_000, "w"))
    (found,) = manager.significant_events(kind="approval-given").events
    assert (found.actor, found.approver, found.table) == ("s", "w", "t1")


def test_an_open_bank_stays_in_its_currency(place: Place) -> None:
    """Chips counted in one currency would be worth another."""
    supervisor, witness = place.open_session("s", S, "t1"), place.open_session("w", D, "t1")
    manager = place.open_session("m", A, "t1")
    chips = replace(credits_table(), funding=Funding.CHIPS)
    manager.give("t1", c.OpenTable(chips))
    manager.give("t1", c.ChangeConfiguration(replace(chips, currency="USD"), "dollars"))
    manager.give("t1", c.ChangeConfiguration(chips, "back"))
    give_witnessed(supervisor, witness, cage.OpenBank("t1", 100_000, "w"))
    with pytest.raises(Refused, match="The bank of t1 is open in SGD"):
        manager.give("t1", c.ChangeConfiguration(replace(chips, currency="USD"), "dollars"))
    manager.give("t1", c.CloseTable())
    with pytest.raises(Refused, match="The bank of t1 is open in SGD"):
        manager.give("t1", c.OpenTable(replace(chips, currency="USD")))


def test_many_small_issues_to_one_patron_are_a_large_one(place: Place) -> None:
    cashier = place.open_session("cashier", D, CAGE)
    small = cage.BuyCredits("patron", MUCH_CENTS // 2 - 1)
    for _ in range(2):
        cashier.give_cage(small)
    before = place.credits()
    told = refused(cashier, small)
    assert told.reason is Reason.APPROVAL_NEEDED
    assert place.credits() == before
    with ThreadPoolExecutor(8) as pool:  # nor does it help to ask many times at once
        list(pool.map(lambda _: refused(cashier, small), range(8)))
    assert place.credits() == before
    place.open_session("boss", G, CAGE).approve(request_of(told))
    assert place.credits() == before + small.cents
    cashier.give_cage(cage.BuyCredits("patron", 1))  # what was approved does not count
    place.casino.sessions.add("another", Kind.PATRON, PASSWORD)
    cashier.give_cage(replace(small, patron="another"))
    place.open_session("colleague", D, CAGE).give_cage(small)


def test_of_many_small_issues_at_once_only_so_many_are_done(place: Place) -> None:
    cashier = place.open_session("cashier", D, CAGE)
    small = cage.BuyCredits("patron", MUCH_CENTS // 4)

    def issue(_: int) -> bool:
        try:
            cashier.give_cage(small)
        except Refused as told:
            return told.reason is not Reason.APPROVAL_NEEDED
        return True

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(issue, range(12)))
    assert done == 3
    assert place.credits() == 3 * small.cents


def test_small_adjustments_and_cash_outs_are_added_up_too(place: Place) -> None:
    shift = place.open_session("shift", G, CAGE)
    for account, cents in (("patron:patron", 60_000), ("cage", -39_999)):
        shift.give_cage(cage.Adjust(account, cents, "a slip"))
    told = refused(shift, cage.Adjust("patron:patron", 1, "a slip"))
    assert told.reason is Reason.APPROVAL_NEEDED
    cashier = place.open_session("cashier", D, CAGE)
    cashier.give_cage(cage.BuyCredits("patron", MUCH_CENTS - 1))
    cashier.cash_out("patron", MUCH_CENTS - 1)
    with pytest.raises(Refused) as refusal:
        cashier.cash_out("patron", 100)
    assert refusal.value.reason is Reason.APPROVAL_NEEDED
    come_in(place.address, "patron").cash_out("patron", 100)  # patrons move their own


def test_a_command_asked_again_is_answered_again_and_a_day_later_one_begins_anew(
    tmp_path: Path,
) -> None:
    clock = SetClock()
    with served(tmp_path, clock=clock) as (casino, _):
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        cashier = Person("cashier", Kind.STAFF, D, (CAGE,))
        casino.people.add(cashier)
        small = cage.BuyCredits("patron", MUCH_CENTS - 1)
        for _ in range(2):
            assert asyncio.run(casino.give(CAGE, cashier, "same", small))
        with pytest.raises(Refused):
            asyncio.run(casino.give(CAGE, cashier, "other", small))
        clock.at_ms += TOGETHER_MS + 1
        assert asyncio.run(casino.give(CAGE, cashier, "later", small))


def test_nodes_add_small_sums_up_together(tmp_path: Path) -> None:
    journal = str(tmp_path / "house.journal")
    with opened(journal, demo=False) as (one, _), opened(journal, demo=False) as (other, _):
        one.sessions.add("patron", Kind.PATRON, PASSWORD)
        cashier = Person("cashier", Kind.STAFF, D, (CAGE,))
        one.people.add(cashier)
        small = cage.BuyCredits("patron", MUCH_CENTS // 2)

        async def issue() -> list[object]:
            gives = [
                (one, other)[n % 2].give(CAGE, cashier, f"issue-{n}", small) for n in range(12)
            ]
            return await asyncio.gather(*gives, return_exceptions=True)

        answers = asyncio.run(issue())
        done = [each for each in answers if not isinstance(each, Exception)]
        refusals = [each for each in answers if isinstance(each, Refused)]
        assert len(done) == 1, answers
        assert {each.reason for each in refusals} == {Reason.APPROVAL_NEEDED}
        assert one.credits_of(["patron"]) == {"patron": small.cents}


@pytest.mark.parametrize("is_issue", [True, False])
def test_small_sums_are_added_up_over_all_patrons(tmp_path: Path, is_issue: bool) -> None:
    """A little for each of many accounts is much, with a higher limit for a busy day."""
    clock, part = SetClock(), MUCH_CENTS - 1
    patrons = [f"patron{number}" for number in range(ALL_PATRONS_TIMES + 2)]
    with opened(str(tmp_path / "house.journal"), demo=False, clock=clock) as (casino, _):
        cashier, other = (Person(name, Kind.STAFF, D, (CAGE,)) for name in ("cashier", "other"))
        for person in (cashier, other, *(Person(name, Kind.PATRON) for name in patrons)):
            casino.people.add(person)
        for name in patrons:
            ask(casino.host, CAGE, name, Given(cage.BuyCredits(name, MUCH_CENTS), AUTOMATIC))

        def move(by: Person, name: str) -> None:
            issue = cage.BuyCredits(name, part)
            cash_out = cage.CashOut(name, part, sha256(name.encode()).hexdigest())
            command = issue if is_issue else cash_out
            asyncio.run(casino.give(CAGE, by, name, command))

        for name in patrons[:ALL_PATRONS_TIMES]:
            move(cashier, name)
        with pytest.raises(Refused) as told:
            move(cashier, patrons[-2])
        assert told.value.reason is Reason.APPROVAL_NEEDED
        move(cashier, patrons[0])  # sent again, it is not counted twice
        move(other, patrons[-2])
        clock.at_ms += TOGETHER_MS + 1
        move(cashier, patrons[-1])


def test_small_sums_of_accounts_that_one_person_made_are_added_up(place: Place) -> None:
    boss, half = place.open_session("boss", P, CAGE), cage.BuyCredits("patron", MUCH_CENTS // 2)
    makes = {"password": PASSWORD, "position": 1, "tables": [CAGE]}
    for name in ("first", "second"):
        boss.post("/api/v1/staff", {"name": name, **makes}, dict[str, object])
    come_in(place.address, "first").give_cage(half)
    for client in (come_in(place.address, "second"), boss):
        assert refused(client, half).reason is Reason.APPROVAL_NEEDED
    place.open_session("other", D, CAGE).give_cage(half)
