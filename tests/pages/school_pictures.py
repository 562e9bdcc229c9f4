"""Pictures of the school's pages for docs/school.md: `python -m tests.pages.school_pictures`."""

import sys
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, ViewportSize

from punto.journal.people.people import Kind, Person
from punto.rules.games import find_game
from punto.school.catalogue import full_answers, make_item
from punto.school.examinations.commands import DrillAnswer
from tests.pages.school_pages import DESKTOP, PHONE, Classroom, classroom
from tests.pages.served import ROOT, chromium
from tests.school.students import guess
from tests.web.school_served import work_to_the_end
from tests.web.served import come_in

FOLDER = ROOT / "docs/images/school"
QUALITY = 72
SIZES = {"phone": PHONE, "desktop": DESKTOP}
WEIGHTS = {
    "card-values": 2,
    "drawing": 2,
    "wagers": 2,
    "payment": 1,
    "handling": 1,
    "stakes": 1,
    "irregularities": 1,
    "authority": 1,
    "situations": 1,
    "rounds": 1,
}
DRAWING = ("first-four-cards", "who-draws", "draw-now", "next-step")
KNOWS = {"ana": 0.95, "bo": 0.3}  # the share of questions that each answers by the law


def prepare(room: Classroom) -> None:
    """Two students have practised and sat a paper, one well and one not."""
    assert room.casino.school is not None
    number = (
        come_in(room.address, "tara")
        .set_examination("tiger", weights=WEIGHTS, name="Autumn class", seed="pictures")
        .number
    )
    for name, share in KNOWS.items():
        client, chance = come_in(room.address, name), Random(name)
        drills = client.drills("tiger", (), 20)
        given = [{one.part: one.right for one in each.solutions} for each in drills]
        client.record_drills(
            [
                DrillAnswer(
                    each.game,
                    each.kind,
                    each.seed,
                    right if chance.random() < share else {},
                    chance.randint(4, 19),
                )
                for each, right in zip(drills, given, strict=True)
            ]
        )
        for line in client.start_paper(number).questions:
            opened = client.open_question(number, line.number)
            item = room.casino.school.sitting(number, Person(name, Kind.STAFF)).item(line.number)
            if not opened.table:
                known = chance.random() < share
                answers = full_answers(item) if known else guess(item, chance)
                client.answer_question(number, line.number, answers)
            elif share > 0.5:
                if client.practice_table(opened.table).supplied:
                    client.act(opened.table)  # too late: a card is drawn first
                work_to_the_end(room.casino, client, opened.table)
        client.hand_in(number)


def take(page: Page, name: str) -> None:
    page.wait_for_function("() => !document.querySelector('.spinner')")
    page.evaluate("() => document.fonts.ready")
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(400)
    seen = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
    file = FOLDER / f"{name}.webp"
    seen.convert("RGB").save(file, quality=QUALITY, method=6)
    sys.stdout.write(f"{file.relative_to(ROOT)} {file.stat().st_size // 1000} KB\n")


def main() -> int:
    """Take every page in both languages, on a phone and on a desktop."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="punto-school-") as folder,
        chromium() as browser,
        classroom(Path(folder), browser) as room,
    ):
        prepare(room)
        for language in ("en", "zh"):
            for size, viewport in SIZES.items():
                _take_all(room, language, size, viewport)
    return 0


def answer_wrongly(page: Page) -> str:
    """Answer the question of the page so that it is explained; returns its kind."""
    card = page.locator("[data-kind]")
    kind, seed = card.get_attribute("data-kind"), card.get_attribute("data-seed")
    assert kind
    assert seed
    for part in make_item(find_game("tiger"), kind, seed).parts:
        wrong = next(each for each in part.choices if (each,) != part.right)
        page.click(f"[data-part='{part.name}'] [data-choice='{wrong}']")
    page.click(".drill-card button[type=submit]")
    page.wait_for_selector("[data-verdict]")
    return kind


def _take_all(room: Classroom, language: str, size: str, viewport: ViewportSize) -> None:
    def enter(name: str, of: str) -> Page:
        page = room.enter(name, of, viewport)
        if language == "zh":
            page.click(".languages button:last-child")
        return page

    page = enter("ana", "drill")
    page.select_option("select[name=game]", "tiger")
    page.click("[data-topic=drawing]")
    for _ in range(40):
        page.wait_for_selector(", ".join(f"[data-kind={each}]" for each in DRAWING))
        kind = answer_wrongly(page)
        if kind == "who-draws":
            break
        page.click(".drill-card button[type=submit]")
        page.wait_for_selector("[data-verdict]", state="detached")
    take(page, f"drill-{size}-{language}")
    page.goto(f"{room.address}/school/situation")
    page.select_option("select[name=what]", "device-reset")
    page.click(".choosing-situation button[type=submit]")
    page.wait_for_selector(".practice-table .next-step")
    take(page, f"situation-{size}-{language}")
    page.goto(f"{room.address}/school/situation")
    page.select_option("select[name=what]", "deal-round")
    page.click(".choosing-situation button[type=submit]")
    page.wait_for_selector("[data-at-seat][data-waits=true]")
    take(page, f"patrons-{size}-{language}")
    page.goto(f"{room.address}/school/result-1")
    page.wait_for_selector(".result-mark")
    take(page, f"result-{size}-{language}")
    page.close()
    page = enter("tara", "class")
    page.wait_for_selector(".class-table")
    take(page, f"class-{size}-{language}")
    page.close()


if __name__ == "__main__":
    sys.exit(main())
