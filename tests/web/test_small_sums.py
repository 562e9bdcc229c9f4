"""Small sums that one cashier moves alone: vouchers paid, and debts paid in cash."""

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.floor.dealer import AUTOMATIC
from punto.journal.people.people import Kind, Person
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Range
from punto.table.people import Approval, Patron, Staff
from punto.web.casino import Casino
from punto.web.server import opened
from punto.web.small_sums import ALL_PATRONS_TIMES, TOGETHER_MS
from tests.envelope import Given
from tests.floor.tables import routine
from tests.submission import ask
from tests.web.served import SetClock, credits_table

MUCH_CENTS = 2_000_000
PATRONS = [f"patron{number}" for number in range(ALL_PATRONS_TIMES + 2)]
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
NUMBERS = count(1)


class House:
    """A casino with two cashiers and patrons who have credits, on a clock that is set by hand."""

    def __init__(self, casino: Casino, clock: SetClock) -> None:
        self.casino, self.clock = casino, clock
        for name in ("cashier", "colleague"):
            casino.people.add(Person(name, Kind.STAFF, Position.PIT_SUPERVISOR, (CAGE, "t1")))
        for name in PATRONS:
            casino.people.add(Person(name, Kind.PATRON))
            bought = cage.BuyCredits(name, 4 * MUCH_CENTS)
            ask(casino.host, CAGE, name, Given(bought, AUTOMATIC))

    def give(self, who: str, command: cage.Command) -> None:
        person = self.casino.people.find(who)
        assert person is not None
        asyncio.run(self.casino.give(CAGE, person, f"key-{next(NUMBERS)}", command))

    def is_held(self, who: str, command: cage.Command) -> bool:
        """Whether a command waits for a second person; it is done otherwise."""
        try:
            self.give(who, command)
        except Refused as refused:
            if refused.reason is not Reason.APPROVAL_NEEDED:
                raise
            return True
        return False

    def voucher(self, patron: str, cents: int) -> cage.PayVoucher:
        """To be paid: a voucher that the patron cashed out for alone."""
        seal = sha256(f"{patron} {next(NUMBERS)}".encode()).hexdigest()
        self.give(patron, cage.CashOut(patron, cents, seal))
        return cage.PayVoucher(seal)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    clock = SetClock()
    with opened(str(tmp_path / "house.journal"), demo=False, clock=clock) as (casino, _):
        yield House(casino, clock)
        with casino.store.begin_read() as transaction:
            assert list(verify(transaction)) == []


def test_vouchers_of_one_patron_are_added_up(house: House) -> None:
    """Else a patron cashes out alone, in small vouchers, and one cashier pays them all."""
    first, second, third = (house.voucher("patron0", MUCH_CENTS // 2) for _ in range(3))
    seal = sha256(b"issued").hexdigest()
    house.give("cashier", cage.CashOut("patron0", MUCH_CENTS - 1, seal))  # is counted by itself
    assert not house.is_held("cashier", first)
    assert house.is_held("cashier", second)
    assert not house.is_held("cashier", house.voucher("patron1", MUCH_CENTS // 2))
    assert not house.is_held("colleague", second)
    house.clock.at_ms += TOGETHER_MS + 1
    assert not house.is_held("cashier", third)


def test_vouchers_of_all_patrons_are_added_up(house: House) -> None:
    for name in PATRONS[:ALL_PATRONS_TIMES]:
        assert not house.is_held("cashier", house.voucher(name, MUCH_CENTS - 1))
    last = house.voucher(PATRONS[-1], MUCH_CENTS - 1)
    assert house.is_held("cashier", last)
    assert not house.is_held("colleague", last)


def owe(house: House, patron: str, cents: int) -> None:
    """Let a patron win, and correct the round."""
    host, usual = house.casino.host, credits_table()
    limits = {**usual.limits, "player": Range(1_000, cents)}
    config = replace(usual, limits=limits, approval_cents=None)
    for command in (c.OpenTable(config), c.LoadShoe("one"), c.OpenBetting()):
        ask(host, "t1", f"open-{next(NUMBERS)}", Given(command, BOSS))
    staked = Given(c.PlaceStake(patron, "player", 1, cents), Patron(patron))
    ask(host, "t1", "stake", staked)
    left = iter(["9S", "8S", "KS", "KH"])
    while (due := routine(host.state("t1"), left)) is not None:
        ask(host, "t1", f"deal-{next(NUMBERS)}", due)
    right = c.CorrectRound(1, ("8S", "9S", "KS", "KH"), "the tape")
    ask(host, "t1", "correct", Given(right, BOSS))


def test_cash_taken_for_what_a_patron_owes_is_limited_and_added_up(house: House) -> None:
    """A debt is gone for cash that no one else counts."""
    owe(house, "patron0", 3 * MUCH_CENTS)
    assert house.is_held("cashier", cage.PayClaim("t1", "patron0", MUCH_CENTS))
    assert not house.is_held("cashier", cage.PayClaim("t1", "patron0", MUCH_CENTS // 2))
    assert house.is_held("cashier", cage.PayClaim("t1", "patron0", MUCH_CENTS // 2))
    from_credits = cage.PayClaim("t1", "patron0", MUCH_CENTS, from_credits=True)
    assert not house.is_held("cashier", from_credits)
    assert not house.is_held("colleague", cage.PayClaim("t1", "patron0", MUCH_CENTS // 2))


def test_chips_sold_are_limited_and_added_up(house: House) -> None:
    """Else a dealer alone puts any amount of chips on a table, for cash that is not there."""
    seen = Approval(Staff("witness", Position.DEALER))
    ask(house.casino.host, "t1", "open", Given(c.OpenTable(credits_table()), BOSS))
    opener = cage.OpenBank("t1", 20 * MUCH_CENTS, "witness")
    ask(house.casino.host, CAGE, "opener", Given(opener, BOSS, approval=seen))
    assert house.is_held("cashier", cage.BuyChips("t1", MUCH_CENTS))
    for _ in range(ALL_PATRONS_TIMES):
        assert not house.is_held("cashier", cage.BuyChips("t1", MUCH_CENTS - 1))
    assert house.is_held("cashier", cage.BuyChips("t1", MUCH_CENTS - 1))
    assert not house.is_held("colleague", cage.BuyChips("t1", MUCH_CENTS - 1))
