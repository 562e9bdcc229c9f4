"""Tables can be opened only in currencies that the casino's books support."""

import pytest

from punto.currencies import MINOR_DIGITS, TEST_CURRENCY
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, usual_configuration
from punto.table.people import Staff
from punto.table.settings_currency import in_currency
from punto.web.table_currency import check_currency

MANAGER = Staff("manager", Position.PIT_MANAGER)
CHIPS = usual_configuration(find_game("tiger"))
CREDITS = usual_configuration(find_game("rapid-no-commission"))


def refusal(config: Configuration, house_currency: str = "SGD") -> Refused | None:
    found: set[Refused | None] = set()
    for command in (
        c.OpenTable(config),
        c.ChangeConfiguration(config),
    ):
        try:
            check_currency(command, house_currency)
            found.add(None)
        except Refused as refused:
            found.add(refused)
    assert len({str(each) for each in found}) == 1
    return found.pop()


@pytest.mark.parametrize("currency", [each for each in MINOR_DIGITS if each != TEST_CURRENCY])
def test_only_currencies_with_two_decimals(currency: str) -> None:
    found = refusal(in_currency(CHIPS, currency))
    if MINOR_DIGITS[currency] == 2:
        assert found is None
    else:
        assert found is not None
        assert found.reason is Reason.INCONSISTENT_CONFIGURATION
        assert currency in found.sentence


@pytest.mark.parametrize(
    ("currency", "house_currency", "is_taken"),
    [("SGD", "SGD", True), ("EUR", "EUR", True), ("EUR", "SGD", False), ("SGD", "EUR", False)],
)
def test_credits_are_in_the_currency_of_the_house(
    currency: str, house_currency: str, is_taken: bool
) -> None:
    config = in_currency(CREDITS, currency)
    assert config.funding is Funding.CREDITS
    assert (refusal(config, house_currency) is None) is is_taken
    assert refusal(in_currency(CHIPS, currency), house_currency) is None


def test_other_commands_and_unknown_codes_are_left_to_the_table() -> None:
    check_currency(c.CloseTable(), "SGD")
    assert refusal(in_currency(CREDITS, "ABC")) is None
