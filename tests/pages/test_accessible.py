"""axe-core looks at every page, in its states, in both languages; it must find nothing."""

import pytest
from playwright.sync_api import Page

from tests.pages.served import ROOT, Served, sit, wait_for_betting, wait_for_outcome

AXE = (ROOT / "terminals/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe finds, a line each."""
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"][:3]
    ]


def in_chinese(page: Page) -> None:
    page.get_by_role("button", name="中文").click()


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", ".table-card"),
        ("/rules/tiger", ".clause"),
        ("/odds/dragon-tiger-no-commission", ".price"),
        ("/display/tiger", ".key-form"),
        ("/history/tiger", ".state .button"),
        ("/table/tiger", ".state.failed"),
        ("/rules/nothing", ".state.failed"),
    ],
)
def test_a_page_for_anybody(page: Page, server: Served, path: str, there: str) -> None:
    page.goto(server.address + path)
    page.wait_for_selector(there)
    assert faults(page) == []
    in_chinese(page)
    assert faults(page) == []


def test_a_terminal_through_a_round(page: Page, server: Served) -> None:
    sit(page, server, "tiger")
    wait_for_betting(page)
    page.locator("[data-wager=banker]").click()
    page.locator("[data-wager=tiger]").click()
    assert faults(page) == []
    page.wait_for_selector(".announcer.dealing", timeout=30_000)
    page.set_viewport_size({"width": 360, "height": 740})
    assert faults(page) == []
    wait_for_outcome(page)
    page.wait_for_timeout(1_000)
    assert faults(page) == []
    page.locator("[data-wager=banker]").click()
    page.locator("dialog.sheet").wait_for()
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/history/tiger")
    page.locator(".history button").first.click()
    page.wait_for_selector(".event")
    assert faults(page) == []
    page.goto(f"{server.address}/display/tiger")
    page.wait_for_selector(".wall-roads .road")
    assert faults(page) == []


def test_axe_would_find_a_fault(page: Page, server: Served) -> None:
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    page.evaluate("() => document.querySelector('.button.strong').removeAttribute('aria-label')")
    page.evaluate("() => (document.querySelector('.button.strong').textContent = '')")
    assert any(each.startswith("button-name") for each in faults(page))
