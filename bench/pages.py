"""Page load times on a slow phone, and frame rates: a deal, a squeeze, a lobby of 60 tables.

    python -m bench.pages

The phone follows Lighthouse: a processor four times slower than this machine's, 1.6 Mbit/s and a
round trip of 150 ms. The page itself counts frames during one whole deal and its payment, and while
a card is squeezed back and forth on a phone, with this processor and with that slower one.
The pages must be built: `make pages`.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, CDPSession, Page

from punto.client import Client
from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.web.auth.guards import COOKIE
from tests.pages.dealt import Boss
from tests.pages.served import Served, chromium, sit, wait_for_betting, wait_for_outcome
from tests.pages.states import squeezing

SLOWER = 4
BYTES_A_SECOND = 1.6e6 / 8
THERE_AND_BACK_MS = 150
LOADS = 3  # of each page: the median counts
LOADED = {
    "/": ".table-card .button",
    "/table/tiger": ".felt .area",
    "/rules/tiger": ".clause",
    "/odds/tiger": ".price",
}
USABLE = """window.usable_ms = new Promise((done) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(%r)) return;
    observer.disconnect();
    setTimeout(() => done(performance.now()));
  }).observe(document, { childList: true, subtree: true });
});"""
FRAMES = """(until) => {
  window.frames_ms = [];
  let last = performance.now();
  const count = (now) => {
    window.frames_ms.push(now - last);
    last = now;
    if (!document.querySelector(until)) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""
TABLES = 60  # in the lobby
SCROLLS = 150  # steps down, and as many up: longer than the lobby waits between two looks
BENDS = 6  # back and forth
STEPS = 45  # pointer positions in each direction


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="punto-pages-") as folder, chromium() as browser:
        server = Served(Path(folder))
        server.start()
        try:
            for path, there in LOADED.items():
                loads = [first_load(browser, server, path, there) for _ in range(LOADS)]
                ready_s, kilobytes = sorted(loads)[LOADS // 2]
                print(f"{path:<14} usable after {ready_s:.2f} s, {kilobytes:.0f} KB over the wire")
            dealt, paid = dealing(browser, server)
            print(f"dealing        {smoothness(dealt)}")
            print(f"paying         {smoothness(paid)}")
            frames, busy_ms = scrolling(browser, server)
            print(f"60 tables      {smoothness(frames)}, {busy_ms:.1f} ms of the processor each")
            for slower in (1, SLOWER):
                frames, busy_ms = bending(browser, server, slower)
                print(f"squeezing, processor {slower} times slower: {smoothness(frames)},", end=" ")
                print(f"{busy_ms:.1f} ms of the processor each")
        finally:
            server.stop()


def smoothness(frames_ms: list[float]) -> str:
    """Return frames per second, the number of late frames, and the longest."""
    late = sum(each > 1000 / 30 for each in frames_ms)
    return (
        f"{1000 * len(frames_ms) / sum(frames_ms):.0f} frames a second,"
        f" {late} of {len(frames_ms)} late by a frame or more, the longest {max(frames_ms):.0f} ms"
    )


def phone(browser: Browser, *, slow: bool) -> Page:
    """Open a page on a phone, optionally slowed down."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, locale="en-GB"
    )
    page = context.new_page()
    if slow:
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": THERE_AND_BACK_MS,
                "downloadThroughput": BYTES_A_SECOND,
                "uploadThroughput": BYTES_A_SECOND,
            },
        )
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def first_load(browser: Browser, server: Served, path: str, there: str) -> tuple[float, float]:
    """Return the seconds until the page is interactive, and the data transferred."""
    page = phone(browser, slow=True)
    with Client(server.address) as guest:  # visitors to a table are already signed in
        guest.sign_in_as_guest()
        cookie = {"name": COOKIE, "value": guest.token, "url": server.address}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.add_init_script(USABLE % there)  # the page itself looks: to be asked takes it time
    page.goto(server.address + path, wait_until="commit")
    ready_ms = page.evaluate("() => window.usable_ms")
    size = page.evaluate(
        "() => performance.getEntries().reduce((sum, each) => sum + (each.transferSize || 0), 0)"
    )
    page.context.close()
    return float(ready_ms) / 1000, float(size) / 1000


def dealing(browser: Browser, server: Served) -> tuple[list[float], list[float]]:
    """Return the duration of each frame while a round is dealt, and while its bets are paid."""
    page = phone(browser, slow=False)
    sit(page, server, "tiger")
    wait_for_betting(page)
    for wager in ("player", "banker", "tie"):  # so that some are paid and some are taken
        page.locator(f"[data-wager={wager}]").click()
    page.wait_for_selector(".announcer.dealing", timeout=30_000)
    page.evaluate(FRAMES, ".announcer.over")
    wait_for_outcome(page)
    dealt: list[float] = page.evaluate("() => window.frames_ms.slice(1)")
    page.evaluate(FRAMES, ".felt.open")
    page.wait_for_selector(".felt.open", timeout=60_000)
    paid: list[float] = page.evaluate("() => window.frames_ms.slice(1)")
    page.context.close()
    return dealt, paid


def scrolling(browser: Browser, server: Served) -> tuple[list[float], float]:
    """Return the duration of each frame while a lobby of many tables is scrolled and polled.

    Also return the main-thread time per frame, as `bending` does.
    """
    boss = Boss(server)
    for number in range(TABLES):
        boss.open(Method.B, GAMES[number % len(GAMES)].id)
    boss.close()
    page = phone(browser, slow=False)
    page.goto(server.address)
    page.wait_for_function(
        "(count) => document.querySelectorAll('.table-card').length >= count", arg=TABLES
    )
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.mouse.move(200, 400)
    page.evaluate(FRAMES, ".nothing")
    worked_s = worked(session)
    for way in (1, -1):
        for _ in range(SCROLLS):
            page.mouse.wheel(0, way * 120)
            page.wait_for_timeout(16)
    found: list[float] = page.evaluate("() => window.frames_ms.slice(1)")
    busy_ms = 1000 * (worked(session) - worked_s) / len(found)
    page.context.close()
    return found, busy_ms


def bending(browser: Browser, server: Served, slower: int) -> tuple[list[float], float]:
    """Return the duration of each frame while a card is squeezed, with a slower processor.

    Also return the main-thread time per frame, equally slowed down: below 16.7 ms it keeps up with
    60 frames a second, and on a busy machine this is more reliable than wall-clock time.
    """
    boss, page = Boss(server), phone(browser, slow=False)
    squeezing(page, boss, server)
    page.keyboard.press("Escape")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    box = page.locator("canvas.squeeze-card").bounding_box()
    assert box is not None
    left, top = box["x"] + box["width"] * 0.24, box["y"] + box["height"] * 0.5
    page.mouse.move(left, top)
    page.mouse.down()
    page.evaluate(FRAMES, ".nothing")
    worked_s = worked(session)
    for way in range(BENDS):
        across = 0.4 if way % 2 == 0 else 0.05
        page.mouse.move(left + box["width"] * across, top + way * 4, steps=STEPS)
    found: list[float] = page.evaluate("() => window.frames_ms.slice(1)")
    busy_ms = 1000 * (worked(session) - worked_s) / len(found)
    page.mouse.up()
    page.context.close()
    boss.close()
    return found, busy_ms


def worked(session: CDPSession) -> float:
    """Return the seconds of main-thread work so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


if __name__ == "__main__":
    main()
