"""Pictures of ten moments for docs/terminals.md: `python -m tests.pages.moments`.

One patron plays two tables of a house in which nothing else moves; a picture is taken of what she
sees at each moment.
"""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Page

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.table import commands as c
from tests.envelope import Given
from tests.pages.served import ROOT, chromium
from tests.pages.staged import (
    ANNA,
    BETTING,
    DEALER,
    DEALING,
    OUTCOME,
    Staged,
    Table,
    enter,
    staged,
    usual,
)
from tests.pages.states import Cable

FOLDER = ROOT / "docs" / "images" / "moments"
SEEN, STORED = (1366, 768), (960, 540)
QUALITY = 74
SEED, ROUNDS = 23, 34
STAKES = {"banker": 25_000, "player": 10_000, "tie": 2_500, "tiger": 5_000}
CARDS, THIRD = ("2C", "5D", "3H", "AH"), "TD"  # Player 5, Banker 6: Tiger and Small Tiger win
BENT = ("9C", "5D", "8H", "AH")  # many pips to come into sight
BENDS = 11
SALON, SQUEEZED = "salon", "salon-squeeze"


class Moments:
    """The patron's page, the tables she plays, and what is cut between them."""

    def __init__(self, place: Staged, page: Page) -> None:
        self.place, self.page = place, page
        self.salon = Table(place.casino, SALON, SEED, usual("tiger"))
        for _ in range(ROUNDS):
            self.salon.play({})
        method_a = replace(usual("tiger"), method=Method.A)
        self.squeezed = Table(place.casino, SQUEEZED, SEED, method_a)
        self.cable = Cable(page)
        enter(page, place, ANNA.id)
        for table in (SALON, SQUEEZED):
            place.casino.presence.note_staff(table)

    def go(self, path: str, there: str) -> None:
        self.page.goto(self.place.address + path)
        self.page.wait_for_selector(there)

    def give(self, *commands: c.Command, table: Table | None = None) -> None:
        for command in commands:
            (table or self.salon).ask(Given(command, DEALER))

    def betting(self) -> None:
        self.salon.stake(STAKES)
        self.go(f"/table/{SALON}", ".stake")

    def closed(self) -> None:
        self.give(c.CloseBetting())
        self.page.wait_for_selector(".announcer.dealing")

    def cards(self) -> None:
        self.give(*(c.DrawCard(card) for card in CARDS), c.AnnounceTotals())
        self.page.wait_for_selector("[data-total='6']")

    def result(self) -> None:
        self.give(c.DrawCard(THIRD), c.AnnounceOutcome())
        self.page.wait_for_selector(".announcer.over.banker")
        self.page.locator(".marks .mark").first.wait_for()

    def payment(self) -> None:
        self.page.locator(".own-lines button", has_text="Banker").first.click()
        self.page.locator("dialog.sheet .clause-text").wait_for()

    def roads(self) -> None:
        self.go(f"/table/{SALON}", ".beside .road-big_road")
        self.page.locator(".beside .road-button").nth(1).click()
        self.page.locator("dialog").wait_for()

    def squeeze(self) -> None:
        self.squeezed.stake({"player": 20_000})
        self.give(c.CloseBetting(), table=self.squeezed)
        self.give(*(c.DrawCard(card) for card in BENT), table=self.squeezed)
        self.give(
            c.PassCards(Side.PLAYER, ANNA.id),
            c.ChooseFirstRevealed(Side.PLAYER),
            table=self.squeezed,
        )
        self.go(f"/table/{SQUEEZED}", ".turn .button")
        self.page.locator(".turn .button").first.click()
        self.page.wait_for_selector("canvas.squeeze-card:focus")
        for _ in range(BENDS):
            self.page.keyboard.press("ArrowRight")

    def lobby(self) -> None:
        self.go("/", ".table-card")

    def several(self) -> None:
        self.go(f"/table/{'+'.join((BETTING, OUTCOME, DEALING, SALON))}", ".felt .area")
        self.page.wait_for_function("() => document.querySelectorAll('.felt').length === 4")

    def lost(self) -> None:
        self.give(c.OpenBetting())
        self.go(f"/table/{SALON}", ".felt.open .area")
        self.cable.swallow()
        for wager in ("banker", "tiger"):
            self.page.locator(f"[data-wager={wager}]").click()
        self.page.wait_for_selector("[data-wager=tiger] .stake.unanswered", timeout=60_000)


def main() -> int:
    with (
        TemporaryDirectory(prefix="punto-moments-") as folder,
        chromium() as browser,
        staged(Path(folder)) as place,
    ):
        page = browser.new_context(
            viewport={"width": SEEN[0], "height": SEEN[1]},
            locale="en-GB",
            timezone_id="Asia/Singapore",
            reduced_motion="reduce",
        ).new_page()
        at = Moments(place, page)
        moments: tuple[Callable[[], None], ...] = (
            at.betting,
            at.closed,
            at.cards,
            at.result,
            at.payment,
            at.roads,
            at.squeeze,
            at.lobby,
            at.several,
            at.lost,
        )
        FOLDER.mkdir(parents=True, exist_ok=True)
        for moment in moments:
            moment()
            page.evaluate("() => document.fonts.ready")
            page.wait_for_timeout(500)
            seen = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
            file = FOLDER / f"{moment.__name__}.webp"
            seen.convert("RGB").resize(STORED, Image.Resampling.LANCZOS).save(
                file, quality=QUALITY, method=6
            )
            sys.stdout.write(f"{file.relative_to(ROOT)} {file.stat().st_size // 1000} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
