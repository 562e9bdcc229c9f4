"""Every page looks as last accepted, and visual defects are detected."""

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.staged import Staged
from tests.pages.visual import (
    FOLDER,
    SHARE_MAX,
    SHOTS,
    Shot,
    add_style,
    difference,
    kept,
    shown,
    take,
)
from tests.sample import sample

BYTES_MAX = 3_000_000
LOOKS, LOOK_MS = 5, 1_000
# Each breaks one thing, as a careless change would.
BROKEN = {
    "a margin is lost": ".sheet-page { gap: 0 !important; }",
    "a panel is gone": ".paytable { display: none !important; }",
    "another colour": ".games a[aria-current] { background: #8e44ad !important; }",
    "larger letters": "html { font-size: 17px !important; }",
    "another font": "body { font-family: monospace !important; }",
}


def shown_by(shot: Shot) -> tuple[object, ...]:
    """What a picture is an example of: a size in a language."""
    return ((shot.size, shot.language),)


@pytest.mark.parametrize("shot", sample(SHOTS, shown_by), ids=lambda shot: shot.file.stem)
def test_a_page_looks_as_it_did(browser: Browser, place: Staged, shot: Shot) -> None:
    with shown(browser, place, shot) as page:
        apart = looked_at(page, shot)
    assert apart <= SHARE_MAX, (
        f"{apart:.2%} of {shot.file.name} is different: look at it, then"
        f" python -m tests.pages.visual --accept --only {shot.name}"
    )


def looked_at(page: Page, shot: Shot) -> float:
    """How far it is from its picture; on a slow machine the last of a page may still come in."""
    for _ in range(LOOKS):
        apart = difference(take(page), kept(shot))
        if apart <= SHARE_MAX:
            break
        page.wait_for_timeout(LOOK_MS)
    return apart


@pytest.mark.parametrize("what", sample(BROKEN))
def test_what_is_broken_is_seen(browser: Browser, place: Staged, what: str) -> None:
    shot = next(each for each in SHOTS if each.name == "rules" and each.size == "desktop")
    with shown(browser, place, shot) as page:
        assert looked_at(page, shot) <= SHARE_MAX
        add_style(page, BROKEN[what])
        assert difference(take(page), kept(shot)) > SHARE_MAX


def test_the_set_is_small_and_holds_nothing_else() -> None:
    files = set(FOLDER.iterdir())
    assert files == {shot.file for shot in SHOTS}
    assert sum(file.stat().st_size for file in files) < BYTES_MAX
