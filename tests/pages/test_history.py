"""The history page: rounds searched, saved as files, with credits before and after each."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from punto import __version__
from punto.money import print_amount
from tests.pages.served import api
from tests.pages.staged import OUTCOME, ROUNDS, Staged, enter
from tests.pages.test_accessible import faults, in_chinese

TABLE = OUTCOME
PLAYED = ROUNDS[TABLE] + 1


@pytest.fixture
def history(browser: Browser, place: Staged) -> Iterator[Page]:
    """As anna, who staked on every fourth round and on the last."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    enter(page, place, "anna")
    page.goto(f"{place.address}/history/{TABLE}")
    page.wait_for_selector(".history > li")
    yield page
    context.close()


def numbers(page: Page) -> list[int]:
    found = page.locator("[data-round]").evaluate_all("all => all.map((e) => e.dataset.round)")
    return [int(each) for each in found]


def asked(page: Page, query: str) -> list[Any]:
    found: list[Any] = api(page, f"/tables/{TABLE}/rounds?limit=100&{query}")
    return found


def wait_for(page: Page, wanted: list[int]) -> None:
    page.wait_for_function(
        "(wanted) => JSON.stringify([...document.querySelectorAll('[data-round]')]"
        ".map((e) => Number(e.dataset.round))) === JSON.stringify(wanted)",
        arg=wanted,
    )


def test_rounds_are_found_by_outcome_wager_shoe_and_day(history: Page) -> None:
    assert numbers(history) == list(range(PLAYED, PLAYED - 20, -1))
    history.get_by_role("button", name="Earlier rounds").click()
    wait_for(history, list(range(PLAYED, 0, -1)))
    for outcome in ("Player", "Banker", "Tie"):
        history.get_by_role("radio", name=outcome).check()
        found = [each["number"] for each in asked(history, f"outcome={outcome.lower()}")]
        assert found
        wait_for(history, found[:20])
    history.get_by_role("button", name="Show all").click()
    history.locator("select[name=wager]").select_option("tie")
    wait_for(history, [each["number"] for each in asked(history, "wager=tie")])
    history.get_by_role("button", name="Show all").click()
    history.locator("input[name=to]").fill("2026-10-11")
    history.get_by_text("No rounds match.").wait_for()
    assert faults(history) == []
    history.locator("input[name=to]").fill("2026-10-12")
    wait_for(history, list(range(PLAYED, PLAYED - 20, -1)))
    history.locator("select[name=shoe]").select_option(index=1)
    wait_for(history, list(range(PLAYED, PLAYED - 20, -1)))


@pytest.mark.parametrize("kind", ["CSV", "JSON"])
def test_what_was_found_is_taken_along_whole(history: Page, tmp_path: Path, kind: str) -> None:
    with history.expect_download() as told:
        history.get_by_role("button", name=f"Export {kind}").click()
    path = tmp_path / "rounds"
    told.value.save_as(path)
    assert told.value.suggested_filename == f"{TABLE}-rounds.{kind.lower()}"
    every = asked(history, "")
    assert len(every) == PLAYED  # not the twenty that are shown
    if kind == "JSON":
        assert json.loads(path.read_text()) == every
        return
    lines = path.read_text().splitlines()
    heading = [line for line in lines if line.startswith("# ")]
    assert lines[1] == f"# version: Punto {__version__}"
    assert [line.split(":")[0] for line in heading] == [
        f"# {name}" for name in ("report", "version", "since", "until", "time zone", "made")
    ]
    rows = list(csv.DictReader(lines[len(heading) :]))
    assert [int(row["round"]) for row in rows] == [each["number"] for each in every]
    for row, each in zip(rows, every, strict=True):
        assert row["player_cards"].split() == each["player_cards"]
        assert row["credits_after"] == after_of(each)
        assert row["stakes"].count("banker") == len(each["lines"]) // 3


def after_of(round_: dict[str, Any]) -> str:
    return print_amount(round_["credits"]["after_cents"]) if round_["credits"] else ""


def test_a_round_tells_every_card_its_clause_the_stakes_and_the_credits(history: Page) -> None:
    round_ = asked(history, "")[0]
    history.locator(f"[data-round='{PLAYED}'] > button").click()
    played = history.locator(".played")
    played.locator(".proof").wait_for()
    cards = played.locator(".card-drawn [data-card]").evaluate_all(
        "all => all.map((e) => e.dataset.card)"
    )
    assert cards == round_["cards"]
    events = api(history, f"/tables/{TABLE}/rounds/{PLAYED}")["events"]
    clauses = played.locator(".event > .clause-number").all_inner_texts()
    assert clauses == [each["fields"]["clause"] for each in events if each["fields"].get("clause")]
    for when in ("before", "after"):
        told = played.locator(f"[data-{when}]").get_attribute(f"data-{when}")
        assert told == str(round_["credits"][f"{when}_cents"])
    expect(played.locator(".stake-placed")).to_have_count(3)
    expect(played).to_contain_text("Banker 50", use_inner_text=True)
    assert faults(history) == []
    in_chinese(history)
    expect(played).to_contain_text("庄 50", use_inner_text=True)
    assert faults(history) == []
