"""axe-core finds no fault on any page, in its states, in both languages."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute

from tests.pages.served import ROOT
from tests.pages.staged import BETTING, CORRECTION, OUTCOME, Staged, enter
from tests.sample import sample

AXE = (ROOT / "terminals/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe finds, a line each."""
    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"][:3]
    ]


def in_chinese(page: Page) -> None:
    page.get_by_role("button", name="中文").click()
    page.wait_for_function("() => document.documentElement.lang === 'zh-Hans'")


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/", ".table-card"),
        ("/rules/rapid-no-commission", ".clause"),
        ("/odds/dragon-tiger-no-commission", ".price"),
        ("/display/tiger", ".key-form"),
        ("/history/tiger", ".state .button"),
        ("/table/tiger", ".welcome .button.strong"),
        ("/rules/nothing", ".state.failed"),
    ],
)
def test_a_page_for_anybody(page: Page, place: Staged, path: str, there: str) -> None:
    page.goto(place.address + path)
    page.wait_for_selector(there)
    in_both_languages(page)


def in_both_languages(page: Page) -> None:
    """A wall speaks both at once, and has no switch."""
    assert faults(page) == []
    if page.locator(".languages").count():
        in_chinese(page)
        assert faults(page) == []


AWAY = {"reason": "too-often", "sentence": "The database does not answer.", "clause": None}
# What becomes of everything that a page asks for, and what it shows then.
STATES: dict[str, tuple[Callable[[Route], None], str]] = {
    "loading": (lambda route: None, ".waiting"),
    "offline": (lambda route: route.abort(), ".state.failed"),
    "error": (lambda route: route.fulfill(status=503, json=AWAY), ".state.failed"),
}
ASKED = {
    "/": "**/api/v1/lobby",
    "/rules/tiger": "**/api/v1/games/**",
    "/odds/tiger": "**/api/v1/games/tiger/odds",
    "/history/no-commission": "**/api/v1/tables/**",
}


@pytest.mark.parametrize(("path", "state"), sample(product(ASKED, STATES), lambda *case: case))
def test_a_page_that_is_told_nothing(page: Page, place: Staged, path: str, state: str) -> None:
    """Waiting, away and refused are states too, and say something to everybody."""
    become, there = STATES[state]
    enter(page, place, "anna")
    page.route(ASKED[path], become)
    page.goto(place.address + path)
    page.locator(there).first.wait_for()
    in_both_languages(page)


@pytest.mark.parametrize("path", [f"/display/{OUTCOME}", f"/table/{OUTCOME}"])
@pytest.mark.parametrize("lost", [False, True], ids=["loading", "offline"])
def test_a_table_that_does_not_answer(page: Page, place: Staged, path: str, lost: bool) -> None:
    def hold(socket: WebSocketRoute) -> None:
        if lost:
            socket.close()

    enter(page, place, "anna")
    page.route_web_socket("**/live**", hold)
    page.goto(place.address + path)
    page.locator("[data-link=lost]" if lost else ".waiting").first.wait_for(state="attached")
    in_both_languages(page)


@pytest.mark.parametrize(
    ("path", "asked", "told", "there"),
    [
        ("/", "**/api/v1/lobby", {"guests": True, "me": None, "tables": []}, ".state"),
        ("/history/no-commission", "**/rounds?**", [], ".state"),
        ("/rules/tiger", "**/games/tiger/clauses", [], ".state"),
    ],
)
def test_a_page_with_nothing_to_show(
    page: Page, place: Staged, path: str, asked: str, told: object, there: str
) -> None:
    enter(page, place, "anna")
    page.route(asked, lambda route: route.fulfill(json=told))
    page.goto(place.address + path)
    page.locator(there).first.wait_for()
    in_both_languages(page)


@pytest.mark.parametrize(
    ("path", "there"),
    [
        (f"/display/{OUTCOME}", ".wall-roads .road"),
        (f"/table/{BETTING}", ".stake"),
        (f"/table/{CORRECTION}", ".correction"),
    ],
)
def test_a_page_for_a_patron(page: Page, place: Staged, path: str, there: str) -> None:
    enter(page, place, "anna")
    page.goto(place.address + path)
    page.wait_for_selector(there)
    in_both_languages(page)


def test_axe_would_find_a_fault(page: Page, place: Staged) -> None:
    page.goto(place.address)
    page.wait_for_selector(".table-card")
    page.evaluate("() => document.querySelector('.button.strong').removeAttribute('aria-label')")
    page.evaluate("() => (document.querySelector('.button.strong').textContent = '')")
    assert any(each.startswith("button-name") for each in faults(page))
