"""The cage: credits, vouchers that work once, banks with counts, claims and adjustments."""

from collections.abc import Collection
from random import Random

import pytest
from msgspec.structs import replace

from punto.ledger.accounts import (
    ADJUSTMENTS,
    CAGE,
    VOUCHERS,
    bank,
    chips,
    claims,
    drop,
    held,
    patron,
)
from punto.ledger.cage import commands as c
from punto.ledger.cage import events as e
from punto.ledger.cage.authority import LOWEST
from punto.ledger.cage.evolve import evolve
from punto.ledger.cage.state import EMPTY, Limits, Voucher
from punto.ledger.cage.used_seals import count_used, is_used
from punto.ledger.cage.voucher_codes import ALPHABET, read_code, write_code
from punto.ledger.transfers import Purpose, Transfer
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.evolve import Corrupt
from punto.table.people import Approval, Patron, Staff
from tests.envelope import Given, decide_given_at_cage
from tests.ledger.cage import BOSS, Cage

SEAL = read_code(write_code(bytes(range(16))))
TABLE_OPEN = Given(c.OpenBank("t1", 50_000, "supervisor"), BOSS)
BUYS = Given(c.BuyCredits("seat1", 10_000), BOSS)
CASHES = Given(c.CashOut("seat1", 4_000, SEAL), Patron("seat1"))
ADJUSTS = Given(c.Adjust("bank:t1", 500, "slip"), BOSS)
TWO_PEOPLE = Given(c.SetLimits(Limits(approval_cents=500), "house rule"), BOSS)

# Each command that is refused, after these; every reason of the cage is among them.
REFUSED: list[tuple[Reason, tuple[Given, ...], Given]] = [
    (Reason.NOT_AUTHORISED, (), replace(BUYS, by=Patron("seat1"))),
    (Reason.NOT_AUTHORISED, (), replace(TABLE_OPEN, by=Staff("dealer", Position.DEALER))),
    (Reason.NOT_YOURS, (BUYS,), replace(CASHES, by=Patron("seat2"))),
    (Reason.WITNESS_NEEDED, (), TABLE_OPEN.changed(witness="boss")),
    (Reason.WITNESS_NEEDED, (), TABLE_OPEN.changed(witness="")),
    (Reason.WHY_NEEDED, (), Given(c.Adjust("bank:t1", 5, " "), BOSS)),
    (Reason.WHY_NEEDED, (), Given(c.SetLimits(Limits(), ""), BOSS)),
    (Reason.BANK_CLOSED, (), Given(c.FillBank("t1", 5, "supervisor"), BOSS)),
    (Reason.BANK_CLOSED, (), Given(c.CreditBank("t1", 5, "supervisor"), BOSS)),
    (Reason.BANK_CLOSED, (), Given(c.CloseBank("t1", "supervisor"), BOSS)),
    (Reason.BANK_CLOSED, (), Given(c.BuyChips("t1", 5), BOSS)),
    (Reason.BANK_OPEN, (TABLE_OPEN,), TABLE_OPEN),
    (Reason.UNKNOWN_VOUCHER, (), Given(c.PayVoucher(SEAL), BOSS)),
    (Reason.UNKNOWN_VOUCHER, (), Given(c.RedeemVoucher("seat1", SEAL), BOSS)),
    (Reason.VOUCHER_TAKEN, (BUYS, CASHES), CASHES),
    (Reason.VOUCHER_TAKEN, (BUYS, CASHES, Given(c.PayVoucher(SEAL), BOSS)), CASHES),
    (Reason.VOUCHER_TAKEN, (BUYS, CASHES, Given(c.RedeemVoucher("seat2", SEAL), BOSS)), CASHES),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("pocket:seat1", 5, "slip"), BOSS)),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("patron", 5, "slip"), BOSS)),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("cage:t1", 5, "slip"), BOSS)),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("held:t1", 5, "slip"), BOSS)),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("vouchers", 5, "slip"), BOSS)),
    (Reason.UNKNOWN_ACCOUNT, (), Given(c.Adjust("adjustments", 5, "slip"), BOSS)),
    (Reason.AMOUNT_NOT_POSITIVE, (), BUYS.changed(cents=0)),
    (Reason.AMOUNT_NOT_POSITIVE, (), TABLE_OPEN.changed(cents=-1)),
    (Reason.AMOUNT_NOT_POSITIVE, (), Given(c.Adjust("bank:t1", 0, "slip"), BOSS)),
    (Reason.AMOUNT_NOT_POSITIVE, (), Given(c.CountDrop("t1", -1, "supervisor"), BOSS)),
    (Reason.AMOUNT_NOT_POSITIVE, (TABLE_OPEN,), Given(c.CloseBank("t1", "supervisor", -1), BOSS)),
    (Reason.AMOUNT_NOT_POSITIVE, (), Given(c.SetLimits(Limits(voucher_cents_max=0), "x"), BOSS)),
    (Reason.AMOUNT_TOO_LARGE, (), TABLE_OPEN.changed(cents=10**15)),
    (Reason.NOT_OWED, (), Given(c.PayClaim("t1", "seat1", 1), BOSS)),
    (Reason.NOT_ENOUGH_CREDITS, (), CASHES),
    (
        Reason.NOT_ENOUGH_CREDITS,
        (TABLE_OPEN,),
        Given(c.CreditBank("t1", 50_001, "supervisor"), BOSS),
    ),
    (Reason.NOT_ENOUGH_CREDITS, (TABLE_OPEN,), Given(c.BuyChips("t1", 50_001), BOSS)),
    (Reason.NOT_ENOUGH_CREDITS, (BUYS,), Given(c.Adjust("patron:seat1", -10_001, "slip"), BOSS)),
    (Reason.ABOVE_MAXIMUM, (), BUYS.changed(cents=10_000_001)),
    (
        Reason.ABOVE_MAXIMUM,
        (Given(c.SetLimits(Limits(credits_cents_max=9_999), "house rule"), BOSS),),
        BUYS,
    ),
    (
        Reason.ABOVE_MAXIMUM,
        (BUYS, Given(c.SetLimits(Limits(voucher_cents_max=3_999), "house rule"), BOSS)),
        CASHES,
    ),
    (
        Reason.ABOVE_MAXIMUM,
        (BUYS, CASHES, Given(c.SetLimits(Limits(credits_cents_max=9_999), "house rule"), BOSS)),
        Given(c.RedeemVoucher("seat1", SEAL), BOSS),
    ),
    (Reason.APPROVAL_NEEDED, (TWO_PEOPLE,), ADJUSTS),
    (Reason.APPROVAL_NEEDED, (TWO_PEOPLE,), ADJUSTS.changed(cents=-500)),
    (Reason.APPROVAL_NEEDED, (TWO_PEOPLE,), replace(ADJUSTS, approval=Approval(BOSS))),
    (
        Reason.APPROVAL_NEEDED,
        (TWO_PEOPLE,),
        replace(ADJUSTS, approval=Approval(Staff("other", Position.PIT_MANAGER))),
    ),
    (
        Reason.AMOUNT_TOO_LARGE,
        (),
        Given(c.SetLimits(Limits(approval_cents=10**15), "house rule"), BOSS),
    ),
]


def test_a_large_adjustment_is_made_by_two_people() -> None:
    cage = Cage()
    cage.give(TWO_PEOPLE, ADJUSTS.changed(cents=499))
    second = Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))
    cage.give(replace(ADJUSTS, approval=second))
    assert cage.books[bank("t1")] == 999


@pytest.mark.parametrize(("reason", "given", "command"), REFUSED)
def test_what_is_refused_has_a_reason_and_changes_nothing(
    reason: Reason, given: tuple[Given, ...], command: Given
) -> None:
    cage = Cage()
    for each in given:
        cage.give(each)
    with pytest.raises(Refused) as refusal:
        cage.give(command)
    assert refusal.value.reason is reason
    assert refusal.value.sentence.endswith(".")


def test_every_command_has_its_authority() -> None:
    assert set(LOWEST) == set(c.Command.__args__)


def test_a_position_below_the_lowest_is_refused_and_one_above_is_not() -> None:
    for kind, lowest in LOWEST.items():
        command = next((each for _, _, each in REFUSED if type(each.command) is kind), None)
        command = command or Given(c.PayClaim("t1", "seat1", 1), BOSS)
        for position in Position:
            asked = replace(command, by=Staff("boss", position))
            assert (_reason(asked) is Reason.NOT_AUTHORISED) == (position < lowest)


def _reason(command: Given) -> Reason | None:
    try:
        decide_given_at_cage(EMPTY, {}, command)
    except Refused as refusal:
        return refusal.reason
    return None


def test_a_voucher_works_once_for_credits_or_for_cash() -> None:
    for brings in (
        Given(c.RedeemVoucher("seat2", SEAL), Patron("seat2")),
        Given(c.PayVoucher(SEAL), BOSS),
    ):
        cage = Cage()
        cage.give(BUYS, CASHES)
        assert cage.state.vouchers == {SEAL: Voucher("seat1", 4_000)}
        assert cage.books == {CAGE: -10_000, patron("seat1"): 6_000, VOUCHERS: 4_000}
        cage.give(brings)
        with pytest.raises(Refused, match="used before"):
            cage.give(brings)
        assert cage.books[VOUCHERS] == 0
        assert cage.state.vouchers == {}


def test_a_used_code_is_never_issued_again() -> None:
    """Or an old paper ticket would be worth money again."""
    cage, seals = Cage(), [read_code(write_code(bytes(15) + bytes([n]))) for n in range(200)]
    cage.give(BUYS)
    for number, seal in enumerate(seals):
        takes = c.PayVoucher(seal) if number % 2 else c.RedeemVoucher("seat1", seal)
        cage.give(CASHES.changed(seal=seal, cents=1), Given(takes, BOSS))
    for seal in seals:
        with pytest.raises(Refused) as refusal:
            cage.give(CASHES.changed(seal=seal, cents=1))
        assert refusal.value.reason is Reason.VOUCHER_TAKEN
        with pytest.raises(Corrupt, match="twice"):
            evolve(cage.state, e.VoucherIssued("seat1", 1, seal))
    assert count_used(cage.state.used) == len(seals)
    assert not is_used(cage.state.used, SEAL)


def test_a_code_is_never_kept() -> None:
    code = write_code(bytes(range(16)))
    cage = Cage()
    cage.give(BUYS, CASHES)
    assert code.replace("-", "")[:26] not in str(cage.state) + str(cage.moved) + str(CASHES)


def test_a_slip_in_a_code_is_caught() -> None:
    chance = Random(5)
    for _ in range(2000):
        code = write_code(chance.randbytes(16)).replace("-", "")
        place = chance.randrange(len(code))
        wrong = chance.choice([each for each in ALPHABET if each != code[place]])
        slips = [code[:place] + wrong + code[place + 1 :], code[:-1], code + "0", "U" + code[1:]]
        swapped = code[: place - 1] + code[place] + code[place - 1] + code[place + 1 :]
        if place and swapped != code:
            slips.append(swapped)
        for slip in slips:
            with pytest.raises(Refused) as refusal:
                read_code(slip)
            assert refusal.value.reason is Reason.UNREADABLE_VOUCHER


def test_codes_of_different_chance_differ_and_need_all_of_it() -> None:
    chance = Random(7)
    secrets = {chance.randbytes(16) for _ in range(1000)}
    assert len({write_code(secret) for secret in secrets}) == len(secrets)
    for short in (b"", bytes(15), bytes(17)):
        with pytest.raises(ValueError, match="16 bytes"):
            write_code(short)


def test_a_chip_tables_shift_from_opener_to_closer() -> None:
    cage = Cage()
    cage.give(
        TABLE_OPEN,
        Given(c.BuyChips("t1", 2_000), BOSS),
        Given(c.FillBank("t1", 10_000, "supervisor"), BOSS),
        Given(c.CreditBank("t1", 3_000, "supervisor"), BOSS),
    )
    assert cage.books[bank("t1")] == 55_000
    assert cage.books[chips("t1")] == cage.books[drop("t1")] == 2_000
    closed = cage.give(Given(c.CloseBank("t1", "supervisor", 54_900), BOSS))
    assert closed == e.BankClosed("t1", 54_900, 55_000, "supervisor")
    assert cage.books[bank("t1")] == 0
    assert cage.books[ADJUSTMENTS] == 100, "the tray was a hundred short"
    cage.give(Given(c.CountDrop("t1", 2_050, "supervisor"), BOSS))
    assert cage.books[drop("t1")] == 0
    assert cage.books[ADJUSTMENTS] == 50
    cage.give(TABLE_OPEN)


def test_a_bank_without_chips_closes_at_its_books_even_below_zero() -> None:
    cage = Cage()
    cage.give(TABLE_OPEN)
    cage.post(Transfer(bank("t1"), patron("seat1"), 60_000, Purpose.WINNINGS, 1, "tie"))
    assert cage.give(Given(c.CloseBank("t1", "supervisor"), BOSS)) == e.BankClosed(
        "t1", -10_000, -10_000, "supervisor"
    )
    assert cage.books[bank("t1")] == 0
    assert ADJUSTMENTS not in cage.books


def test_a_bank_stays_open_while_stakes_are_in_play() -> None:
    cage = Cage()
    cage.give(TABLE_OPEN, BUYS)
    cage.post(Transfer(patron("seat1"), held("t1"), 500, Purpose.STAKE, 1, "tie"))
    with pytest.raises(Refused) as refusal:
        cage.give(Given(c.CloseBank("t1", "supervisor"), BOSS))
    assert refusal.value.reason is Reason.ROUND_IN_PLAY


def test_a_claim_is_paid_in_cash_or_from_credits() -> None:
    cage = Cage()
    cage.give(BUYS)
    cage.post(Transfer(claims("t1", "seat1"), bank("t1"), 12_000, Purpose.WINNINGS_REVERSED, 1))
    cage.give(Given(c.PayClaim("t1", "seat1", 9_000, from_credits=True), BOSS))
    assert cage.books[patron("seat1")] == 1_000
    with pytest.raises(Refused) as refusal:
        cage.give(Given(c.PayClaim("t1", "seat1", 3_000, from_credits=True), BOSS))
    assert refusal.value.reason is Reason.NOT_ENOUGH_CREDITS
    cage.give(Given(c.PayClaim("t1", "seat1", 3_000), BOSS))
    assert cage.books[claims("t1", "seat1")] == 0


def test_an_adjustment_says_how_much_and_why() -> None:
    cage = Cage()
    cage.give(BUYS, Given(c.Adjust("patron:seat1", -4_000, "counted wrongly"), BOSS))
    assert (cage.books[patron("seat1")], cage.books[ADJUSTMENTS]) == (6_000, 4_000)
    cage.give(Given(c.Adjust("patron:seat1", 1_000, "too much taken"), BOSS))
    assert (cage.books[patron("seat1")], cage.books[ADJUSTMENTS]) == (7_000, 3_000)


@pytest.mark.parametrize(
    "event",
    [
        e.VoucherPaid(4_000, SEAL),
        e.VoucherRedeemed("seat1", 4_000, SEAL),
        e.BankClosed("t1", 0, 0, "supervisor"),
    ],
)
def test_what_cannot_have_happened_is_no_state(event: e.Event) -> None:
    with pytest.raises(Corrupt):
        evolve(EMPTY, event)
    twice = Cage()
    twice.give(BUYS, CASHES, TABLE_OPEN)
    for again in (e.VoucherIssued("seat1", 1, SEAL), e.BankOpened("t1", 1, "supervisor")):
        with pytest.raises(Corrupt):
            evolve(twice.state, again)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_books_hold_after_any_sequence(first: int) -> None:
    for seed in range(first, first + 20):
        chance, cage = Random(seed), Cage()
        for _ in range(150):
            before = dict(cage.books)
            try:
                cage.give(anything(cage.state.vouchers, chance))
            except Refused:
                assert cage.books == before
            _play(cage, chance)


def anything(vouchers: Collection[str], chance: Random) -> Given:
    table, who = chance.choice(("t1", "t2")), chance.choice(("seat1", "seat2"))
    cents = chance.choice((1, 5, 1_000, 30_000))
    brought = chance.choice((*vouchers, SEAL))
    made: list[Given] = [
        Given(c.BuyCredits(who, cents), BOSS),
        Given(c.RedeemVoucher(who, brought), BOSS),
        Given(c.CashOut(who, cents, chance.randbytes(4).hex()), BOSS),
        Given(c.PayVoucher(brought), BOSS),
        Given(c.OpenBank(table, cents, "supervisor"), BOSS),
        Given(c.FillBank(table, cents, "supervisor"), BOSS),
        Given(c.CreditBank(table, cents, "supervisor"), BOSS),
        Given(c.CloseBank(table, "supervisor", chance.choice((None, 0, cents))), BOSS),
        Given(c.BuyChips(table, cents), BOSS),
        Given(c.CountDrop(table, cents, "supervisor"), BOSS),
        Given(c.PayClaim(table, who, cents, chance.random() < 0.5), BOSS),
        Given(c.Adjust(f"patron:{who}", chance.choice((cents, -cents)), "slip"), BOSS),
    ]
    return chance.choice(made)


def _play(cage: Cage, chance: Random) -> None:
    """A patron wins or loses meanwhile."""
    table, who = chance.choice(("t1", "t2")), chance.choice(("seat1", "seat2"))
    if chance.random() < 0.5:
        cage.post(Transfer(bank(table), patron(who), 700, Purpose.WINNINGS, 1, "tie"))
    elif cage.books.get(patron(who), 0) >= 700:
        cage.post(Transfer(patron(who), bank(table), 700, Purpose.LOSS, 1, "tie"))
