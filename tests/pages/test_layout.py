"""Nothing at a seat is covered, cut off or out of sight, in any game, size, moment or language."""

import pytest
from playwright.sync_api import Page

from punto.rules.games import GAMES
from tests.pages.dealt import Boss
from tests.pages.layouts import MOMENTS, SIZES, problems
from tests.pages.served import Served
from tests.pages.visual import add_style
from tests.sample import sample

CASES = [
    (game.id, moment)
    for game in GAMES
    for moment, each in MOMENTS.items()
    if each.possible(game.id)
]
ALIKE = {"result": "dealing", "holding": "option", "drawing": "option"}  # in what lies where
LANGUAGES = ("zh-Hans", "en")
SETTLE_LOOKS = 1_200  # of 50 ms each


def settled_problems(page: Page, size: tuple[int, int]) -> list[str]:
    """What is wrong once the page has been laid out for its new size."""
    for _ in range(SETTLE_LOOKS):
        found = problems(page, size)
        if not found:
            return []
        page.wait_for_timeout(50)
    return found


def shown_by(_: str, moment: str) -> tuple[str, ...]:
    """What a case is an example of: a kind of moment."""
    return (ALIKE.get(moment, moment),)


@pytest.mark.parametrize(("game", "moment"), sample(CASES, shown_by))
def test_everything_is_in_sight(
    page: Page, boss: Boss, server: Served, game: str, moment: str
) -> None:
    page.emulate_media(reduced_motion="reduce")
    MOMENTS[moment].reach(page, boss, server, game)
    found = {}
    for language in LANGUAGES:
        page.evaluate("(to) => document.querySelector(`.languages [lang=${to}]`).click()", language)
        page.wait_for_function("(to) => document.documentElement.lang === to", arg=language)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            found[language, size] = settled_problems(page, (width, height))
    assert {each: wrong for each, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (".rack-bar { transform: translateY(-9rem); }", "covered: area"),
        (".felt { min-height: 60rem !important; }", "out of sight"),
    ],
)
def test_what_covers_a_bet_or_pushes_it_out_of_sight_is_found(
    page: Page, boss: Boss, server: Served, broken: str, problem: str
) -> None:
    """The check itself: a bar over the felt, and a felt too high, are noticed."""
    page.emulate_media(reduced_motion="reduce")
    MOMENTS["betting"].reach(page, boss, server, "tiger")
    size = SIZES["desktop"]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert settled_problems(page, size) == []
    add_style(page, broken)
    for _ in range(SETTLE_LOOKS):
        if any(problem in each for each in problems(page, size)):
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail(f"{broken} was not noticed")
