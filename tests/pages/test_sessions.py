"""The page on sessions and programmes: what it prints is what the API says, plots have tables."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.staged import Staged
from tests.pages.test_accessible import faults, in_chinese

ASK = """async (body) => (await fetch('/api/v1/games/tiger/session', {
  method: 'POST',
  headers: {'content-type': 'application/json',
            'x-csrftoken': document.cookie.match(/csrftoken=([^;]*)/)[1]},
  body: JSON.stringify(body)})).json()"""
ROWS = "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"


@pytest.fixture
def sessions(page: Page, place: Staged) -> Page:
    page.goto(place.address + "/sessions/tiger")
    page.wait_for_selector(".session-figures")
    return page


def figures(page: Page) -> list[str]:
    return page.locator(".session-figures dd").all_inner_texts()


def test_every_figure_is_the_servers(sessions: Page) -> None:
    sessions.locator("[data-stake=tie]").fill("20")
    sessions.locator("[name=rounds]").fill("60")
    sessions.locator("[name=bankroll]").fill("3000")
    sessions.locator("[name=rolling]").fill("1.2%")
    sessions.get_by_role("button", name="Calculate").click()
    sessions.locator("[data-programme=rolling]").wait_for()
    asked = {
        "stakes": [{"wager": "banker", "amount": "100"}, {"wager": "tie", "amount": "20"}],
        "rounds": 60,
        "bankroll": "3000",
        "loss_rebate": "10%",
        "rolling": "1.2%",
    }
    told: Any = sessions.evaluate(ASK, asked)
    printed = figures(sessions)
    shares = [f"{told[name]['percent']}%" for name in ("ahead", "even", "behind")]
    assert printed[3:6] == shares
    assert printed[6] == f"{told['ends']['ruin']['percent']}%"
    expect(sessions.locator("[data-method=convolution]")).to_contain_text(
        "Exact", use_inner_text=True
    )
    plots, tables = (
        sessions.locator(".figure [role=img]").count(),
        sessions.locator(".figure table").count(),
    )
    assert plots == tables == 2
    course = sessions.locator(".figure tbody").nth(1).locator("tr").evaluate_all(ROWS)
    assert [row[-1] for row in course] == [f"{at['ahead']['percent']}%" for at in told["course"]]
    bars = sessions.locator(".figure tbody").nth(0).locator("tr").evaluate_all(ROWS)
    assert [row[-1] for row in bars] == [f"{bar['share']['percent']}%" for bar in told["bars"]]
    keeps = told["rolling"]["keeps"]["percent"]
    expect(sessions.locator("[data-programme=rolling]")).to_contain_text(
        f"keeps {keeps}%", use_inner_text=True
    )


def test_a_plan_that_cannot_be_played_is_refused_and_the_figures_stay(sessions: Page) -> None:
    before = figures(sessions)
    sessions.locator("[name=bankroll]").fill("1")
    sessions.get_by_role("button", name="Calculate").click()
    sessions.locator(".plan [role=alert]:not(:empty)").wait_for()
    assert figures(sessions) == before
    sessions.locator("[data-stake=banker]").fill("")
    expect(sessions.get_by_role("button", name="Calculate")).to_be_disabled()


@pytest.mark.parametrize("width", [360, 1280])
def test_no_fault_in_either_language_and_nothing_sticks_out(sessions: Page, width: int) -> None:
    sessions.set_viewport_size({"width": width, "height": 800})
    assert faults(sessions) == []
    assert sessions.evaluate("() => document.documentElement.scrollWidth") <= width
    in_chinese(sessions)
    assert faults(sessions) == []
    expect(sessions.locator("[data-method]")).to_contain_text("精确", use_inner_text=True)


def test_the_odds_page_leads_there_and_back(sessions: Page) -> None:
    sessions.get_by_role("link", name="Odds of a shoe").click()
    sessions.wait_for_selector(".price")
    sessions.get_by_role("link", name="What a night of play could bring").click()
    sessions.wait_for_selector(".session-figures")
