"""Roads as players read them, ask-roads, many tables in the lobby, several tables on a screen."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from punto.rules.game import Method
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.dealt import Boss
from tests.pages.layouts import CARDS, PROBLEMS
from tests.pages.served import Served, api
from tests.pages.staged import BETTING, OUTCOME, Staged, enter
from tests.pages.states import staked
from tests.pages.test_accessible import faults
from tests.pages.test_states import switch

DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")
WIDE, LAPTOP = ViewportSize(width=1920, height=1080), ViewportSize(width=1366, height=768)
ALL_WAIT = """() => [...document.querySelectorAll('.table-card')]
  .every((card) => card.dataset.state === 'waiting')"""
SEEN_AT_EACH = [".area", ".hand-cards > *", ".notice .button", ".action", ".strip"]


def test_marks_are_conventional_until_shapes_are_chosen(page: Page, place: Staged) -> None:
    enter(page, place, "anna")
    page.goto(f"{place.address}/table/{OUTCOME}")
    page.wait_for_selector(".beside .road-big_eye_boy g")
    expect(page.locator(".beside .road rect.derived, .beside .ring-dot")).to_have_count(0)
    expect(page.locator(".beside .road-small_road circle.solid").first).to_be_attached()
    page.get_by_label("Shapes for colour-blind readers").check()
    expect(page.locator(".beside .road rect.derived").first).to_be_attached()
    expect(page.locator(".beside .road-big_road .ring-dot").first).to_be_attached()
    page.reload()
    page.wait_for_selector(".beside .road rect.derived")
    assert faults(page) == []


def test_counts_and_points_are_the_servers(page: Page, place: Staged) -> None:
    enter(page, place, "anna")
    page.goto(f"{place.address}/table/{OUTCOME}")
    page.wait_for_selector(".counts dd")
    counted = api(page, f"/tables/{OUTCOME}/statistics")
    shown = {
        str(each.get_attribute("data-count")): int(each.inner_text())
        for each in page.locator(".counts dd").all()
    }
    assert shown == {
        "banker": counted["banker"],
        "player": counted["player"],
        "tie": counted["tie"],
        "banker pair": counted["banker_pair"],
        "player pair": counted["player_pair"],
    }
    page.get_by_label("Points on beads").check()
    rounds = api(page, f"/tables/{OUTCOME}/rounds?limit=100")
    points = [str(max(each["player"], each["banker"])) for each in reversed(rounds)]
    beads = page.locator(".beside .road-bead_plate .bead-text").all_text_contents()
    assert beads == points
    expect(page.locator(".beside .bead-natural").first).to_be_attached()
    switch(page)
    expect(page.locator(".counts dt")).to_have_text(
        ["庄", "闲", "和", "庄对", "闲对"], use_inner_text=True
    )


def test_an_ask_road_shows_the_next_mark_in_every_derived_road(page: Page, place: Staged) -> None:
    enter(page, place, "anna")
    page.goto(f"{place.address}/table/{OUTCOME}")
    page.wait_for_selector(".ask-roads")
    foretold = api(page, f"/tables/{OUTCOME}/roads")["next"]
    for side in ("banker", "player"):
        wanted = {road for road in DERIVED if foretold[side][road]}
        page.locator(f"[data-ask={side}]").hover()
        page.wait_for_function(
            "(count) => document.querySelectorAll('.beside .asked').length === count",
            arg=len(wanted),
        )
        for road in wanted:
            mark = page.locator(f".beside .road-{road} .asked > *").first
            assert foretold[side][road][2] in str(mark.get_attribute("class"))
    page.mouse.move(5, 5)
    page.wait_for_function("() => !document.querySelector('.beside .asked')")
    page.locator("[data-ask=banker]").press("Enter")
    page.wait_for_selector(".beside .asked")
    assert faults(page) == []
    page.goto(f"{place.address}/display/{OUTCOME}")
    page.locator(".wall [data-ask=player]").click()
    page.wait_for_selector(".wall .asked")
    expect(page.locator(".wall [data-ask=player]")).to_contain_text("闲问路", use_inner_text=True)


def test_any_road_is_enlarged(page: Page, place: Staged) -> None:
    enter(page, place, "anna")
    page.goto(f"{place.address}/table/{OUTCOME}")
    page.get_by_role("button", name="Small road: enlarge").click()
    large = page.locator("dialog.sheet .road-small_road")
    large.wait_for()
    box, small = (
        large.bounding_box(),
        page.locator(".beside .fitted-road .road-small_road").bounding_box(),
    )
    assert box is not None
    assert small is not None
    assert box["height"] > 2 * small["height"]
    assert faults(page) == []
    page.keyboard.press("Escape")
    large.wait_for(state="detached")


def test_the_derived_roads_can_be_read_at_arms_length(page: Page, place: Staged) -> None:
    """A mark of eleven pixels or more on the smallest wide screen: about three millimetres."""
    enter(page, place, "anna")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{place.address}/table/{OUTCOME}")
    for road in DERIVED:
        box = page.locator(f".beside .road-{road}").bounding_box()
        assert box is not None
        assert box["height"] / 6 >= 11


def test_the_lobby_is_filtered_sorted_and_remembers_favourites(
    page: Page, boss: Boss, server: Served
) -> None:
    mine = boss.open(Method.B, "no-commission")
    boss.open(Method.B, "tiger")
    boss.open(Method.B, "tiger")
    page.goto(server.address)
    page.wait_for_selector(".hall-filters")
    page.locator("[name=game]").select_option("no-commission")
    expect(page.locator(f"[data-table={mine.name}]")).to_be_visible()
    expect(page.locator(".table-card:not(.no-commission)")).to_have_count(0)
    page.locator(f"[data-table={mine.name}] .star").click()
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Favourites only").check()
    expect(page.locator(".table-card")).to_have_count(1)
    page.reload()
    page.wait_for_selector(".table-card")
    first = page.locator(".table-card").first
    expect(first, "favourites come first").to_have_attribute("data-table", mine.name)
    page.get_by_label("Compact").check()
    expect(page.locator(".table-card .road")).to_have_count(0)
    assert faults(page) == []
    page.get_by_role("button", name="中文").click()
    filters = page.locator(".hall-filters")
    expect(filters).to_have_attribute("aria-label", re.compile("查找牌桌"))
    page.locator("[name=state]").select_option("waiting")
    page.wait_for_function(ALL_WAIT)  # at one moment: others come and go as rounds begin and end


def test_up_to_four_tables_are_played_at_once(page: Page, boss: Boss, server: Served) -> None:
    page.set_viewport_size(WIDE)
    games = ("tiger", "no-commission", "dragon-tiger-no-commission")
    tables = [boss.open(Method.B, game) for game in games]
    page.goto(server.address)
    for table in tables:
        page.locator(f"[data-table={table.name}] .card-choices input").check()
    page.get_by_role("button", name="Open them together").click()
    page.wait_for_function("() => document.querySelectorAll('.felt.open').length === 3")
    for table in tables:
        seat = page.locator(f"[data-at={table.name}]")
        seat.locator("[data-wager=banker]").click()
        seat.locator("[data-wager=banker]").press("d")  # keys go to the table with the focus
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-wager=banker]')]"
        ".every((each) => each.dataset.stake === '2000')"
        " && !document.querySelector('.stake.unsure')"
    )
    for table in tables:
        (held,) = api(page, f"/tables/{table.name}")["mine"]["stakes"]
        assert (held["wager"], held["cents"]) == ("banker", 2000)
    tall = "() => document.documentElement.scrollHeight"
    assert page.evaluate(tall) <= WIDE["height"], "all of them without scrolling"
    assert faults(page) == []
    assert sum(each.is_visible() for each in page.locator(".strip .road").all()) == 3
    page.set_viewport_size(LAPTOP)
    tables[2].deal(*CARDS[:2])
    tables[2].give(c.Report(Irregularity.POWER_FAILURE))
    page.locator(".notice .button").first.wait_for()
    page.wait_for_function(f"(needed) => !({PROBLEMS})(needed).length", arg=SEEN_AT_EACH)


AUDIO = """() => {
  window.heard = 0;
  const make = AudioContext.prototype.createBufferSource;
  AudioContext.prototype.createBufferSource = function () {
    window.heard += 1;
    return make.call(this);
  };
}"""


def test_sound_is_off_until_chosen_and_has_captions(page: Page, boss: Boss, server: Served) -> None:
    page.add_init_script(f"({AUDIO})()")
    table = staked(page, boss, server)
    assert page.evaluate("() => window.heard") == 0
    page.locator("[data-action=sound]").click()
    page.wait_for_function("() => window.heard > 0")
    expect(page.get_by_label("Volume")).to_have_count(1)
    before = page.evaluate("() => window.heard")
    table.deal("2C")
    page.wait_for_function("(before) => window.heard > before", arg=before)
    expect(page.locator(".caption")).to_have_attribute("data-caption", "card")
    assert faults(page) == []
    page.locator("[data-action=sound]").click()
    expect(page.get_by_label("Volume")).to_have_count(0)
    page.wait_for_selector(".caption", state="detached")


def test_a_road_is_laid_out_while_betting(page: Page, place: Staged) -> None:
    """The strip above the felt of a phone has as many columns as fit, and the last of them."""
    enter(page, place, "anna")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{place.address}/table/{BETTING}")
    strip = page.locator(".strip .road")
    strip.wait_for()
    newest = page.locator(".strip .newest").bounding_box()
    box = strip.bounding_box()
    assert newest is not None
    assert box is not None
    assert box["x"] <= newest["x"] <= box["x"] + box["width"]
