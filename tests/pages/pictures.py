"""Pictures for the documents, taken of the pages themselves: `python -m tests.pages.pictures`."""

import time
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page

from punto.floor.pace import Pace
from punto.rules.games import GAMES
from punto.web.serving import opened
from tests.pages.served import ROOT, Served, chromium, sit, wait_for_betting, wait_for_outcome

FOLDER = ROOT / "docs" / "images"
ROUNDS = 40  # played before anybody looks, so that the roads have something to show
HASTE = Pace(betting_ms=50, card_ms=1, call_ms=1, outcome_ms=1)


def main() -> None:
    """Play, look, and write the pictures down."""
    with TemporaryDirectory(prefix="punto-pictures-") as folder, chromium() as browser:
        server = Served(Path(folder))
        play(server.journal)
        server.start()
        try:
            take(browser, server)
        finally:
            server.stop()


def play(journal: Path) -> None:
    """Some rounds at every table, in haste."""
    with opened(str(journal), demo=True, pace=HASTE) as (house, _):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            for game in GAMES:
                house.presence.hear(game.id, "nobody")
            if all(house.host.state(game.id).rounds >= ROUNDS for game in GAMES):
                return
            time.sleep(0.2)


def take(browser: Browser, server: Served) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector(".table-card")
    write(page, "lobby")
    sit(page, server, "tiger")
    wait_for_betting(page)
    for wager in ("banker", "banker", "tie", "tiger", "tiger-pair"):
        page.locator(f"[data-wager={wager}]").click()
    wait_for_outcome(page)
    page.wait_for_timeout(1_500)
    write(page, "terminal")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="中文").click()
    wait_for_betting(page)
    page.locator("[data-wager=player]").click()
    page.wait_for_timeout(600)
    write(page, "terminal-phone")
    page.set_viewport_size({"width": 1440, "height": 810})
    page.goto(f"{server.address}/display/tiger")
    page.wait_for_selector(".wall-outcome.player, .wall-outcome.banker", timeout=60_000)
    page.wait_for_timeout(2_000)
    write(page, "display")
    context.close()


def write(page: Page, name: str) -> None:
    """A picture small enough to keep."""
    seen = Image.open(BytesIO(page.screenshot())).convert("RGB")
    seen.save(FOLDER / f"{name}.webp", quality=86, method=6)


if __name__ == "__main__":
    main()
