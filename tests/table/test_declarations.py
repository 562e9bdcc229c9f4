"""What is only declared: commands of each machine, names of settings, limits and readings."""

from types import ModuleType

import pytest

from punto.rules.readings import readings
from punto.table import commands as c
from punto.table import (
    configuration,
    contributions,
    dealers,
    device,
    evolve_shoe,
    power_failure,
    stakes,
    state,
)
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


def name_of(part: object) -> str:
    return part.__name__ if isinstance(part, ModuleType) else str(part)


LIMITS: list[tuple[ModuleType, str, int]] = [
    (configuration, "APPROVAL_CENTS", 10_000_00),
    (contributions, "CONTRIBUTORS_MAX", 100),
    (contributions, "BARRED_SHOES", 10),
    (evolve_shoe, "BARRED_MAX", 1_000),
    (state, "CHANGES_COUNTED", 500),
    (state, "ROUNDS_REMEMBERED", 10),
    (state, "INITIAL_CARDS", 4),
]


@pytest.mark.parametrize(("module", "name", "limit"), LIMITS, ids=name_of)
def test_limits_are_what_journals_were_decided_by(
    module: ModuleType, name: str, limit: int
) -> None:
    assert getattr(module, name) == limit


CITED: list[tuple[ModuleType, str, str]] = [
    (configuration, "EDITION_CLAUSE", "edition-in-force"),
    (dealers, "READING", "dealer-at-table"),
    (device, "UNUSED", "patron-does-not-act"),
    (power_failure, "WHO_DECIDES", "power-failure-elsewhere"),
    (stakes, "NO_LIMITS_CLAUSE", "limits-at-terminals"),
    (stakes, "ON_BEHALF", "on-behalf"),
]


@pytest.mark.parametrize(("module", "name", "reading"), CITED, ids=name_of)
def test_a_cited_reading_is_in_the_register(module: ModuleType, name: str, reading: str) -> None:
    assert getattr(module, name) == f"reading {reading}"
    assert reading in readings()
