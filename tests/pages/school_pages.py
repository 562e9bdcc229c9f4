"""A student in a browser: signs in to a practice house and answers as the law says."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from punto.journal.people.people import Kind, Person
from punto.school.acts import commands_of
from punto.school.catalogue import full_answers
from punto.school.items import Item
from punto.school.patrons import is_answer
from punto.table import commands as c
from punto.table.people import Staff
from punto.table.scripts.actors import by_usual_actor
from punto.web.casino import Casino
from punto.web.school.practice_tables import PracticeTable
from tests.web.school_served import find_table, school_served
from tests.web.served import PASSWORD

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1366, "height": 768}

# Enough questions of the topic are stored for a drill without a connection.
STORED = """(topic) => JSON.parse(localStorage.getItem('punto.school.questions') ?? '[]')
  .filter(({ question }) => question.topic === topic).length >= 4"""


class Classroom:
    """A practice house, and the browser in which its people sit."""

    def __init__(self, casino: Casino, address: str, browser: Browser) -> None:
        self.casino, self.address, self.browser = casino, address, browser

    def enter(self, name: str, of: str = "", size: ViewportSize = DESKTOP) -> Page:
        """A person of the school at one of its pages."""
        page = self.browser.new_page(viewport=size, locale="en-GB", reduced_motion="reduce")
        page.goto(f"{self.address}/school/{of}" if of else f"{self.address}/school")
        page.fill("input[name=name]", name)
        page.fill("input[name=password]", PASSWORD)
        page.click("form button[type=submit]")
        page.wait_for_selector(".school h1")
        return page

    def item(self, number: int, student: str, question: int) -> Item:
        """A question of a student's paper with its answers, from the server's own memory."""
        assert self.casino.school is not None
        return self.casino.school.sitting(number, Person(student, Kind.STAFF)).item(question)


@contextmanager
def classroom(folder: Path, browser: Browser) -> Iterator[Classroom]:
    """A school on a new practice journal, served to this browser."""
    with school_served(folder) as (casino, address):
        yield Classroom(casino, address, browser)


def choose_card_values(page: Page) -> None:
    """Drill the values of cards; the first question may be shown before the others arrive."""
    page.click("[data-topic=card-values]")
    page.wait_for_selector(".typed-part input")
    page.wait_for_function(STORED, arg="card-values")


def answer_question(page: Page, item: Item) -> None:
    """Answer a question on the page as the law does."""
    right = full_answers(item)
    for part in item.parts:
        values = right[part.name]
        if part.name.endswith(" action"):
            page.locator(f"tr[data-stake='{part.name}'] select").select_option(values[0])
        elif part.name.endswith(" amount"):
            row = part.name.replace(" amount", " action")
            page.locator(f"tr[data-stake='{row}'] input").fill(f"{int(values[0]) / 100:.2f}")
        elif part.form.value == "amount":
            page.locator(f"input[name='{part.name}']").fill(f"{int(values[0]) / 100:.2f}")
        elif part.form.value == "number":
            page.locator(f"input[name='{part.name}']").fill(values[0])
        elif part.form.value == "chips":
            for each in values:
                count, value = each.split("x")
                page.locator(f".chip-counts input[name='{value}']").fill(count)
        else:
            for value in values:
                chosen = page.locator(f"[data-part='{part.name}'] [data-choice=\"{value}\"]")
                chosen.click()
                expect(chosen).to_have_attribute("aria-pressed", "true")


def work_console(page: Page, casino: Casino, table: str, student: str) -> None:
    """Work a practice table to its end through the dealer's console, as its hints say."""
    for _ in range(80):
        own = find_table(casino, table, student)
        line = own._right_line()
        if not line:
            return
        before = len(own.lines)
        _do(page, own, line)
        page.wait_for_function(
            "(count) => Number(document.querySelector('.practice-table')?.dataset.tries) > count",
            arg=before,
        )
    raise AssertionError("the table does not come to an end")


def _do(page: Page, own: PracticeTable, line: str) -> None:
    if is_answer(line):
        page.click(f"[data-at-seat='{line.split()[1]}'] [data-action={line.split()[0]}]")
        return
    by, commands = commands_of(own.stage, line)
    command, usual = by_usual_actor(own.stage.state, commands[0])
    giver = by or usual
    if not isinstance(command, c.Report) and own._supplied():
        page.click("[data-action=supply], .next-step [data-action=virtual]")
        return
    act_as(page, giver.id if isinstance(giver, Staff) else "dealer")
    match command:
        case c.Report(irregularity=kind):
            page.click("[data-action=irregular]")
            _choose(page, kind.value)
            _fill_facts(page, command)
            page.click(".facts button[type=submit]")
        case c.ConfirmReport():
            page.click("[data-action=confirm]")
        case c.AnswerOption(patron=patron, withdraw=withdraw):
            what = "take-all" if withdraw else "play-on"
            page.click(f"[data-asked='{patron}'] [data-action={what}]")
        case c.Decide():
            page.fill(".guide input[name=why]", "No one was at fault.")
            if command.cards:
                page.fill(
                    ".guide input[name=cards]", " ".join(each or "??" for each in command.cards)
                )
            page.click("[data-action=go-on]")
        case c.Reconstruct() | c.SetAside() | c.ReplaceMissing():
            cards = getattr(command, "cards", ())
            field = page.locator(".guide input[name=cards]")
            if field.count() and any(cards):
                field.fill(_codes(cards))
            page.click(".guide form button[type=submit], .guide .button.strong")
        case c.CorrectDisplay(shown=shown):
            page.check(f".guide input[name=shown][value={shown}]")
            page.click("[data-action=correct-display]")
        case _:
            page.click(".next-step .button.strong, .guide .button.strong")


def _codes(cards: tuple[str | None, ...]) -> str:
    return " ".join(each or "??" for each in cards)


def act_as(page: Page, position: str) -> None:
    """Choose the position in which the student acts."""
    button = page.locator(f"[data-position={position}]")
    if button.get_attribute("aria-pressed") != "true":
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")


def _choose(page: Page, irregularity: str) -> None:
    page.click(f".happening[data-irregularity='{irregularity}']")


def _fill_facts(page: Page, report: c.Report) -> None:
    form = page.locator(".facts")
    if report.side is not None:
        form.locator(f"[name=side][value={report.side.value}]").check()
    if report.patron:
        form.locator("[name=patron]").fill(report.patron)
    said = "yes" if report.reconstructable else "no"
    shown = form.locator(f"[name=reconstructable][value={said}]")
    if shown.count():
        shown.check()
