"""What is only declared: the commands of each machine, and settings by their names."""

import pytest

from punto.table import commands as c
from punto.table.card_source import GIVES
from punto.table.configuration import CardSource, Funding, Timekeeper
from punto.table.people import Role

READ = {c.DrawCard, c.BurnCards}
SUPPLIED = READ | {c.LoadShoe, c.RetireShoe, c.RevealShoe}
DEALT_BY_SOFTWARE = SUPPLIED | {
    c.CloseContributions,
    c.OpenBetting,
    c.CloseBetting,
    c.AskToDecrease,
    c.PassCards,
    c.ChooseFirstRevealed,
    c.ExposeCards,
    c.AnnounceTotals,
    c.AnnounceOutcome,
    c.SignOffDealer,
    c.GiveUpDevice,
    c.RefuseCards,
}


@pytest.mark.parametrize(
    ("role", "given"),
    [(Role.READER, READ), (Role.SHOE, SUPPLIED), (Role.DEALER, DEALT_BY_SOFTWARE)],
)
def test_each_machine_gives_its_own_commands(role: Role, given: set[type]) -> None:
    assert set(GIVES[role]) == given


def test_settings_are_named_so_in_the_api_and_in_journals() -> None:
    assert {each.value for each in CardSource} == {"physical", "sealed", "automatic"}
    assert {each.value for each in Funding} == {"chips", "credits"}
    assert {each.value for each in Timekeeper} == {"dealer", "clock"}
