"""A patron squeezes at a terminal while others watch and never receive the face."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from punto.client import Client
from punto.floor.card_reads import Read
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.dealt import Boss, Dealt
from tests.pages.served import Served, sit
from tests.pages.test_accessible import faults

CARDS = ("9C", "5D", "TH", "AH")  # Player 9C TH, Banker 5D AH
CODE = re.compile(r'"([A23456789TJQK][SHDC])"')
UNITS = 200 + 2 * 72  # across the canvas: a card of 200 and the room around it


class Seat:
    """A browser at a table, with every frame its socket was sent."""

    def __init__(self, context: BrowserContext, server: Served, table: str) -> None:
        self.page = context.new_page()
        self.frames: list[str] = []
        self.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda text: self.frames.append(str(text))),
        )
        sit(self.page, server, table)

    def bends(self) -> list[dict[str, object]]:
        found = (json.loads(frame) for frame in self.frames)
        return [each for each in found if each["type"] == "bend"]

    def wait_until_flat(self) -> None:
        """Let go, it falls back for everybody."""
        for _ in range(100):
            if self.bends()[-1]["far"] == 0:
                return
            self.page.wait_for_timeout(30)  # lets frames come in
        raise AssertionError(self.bends()[-1])

    def faces(self) -> set[str]:
        return {code for frame in self.frames for code in CODE.findall(frame)}


Sit = Callable[..., Seat]


@pytest.fixture
def seat(browser: Browser, server: Served) -> Iterator[Sit]:
    contexts: list[BrowserContext] = []

    def make(table: str, **more: object) -> Seat:
        screen = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", **more}
        contexts.append(browser.new_context(**screen))  # type: ignore[arg-type]
        return Seat(contexts[-1], server, table)

    yield make
    for context in contexts:
        context.close()


def stake(page: Page, table: Dealt, wager: str = "player") -> None:
    page.locator(f"[data-wager={wager}]").click()
    page.wait_for_selector(".stake:not(.unsure)")
    page.wait_for_function(
        "async (table) => (await (await fetch('/api/v1/tables/' + table)).json())"
        ".mine.stakes.length",
        arg=table.name,
    )


def read(server: Served, table: str) -> None:
    """The table's card reader reads the cards that are drawn."""
    add = ("devices", "add", f"reader-of-{table}", "--duty", "reader", "--tables", table)
    reader = Client(server.address, token=server.run(*add)["key"])
    answers = reader.send_reads(table, *(Read(at, card) for at, card in enumerate(CARDS, 1)))
    assert [each.refused for each in answers] == [None] * len(CARDS)
    reader.close()


def hand_over(table: Dealt, *cards: str) -> None:
    """Deal, pass the Player cards to whoever staked on them; they are revealed first."""
    table.deal(*(cards or CARDS))
    table.pass_cards(Side.PLAYER)
    table.give(c.ChooseFirstRevealed(Side.PLAYER))


def begin(page: Page) -> None:
    page.get_by_role("button", name="Squeeze the cards").click()
    page.wait_for_selector("canvas.squeeze-card")


def point(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the large card, in its own units of 200 by 280, on the screen."""
    box = page.locator("canvas.squeeze-card").bounding_box()
    assert box is not None
    unit = box["width"] / UNITS
    return box["x"] + (x + 72) * unit, box["y"] + (y + 32) * unit


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """With the mouse, which stays down."""
    page.mouse.move(*point(page, *start))
    page.mouse.down()
    page.mouse.move(*point(page, *end), steps=12)


def bent(page: Page) -> int:
    return int(page.locator("canvas.squeeze-card").get_attribute("data-bent") or 0)


def ink(page: Page, selector: str) -> int:
    """How many dark dots there are on a canvas: what is printed on a black card."""
    return int(
        page.evaluate(
            """(selector) => {
          const canvas = document.querySelector(selector);
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          let dark = 0;
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3] > 250 && Math.max(...data.slice(at, at + 3)) < 60) dark++;
          return dark;
        }""",
            selector,
        )
    )


def test_by_mouse_with_another_looking_on(boss: Boss, seat: Sit) -> None:
    table = boss.open()
    mine, other = seat(table.name), seat(table.name)
    page, looker = mine.page, other.page
    stake(page, table)
    hand_over(table)
    begin(page)
    drag(page, (4, 140), (150, 150))
    page.wait_for_function("() => document.querySelector('canvas.squeeze-card').dataset.bent > 10")
    assert ink(page, "canvas.squeeze-card") > 100, "the pips of a black nine are seen"
    looker.wait_for_selector(".hand.player .card.bent canvas")
    looker.wait_for_function("() => document.querySelector('.bent canvas').width > 100")
    assert ink(looker, ".bent canvas") < 20, "and not by one who looks on"
    expect(looker.locator(".hand.player [data-card='??']")).to_have_count(2)
    page.mouse.up()
    page.wait_for_function(
        "() => document.querySelector('canvas.squeeze-card').dataset.bent === '0'"
    )
    other.wait_until_flat()
    expect(page.locator(".squeeze-hand [data-card='??']")).to_have_count(2)

    drag(page, (196, 276), (-80, -60))  # from the corner, far enough
    page.mouse.up()
    page.locator(".squeeze-hand [data-card='9C']").wait_for()
    expect(page.locator(".squeeze-status")).to_contain_text("9 of clubs", use_inner_text=True)
    page.get_by_role("button", name="Card 2").click()
    drag(page, (100, 4), (100, 320))
    page.mouse.up()
    # The last card turns the hand, for everybody.
    page.locator("dialog.squeeze").wait_for(state="detached")
    looker.wait_for_selector(".hand.player [data-card='9C']")
    looker.wait_for_selector(".hand.player [data-card='TH']")
    told = [json.loads(frame) for frame in other.frames]
    turned = next(
        at
        for at, frame in enumerate(told)
        for event in (frame.get("table") or {}).get("events", ())
        if event["type"] == "cards-exposed"
    )
    assert not any(CODE.findall(frame) for frame in other.frames[:turned])
    assert {"left", "bottom-right", "top"} <= {str(each["grip"]) for each in other.bends()}
    assert all(
        each.keys() == {"type", "side", "card", "grip", "far", "tilt"} for each in other.bends()
    )
    assert mine.bends() == []


def test_by_touch_from_any_edge(boss: Boss, seat: Sit) -> None:
    table = boss.open()
    page = seat(table.name, has_touch=True, is_mobile=True, device_scale_factor=2).page
    stake(page, table)
    hand_over(table)
    begin(page)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    edges = {"left": (3, 140), "right": (197, 140), "top": (100, 3), "bottom": (100, 277)}
    for x, y in edges.values():
        send("touchStart", point(page, x, y))
        for part in (0.2, 0.4, 0.6):
            send("touchMove", point(page, x + (100 - x) * part * 1.3, y + (140 - y) * part * 1.3))
        page.wait_for_function(
            "() => document.querySelector('canvas.squeeze-card').dataset.bent >= 10"
        )
        send("touchEnd")
        page.wait_for_function(
            "() => document.querySelector('canvas.squeeze-card').dataset.bent === '0'"
        )
    assert page.evaluate("() => window.scrollY") == 0
    send("touchStart", point(page, 100, 277))
    for step in range(1, 8):
        send("touchMove", point(page, 100, 277 - step * 45))
    send("touchEnd")
    page.locator(".squeeze-hand [data-card='9C']").wait_for()


def test_with_a_keyboard_alone(boss: Boss, seat: Sit) -> None:
    table = boss.open()
    page = seat(table.name).page
    stake(page, table)
    hand_over(table)
    begin(page)
    page.wait_for_selector("canvas.squeeze-card:focus")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    card = page.get_by_role("slider")
    assert bent(page) == 20
    expect(card).to_have_attribute("aria-valuetext", "bent 20%")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => document.querySelector('canvas.squeeze-card').dataset.bent === '0'"
    )
    expect(page.locator("dialog.squeeze")).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("dialog.squeeze").wait_for(state="detached")
    begin(page)
    page.wait_for_selector("canvas.squeeze-card:focus")
    page.keyboard.press("Enter")
    page.wait_for_selector(".squeeze-hand [data-card='9C']")
    page.wait_for_selector("canvas.squeeze-card:focus")  # the next one lies there
    for _ in range(20):
        page.keyboard.press("ArrowUp")
    page.wait_for_selector(".terminal .hand.player [data-card='TH']")


def test_the_third_card_and_what_axe_says_of_it_all(boss: Boss, seat: Sit) -> None:
    table = boss.open()
    mine, other = seat(table.name), seat(table.name)
    page = mine.page
    stake(page, table)
    hand_over(table, "2C", "5D", "3H", "AH")  # 5 and 6: Player draws
    assert faults(page) == []
    begin(page)
    page.get_by_role("button", name="Turn all at once").click()
    page.wait_for_selector(".terminal .hand.player [data-card='3H']")
    table.give(c.ExposeCards(Side.BANKER), c.AnnounceTotals())
    table.give(c.DrawCard("KD"))
    page.wait_for_selector(".hand.player .sideways[data-card='??']")
    page.get_by_role("button", name="Squeeze the cards").wait_for()
    expect(page.locator(".turn")).not_to_contain_text("Nobody has read", use_inner_text=True)
    expect(page.locator("dialog.squeeze")).to_have_count(0)
    begin(page)
    expect(page.locator(".squeeze-hand button:disabled")).to_have_count(2)
    drag(page, (196, 140), (90, 140))
    other.page.wait_for_selector(".hand.player .card.bent canvas")
    assert "KD" not in other.faces()
    expect(
        page.locator(".hand.player [data-total='5']"), "what lies is counted alone"
    ).to_have_count(1)
    assert faults(page) == []
    page.mouse.up()
    page.evaluate("() => document.querySelectorAll('[lang=zh-Hans]')[0].click()")
    expect(page.get_by_role("button", name="翻开这张牌")).to_have_count(1)
    assert faults(page) == []
    page.keyboard.press("Enter")
    page.wait_for_selector(".terminal .hand.player [data-card='KD']")
    other.page.wait_for_selector(".hand.player [data-card='KD']")


def test_cards_that_nobody_has_read_are_squeezed_at_the_table(boss: Boss, seat: Sit) -> None:
    table = boss.open()
    page = seat(table.name).page
    stake(page, table)
    table.give(c.CloseBetting(), *(c.DrawCard() for _ in range(4)))
    table.pass_cards(Side.PLAYER)
    page.get_by_role("button", name="Squeeze the cards").click()
    page.get_by_text("These cards have not been read").wait_for()
    expect(page.locator("dialog.squeeze")).to_have_count(0)


def test_the_device_of_method_c_holds_both_hands(boss: Boss, seat: Sit, server: Served) -> None:
    table = boss.open(Method.C)
    page = seat(table.name).page
    stake(page, table)
    (mine,) = table.stakes()
    table.give(c.GiveDevice(mine.patron), c.CloseBetting())
    page.get_by_text("Draw a card from the dealing device").wait_for()
    expect(page.get_by_role("button", name="Draw the card")).to_have_count(0)
    read(server, table.name)  # what the patron draws; the device alone says which cards they are
    for side in ("Player", "Banker"):
        page.get_by_text(f"The {side} cards are yours").wait_for()
    page.get_by_role("button", name="Squeeze the cards").last.click()
    page.get_by_role("heading", name="Squeeze the Banker cards").wait_for()
    page.get_by_role("button", name="Turn all at once").click()
    page.wait_for_selector(".terminal .hand.banker [data-card='AH']")
    expect(page.locator(".hand.player [data-card='??']")).to_have_count(2)


def test_a_round_that_ends_takes_the_card_out_of_the_hand(boss: Boss, seat: Sit) -> None:
    """Whatever the table does goes before what is done at a terminal."""
    table = boss.open()
    page = seat(table.name, reduced_motion="reduce").page
    stake(page, table)
    hand_over(table)
    begin(page)
    drag(page, (4, 140), (90, 140))
    table.give(c.Report(Irregularity.FOREIGN_CARDS, note="a foreign card"))
    page.locator("dialog.squeeze").wait_for(state="detached")
    page.wait_for_selector(".announcer.void")
    page.mouse.up()
    expect(page.locator(".hand [data-card='9C']")).to_have_count(0)
