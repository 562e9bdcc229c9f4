"""A dealer deals by hand at a console while a patron plays in another browser."""

import re

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from punto.client import Client
from punto.rules.game import Method
from punto.table import commands as c
from punto.table.configuration import Configuration
from tests.pages.served import Served, api, sit
from tests.pages.test_accessible import faults
from tests.web.served import credits_table

TABLE = "by-hand"
INITIAL = ("2C", "5D", "3H", "AH")  # Player 5, Banker 6
THIRD = "10D"  # Player stays on 5; Banker stands on 6 against a 0


def open_table(server: Served, table: str, configuration: Configuration) -> dict[str, str]:
    """A table opened by a Pit Manager, and a dealer for it."""
    add = ("staff", "add")
    opener = server.run(*add, f"opener-{table}", "--position", "pit-manager", "--tables", "*")
    dealer: dict[str, str] = server.run(*add, f"dealer-{table}", "--tables", table)
    with Client(server.address) as pit:
        pit.sign_in(f"opener-{table}", opener["password"])
        pit.give(table, c.OpenTable(configuration))
    return dealer


def press(console: Page, step: str) -> None:
    """Wait for a step, then do it by its one button."""
    console.locator(f".next-step[data-step={step}] .button.strong").click()


def draw(console: Page, code: str) -> None:
    """Type a card as a scanner does: the code, then Enter."""
    dealt = console.locator(".hand [data-card]").count()
    console.wait_for_selector(".next-step[data-step=draw] input:focus")
    console.keyboard.type(code)
    console.keyboard.press("Enter")
    console.wait_for_function(
        "(wanted) => document.querySelectorAll('.hand [data-card]').length === wanted",
        arg=dealt + 1,
    )


def test_a_round_is_dealt_by_hand_for_a_patron_elsewhere(
    page: Page, browser: Browser, server: Served
) -> None:
    dealer = open_table(server, TABLE, credits_table("tiger"))
    page.goto(f"{server.address}/dealer/{TABLE}")
    page.get_by_label("Name").fill(f"dealer-{TABLE}")
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Name or password is wrong").wait_for()
    assert faults(page) == []
    page.get_by_label("Password").fill(dealer["password"])
    page.get_by_role("button", name="Sign in").click()
    press(page, "load-shoe")
    press(page, "open-betting")

    patrons = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    patron = patrons.new_page()
    sit(patron, server, TABLE)
    patron.wait_for_selector(".felt.open")
    patron.locator("[data-wager=banker]").click()
    patron.locator("[data-wager=tiger]").click()
    page.wait_for_function("() => document.querySelectorAll('tr[data-stake]').length === 2")
    listed = page.locator(".console-table").inner_text()
    assert re.search(r"Seat \d+ Guest \d{4}", listed)
    assert api(patron, "/me")["id"] not in listed
    assert faults(page) == []

    press(page, "close-betting")
    patron.get_by_text("No more bets").first.wait_for()
    page.wait_for_selector(".next-step[data-step=draw] input:focus")
    page.keyboard.type("ZZ")
    page.keyboard.press("Enter")
    page.locator(".notice").wait_for()
    page.locator(".next-step input").fill("")
    for code in INITIAL:
        draw(page, code)
    press(page, "announce-totals")
    patron.wait_for_selector(".hand.player [data-total='5']")
    expect(page.locator(".next-step")).to_contain_text(
        "Player has 5 and draws on 0 to 5.", use_inner_text=True
    )
    draw(page, THIRD)
    press(page, "announce-outcome")

    patron.get_by_text("Banker wins, 6 over 5").wait_for()
    patron.wait_for_selector(".area-tiger.win")
    page.wait_for_selector(".settlement li")
    done = page.locator(".settlement li").evaluate_all("all => all.map(e => e.dataset.action)")
    assert done == ["pay", "pay", "leave", "leave"]
    expect(page.locator(".settlement")).to_contain_text("Pay", use_inner_text=True)
    # 10 on Banker at 0.95 to 1, 10 on Tiger at 12 to 1 for a six of two cards.
    assert api(patron, "/me")["credits_cents"] == 1_012_950
    patron.wait_for_selector("[data-credits='1012950']")
    assert faults(page) == []
    page.get_by_role("button", name="中文").click()
    expect(page.locator(".next-step")).to_contain_text("开始下注", use_inner_text=True)
    assert faults(page) == []
    patrons.close()


def test_cards_go_face_down_to_the_patron_who_staked_most(
    page: Page, browser: Browser, server: Served
) -> None:
    """Method A: the patron turns the hand at a terminal, and nobody sees it before."""
    table = "method-a"
    dealer = open_table(server, table, replace(credits_table("tiger"), method=Method.A))
    page.goto(f"{server.address}/dealer/{table}")
    page.get_by_label("Name").fill(f"dealer-{table}")
    page.get_by_label("Password").fill(dealer["password"])
    page.get_by_role("button", name="Sign in").click()
    press(page, "load-shoe")
    press(page, "open-betting")
    patrons = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    patron = patrons.new_page()
    sit(patron, server, table)
    patron.wait_for_selector(".felt.open")
    patron.locator("[data-wager=banker]").click()
    page.wait_for_selector("tr[data-stake]")
    press(page, "close-betting")
    for code in INITIAL:
        draw(page, code)
    down = patron.locator(".hand [data-card='??']")
    patron.wait_for_function("() => document.querySelectorAll('[data-card=\"??\"]').length === 4")
    expect(page.locator(".hand [data-card='??']")).to_have_count(4)  # nor does the dealer see them
    press(page, "pass")
    patron.get_by_text("The Banker cards are yours").wait_for()
    assert faults(patron) == []
    for _ in range(8):
        step = page.locator(".next-step").get_attribute("data-step")
        if step in ("announce-totals", "draw", "announce-outcome"):
            break
        turn = patron.get_by_role("button", name="Turn the cards")
        if step == "expose" and "Banker" in page.locator(".next-step .reason").inner_text():
            turn.click()
        else:
            press(page, str(step))
        page.wait_for_timeout(400)
    down.first.wait_for(state="detached")
    press(page, "announce-totals")
    patron.wait_for_selector(".hand.banker [data-total='6']")
    shown = patron.locator(".hand.banker [data-card]").evaluate_all(
        "a => a.map(e => e.dataset.card)"
    )
    assert shown == ["5D", "AH"]
    patrons.close()


def test_a_guest_is_not_shown_the_console(page: Page, server: Served) -> None:
    sit(page, server, "tiger")
    page.goto(f"{server.address}/dealer/tiger")
    page.get_by_text("This console is for staff.").wait_for()
    expect(page.locator(".next-step")).to_have_count(0)
