"""Rounds at a terminal: what is told needs no asking, and what is shown is what the API says."""

from playwright.sync_api import Page

from punto.client import ME
from punto.rules.game import Method
from punto.table import commands as c
from tests.pages.dealt import Boss
from tests.pages.served import Served, api, sit

ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")


def test_a_terminal_asks_nothing_when_a_round_is_settled(
    page: Page, boss: Boss, server: Served
) -> None:
    """A thousand of them would ask at once: roads and rounds are told over the socket."""
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.locator("[data-wager=tie]").click()
    page.wait_for_selector(".stake:not(.unsure)")
    page.wait_for_timeout(300)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table.deal("2C", "5D", "3H", "AH")
    table.finish("TD")
    page.wait_for_selector(".rounds-list li")
    page.wait_for_selector(".area-banker.win")
    table.give(c.OpenBetting(by=ME))
    page.wait_for_selector(".felt.open")
    assert asked == []
    rounds = api(page, f"/tables/{table.name}/rounds?limit=6")
    printed = page.locator(".rounds-list li b").all_inner_texts()
    assert printed == [f"{each['player']} : {each['banker']}" for each in rounds]
    roads = api(page, f"/tables/{table.name}/roads")
    cells = page.locator(".panel.roads svg").evaluate_all("all => all.map(e => e.dataset.cells)")
    assert cells == [str(len(roads[name])) for name in ROADS]
