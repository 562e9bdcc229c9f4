"""Every state of a terminal: no axe fault in either language, only data from the API."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.dealt import Boss
from tests.pages.served import Served, api
from tests.pages.states import SCREENS, STATES, Cable, settled, staked
from tests.pages.test_accessible import faults
from tests.sample import sample

SEEN = """() => ({
  credits: document.querySelector('[data-credits]').dataset.credits,
  staked: Object.fromEntries([...document.querySelectorAll('.area')]
    .map((area) => [area.dataset.wager, Number(area.dataset.stake)]).filter(([, cents]) => cents)),
  odds: Object.fromEntries([...document.querySelectorAll('.area')].map((area) =>
    [area.dataset.wager, [...area.querySelectorAll('[data-pays]')].map((e) => e.dataset.pays)])),
  totals: [...document.querySelectorAll('.hand-total')].map((each) => each.dataset.total),
  up: [...document.querySelectorAll('.terminal .hand [data-card]')]
    .map((each) => each.dataset.card).filter((code) => code !== '??'),
  rounds: [...document.querySelectorAll('.rounds-list li b')].map((each) => each.textContent),
})"""


def agrees(page: Page) -> None:
    """What is printed is what the API says now."""
    table = page.url.rsplit("/", 1)[1]
    told: dict[str, Any] = api(page, f"/tables/{table}")
    view, mine = told["table"], told["mine"]
    seen: dict[str, Any] = page.evaluate(SEEN)
    play, hands = view["round"], view["hands"]
    assert seen["credits"] == str(mine["me"]["credits_cents"])
    assert seen["odds"] == {
        each["id"]: [line["pays"] for line in each["lines"]]
        for each in api(page, f"/games/{view['game']}/wagers")
    }
    if play:
        held: dict[str, int] = {}
        for stake in mine["stakes"]:
            held[stake["wager"]] = held.get(stake["wager"], 0) + stake["cents"]
        assert seen["staked"] == held
        lying = [
            code
            for side in ("player", "banker")
            for at, code in enumerate(play[side])
            if at not in play["down"][side]
        ]
        assert seen["up"] == lying
    elif hands:
        assert seen["up"] == [*hands["player"]["cards"], *hands["banker"]["cards"]]
    totals = [str(hands[side]["total"]) for side in ("player", "banker")] if hands else ["", ""]
    for _ in range(60):  # the last card may still be flying
        if seen["totals"] == totals:
            break
        page.wait_for_timeout(50)
        seen = page.evaluate(SEEN)
    assert seen["totals"] == totals
    assert seen["rounds"] == [
        "" if each["void"] else f"{each['player']} : {each['banker']}"
        for each in api(page, f"/tables/{table}/rounds?limit=6")
    ]


def switch(page: Page) -> None:
    """To Chinese, whatever is open over the page."""
    page.evaluate("() => document.querySelector('.languages [lang=zh-Hans]').click()")
    page.wait_for_function("() => document.documentElement.lang === 'zh-Hans'")


# States whose page has the same parts as another's.
ALIKE = {
    "void": "settled",
    "between_shoes": "settled",
    "closed": "signed_out",
    "holding": "squeezing",
    "cashier": "ticket",
    "lost": "refused",
}


@pytest.mark.parametrize("state", sample(STATES, lambda state: (ALIKE.get(state, state),)))
def test_a_state(page: Page, boss: Boss, server: Served, state: str) -> None:
    STATES[state](page, boss, server)
    assert faults(page) == []
    if state not in ("closed", "signed_out"):
        agrees(page)
    width, height = SCREENS["phone"]
    page.set_viewport_size({"width": width, "height": height})
    switch(page)
    assert faults(page) == []
    text = page.locator("main").inner_text()
    left = re.sub(r"Punto|SGD|Delete|Enter|Esc|hand-\d+|\b[A-Z]\b|\bK\b", "", text)
    assert [word for word in left.split() if word.isascii() and word.isalpha()] == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_results_and_payments_are_said_to_screen_readers(
    page: Page, boss: Boss, server: Served
) -> None:
    settled(page, boss, server)
    call = page.locator(".call[aria-live=assertive]")
    expect(call).to_have_text(re.compile(r"^Banker wins, 6 over 5"), use_inner_text=True)
    said = page.locator(".payments[role=status]")
    # 10 on Banker at 0.95 to 1, 10 on Tiger at 12 to 1, 20 on Player lost.
    expect(said).to_have_text(
        "You won 109.50 in all. Player: Lost, −20. Banker: Won, +9.50. Tiger: Won, +120."
    )
    switch(page)
    assert str(said.text_content()).startswith("您共赢 109.50。")
    for row in page.locator(".own-lines button").all():  # each payment says its clause
        number = re.findall(r"[\d.]+", row.locator(".clause-number").inner_text())[0]
        row.click()
        clause = api(page, f"/games/tiger/clauses/{number}")
        page.locator("dialog.sheet").get_by_text(clause["chinese"]).wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog.sheet").wait_for(state="detached")


def test_a_cut_cable_in_mid_round_loses_nothing(page: Page, boss: Boss, server: Served) -> None:
    cable = Cable(page)
    table = staked(page, boss, server)
    cable.cut()
    page.get_by_text("Connection lost. Reconnecting").wait_for()
    expect(page.locator("[data-action=clear]")).to_be_disabled()
    table.deal("2C", "5D", "3H", "AH")
    table.finish("TD")
    cable.mend()
    page.get_by_text("Connected again.").wait_for(timeout=60_000)
    page.wait_for_selector(".area-tiger.win")
    agrees(page)


def test_the_language_changes_in_mid_round(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server)
    table.deal("2C", "5D", "3H", "AH")
    page.wait_for_selector(".hand.banker [data-card='AH']")
    switch(page)
    agrees(page)
    table.finish("TD")
    page.get_by_text("庄赢").first.wait_for()
    page.wait_for_selector(".rounds-list li")
    agrees(page)
