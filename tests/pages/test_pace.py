"""Dealers sign on at their console; the pit sees pace, luck and who dealt, in both languages."""

import os
import re
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from punto.rules.staff import Position
from punto.table import commands as c
from tests.pages.consoles import Floor, name_of, table_for
from tests.pages.test_accessible import faults, in_chinese

DEALER, SUPERVISOR, MANAGER = Position.DEALER, Position.PIT_SUPERVISOR, Position.PIT_MANAGER


def picture(page: Page, name: str) -> None:
    """A picture to look at, where the environment names a folder for them."""
    if folder := os.environ.get("PUNTO_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_a_dealer_signs_on_and_off_at_the_console(floor: Floor) -> None:
    table, dealer = "dealers", name_of(DEALER)
    floor.open(table, table_for("tiger"))
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as page:
        page.locator(".dealer-at-table[data-dealer='']").wait_for()
        expect(page.locator(".dealer-at-table")).to_contain_text(
            "No dealer is signed on.", use_inner_text=True
        )
        expect(page.locator("[data-action=sign-off-dealer]")).to_have_count(0)
        page.locator("[data-action=sign-on-dealer]").click()
        page.locator(f".dealer-at-table[data-dealer={dealer}]").wait_for()
        expect(page.locator("[data-action=sign-on-dealer]")).to_have_count(0)
        assert faults(page) == []
        picture(page, "dealer-en")
        in_chinese(page)
        page.get_by_text(f"荷官：{dealer}").wait_for()
        assert faults(page) == []
        picture(page, "dealer-zh")
        page.get_by_role("button", name="签退").click()
        page.locator(".dealer-at-table[data-dealer='']").wait_for()
    assert floor.boss.table(table).dealer == ""


def test_the_pit_sees_pace_by_table_and_dealer(floor: Floor) -> None:
    table = "paced"
    floor.open(table, replace(table_for("tiger"), rounds_an_hour=1000))
    floor.staff[DEALER].give(table, c.SignOnDealer())
    for _ in range(3):
        floor.begin(table, ("ann", "banker", 5000), deal=4)
        floor.finish(table)
    with floor.page(floor.staff[MANAGER], "/pit#pace") as page:
        row = page.locator("[data-pace=table] tr", has_text=table)
        row.wait_for()
        expect(row).to_contain_text("1000", use_inner_text=True)
        heads = page.locator("[data-pace=table] thead").inner_text()
        for each in ("Rounds an hour", "Betting", "Dealing", "Settling", "Waiting", "Lost an hour"):
            assert each in heads
        expect(page.locator("[data-heading]")).to_contain_text("Punto", use_inner_text=True)
        assert faults(page) == []
        picture(page, "pace-en")
        page.locator("select").select_option("dealer")
        page.locator("[data-pace=dealer] tr", has_text=floor.boss.me().id).first.wait_for()
        in_chinese(page)
        page.get_by_role("columnheader", name="每小时局数").wait_for()
        page.get_by_role("columnheader", name="荷官").wait_for()
        assert faults(page) == []
        picture(page, "pace-zh")
        page.locator("[data-tab=luck]").click()
        page.locator("select").first.select_option("dealer")
        page.locator("[data-luck=dealer] tr", has_text=floor.boss.me().id).first.wait_for()
        expect(page.locator("[data-heading]")).to_contain_text("从 第一条记录 到 制作时")
        page.locator("select").last.select_option("month")
        expect(page.locator("[data-heading]")).to_contain_text(
            re.compile("从 20.*-01T00:00:00.000Z 到")
        )
        expect(page.locator("[data-luck] tbody td").nth(1)).not_to_contain_text("+")
        picture(page, "luck-zh")
    with floor.page(floor.staff[SUPERVISOR], "/pit") as page:
        page.locator(f".pit-table[data-table={table}]").wait_for()
        expect(page.locator("[data-tab=pace]"), "for Pit Managers").to_have_count(0)
