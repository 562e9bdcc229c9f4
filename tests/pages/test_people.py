"""Usability: two languages together, keyboards, lost connections, refusals, small budgets."""

import signal

from playwright.sync_api import Page, expect

from punto.client import Client
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.served import (
    Served,
    api,
    held_stakes,
    sit,
    wait_for_betting,
    wait_for_outcome,
)
from tests.pages.test_accessible import faults

FIRST_LOAD_BYTES_MAX = 150_000


def test_the_language_changes_at_once_and_is_remembered(page: Page, server: Served) -> None:
    sit(page, server, "dragon-tiger-no-commission")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".felt")).to_contain_text("Small Tiger", use_inner_text=True)
    page.get_by_role("button", name="中文").click()
    felt = page.locator(".felt").inner_text()
    assert "小老虎" in felt
    assert "1赔22" in felt
    assert "Small Tiger" not in felt
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.reload()
    page.wait_for_selector(".felt .area")
    expect(page.locator(".felt")).to_contain_text("小老虎", use_inner_text=True)
    page.get_by_role("button", name="EN").click()
    expect(page.locator(".felt")).to_contain_text("Small Tiger", use_inner_text=True)


def test_nothing_is_left_in_english_on_a_chinese_terminal(page: Page, server: Served) -> None:
    sit(page, server, "dragon-tiger-no-commission")
    page.get_by_role("button", name="中文").click()
    text = page.locator("main").inner_text()
    for name in ("Punto", "SGD", "Delete", "K", "U", "C", "R", "D"):
        text = text.replace(name, "")
    assert [word for word in text.split() if word.isascii() and word.isalpha()] == []


def test_a_round_is_staked_with_a_keyboard_alone(page: Page, server: Served) -> None:
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    for _ in range(200):  # past whatever tables other tests have opened
        page.keyboard.press("Tab")
        if page.evaluate("() => !!document.activeElement.closest('[data-table=tiger]')"):
            break
    assert focused(page) == "Play as guest: Tiger Baccarat"
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt .area")
    wait_for_betting(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if focused(page).startswith("庄Banker"):
            break
    assert focused(page) == "庄Bankerpays0.95 to 1"
    wait_for_betting(page)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    page.wait_for_function(
        "() => document.querySelector('[data-wager=banker]').dataset.stake === '5000'"
        " && !document.querySelector('.stake.unsure')"
    )
    assert held_stakes(page, "tiger", {"banker": 5000}) == {"banker": 5000}
    page.keyboard.press("Delete")
    page.wait_for_function(
        "() => document.querySelector('[data-wager=banker]').dataset.stake === '0'"
    )
    assert held_stakes(page, "tiger", {}) == {}


def focused(page: Page) -> str:
    """What a screen reader would say of the element with the focus."""
    return str(
        page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent ?? ''"
        )
    )


def test_a_stake_that_is_refused_says_why_and_goes_back(page: Page, server: Served) -> None:
    sit(page, server, "no-commission")
    wait_for_betting(page)
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
    assert held_stakes(page, "no-commission", held) == held
    expect(page.locator(".refusal")).to_contain_text(
        "The maximum on player is 10000.00.", use_inner_text=True
    )
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".refusal")).to_contain_text(
        "闲的最高投注是 10000.00。", use_inner_text=True
    )


def test_undo_double_take_back_and_clear(page: Page, server: Served) -> None:
    sit(page, server, "rapid-no-commission")
    wait_for_betting(page)

    def hold(wanted: dict[str, int]) -> None:
        page.wait_for_function("() => !document.querySelector('.stake.unsure')")
        assert held_stakes(page, "rapid-no-commission", wanted) == wanted

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


def test_axe_finds_nothing_through_a_round(page: Page, server: Served) -> None:
    sit(page, server, "tiger")
    wait_for_betting(page)
    page.locator("[data-wager=banker]").click()
    page.locator("[data-wager=tiger]").click()
    assert faults(page) == []
    page.wait_for_selector(".announcer.dealing", timeout=60_000)
    page.set_viewport_size({"width": 360, "height": 740})
    assert faults(page) == []
    wait_for_outcome(page)
    page.wait_for_timeout(1_000)
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


def test_a_correction_is_visible_and_a_patron_chooses(page: Page, server: Served) -> None:
    """Manual correction is shown to players (GLI-19 4.18.4), with the choice its clause gives."""
    added = server.run("staff", "add", "pit", "--position", "pit-manager", "--tables", "*")
    sit(page, server, "tiger")
    wait_for_betting(page)
    page.locator("[data-wager=banker]").click()
    page.wait_for_selector("[data-card]", timeout=60_000)
    with Client(server.address) as pit:
        pit.sign_in("pit", added["password"])
        pit.give("tiger", c.Report(Irregularity.POWER_FAILURE))
    notice = page.locator(".correction")
    notice.wait_for()
    expect(notice).to_contain_text("Correction in progress: Power failure", use_inner_text=True)
    expect(notice).to_contain_text("Clause 5.17.1", use_inner_text=True)
    page.get_by_role("button", name="Withdraw all my bets").click()
    notice.wait_for(state="detached")
    assert api(page, "/tables/tiger")["mine"]["stakes"] == []
    assert api(page, "/me")["credits_cents"] == 1_000_000
    page.wait_for_function(
        "() => document.querySelector('[data-credits]').dataset.credits === '1000000'"
    )


def test_the_first_load_is_small_and_makes_no_mistake(page: Page, server: Served) -> None:
    sizes: list[float] = []
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    assert len(sizes) >= 5
    assert sum(sizes) < FIRST_LOAD_BYTES_MAX
    assert said == []
