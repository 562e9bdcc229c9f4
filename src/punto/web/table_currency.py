"""Which currencies tables may use on the network, where amounts have two decimals."""

from typing import TYPE_CHECKING, cast

from punto.currencies import MINOR_DIGITS, MINOR_DIGITS_USUAL, TEST_CURRENCY
from punto.floor.host import Host
from punto.journal.streams import CAGE, Command
from punto.ledger.cage.state import State as CageState
from punto.odds.custom import check_cards
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.configuration import Configuration, Funding, find_configured

if TYPE_CHECKING:
    from punto.web.casino import Casino


def check_house(casino: "Casino") -> None:
    """Refuse to serve a journal as a test house, or as any other, that has been the opposite."""
    for name in casino.host.all_tables():
        config = casino.host.look(name).state.configuration
        if config is None or TEST_CURRENCY not in (config.currency, casino.currency):
            continue
        if config.currency != casino.currency:
            raise Refused(
                Reason.INCONSISTENT_CONFIGURATION,
                "Table {table} of this journal counts in {currency}, and the house in {house}: a"
                " test house needs a journal of its own.",
                table=name,
                currency=config.currency,
                house=casino.currency,
            )


def check_currency(command: Command, house_currency: str) -> None:
    """Refuse a table in a currency that the cage and the banks cannot count.

    Amounts on the network and in the cage's books have two decimals. Credits can be spent at every
    table, so all of them are in one currency. The table itself refuses unknown currency codes.
    """
    if not isinstance(command, c.OpenTable | c.ChangeConfiguration):
        return
    config = command.configuration
    if TEST_CURRENCY in (config.currency, house_currency) and config.currency != house_currency:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "This house counts in {house}: play money and made-up games are for a test house, which"
            " counts in {test} alone.",
            house=house_currency,
            test=TEST_CURRENCY,
        )
    if config.currency not in MINOR_DIGITS:
        return
    if config.digits != MINOR_DIGITS_USUAL:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "The books of this house have two decimals, and {currency} has {digits}.",
            currency=config.currency,
            digits=config.digits,
        )
    if config.test_wagers and (game := find_configured(config)) is not None:
        for wager in game.card_wagers:  # of which a table alone cannot tell that lines overlap
            check_cards(wager)
    if config.funding is Funding.CREDITS and config.currency != house_currency:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "Credits of this house are in {house}, not in {currency}.",
            house=house_currency,
            currency=config.currency,
        )


def check_bank(host: Host, name: str, wanted: Configuration) -> None:
    """Refuse another currency for a table whose bank is open: its chips are counted in the old."""
    if not host.has(name):
        return
    state = host.look(name).state
    before = state.configuration or state.closed_as
    banks = cast(CageState, host.look(CAGE).state).banks
    if before is not None and name in banks and wanted.currency != before.currency:
        raise Refused(
            Reason.INCONSISTENT_CONFIGURATION,
            "The bank of {table} is open in {currency}: close it before you change the currency.",
            table=name,
            currency=before.currency,
        )
