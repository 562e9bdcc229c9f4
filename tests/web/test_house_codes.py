"""Voucher codes: made by the house from its random source, on one voucher for ever."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.client import Client
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import ALPHABET, LETTERS, write_code
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.house_codes import HouseCodes
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import everybody, served

Place = tuple[Casino, dict[str, Client]]
CASHIER = Staff("cashier", Position.DEALER)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder: Path = tmp_path_factory.mktemp("codes")
    with served(folder) as (casino, address):
        ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 1_000_000), CASHIER))
        yield casino, everybody(casino, address)


def refusal(client: Client, code: str, cents: int = 100) -> Reason:
    with pytest.raises(Refused) as refused:
        client.cash_out("patron", cents, code=code)
    return refused.value.reason


@pytest.mark.parametrize("takes", ["redeem", "pay"])
@pytest.mark.parametrize("who", ["patron", "dealer"])
def test_a_used_code_is_worth_nothing_again(place: Place, takes: str, who: str) -> None:
    people = place[1]
    code = people[who].cash_out("patron", 1_000)
    if takes == "redeem":
        people["patron"].redeem("patron", code)
    else:
        people["dealer"].give_cage(cage.PayVoucher(""), code=code)
    for client in (people["patron"], people["dealer"]):
        assert refusal(client, code) is Reason.VOUCHER_TAKEN
    with pytest.raises(Refused) as refused:
        people["patron"].redeem("patron", code)
    assert refused.value.reason is Reason.UNKNOWN_VOUCHER


def test_a_code_of_an_open_voucher_is_taken(place: Place) -> None:
    people = place[1]
    code = people["patron"].cash_out("patron", 1_000)
    for form in (code, code.lower().replace("-", " "), code.replace("0", "O")):
        assert refusal(people["dealer"], form) is Reason.VOUCHER_TAKEN


@pytest.mark.parametrize("secret", [bytes(16), b"\xff" * 16, bytes(range(16))])
def test_nobody_chooses_a_code(place: Place, secret: bytes) -> None:
    _, people = place
    for who in ("patron", "dealer", "assistant-casino-manager"):
        assert refusal(people[who], write_code(secret)) is Reason.UNREADABLE_VOUCHER


def test_a_changed_code_is_not_the_houses(place: Place) -> None:
    casino, people = place
    code = casino.house_codes.new()
    number = 0
    for letter in code.replace("-", "")[:LETTERS]:
        number = number * 32 + ALPHABET.find(letter)
    for bit in range(0, 128, 9):
        changed = write_code((number ^ 1 << bit).to_bytes(16, "big"))
        assert refusal(people["patron"], changed) is Reason.UNREADABLE_VOUCHER
    assert people["patron"].cash_out("patron", 100, code=code) == code


def test_codes_differ_and_every_node_knows_them(place: Place) -> None:
    casino, people = place
    codes = [people["patron"].new_code() for _ in range(50)]
    assert len(set(codes)) == len(codes)
    letters = [code.replace("-", "") for code in codes]
    for at in range(1, 26):  # the first letter has three bits
        assert len({each[at] for each in letters}) > 10
    other = HouseCodes(casino.store)
    assert all(map(other.is_ours, codes))


def test_a_lost_answer_is_asked_for_again(place: Place) -> None:
    """The code is known before the voucher, so the same request gives the same voucher."""
    casino, people = place
    patron = people["patron"]
    before = casino.credits_of(["patron"])["patron"]
    code = patron.new_code()
    for _ in range(3):
        assert patron.cash_out("patron", 1_000, key="the-same", code=code) == code
    assert casino.credits_of(["patron"])["patron"] == before - 1_000
    assert patron.ticket(code)


@pytest.mark.parametrize("who", ["device", "reader"])
def test_codes_are_for_those_who_can_cash_out(place: Place, who: str) -> None:
    with pytest.raises(Refused) as refused:
        place[1][who].new_code()
    assert refused.value.reason is Reason.NOT_AUTHORISED
