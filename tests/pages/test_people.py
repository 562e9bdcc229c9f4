"""Usability: two languages together, keyboards, lost connections, refusals, small budgets."""

import signal
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from punto.client import Client
from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.dealt import Boss
from tests.pages.served import (
    Served,
    api,
    held_stakes,
    sit,
    wait_for_betting,
)
from tests.pages.states import LATE_MS, settled
from tests.pages.test_accessible import faults

FIRST_LOAD_BYTES_MAX = 150_000
FOCUS_IS_IN = "(what) => !!document.activeElement.closest(what)"
PHONE: ViewportSize = {"width": 360, "height": 740}


def test_the_language_changes_at_once_and_is_remembered(page: Page, server: Served) -> None:
    sit(page, server, "dragon-tiger-no-commission")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".felt")).to_contain_text("Small Tiger", use_inner_text=True)
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    felt = page.locator(".felt").inner_text()
    assert "小老虎" in felt
    assert "1赔22" in felt
    assert "Small Tiger" not in felt
    page.reload()
    page.wait_for_selector(".felt .area")
    expect(page.locator(".felt")).to_contain_text("小老虎", use_inner_text=True)
    page.get_by_role("button", name="EN").click()
    expect(page.locator(".felt")).to_contain_text("Small Tiger", use_inner_text=True)


def test_nothing_is_left_in_english_on_a_chinese_terminal(page: Page, server: Served) -> None:
    sit(page, server, "dragon-tiger-no-commission")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    text = page.locator("main").inner_text()
    for name in ("Punto", "SGD", "Delete", "K", "U", "C", "R", "D"):
        text = text.replace(name, "")
    assert [word for word in text.split() if word.isascii() and word.isalpha()] == []


def test_a_round_is_staked_with_a_keyboard_alone(page: Page, boss: Boss, server: Served) -> None:
    table = boss.open(Method.B).name  # where betting stays open
    page.goto(server.address)
    page.wait_for_selector(f"[data-table={table}]")
    own_game = page.locator("[data-table=tiger] .button.strong")  # the table is called as its game
    expect(own_game).to_have_attribute("aria-label", "Play as guest: Tiger Baccarat")
    for _ in range(1_000):  # past whatever tables other tests have opened
        page.keyboard.press("Tab")
        if page.evaluate(FOCUS_IS_IN, f"[data-table={table}]"):
            break
    assert focused(page) == f"Play as guest: Tiger Baccarat {table}"
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt.open .area")
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page).startswith("庄Banker"):
            break
    assert focused(page) == "庄Bankerpays0.95 to 1"
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    page.wait_for_function(
        "() => document.querySelector('[data-wager=banker]').dataset.stake === '5000'"
        " && !document.querySelector('.stake.unsure')"
    )
    assert held_stakes(page, table, {"banker": 5000}) == {"banker": 5000}
    page.keyboard.press("Delete")
    page.wait_for_function(
        "() => document.querySelector('[data-wager=banker]').dataset.stake === '0'"
    )
    assert held_stakes(page, table, {}) == {}


def focused(page: Page) -> str:
    """What a screen reader would say of the element with the focus."""
    return str(
        page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent ?? ''"
        )
    )


def test_a_stake_that_is_refused_says_why_and_goes_back(
    page: Page, boss: Boss, server: Served
) -> None:
    table = boss.open(Method.B, "no-commission").name
    sit(page, server, table)
    page.wait_for_selector(".felt.open")
    page.keyboard.press("6")  # 1,000, doubled four times: the table takes at most 10,000
    page.locator("[data-wager=player]").click()
    for _ in range(4):
        page.keyboard.press("d")
    page.locator(".refusal p").wait_for()
    expect(page.locator(".refusal")).to_contain_text("Player was not taken", use_inner_text=True)
    page.wait_for_function("() => !document.querySelector('.stake.unsure')")
    shown = page.locator("[data-wager=player]").get_attribute("data-stake")
    assert shown
    held = {"player": int(shown)}
    assert held_stakes(page, table, held) == held
    expect(page.locator(".refusal")).to_contain_text(
        "The maximum on player is 10000.00.", use_inner_text=True
    )
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".refusal")).to_contain_text(
        "闲的最高投注是 10000.00。", use_inner_text=True
    )


def test_undo_double_take_back_and_clear(page: Page, boss: Boss, server: Served) -> None:
    table = boss.open(Method.B, "rapid-no-commission").name
    sit(page, server, table)
    page.wait_for_selector(".felt.open")

    def hold(wanted: dict[str, int]) -> None:
        page.wait_for_function("() => !document.querySelector('.stake.unsure')")
        assert held_stakes(page, table, wanted) == wanted

    page.locator("[data-wager=tie]").click()
    page.locator("[data-wager=player]").click()
    page.locator("[data-action=double]").click()
    hold({"tie": 2000, "player": 2000})
    page.locator("[data-action=undo]").click()
    hold({"tie": 1000, "player": 1000})
    page.locator("[data-action=take]").click()
    page.locator("[data-wager=tie]").click()
    hold({"player": 1000})
    page.locator("[data-action=clear]").click()
    hold({})


@pytest.mark.sweep
def test_axe_finds_nothing_while_software_deals(page: Page, server: Served) -> None:
    sit(page, server, "tiger")
    wait_for_betting(page)
    page.locator("[data-wager=banker]").click()
    page.locator("[data-wager=tiger]").click()
    assert faults(page) == []
    page.wait_for_selector(".announcer.dealing", timeout=60_000)
    page.set_viewport_size(PHONE)
    assert faults(page) == []


def test_axe_finds_nothing_in_an_outcome_and_what_a_wager_paid(
    page: Page, boss: Boss, server: Served
) -> None:
    """At a table where the next round does not begin before all has been looked at."""
    settled(page, boss, server)
    page.set_viewport_size(PHONE)
    page.wait_for_timeout(LATE_MS)
    assert faults(page) == []
    page.locator("[data-wager=banker]").click()
    page.locator("dialog.sheet").wait_for()
    assert faults(page) == []
    page.keyboard.press("Escape")


def test_a_killed_server_is_missed_and_found_again(page: Page, server: Served) -> None:
    sit(page, server, "tiger-no-commission")
    wait_for_betting(page)
    page.locator("[data-wager=tie]").click()
    page.wait_for_function("() => document.querySelector('.stake:not(.unsure)')")
    page.wait_for_timeout(200)
    server.stop(signal.SIGKILL)
    page.get_by_text("Connection lost. Reconnecting").wait_for()
    expect(page.locator("[data-action=clear]")).to_be_disabled()
    server.start()
    page.get_by_text("Connected again.").wait_for(timeout=60_000)
    mine = api(page, "/tables/tiger-no-commission")["mine"]
    lines = [line["cents"] for each in mine["settled"] for line in each["lines"]]
    held = [each["cents"] for each in mine["stakes"]]
    assert held == [1000] or lines == [1000]


@pytest.mark.sweep
def test_a_server_that_hangs_is_missed_within_five_seconds(page: Page, server: Served) -> None:
    sit(page, server, "tiger-no-commission")
    page.wait_for_timeout(6_000)  # longer than that, and pings keep it
    expect(page.get_by_text("Connection lost. Reconnecting")).to_have_count(0)
    server.freeze()
    try:
        page.get_by_text("Connection lost. Reconnecting").wait_for(timeout=5_500)
    finally:
        server.freeze(False)
    page.get_by_text("Connected again.").wait_for(timeout=60_000)


def test_a_correction_is_visible_and_a_patron_chooses(
    page: Page, boss: Boss, server: Served
) -> None:
    """Manual correction is shown to players (GLI-19 4.18.4), with the choice its clause gives."""
    added = server.run("staff", "add", "pit", "--position", "pit-manager", "--tables", "*")
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.wait_for_selector(".felt.open")
    page.locator("[data-wager=banker]").click()
    page.wait_for_selector(".stake:not(.unsure)")
    assert held_stakes(page, table.name, {"banker": 1000}) == {"banker": 1000}
    table.deal("2C")
    page.wait_for_selector("[data-card]")
    with Client(server.address) as pit:
        pit.sign_in("pit", added["password"])
        pit.give(table.name, c.Report(Irregularity.POWER_FAILURE))
    notice = page.locator(".correction")
    notice.wait_for()
    expect(notice).to_contain_text("Correction in progress: Power failure", use_inner_text=True)
    expect(notice).to_contain_text("Clause 5.17.1", use_inner_text=True)
    page.get_by_role("button", name="Withdraw all my bets").click()
    notice.wait_for(state="detached")
    assert api(page, f"/tables/{table.name}")["mine"]["stakes"] == []
    assert api(page, "/me")["credits_cents"] == 1_000_000
    page.wait_for_function(
        "() => document.querySelector('[data-credits]').dataset.credits === '1000000'"
    )


def test_the_first_load_is_small_and_makes_no_mistake(page: Page, server: Served) -> None:
    """Without the tables' own lines, of which the lobby has as many as tests have opened."""
    sizes: list[float] = []
    said: list[str] = []
    lines: set[str] = set()
    page.on("console", lambda message: said.append(message.text))
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")

    def received(event: dict[str, Any]) -> None:
        if event["response"]["url"].partition("?")[0].endswith(("/tables", "/lobby")):
            lines.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] not in lines:
            sizes.append(event["encodedDataLength"])

    session.on("Network.responseReceived", received)
    session.on("Network.loadingFinished", finished)
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    assert len(sizes) >= 5
    assert sum(sizes) < FIRST_LOAD_BYTES_MAX
    assert said == []
