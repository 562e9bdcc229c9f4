"""Drills without a connection, also after the page was closed: nothing is sent twice."""

import json
from pathlib import Path

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, Route

from punto.floor.practice_house import PracticeHouse
from punto.journal.people.people import Kind
from punto.journal.store import Store
from punto.rules.staff import Position
from punto.web.api.drill_worker import DRILL_PAGE, WORKER, worker_script
from punto.web.app import make_app
from punto.web.server import in_thread, opened
from tests.pages.school_pages import DESKTOP, choose_card_values
from tests.web.nodes import Node
from tests.web.served import PASSWORD, served

READY = """async () => {
  const { active, scope } = await navigator.serviceWorker.ready;
  while (active.state === 'activating')
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  return active.state === 'activated' ? scope : '';
}"""
CACHED = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return found;
}"""
TEXT_OF_PAGE = """async () => {
  const [name] = await caches.keys();
  return (await (await caches.open(name)).match('/school/drill')).text();
}"""


def prepare(journal: str) -> None:
    with opened(journal, school="School") as (casino, _):
        casino.sessions.add("bo", Kind.STAFF, PASSWORD, Position.DEALER)


def enter(context: BrowserContext, address: str) -> Page:
    """The drill page, as it opens for a student who is signed in or not yet."""
    page = context.new_page()
    page.goto(f"{address}/school/drill")
    page.wait_for_selector("input[name=password], .school h1")
    if page.locator("input[name=password]").count():
        page.fill("input[name=name]", "bo")
        page.fill("input[name=password]", PASSWORD)
        page.click("form button[type=submit]")
        page.wait_for_selector(".school h1")
    return page


def answer(page: Page, count: int) -> None:
    for _ in range(count):
        page.fill(".typed-part input", "1")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-verdict]")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-verdict]", state="detached")


def recorded(journal: str) -> int:
    """How many answers are on record."""
    store = Store(journal)
    try:
        tallies = PracticeHouse(store).state().drills.get("bo", {})
    finally:
        store.close()
    return sum(len(each.reviews) for each in tallies.values())


def test_the_drill_page_opens_again_without_a_server(browser: Browser, tmp_path: Path) -> None:
    journal = str(tmp_path / "school.journal")
    prepare(journal)
    node = Node(journal, school=True)
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
    try:
        node.wait()
        page = enter(context, node.address)
        choose_card_values(page)
        assert page.evaluate(READY) == f"{node.address}/school/drill"
        (stored,) = page.evaluate(CACHED).values()
        assert stored[:2] == ["/school/drill", "/favicon.svg"]
        assert all(each.startswith("/assets/") for each in stored[2:])
        assert "bo" not in page.evaluate(TEXT_OF_PAGE).replace("body", "")
        page.close()
        port = node.port
        node.kill()
        page = enter(context, node.address)
        choose_card_values(page)
        answer(page, 3)
        page.wait_for_selector(".drill-card .notice")
        page.close()
        page = context.new_page()
        page.goto(f"{node.address}/school/drill")
        page.wait_for_selector(".school h1")
        assert len(_waiting(page)) == 3
        for other in ("", "/class", "/situation"):
            failed = _fails(context, f"{node.address}/school{other}")
            assert failed, f"/school{other} is stored by nobody"
        assert recorded(journal) == 0
        node = Node(journal, school=True, port=port)
        node.wait()
        page.reload()
        page.wait_for_function(
            "() => JSON.parse(localStorage.getItem('punto.school.answers')).length === 0"
        )
        assert recorded(journal) == 3
        page.reload()
        page.wait_for_selector(".school h1")
        choose_card_values(page)
        answer(page, 1)
        page.wait_for_function(
            "() => JSON.parse(localStorage.getItem('punto.school.answers')).length === 0"
        )
        assert recorded(journal) == 4
    finally:
        context.close()
        if node.process.poll() is None:
            node.kill()


def _waiting(page: Page) -> list[object]:
    found = json.loads(page.evaluate("localStorage.getItem('punto.school.answers')"))
    assert isinstance(found, list)
    return found


def _fails(context: BrowserContext, address: str) -> bool:
    page = context.new_page()
    try:
        page.goto(address)
    except Exception as error:
        return "ERR_CONNECTION_REFUSED" in str(error)
    finally:
        page.close()
    return False


def test_answers_whose_receipt_was_lost_count_once(browser: Browser, tmp_path: Path) -> None:
    journal = str(tmp_path / "school.journal")
    prepare(journal)
    node = Node(journal, school=True)
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce")
    try:
        node.wait()
        page = enter(context, node.address)
        choose_card_values(page)
        lost: list[int] = []
        is_losing = True

        def lose(route: Route) -> None:
            """The server gets the answers, and its response is lost."""
            if is_losing:
                lost.append(route.fetch().status)
                route.abort()
            else:
                route.continue_()

        page.route("**/school/drills/results", lose)
        answer(page, 2)
        page.wait_for_selector(".drill-card .notice")
        assert lost
        assert set(lost) == {200}
        assert _waiting(page)
        is_losing = False  # not unrouted: one may be on its way
        answer(page, 1)
        page.wait_for_function(
            "() => JSON.parse(localStorage.getItem('punto.school.answers')).length === 0"
        )
        assert recorded(journal) == 3
    finally:
        context.close()
        node.kill()


def test_the_worker_of_the_drill_page_is_a_schools_alone_and_names_what_it_stores(
    tmp_path: Path,
) -> None:
    with (
        opened(str(tmp_path / "school.journal"), school="School") as (casino, _),
        in_thread(make_app(casino)) as address,
    ):
        answer = httpx.get(f"{address}{WORKER}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        (named,) = [line for line in answer.text.splitlines() if line.startswith("const FILES")]
        files = json.loads(named.removeprefix("const FILES = ").removesuffix(";"))
        assert files[0] == DRILL_PAGE
        assert len(files) == len(set(files)) > 8
        for file in files:
            assert httpx.get(address + file).status_code == 200, file
        assert httpx.get(f"{address}{WORKER}").text == answer.text
    with served(tmp_path) as (_, address):
        assert httpx.get(f"{address}{WORKER}").status_code == 404


def test_another_build_is_another_script() -> None:
    script, page, files = b"go();", b"<html>", ("assets/a-1.js",)
    first = worker_script(script, page, files)
    for other in ((b"go(1);", page, files), (script, b"<html >", files), (script, page, ("b.js",))):
        assert worker_script(*other).splitlines()[0] != first.splitlines()[0]
