"""Currencies have their real number of minor digits, and amounts are read and written in them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.currencies import MINOR_DIGITS, minor_digits
from punto.money import AMOUNT_CENTS_MAX, parse_amount, print_amount
from punto.refusals import Reason, Refused
from punto.rules.games import GAMES, find_game
from punto.table.configuration import usual_configuration
from punto.table.settings_currency import in_currency

DIGITS = sorted(set(MINOR_DIGITS.values()))


def test_codes_are_three_capital_letters_each_once() -> None:
    assert all(re.fullmatch("[A-Z]{3}", code, re.ASCII) for code in MINOR_DIGITS)
    assert len(MINOR_DIGITS) > 160
    assert DIGITS == [0, 2, 3, 4]


@pytest.mark.parametrize(
    ("code", "digits"),
    [
        *[(code, 2) for code in ("SGD", "USD", "EUR", "HKD", "MOP", "HUF", "TWD", "MGA")],
        *[(code, 0) for code in ("JPY", "KRW", "VND", "CLP")],
        *[(code, 3) for code in ("KWD", "BHD", "OMR", "TND")],
        ("CLF", 4),
    ],
)
def test_well_known_currencies(code: str, digits: int) -> None:
    assert minor_digits(code) == digits


@pytest.mark.parametrize("code", ["ABC", "XAU", "XXX", "sgd", "", "SGDX", "DEM", "HRK"])
def test_what_is_no_currency_to_stake_in(code: str) -> None:
    assert code not in MINOR_DIGITS


@given(st.integers(1, AMOUNT_CENTS_MAX), st.sampled_from(DIGITS))
def test_what_is_written_is_read_again(cents: int, digits: int) -> None:
    text = print_amount(cents, digits)
    assert parse_amount(text, digits) == cents
    assert len(text.partition(".")[2]) == digits
    assert print_amount(-cents, digits) == f"-{text}"


@given(st.integers(0, 10**6), st.text("0123456789", max_size=6), st.sampled_from(DIGITS))
def test_no_amount_is_rounded(whole: int, part: str, digits: int) -> None:
    text = f"{whole}.{part}" if part else str(whole)
    exact = int(f"{whole}{part}") * 10**6
    expected, rest = divmod(exact * 10**digits, 10 ** (len(part) + 6))
    if expected and not rest:
        assert parse_amount(text, digits) == expected
    else:
        with pytest.raises(Refused) as refusal:
            parse_amount(text, digits)
        wrong = Reason.UNREADABLE_AMOUNT if rest else Reason.AMOUNT_NOT_POSITIVE
        assert refusal.value.reason is wrong


@pytest.mark.parametrize("game", [game.id for game in GAMES])
@pytest.mark.parametrize("code", ["JPY", "KWD", "SGD", "CLF"])
def test_a_configuration_says_the_same_in_another_currency(game: str, code: str) -> None:
    usual = usual_configuration(find_game(game))
    there = in_currency(usual, code)
    unit = 10 ** MINOR_DIGITS[code]
    assert there.unit_cents == unit
    assert {each.min_cents for each in there.limits.values()} == {10 * unit}
    assert {each.max_cents for each in there.limits.values()} == {10_000 * unit}
    assert there.approval_cents == 10_000 * unit
    assert in_currency(there, "SGD") == usual
