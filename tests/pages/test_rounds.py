"""Rounds at a terminal: pushed data is not requested again, and matches the API."""

from playwright.sync_api import Page

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.table import commands as c
from tests.pages.dealt import Boss
from tests.pages.served import Served, api, held_stakes, sit

ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")


def test_a_terminal_asks_nothing_when_a_round_is_settled(
    page: Page, boss: Boss, server: Served
) -> None:
    """A thousand of them would ask at once: roads and rounds are told over the socket."""
    table = boss.open(Method.B)
    sit(page, server, table.name)
    page.locator("[data-wager=tie]").click()
    page.wait_for_selector(".stake:not(.unsure)")
    page.wait_for_timeout(300)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table.deal("2C", "5D", "3H", "AH")
    table.finish("TD")
    page.wait_for_selector(".rounds-list li")
    page.wait_for_selector(".area-banker.win")
    table.give(c.OpenBetting())
    page.wait_for_selector(".felt.open")
    assert asked == []
    rounds = api(page, f"/tables/{table.name}/rounds?limit=6")
    printed = page.locator(".rounds-list li b").all_inner_texts()
    assert printed == [f"{each['player']} : {each['banker']}" for each in rounds]
    roads = api(page, f"/tables/{table.name}/roads")
    cells = page.locator(".panel.roads svg[data-cells]").evaluate_all(
        "all => all.map(e => e.dataset.cells)"
    )
    assert cells == [str(len(roads[name])) for name in ROADS]


def tab_to(page: Page, found: str) -> None:
    """Press Tab until what has the focus answers to this, as somebody without a pointer does."""
    for _ in range(600):  # past whatever tables other tests have opened
        page.keyboard.press("Tab")
        if page.evaluate(f"() => {{ const at = document.activeElement; return !!({found}); }}"):
            return
    raise AssertionError(f"no Tab leads to {found}")


def test_a_visit_with_a_keyboard_alone(page: Page, boss: Boss, server: Served) -> None:
    """Stake, squeeze, turn, cash out: no pointer is touched from the lobby to the ticket."""
    table = boss.open(Method.A)
    page.goto(server.address)
    page.wait_for_selector(f"[data-table={table.name}]")
    tab_to(page, f"at.closest('[data-table={table.name}]') && at.matches('.strong')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt.open")
    tab_to(page, "at.dataset.wager === 'player'")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    page.wait_for_selector(".stake:not(.unsure)")
    assert held_stakes(page, table.name, {"player": 5000}) == {"player": 5000}
    table.deal("9C", "5D", "TH", "AH")  # 9 against 6: a natural
    table.pass_cards(Side.PLAYER)
    table.give(c.ChooseFirstRevealed(Side.PLAYER))
    page.wait_for_selector(".turn .button.strong")
    tab_to(page, "at.textContent === 'Squeeze the cards'")
    page.keyboard.press("Enter")
    for card in ("9C", "TH"):
        page.wait_for_selector("canvas.squeeze-card:focus")
        for _ in range(5):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-card='{card}']")
    page.wait_for_selector(".terminal .hand.player [data-card='TH']")
    table.give(c.ExposeCards(Side.BANKER))
    table.finish()
    page.wait_for_selector("[data-credits='1005000']")
    tab_to(page, "at.matches('button.credits')")
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=amount]")
    tab_to(page, "at.name === 'amount'")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ticket-paper svg")
    page.wait_for_selector("[data-credits='1000000']")
    assert api(page, "/me")["credits_cents"] == 1_000_000
