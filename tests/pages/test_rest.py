"""A page that does not come to rest is reported with what keeps it from that."""

import pytest
from playwright.sync_api import Page

from tests.pages.rest import wait_for_rest

MOVED = "@keyframes turn { to { opacity: 0 } } .card { animation: turn 1s infinite }"


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (
            "<main id=all><div class=state><i class=spinner></i>Loading</div></main>",
            'div.state in main#all is still loading: "Loading"',
        ),
        (f"<style>{MOVED}</style><p class=card>A</p>", "p.card is still moved by turn"),
        (
            "<div class=hands><p class='hand banker' style='width: 1500px; margin: 0'>A</p></div>",
            "wide in a window of 1280: p.hand.banker in div.hands ends at 1508",
        ),
    ],
    ids=["loading", "moving", "wide"],
)
def test_what_keeps_a_page_from_its_rest_is_named(page: Page, content: str, wrong: str) -> None:
    page.set_content(content)
    with pytest.raises(AssertionError) as raised:
        wait_for_rest(page, timeout_ms=200)
    assert wrong in str(raised.value)


def test_a_wide_table_in_a_box_that_scrolls_is_at_rest(page: Page) -> None:
    page.set_content("<div style='overflow-x: auto'><p style='width: 1500px'>A</p></div>")
    wait_for_rest(page)
