"""The rules page: every clause in both languages; what enforces it is on the engineers' page."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages.served import api
from tests.pages.staged import Staged
from tests.pages.test_accessible import faults, in_chinese

GAME = "tiger"


@pytest.fixture
def rules(page: Page, place: Staged) -> Page:
    page.goto(f"{place.address}/rules/{GAME}")
    page.wait_for_selector(".clause >> nth=100")
    return page


def clauses(page: Page) -> list[Any]:
    found: list[Any] = api(page, f"/games/{GAME}/clauses")
    return found


def numbers(page: Page) -> list[str]:
    return page.locator(".clause > .clause-number").all_text_contents()


def test_players_read_clauses_without_code_and_engineers_follow_a_link_to_it(rules: Page) -> None:
    for language in ("en", "zh"):
        if language == "zh":
            in_chinese(rules)
        assert numbers(rules) == [each["clause"] for each in clauses(rules)]
        expect(rules.locator("code, .clause-tests")).to_have_count(0)
        expect(rules.locator("body")).not_to_contain_text("punto.", use_inner_text=True)
        expect(rules.locator("body")).not_to_contain_text("test_", use_inner_text=True)
        assert faults(rules) == []
    rules.locator("a[href='/clauses/tiger']").click()
    rules.wait_for_selector(".clause code")
    assert rules.url.endswith("/clauses/tiger")


def test_every_clause_says_what_enforces_it_and_which_tests_show_it(
    rules: Page, place: Staged
) -> None:
    rules.goto(f"{place.address}/clauses/{GAME}")
    rules.wait_for_selector(".clause >> nth=100")
    told = clauses(rules)
    assert numbers(rules) == [each["clause"] for each in told]
    printed = rules.locator(".clause").evaluate_all(
        "all => all.map((e) => [e.querySelector('.kind').className.split(' ')[1],"
        " e.querySelector('code')?.textContent ?? ''])"
    )
    assert printed == [[each["kind"], ", ".join(each["enforced_by"])] for each in told]
    shown = next(each for each in told if each["tests"])
    clause = rules.locator(f"[id='c{shown['clause']}']")
    clause.locator("summary").click()
    clause.locator("li").first.wait_for()
    expect(clause.locator("li")).to_have_text(shown["tests"])


@pytest.mark.parametrize(
    ("text", "chinese", "field"),
    [("squeeze", False, "summary"), ("作废", True, "chinese")],
)
def test_clauses_are_found_by_words_in_either_language(
    rules: Page, text: str, chinese: bool, field: str
) -> None:
    if chinese:
        in_chinese(rules)
    every = len(clauses(rules))
    rules.locator("input[type=search]").fill(text)
    rules.wait_for_function(
        "(every) => document.querySelectorAll('.clause').length < every", arg=every
    )
    found = numbers(rules)
    said = [each["clause"] for each in clauses(rules) if text in each[field].lower()]
    assert said
    assert set(said) <= set(found)
    assert faults(rules) == []


def test_a_clause_is_found_by_its_number_with_what_is_under_it(rules: Page, place: Staged) -> None:
    rules.locator("input[type=search]").fill("5.17")
    rules.wait_for_function("() => document.querySelectorAll('.clause').length < 20")
    assert all(each == "5.17" or each.startswith("5.17.") for each in numbers(rules))
    rules.goto("about:blank")  # from elsewhere, as a link in the history leads there
    rules.goto(f"{place.address}/rules/{GAME}#c5.17.1")
    aimed = rules.locator(".clause.aimed")
    aimed.wait_for()
    rules.wait_for_function(
        "() => { const box = document.querySelector('.aimed').getBoundingClientRect();"
        " return box.top > 0 && box.bottom < innerHeight; }"
    )
