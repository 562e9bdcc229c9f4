"""Fixtures: a dealing server, a static one, one browser, a new visitor for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.consoles import Floor
from tests.pages.dealt import Boss
from tests.pages.served import WAIT_MS, Served, chromium
from tests.pages.staged import Staged, staged

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("pages"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def boss(server: Served) -> Iterator[Boss]:
    """Somebody who deals by hand whatever a test wants dealt."""
    made = Boss(server)
    yield made
    made.close()


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    with staged(tmp_path_factory.mktemp("staged")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def floor(server: Served, browser: Browser) -> Iterator[Floor]:
    """Staff of every position, and two patrons."""
    found = Floor(server, browser)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def everybody_is_here(request: pytest.FixtureRequest) -> None:
    """Staff are signed out after five minutes idle, and a slow machine's tests take longer."""
    for name in {"floor", "boss"} & {*request.fixturenames}:
        request.getfixturevalue(name).come_back()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A visitor who has never been here; a mistake in a page fails its test.

    Where nothing is dealt nothing needs to move: an animation that goes on takes half a processor.
    """
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        locale="en-GB",
        reduced_motion="reduce" if "place" in request.fixturenames else "no-preference",
    )
    page = context.new_page()
    mistakes: list[str] = []
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    yield page
    context.close()
    assert mistakes == []
