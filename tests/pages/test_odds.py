"""The odds page shows what the API answers, for any shoe and for custom wagers."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from punto.rules.games import find_game
from tests.pages.staged import Staged
from tests.pages.test_accessible import faults, in_chinese

PAGE = "/odds/dragon-tiger-no-commission"
WAGERS = find_game("dragon-tiger-no-commission").wagers
# Asked by the page itself, so that the token against forgery goes along.
ASK = """async (body) => (await fetch('/api/v1/games/dragon-tiger-no-commission/odds', {
  method: 'POST',
  headers: {'content-type': 'application/json',
            'x-csrftoken': document.cookie.match(/csrftoken=([^;]*)/)[1]},
  body: JSON.stringify(body)})).json()"""
PRINTED = """() => [...document.querySelectorAll('.price')].map((card) => ({
  id: card.dataset.wager,
  edge: [card.querySelector('[data-edge]').dataset.edge,
         card.querySelector('[data-edge]').textContent],
  lines: [...card.querySelectorAll('tbody tr [data-pays]')].map((each) => [
    each.textContent, each.nextElementSibling.dataset.chance, each.nextElementSibling.textContent,
    each.nextElementSibling.nextElementSibling.textContent]),
}))"""


@pytest.fixture
def odds(page: Page, place: Staged) -> Page:
    page.goto(place.address + PAGE)
    page.wait_for_selector(f".price >> nth={len(WAGERS) - 1}")
    return page


def wanted(told: Any) -> list[dict[str, Any]]:
    """What the page must print of an answer."""
    return [
        {
            "id": each["id"],
            "edge": [each["edge"]["fraction"], f"{each['edge']['percent']}%".replace("-", "−")],
            "lines": [
                [
                    line["pays"],
                    line["chance"]["fraction"],
                    f"{line['chance']['percent']}%",
                    line["chance"]["one_in"] or "–",
                ]
                for line in each["lines"]
            ],
        }
        for each in told["wagers"]
    ]


def test_every_figure_is_the_servers_for_any_shoe(odds: Page) -> None:
    assert odds.evaluate(PRINTED) == wanted(odds.evaluate(ASK, {"decks": 8}))
    odds.get_by_role("radio", name="4", exact=True).check()
    odds.wait_for_selector("[data-cards='208']")
    for rank in ("A", "A", "9"):
        odds.locator(f"[data-rank='{rank}'] .rank").click()
    odds.get_by_label("Or type the cards already seen").fill("8h 10D")
    odds.wait_for_selector("[data-cards='203']")
    told = odds.evaluate(ASK, {"decks": 4, "gone": "A=2,9=1", "seen": "8h 10D"})
    assert odds.evaluate(PRINTED) == wanted(told)
    shares = odds.locator("[data-share]").evaluate_all("all => all.map((e) => e.dataset.share)")
    assert shares == [told["winners"][each]["fraction"] for each in ("player", "tie", "banker")]
    odds.locator("[data-rank='A'] .rank-back").click()
    odds.wait_for_selector("[data-cards='204']")
    odds.get_by_role("button", name="Reset to a full shoe").click()
    odds.wait_for_selector("[data-cards='208']")


def test_what_is_known_of_the_next_cards(odds: Page) -> None:
    odds.get_by_label("Or enter what is known about the next cards").fill("3=7, 1=6789")
    odds.wait_for_selector("[data-known='1=6789 3=7']")
    told = odds.evaluate(ASK, {"decks": 8, "known": ["3=7", "1=6789"]})
    assert odds.evaluate(PRINTED) == wanted(told)
    assert faults(odds) == []
    odds.get_by_label("Or enter what is known about the next cards").fill("9=7")
    odds.locator(".shoe [role=alert]:not(:empty)").wait_for()
    odds.get_by_role("button", name="Reset to a full shoe").click()
    odds.wait_for_selector("[data-known]", state="detached")
    assert odds.evaluate(PRINTED) == wanted(odds.evaluate(ASK, {"decks": 8}))


def test_a_card_that_is_none_is_refused_and_the_figures_stay(odds: Page) -> None:
    before = odds.evaluate(PRINTED)
    odds.get_by_label("Or type the cards already seen").fill("ZZ")
    odds.locator(".shoe [role=alert]:not(:empty)").wait_for()
    assert odds.evaluate(PRINTED) == before
    assert faults(odds) == []
    in_chinese(odds)
    expect(odds.locator(".shoe [role=alert]")).to_contain_text("“ZZ”不是牌", use_inner_text=True)


def choose(page: Page, line: str, field: str, *values: str) -> None:
    """Ask about a field of the outcome, and take these values of it."""
    place = page.locator(f"[data-line='{line}']")
    place.locator("select").select_option(field)
    for value in values:
        place.locator(f"[data-field={field}]").get_by_role("checkbox", name=value).check()


def test_a_wager_is_made_priced_refused_and_removed(odds: Page) -> None:
    odds.get_by_label("Name").fill("Lucky Nine")
    odds.get_by_label("Pays").fill("9 to 1")
    choose(odds, "1", "winner", "Player")
    choose(odds, "1", "player_total", "9")
    odds.get_by_role("button", name="Add a push").click()
    choose(odds, "push", "winner", "Player", "Tie")
    odds.get_by_role("button", name="Calculate").click()
    alert = odds.locator(".builder [role=alert]:not(:empty)")
    alert.wait_for()
    expect(alert).to_contain_text("overlaps", use_inner_text=True)
    expect(odds.locator(".own-wager")).to_have_count(0)
    assert faults(odds) == []

    push = odds.locator("[data-line=push]")
    push.get_by_role("checkbox", name="Player").uncheck()
    odds.get_by_role("button", name="Calculate").click()
    odds.wait_for_selector("[data-wager=own-1]")
    made = {
        "id": "own-1",
        "name": "Lucky Nine",
        "lines": [{"pays": "9 to 1", "when": {"winner": ["player"], "player_total": [9]}}],
        "push": {"winner": ["tie"]},
    }
    assert odds.evaluate(PRINTED) == wanted(odds.evaluate(ASK, {"decks": 8, "wagers": [made]}))
    # The card of one's own stays while the shoe changes, and is priced anew.
    odds.locator("[data-rank='9'] .rank").click()
    odds.wait_for_selector("[data-cards='415']")
    told = odds.evaluate(ASK, {"decks": 8, "gone": "9=1", "wagers": [made]})
    assert odds.evaluate(PRINTED) == wanted(told)
    assert faults(odds) == []
    in_chinese(odds)
    assert faults(odds) == []
    odds.get_by_role("button", name="删除 Lucky Nine").click()
    odds.wait_for_selector("[data-wager=own-1]", state="detached")


def test_every_plot_has_its_table(odds: Page) -> None:
    """Whoever cannot see a plot reads the same figures."""
    figures = odds.locator(".figure")
    plots, tables = (
        odds.locator(".figure [role=img]").count(),
        odds.locator(".figure table").count(),
    )
    assert plots == tables == figures.count() == 2 + odds.locator(".price").count()
    assert all(
        odds.locator(".figure [role=img]").evaluate_all("all => all.map((e) => e.ariaLabel)")
    )
    told = odds.evaluate(ASK, {"decks": 8})
    first = odds.locator(".price .figure").first
    read = first.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    assert read == [
        [str(at["decks"]), f"{at['edge']['percent']}%", at["edge"]["decimal"]]
        for at in told["wagers"][0]["by_decks"]
    ]


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_sticks_out(odds: Page, width: int) -> None:
    odds.set_viewport_size({"width": width, "height": 800})
    assert odds.evaluate("() => document.documentElement.scrollWidth") <= width
