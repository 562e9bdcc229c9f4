"""Questions of every kind fit into a phone and beside what they ask about, in both languages."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from punto.rules.game import Game
from punto.rules.games import find_game
from punto.school.catalogue import drills_of, make_item
from punto.school.items import AT_TABLE
from punto.web.api.school_drills import LONG, DrillView
from punto.web.school.questions import question_view, solutions
from tests.pages.rest import wait_for_rest
from tests.pages.school_pages import DESKTOP, PHONE, Classroom, classroom
from tests.sample import sample

SMALL: ViewportSize = {"width": 320, "height": 568}
SEEDS = 4
MOST = 6  # cards of a round
# Stored as if the server had sent it, and shown by the choice of its topic.
SHOW = """async (drills) => {
  localStorage.setItem('punto.school.questions', JSON.stringify(drills));
  const topics = document.querySelector('.topics');
  topics.querySelector('[aria-pressed=true]')?.click();
  await new Promise(requestAnimationFrame);
  topics.querySelector(`[data-topic='${drills[0].question.topic}']`).click();
}"""
# Cards that reach out of the box of their hands, over whatever lies beside it.
OUTSIDE = """() => {
  const box = document.querySelector('.school-scene .hands')?.getBoundingClientRect();
  return [...document.querySelectorAll('.school-scene .hands .card')]
    .filter((card) => card.getBoundingClientRect().right > box.right)
    .map((card) => card.getAttribute('aria-label') ?? card.className);
}"""


@pytest.fixture(scope="module")
def room(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Classroom]:
    with classroom(tmp_path_factory.mktemp("questions"), browser) as found:
        yield found


def _drill(game: Game, kind: str, seed: str) -> DrillView:
    item = make_item(game, kind, seed)
    return DrillView(game.ref, kind, f"{kind}-{seed}", question_view(item), solutions(item))


def _cards(drill: DrillView) -> int:
    table = drill.question.table
    return len(table.player) + len(table.banker) if table else 0


def _fullest(game: Game) -> list[DrillView]:
    """A question of every kind, about as many cards as one of its kind can be."""
    kinds = (each.kind for each in drills_of(game) if each.topic not in AT_TABLE)
    return [
        max((_drill(game, kind, str(seed)) for seed in range(SEEDS)), key=_cards)
        for kind in kinds
        if kind not in LONG
    ]


def _show(page: Page, drill: DrillView) -> None:
    """Have the page show this question; with as many as these it asks for no others."""
    stored = [msgspec.structs.replace(drill, seed=f"{drill.seed}-{at}") for at in range(4)]
    page.evaluate(SHOW, msgspec.to_builtins(stored))
    page.wait_for_selector(f"[data-kind='{drill.kind}'][data-seed='{stored[0].seed}']")


@pytest.mark.parametrize("language", sample(["en", "zh"]))
def test_every_kind_of_question_fits(room: Classroom, language: str) -> None:
    page = room.enter("tara", "drill", SMALL)
    if language == "zh":
        page.click(".languages button:last-child")
    page.select_option("select[name=game]", "tiger")
    page.wait_for_selector("[data-kind]")
    drills = _fullest(find_game("tiger"))
    full = [each for each in drills if _cards(each) == MOST]
    assert full, "no question has both third cards"
    for size, shown in ((SMALL, drills), (PHONE, full), (DESKTOP, full)):
        page.set_viewport_size(size)
        for drill in shown:
            _show(page, drill)
            wait_for_rest(page)
            assert page.evaluate(OUTSIDE) == [], (drill.kind, size)
    page.close()
