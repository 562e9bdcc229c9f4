"""Every state a terminal can be in, produced with real commands."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from tests.pages.dealt import Boss, Dealt
from tests.pages.served import Served, sit

CARDS = ("2C", "5D", "3H", "AH")  # Player 5, Banker 6
THIRD = "TD"
SCREENS = {
    "phone": (360, 740),
    "phone-across": (740, 360),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
    "4k": (3840, 2160),
}

LATE_MS = 1_700  # longer than a late tap is ignored


class Cable:
    """What is between a page and its socket: it can be cut, swallow what is sent, or delay it."""

    def __init__(self, page: Page) -> None:
        self.refusals: list[dict[str, str]] = []  # what the server has refused through it
        self._is_cut = False
        self._swallows = False
        self._delayed: list[tuple[WebSocketRoute, str | bytes]] | None = None
        self._open: list[WebSocketRoute] = []
        self._silent: list[WebSocketRoute] = []  # what was lost on a connection never comes later
        page.route_web_socket("**/live**", self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close()
        else:
            server = socket.connect_to_server()
            socket.on_message(lambda sent: self._send(socket, server, sent))
            server.on_message(lambda sent: self._receive(socket, sent))
            self._open.append(socket)
            if self._swallows:
                self._silent.append(socket)

    def _send(self, socket: WebSocketRoute, server: WebSocketRoute, sent: str | bytes) -> None:
        if self._delayed is not None:
            self._delayed.append((server, sent))
        elif socket not in self._silent:
            server.send(sent)

    def _receive(self, socket: WebSocketRoute, sent: str | bytes) -> None:
        refused = json.loads(sent).get("refused")
        if refused:
            self.refusals.append(refused)
        if socket not in self._silent:
            socket.send(sent)

    def delay(self) -> None:
        """What the page sends is on its way until `arrive`."""
        self._delayed = []

    def arrive(self) -> None:
        for server, sent in self._delayed or ():
            server.send(sent)
        self._delayed = None

    def cut(self) -> None:
        self._is_cut = True
        for socket in self._open:
            socket.close()
        self._open.clear()

    def swallow(self) -> None:
        """Nothing arrives any more, in either direction, and neither end learns of it."""
        self._swallows = True
        self._silent += self._open

    def mend(self) -> None:
        """Let new connections carry everything; those that went silent stay so."""
        self._is_cut = self._swallows = False


def staked(page: Page, boss: Boss, server: Served, method: Method = Method.B) -> Dealt:
    """A guest with stakes on Banker and Tiger, and more on Player."""
    table = boss.open(method)
    sit(page, server, table.name)
    for wager in ("player", "player", "banker", "tiger"):
        page.locator(f"[data-wager={wager}]").click()
    page.wait_for_function("() => document.querySelectorAll('.stake').length === 3")
    page.wait_for_function("() => !document.querySelector('.stake.unsure')")
    page.wait_for_timeout(150)  # the table has taken them all
    return table


def empty(page: Page, boss: Boss, server: Served) -> None:
    sit(page, server, boss.open(Method.B).name)


def lost(page: Page, boss: Boss, server: Served) -> None:
    cable = Cable(page)
    staked(page, boss, server).deal(*CARDS)
    page.wait_for_selector(".hand.banker [data-card='AH']")
    cable.cut()
    page.wait_for_selector(".link-bar .lost")


def refused(page: Page, boss: Boss, server: Served) -> None:
    sit(page, server, boss.open(Method.B).name)
    page.keyboard.press("6")
    page.locator("[data-wager=player]").click()
    for _ in range(4):
        page.keyboard.press("d")
    page.locator(".refusal p").wait_for()


def correction(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server)
    table.deal(*CARDS[:2])
    table.give(c.Report(Irregularity.POWER_FAILURE))
    page.locator(".correction").wait_for()


def void(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server)
    table.deal(*CARDS)
    table.give(c.Report(Irregularity.FOREIGN_CARDS, note="a foreign card"))
    page.wait_for_selector(".announcer.void")


def settled(page: Page, boss: Boss, server: Served) -> Dealt:
    table = staked(page, boss, server)
    table.deal(*CARDS)
    table.finish(THIRD)
    page.wait_for_selector(".area-tiger.win")
    page.wait_for_selector(".rounds-list li")
    return table


def between_shoes(page: Page, boss: Boss, server: Served) -> None:
    settled(page, boss, server).give(c.RetireShoe())
    page.wait_for_selector(".terminal[data-phase=load-shoe]")


def closed(page: Page, boss: Boss, server: Served) -> None:
    table = settled(page, boss, server)
    table.give(c.RetireShoe(), c.CloseTable())
    page.wait_for_selector(".state")


def signed_out(page: Page, boss: Boss, server: Served) -> None:
    sit(page, server, boss.open(Method.B).name)
    page.evaluate(
        """() => fetch('/api/v1/sign-out', {
          method: 'POST', body: '{}', headers: { 'content-type': 'application/json',
          'x-csrftoken': document.cookie.match(/csrftoken=([^;]+)/)[1] } })"""
    )
    page.wait_for_selector(".state.failed")


def holding(page: Page, boss: Boss, server: Served) -> None:
    table = staked(page, boss, server, Method.A)
    table.deal(*CARDS)
    table.pass_cards(Side.PLAYER)
    table.give(c.ChooseFirstRevealed(Side.PLAYER))
    page.wait_for_selector(".turn .button.strong")


def squeezing(page: Page, boss: Boss, server: Served) -> None:
    holding(page, boss, server)
    page.locator(".turn .button").first.click()
    page.wait_for_selector("canvas.squeeze-card:focus")
    for _ in range(8):
        page.keyboard.press("ArrowRight")


def cashier(page: Page, boss: Boss, server: Served) -> None:
    sit(page, server, boss.open(Method.B).name)
    page.locator("button.credits").click()
    page.wait_for_selector("dialog.sheet [name=amount]")


def ticket(page: Page, boss: Boss, server: Served) -> None:
    cashier(page, boss, server)
    page.locator("[name=amount]").fill("2500")
    page.keyboard.press("Enter")
    page.wait_for_selector(".ticket-paper svg")


STATES: dict[str, Callable[[Page, Boss, Served], object]] = {
    each.__name__: each
    for each in (
        empty,
        lost,
        refused,
        correction,
        void,
        settled,
        between_shoes,
        closed,
        signed_out,
        holding,
        squeezing,
        cashier,
        ticket,
    )
}
