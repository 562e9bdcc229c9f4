"""Consoles in words: no raw ids, no JSON; signing out everywhere; who deals an automatic table."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from punto.client import Client
from punto.rules.staff import Position
from punto.table import commands as c
from tests.pages.consoles import Floor, name_of, table_for
from tests.pages.served import api
from tests.pages.test_accessible import faults, in_chinese

DEALER, MANAGER = Position.DEALER, Position.PIT_MANAGER
SHIFT = Position.GAMING_SHIFT_MANAGER
RAW = re.compile(r"guest-[0-9a-f]{6}")
# Everything a page shows or reads out: text, labels, and what stands in fields and lists.
SAID = """() => [document.body.innerText,
  ...[...document.querySelectorAll('*')].flatMap((each) =>
    [each.getAttribute('aria-label'), each.getAttribute('title')]),
  ...[...document.querySelectorAll('input, datalist option')].map((each) => each.value)]
  .filter(Boolean).join('\\n')"""
PIT_PARTS = ("tables", "alerts", "approvals", "events", "luck", "staff", "devices")
TABLE_PARTS = ("case", "rounds", "settings", "bank", "protection")


def coded(text: str, names: set[str]) -> list[str]:
    """What only a program would write: JSON, ids in kebab or snake case."""
    found = re.findall(r'\{"|\b[a-z]+(?:_[a-z]+)+\b|(?<![\w-])[a-z]+(?:-[a-z]+)+(?![\w-])', text)
    return [each for each in found if each not in names]


def in_both(page: Page) -> list[str]:
    """What a page says in each language, English first."""
    page.get_by_role("button", name="EN", exact=True).click()
    english = str(page.evaluate(SAID))
    in_chinese(page)
    return [english, str(page.evaluate(SAID))]


@pytest.mark.sweep
def test_consoles_show_neither_ids_of_guests_nor_code(floor: Floor) -> None:
    """A guest bets, calls and denials are on record, settings were changed: all told in words."""
    table = "words-all"
    floor.open(table, table_for("tiger"))
    told = floor.boss.configuration(table).configuration
    assert told is not None
    floor.boss.give(table, c.ChangeConfiguration(told, why="checked"))
    visitor = Client(floor.server.address)
    visitor.sign_in_as_guest()
    floor.begin(table, ("ann", "banker", 5000), close=False)
    visitor.give(table, c.PlaceStake(visitor.me().id, "player", 2, 9000))
    floor.boss.give(table, c.CloseBetting())
    floor.staff[DEALER].call_pit(table, None, "a word please")
    names = {table, *(name_of(each) for each in Position)}
    with ExitStack() as browsers:
        guest = browsers.enter_context(floor.page(None, "/"))
        guest.locator("[data-table=tiger] .button.strong").click()
        guest.wait_for_selector(".felt .area")
        own = str(api(guest, "/me")["id"])
        assert RAW.match(own)
        staff = floor.staff[SHIFT]
        page = browsers.enter_context(floor.page(staff, "/pit"))
        known = {each["table"] for each in api(page, "/pit")["tables"]}
        known |= {each["name"] for each in [*api(page, "/staff"), *api(page, "/devices")]}
        for path in (
            *(f"/pit#{part}" for part in PIT_PARTS),
            *(f"/pit/{table}#{part}" for part in TABLE_PARTS),
            f"/dealer/{table}",
            "/dealer/tiger",
            "/account",
        ):
            page.goto("about:blank")
            page.goto(floor.server.address + path)
            page.wait_for_selector(".pit-table, .alert, .state, .panel, .table-title")
            if path == f"/dealer/{table}":
                page.locator("[data-stake]", has_text=re.compile("Guest|访客")).wait_for()
            for each in page.locator("summary:visible").all():
                each.click()
            for said in in_both(page):
                assert not RAW.search(said), f"{path}: {RAW.search(said)}"
                assert coded(said, names | known) == [], path
        for path in ("/", "/table/tiger", "/history/tiger", "/account", "/rules/tiger"):
            guest.goto(floor.server.address + path)
            guest.locator("main h1").first.wait_for()
            assert not any(RAW.search(said) for said in in_both(guest)), path
    floor.finish(table)
    visitor.close()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_dealer_sees_table_round_and_seat_before_name(floor: Floor, language: str) -> None:
    table = f"words-{language}"
    floor.open(table, table_for("tiger"))
    floor.begin(table, ("ann", "banker", 5000), close=False)
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as page:
        page.wait_for_selector("[data-stake]")
        if language == "zh":
            in_chinese(page)
        title = page.locator(".table-title").inner_text()
        assert table in title
        assert ("Round 1" if language == "en" else "第 1 局") in title
        row = page.locator("[data-stake] th").inner_text()
        assert re.fullmatch(r"(Seat 1|1 号位)\s+ann", row), row
        assert faults(page) == []
    floor.finish(table)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_cannot_be_undone_is_asked_twice(floor: Floor, language: str) -> None:
    table = f"words-sure-{language}"
    floor.open(table, table_for("tiger"))
    with floor.page(floor.staff[MANAGER], f"/dealer/{table}") as page:
        page.locator("[data-action=retire-shoe]").wait_for()
        if language == "zh":
            in_chinese(page)
        page.locator("[data-action=retire-shoe]").click()
        page.locator("[data-sure=retire-shoe]").wait_for()
        assert faults(page) == []
        page.keyboard.press("Enter")  # the way back has the focus
        page.locator("[data-action=retire-shoe]").wait_for()
        assert floor.boss.table(table).shoe is not None
        page.locator("[data-action=retire-shoe]").click()
        page.locator("[data-sure=retire-shoe]").click()
        page.wait_for_selector(".next-step[data-step=load-shoe]")
    assert floor.boss.table(table).shoe is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_human_at_an_automatic_table_is_told_that_software_deals(
    floor: Floor, language: str
) -> None:
    """And takes it over, deals a card that the device names, and gives it back, all on record."""
    table = "tiger" if language == "en" else "no-commission"
    with floor.page(floor.staff[DEALER], f"/dealer/{table}") as page:
        page.wait_for_selector("[data-dealt-by=software]")
        if language == "zh":
            in_chinese(page)
        notice = page.locator(".software")
        expect(notice).to_contain_text("Software deals" if language == "en" else "软件发牌")
        expect(page.locator(".next-step")).to_have_count(0)
        page.locator("[data-action=take-over]").click()
        page.wait_for_selector("[data-dealt-by=staff]")
        expect(notice).to_contain_text("You have taken over" if language == "en" else "您已接管")
        assert faults(page) == []
        assert dealt_by(floor, table) == "staff"
        assert floor.boss.table(table).dealer == name_of(DEALER)
        press_on_to_a_draw(page)
        expect(page.locator(".next-step input"), "nobody types a card here").to_have_count(0)
        left = api(page, f"/tables/{table}")["table"]["shoe"]["cards_left"]
        page.locator(".next-step [data-action=virtual]").click()
        page.wait_for_function(CARDS_LEFT, arg=[table, left - 1])
        page.locator("[data-action=give-back]").click()
        page.wait_for_selector("[data-dealt-by=software]")
        page.locator(".next-step").wait_for(state="detached")
        assert dealt_by(floor, table) == "software"


CARDS_LEFT = """async ([table, left]) => {
  const answer = await fetch(`/api/v1/tables/${table}`);
  return (await answer.json()).table.shoe.cards_left === left;
}"""


def press_on_to_a_draw(page: Page) -> None:
    """From wherever the software had left the table, by the one strong button of each step."""
    step = page.locator(".next-step")
    while (now := step.get_attribute("data-step")) != "draw":
        if now != "reveal-contributions":  # which the page does by itself
            page.locator(".next-step .button.strong").click()
        expect(step).not_to_have_attribute("data-step", str(now))


def dealt_by(floor: Floor, table: str) -> str:
    return next(each.dealt_by for each in floor.boss.lobby().tables if each.table == table)


@pytest.mark.sweep
def test_everybody_can_sign_out_on_every_page(floor: Floor) -> None:
    leaver = floor.hire("words-leaver", MANAGER)
    with floor.page(leaver, "/pit") as page:
        for path in ("/pit", "/pit/tiger", "/dealer/tiger", "/table/tiger", "/account"):
            page.goto(floor.server.address + path)
            page.locator("[data-action=sign-out]").wait_for()
        for path in ("/rules/tiger", "/odds/tiger", "/history/tiger", "/how-to-play/tiger"):
            page.goto(floor.server.address + path)
            page.locator("[data-action=sign-out]").wait_for()
            expect(page.locator("[data-action=sign-out]")).to_have_text(
                "Sign out", use_inner_text=True
            )
        in_chinese(page)
        page.get_by_role("button", name="退出登录").click()
        page.wait_for_selector(".table-card")
        assert page.evaluate("async () => (await fetch('/api/v1/me')).status") == 401
    leaver.close()
