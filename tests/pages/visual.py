"""Reference screenshots of every page, compared: `python -m tests.pages.visual`.

`--accept` retakes them. They are stored at half size, which hides small differences in letters but
not in layout. Clocks are masked.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Browser, Page

from tests.pages.served import chromium
from tests.pages.staged import (
    BETTING,
    CORRECTION,
    DEALING,
    NOW_MS,
    OUTCOME,
    RESTING,
    Staged,
    enter,
    staged,
)

FOLDER = Path(__file__).parent / "pictures"
SCALE = 2  # how much smaller they are kept
QUALITY = 72
UNLIKE = 36  # of 255: a point that differs by more, after a little blur, is another
SHARE_MAX = 0.003  # of all points: what may be other ones
NOISE = 0.0002  # what differs from one look to the next, and is not worth another file
SIZES = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "desktop": (1366, 768),
    "wall": (1920, 1080),
    "portrait": (1080, 1920),
}
# What shows time, or comes from chance: there, and not to be seen.
CUT_OUT = (
    ".countdown, .foot > :is(time, span), .wall-clock, .caret { visibility: hidden !important; }"
)

Language = Literal["en", "zh"]


def nothing_more(_: Page) -> None:
    """The page as it comes."""


class Shot(Struct, frozen=True):
    """A page, as whom, how large, in which language, and what is done there before."""

    name: str
    path: str
    there: str  # what must be there
    size: str = "desktop"
    language: Language = "en"
    who: str = ""
    then: Callable[[Page], None] = nothing_more

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}-{self.size}-{self.language}.webp"


def take_out_cards(page: Page) -> None:
    for rank in ("9", "9", "A"):
        page.locator(f"[data-rank='{rank}'] .rank").click()
    page.wait_for_selector("[data-cards='413']")
    page.wait_for_selector("[aria-busy=false]")


def open_round(page: Page) -> None:
    page.locator(".history > li button").nth(1).click()
    page.wait_for_selector(".proof")


def find_nothing(page: Page) -> None:
    page.locator("input[type=search]").fill("no clause says this")
    page.wait_for_selector(".state")


def every(shot: Shot, *sizes: str) -> Iterator[Shot]:
    """The same in several sizes, English; and on the first of them in Chinese."""
    for size in sizes:
        yield Shot(shot.name, shot.path, shot.there, size, "en", shot.who, shot.then)
    yield Shot(shot.name, shot.path, shot.there, sizes[0], "zh", shot.who, shot.then)


SCREENS = ("phone", "tablet", "desktop")
SHOTS: tuple[Shot, ...] = (
    *every(Shot("lobby", "/", ".table-card"), *SCREENS),
    *every(Shot("betting", f"/table/{BETTING}", ".stake", who="anna"), *SCREENS),
    *every(Shot("dealing", f"/table/{DEALING}", "[data-card]", who="anna"), "phone", "desktop"),
    *every(Shot("outcome", f"/table/{OUTCOME}", "[data-net]", who="anna"), "desktop", "phone"),
    *every(Shot("correction", f"/table/{CORRECTION}", ".correction", who="anna"), "phone"),
    *every(Shot("display", f"/display/{OUTCOME}", ".wall-roads", who="anna"), "wall", "portrait"),
    *every(Shot("display-key", f"/display/{OUTCOME}", ".key-form"), "desktop"),
    *every(
        Shot("history", f"/history/{OUTCOME}", ".history", who="anna", then=open_round),
        "phone",
        "desktop",
    ),
    *every(Shot("history-closed", f"/history/{OUTCOME}", ".state .button"), "phone"),
    *every(Shot("rules", "/rules/tiger", ".clause"), *SCREENS),
    *every(Shot("rules-none", "/rules/tiger", ".clause", then=find_nothing), "desktop"),
    *every(Shot("odds", "/odds/tiger", ".price", then=take_out_cards), *SCREENS),
    *every(Shot("console", f"/dealer/{DEALING}", ".next-step", who="dealer"), "tablet", "desktop"),
    *every(Shot("held", f"/dealer/{CORRECTION}", ".next-step", who="pit-manager"), "desktop"),
    *every(Shot("pit", "/pit", ".pit", who="pit-manager"), "desktop", "tablet"),
    *every(
        Shot("protection", f"/pit/{OUTCOME}#protection", ".pit table", who="pit-manager"), "desktop"
    ),
    *every(Shot("settings", f"/pit/{OUTCOME}#settings", ".pit form", who="pit-manager"), "tablet"),
    *every(Shot("no-game", "/odds/whist", ".state.failed"), "desktop"),
    *every(Shot("resting", f"/table/{RESTING}", ".felt", who="dealer"), "tablet"),
)


@contextmanager
def shown(browser: Browser, place: Staged, shot: Shot) -> Iterator[Page]:
    """The page of a shot, as it is to be seen."""
    width, height = SIZES[shot.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB" if shot.language == "en" else "zh-CN",
        timezone_id="Asia/Singapore",
        reduced_motion="reduce",
    )
    page = context.new_page()
    if shot.who:
        enter(page, place, shot.who)
    page.clock.set_fixed_time(NOW_MS)
    try:
        page.goto(place.address + shot.path)
        page.wait_for_selector(shot.there)
        shot.then(page)
        page.wait_for_load_state("networkidle")
        page.evaluate("() => document.fonts.ready")
        yield page
    finally:
        context.close()


def take(page: Page) -> Image.Image:
    """What is seen, small."""
    add_style(page, CUT_OUT)
    seen = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
    return small(seen.convert("RGB"))


def add_style(page: Page, rules: str) -> None:
    """By script: our pages take no style that is written into them."""
    page.evaluate(
        """(rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets.push(sheet);
        }""",
        rules,
    )


def small(seen: Image.Image) -> Image.Image:
    return seen.reduce(SCALE)


def kept(shot: Shot) -> Image.Image:
    with Image.open(shot.file) as file:
        return file.convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of points that are other ones; all of them where the sizes differ."""
    if one.size != other.size:
        return 1.0
    blurred = (each.filter(ImageFilter.BoxBlur(1)) for each in (one, other))
    apart = ImageChops.difference(*blurred)
    red, green, blue = apart.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    counts = most.histogram()
    return sum(counts[UNLIKE + 1 :]) / (one.width * one.height)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="keep what is seen now")
    parser.add_argument("--only", default="", help="shots whose names begin so")
    asked = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    wrong = 0
    with (
        TemporaryDirectory(prefix="punto-visual-") as folder,
        chromium() as browser,
        staged(Path(folder)) as place,
    ):
        for shot in SHOTS:
            if not shot.name.startswith(asked.only):
                continue
            with shown(browser, place, shot) as page:
                seen = take(page)
            apart = difference(seen, kept(shot)) if shot.file.is_file() else 1.0
            wrong += apart > SHARE_MAX
            sys.stdout.write(f"{apart:8.4%}  {shot.file.name}\n")
            if asked.accept and apart > NOISE:
                seen.save(shot.file, quality=QUALITY, method=6)
    return 1 if wrong and not asked.accept else 0


if __name__ == "__main__":
    sys.exit(main())
