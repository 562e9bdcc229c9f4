"""Money: reading, printing, odds and the unit that keeps every payment exact."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from punto.money import AMOUNT_CENTS_MAX, Cents, Odds, parse_amount, print_amount, smallest_unit
from punto.refusals import Reason, Refused

amounts = st.integers(1, AMOUNT_CENTS_MAX).map(Cents)


@given(amounts)
def test_print_then_parse_is_the_same_amount(cents: Cents) -> None:
    assert parse_amount(print_amount(cents)) == cents


@given(st.integers(-(10**20), 10**20))
@example(-1)
def test_printing_is_exact(cents: int) -> None:
    assert Fraction(print_amount(cents)) * 100 == cents


@pytest.mark.parametrize(
    ("text", "cents"),
    [("1", 100), ("1.5", 150), ("1.50", 150), ("0.01", 1), (" 7 ", 700), ("1.5" + "0" * 39, 150)],
)
def test_ways_to_write_an_amount(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.UNREADABLE_AMOUNT),
        ("ten", Reason.UNREADABLE_AMOUNT),
        ("1e3", Reason.UNREADABLE_AMOUNT),
        ("1,000", Reason.UNREADABLE_AMOUNT),
        ("nan", Reason.UNREADABLE_AMOUNT),
        ("inf", Reason.UNREADABLE_AMOUNT),
        ("+5", Reason.UNREADABLE_AMOUNT),
        (".5", Reason.UNREADABLE_AMOUNT),
        ("5.", Reason.UNREADABLE_AMOUNT),
        ("0x10", Reason.UNREADABLE_AMOUNT),
        ("1_0", Reason.UNREADABLE_AMOUNT),
        ("٣", Reason.UNREADABLE_AMOUNT),
        ("5\n5", Reason.UNREADABLE_AMOUNT),
        ("9" * 41, Reason.UNREADABLE_AMOUNT),
        ("9" * 5000, Reason.UNREADABLE_AMOUNT),
        ("1." + "0" * 41, Reason.UNREADABLE_AMOUNT),
        ("0.001", Reason.UNREADABLE_AMOUNT),
        ("5.005", Reason.UNREADABLE_AMOUNT),
        ("0", Reason.AMOUNT_NOT_POSITIVE),
        ("0.00", Reason.AMOUNT_NOT_POSITIVE),
        ("-5", Reason.AMOUNT_NOT_POSITIVE),
        ("-0", Reason.AMOUNT_NOT_POSITIVE),
        ("1000000000000.01", Reason.AMOUNT_TOO_LARGE),
        ("9" * 40, Reason.AMOUNT_TOO_LARGE),
    ],
)
def test_bad_amounts_are_refused(text: str, reason: Reason) -> None:
    with pytest.raises(Refused) as refusal:
        parse_amount(text)
    assert refusal.value.reason is reason
    assert len(str(refusal.value)) < 200


def test_the_sentences_say_what_is_wrong() -> None:
    for text, sentence in (
        ("ten", "'ten' is not an amount of money; write it as 100 or 100.50."),
        ("0.001", "'0.001' has a fraction of a cent; write at most two decimals."),
        ("-5", "A stake must be more than zero, not -5.00."),
        ("9999999999999", "A stake may be at most 1000000000000.00; this one is larger."),
        ("x" * 41, f"'{'x' * 37}...' is not an amount of money; write it as 100 or 100.50."),
        ("x" * 40, f"'{'x' * 40}' is not an amount of money; write it as 100 or 100.50."),
    ):
        with pytest.raises(Refused) as refusal:
            parse_amount(text)
        assert str(refusal.value) == sentence
    assert parse_amount("1000000000000.00") == AMOUNT_CENTS_MAX == 10**14


@pytest.mark.parametrize(
    ("digits", "fine", "too_fine", "excess"),
    [
        (0, "7.0", "7.5", "decimals, and this currency has none; write a whole number"),
        (2, "7.010", "7.011", "a fraction of a cent; write at most two decimals"),
        (3, "7.0010", "7.0011", "more than three decimals; write at most three"),
        (4, "7.00010", "7.00011", "more than four decimals; write at most four"),
    ],
)
def test_an_amount_has_no_more_decimals_than_its_currency(
    digits: int, fine: str, too_fine: str, excess: str
) -> None:
    assert parse_amount(fine, digits) == 7 * 10**digits + (digits > 0)
    with pytest.raises(Refused) as refusal:
        parse_amount(too_fine, digits)
    assert str(refusal.value) == f"'{too_fine}' has {excess}."


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("12 to 1", Fraction(12)),
        ("1 to 2", Fraction(1, 2)),
        ("0.95 to 1", Fraction(19, 20)),
        ("3 to 2", Fraction(3, 2)),
        ("1.5 to 1", Fraction(3, 2)),
        ("10 to 5", Fraction(2)),
        ("999999.999999 to 999999", Fraction(999999999999, 999999000000)),
    ],
)
def test_odds_mean_what_they_print(text: str, exact: Fraction) -> None:
    odds = Odds.parse(text)
    assert Fraction(odds.numerator, odds.denominator) == exact
    assert odds.denominator == exact.denominator
    assert odds.text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "12:1",
        "to 1",
        "12 to",
        "12 to ",
        ".5 to 1",
        "1. to 1",
        "1 to 0",
        "-1 to 1",
        "1.5.2 to 1",
        "٣ to 1",
        "1000000 to 1",
        "0.0000001 to 1",
        "1 to 1000000",
    ],
)
def test_bad_odds_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        Odds.parse(text)
    assert refusal.value.reason is Reason.UNREADABLE_AMOUNT
    assert str(refusal.value) == f"{text!r} are not odds; write them as '8 to 1' or '0.95 to 1'."


@given(amounts, st.sampled_from(["12 to 1", "1 to 2", "0.95 to 1", "8 to 1", "100 to 1"]))
def test_profit_is_exact_or_refused(stake: Cents, text: str) -> None:
    odds = Odds.parse(text)
    exact = Fraction(stake) * odds.numerator / odds.denominator
    if exact.denominator == 1:
        assert odds.profit(stake) == exact
    else:
        with pytest.raises(Refused) as refusal:
            odds.profit(stake)
        assert refusal.value.reason is Reason.NOT_A_MULTIPLE
        assert str(refusal.value) == (
            f"{print_amount(stake)} cannot be paid exactly at {text};"
            f" stake a multiple of {print_amount(odds.denominator)}."
        )


def test_the_smallest_unit_is_the_least_that_serves_all() -> None:
    assert smallest_unit([Odds.parse("8 to 1")]) == 1
    assert smallest_unit([Odds.parse("1 to 2"), Odds.parse("2 to 3")]) == 6
    assert smallest_unit([]) == 1
