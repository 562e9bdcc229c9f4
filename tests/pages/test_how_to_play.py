"""How to play: one page, by the law, in both languages, reachable from every felt and the lobby."""

import pytest
from playwright.sync_api import Page, expect

from punto.rules.drawing import BANKER_DRAWS_AGAINST
from punto.rules.games import GAMES, find_game
from tests.pages.served import api
from tests.pages.staged import Staged, enter
from tests.pages.test_accessible import faults, in_chinese
from tests.sample import sample


@pytest.mark.parametrize("game", sample(game.id for game in GAMES))
def test_the_page_shows_what_the_law_says_in_both_languages(
    page: Page, place: Staged, game: str
) -> None:
    page.goto(f"{place.address}/how-to-play/{game}")
    page.wait_for_selector(".bet-examples li .card-row")
    lines = [(wager.id, line.pays) for wager in find_game(game).wagers for line in wager.lines]
    for language in ("en", "zh"):
        if language == "zh":
            in_chinese(page)
        shown = page.locator(".bet-examples li").evaluate_all(
            "all => all.map((e) => [e.dataset.wager, e.querySelector('.pays').dataset.pays])"
        )
        assert [tuple(each) for each in shown] == lines
        table = page.locator("[data-banker]").evaluate_all(
            "all => all.map((row) => [...row.querySelectorAll('td')].slice(0, 10)"
            ".flatMap((cell, at) => cell.className === 'drawing' ? [at] : []))"
        )
        assert table == [sorted(each) for each in BANKER_DRAWS_AGAINST]
        expect(page.locator("[data-half]")).to_have_count(
            sum(pays == "1 to 2" for _, pays in lines)
        )
        examples = api(page, f"/games/{game}/how-to-play")["examples"]
        cards = page.locator(".bet-examples [data-card]").evaluate_all(
            "all => all.map((card) => card.dataset.card)"
        )
        assert cards == [
            card
            for each in examples
            for side in ("player", "banker")
            for card in each[side]["cards"]
        ]
        assert faults(page) == []
    text = page.inner_text("main").replace("Punto", "")
    assert [
        word for word in text.split() if word.isascii() and word.isalpha() and len(word) > 1
    ] == []


def test_it_is_one_step_from_lobby_felt_and_rules(page: Page, place: Staged) -> None:
    page.goto(place.address)
    page.wait_for_selector(".table-card")
    page.locator("a:visible", has_text="How to play").first.click()
    page.wait_for_selector(".table-of-play")
    enter(page, place, "anna")
    for game in GAMES:
        page.goto(f"{place.address}/table/{game.id}")
        page.locator(f"a[href='/how-to-play/{game.id}']:visible").first.wait_for()
    page.goto(f"{place.address}/rules/tiger")
    page.locator("main a[href='/how-to-play/tiger']").click()
    page.wait_for_selector(".table-of-play")


def test_it_fits_a_phone(page: Page, place: Staged) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{place.address}/how-to-play/tiger")
    page.wait_for_selector(".bet-examples li .card-row")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
