"""Screenshots for docs/guide, taken of the current pages: `python -m tests.pages.guide`."""

import argparse
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page

from tests.pages.served import ROOT, chromium
from tests.pages.staged import BETTING, CORRECTION, DEALING, OUTCOME, staged
from tests.pages.visual import Shot, open_round, shown, take_out_cards

FOLDER = ROOT / "docs" / "guide"
QUALITY = 80


def tap_payment(page: Page) -> None:
    page.locator(".own-lines button").first.click()
    page.locator("dialog.sheet .clause-text").wait_for()


def open_cashier(page: Page) -> None:
    page.get_by_role("button", name="Buy in or cash out").first.click()
    page.locator("dialog[open]").wait_for()


def find_clause(page: Page) -> None:
    page.locator("input[type=search]").fill("squeeze")
    page.wait_for_selector(".clause")
    page.evaluate("() => document.querySelector('.filters').scrollIntoView()")


def show_builder(page: Page) -> None:
    line = page.locator("[data-line='1']")
    page.get_by_label("Name").fill("Lucky Nine")
    line.locator("select").select_option("winner")
    line.get_by_role("checkbox", name="Player").check()
    line.locator("select").select_option("player_total")
    line.get_by_role("checkbox", name="9").check()
    page.locator(".builder").scroll_into_view_if_needed()


def say_irregular(page: Page) -> None:
    page.get_by_role("button", name="Report an irregularity").click()
    page.get_by_text("What happened?").first.wait_for()


ANNA, DEALER, PIT = "anna", "dealer", "pit-manager"
PICTURES: tuple[Shot, ...] = (
    Shot("lobby", "/", ".table-card", "desktop"),
    Shot("betting", f"/table/{BETTING}", ".stake", "phone", who=ANNA),
    Shot("outcome", f"/table/{OUTCOME}", "[data-net]", "desktop", who=ANNA),
    Shot("payment", f"/table/{OUTCOME}", "[data-net]", "phone", who=ANNA, then=tap_payment),
    Shot("correction", f"/table/{CORRECTION}", ".correction", "phone", who=ANNA),
    Shot("cashier", f"/table/{OUTCOME}", "[data-net]", "phone", who=ANNA, then=open_cashier),
    Shot("history", f"/history/{OUTCOME}", ".history", "desktop", who=ANNA, then=open_round),
    Shot("odds", "/odds/tiger", ".price", "desktop", then=take_out_cards),
    Shot("builder", "/odds/tiger", ".price", "desktop", then=show_builder),
    Shot("rules", "/rules/tiger", ".clause", "desktop", then=find_clause),
    Shot("display", f"/display/{OUTCOME}", ".wall-roads", "wall", who=ANNA),
    Shot("dealer-betting", f"/dealer/{BETTING}", ".next-step", "desktop", who=DEALER),
    Shot("dealer-draw", f"/dealer/{DEALING}", ".next-step", "desktop", who=DEALER),
    Shot(
        "dealer-irregular",
        f"/dealer/{DEALING}",
        ".next-step",
        "desktop",
        who=PIT,
        then=say_irregular,
    ),
    Shot("dealer-held", f"/dealer/{CORRECTION}", ".next-step", "desktop", who=PIT),
    Shot("pit", "/pit", ".pit", "desktop", who=PIT),
    Shot("pit-settings", f"/pit/{OUTCOME}#settings", ".pit", "desktop", who=PIT),
    Shot("pit-protection", f"/pit/{OUTCOME}#protection", ".pit", "desktop", who=PIT),
)


def file_of(shot: Shot) -> Path:
    return FOLDER / "images" / f"{shot.name}.webp"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="pictures whose names begin so")
    only = parser.parse_args().only
    with (
        TemporaryDirectory(prefix="punto-guide-") as folder,
        chromium() as browser,
        staged(Path(folder)) as place,
    ):
        for shot in PICTURES:
            if not shot.name.startswith(only):
                continue
            with shown(browser, place, shot) as page:
                seen = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
            seen.convert("RGB").save(file_of(shot), quality=QUALITY, method=6)
            sys.stdout.write(f"{file_of(shot).relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
