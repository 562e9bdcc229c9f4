"""The guide: every picture it shows exists, is taken by the tests, and is used."""

import re

from tests.pages.guide import FOLDER, PICTURES, file_of

PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]+)\)")
PAGES = sorted(FOLDER.glob("*.md"))


def test_every_picture_is_taken_shown_and_described() -> None:
    shown = [
        (text, page.parent / path)
        for page in PAGES
        for text, path in PICTURE.findall(page.read_text(encoding="utf-8"))
    ]
    assert {path for _, path in shown} == {file_of(shot) for shot in PICTURES}
    assert {path for _, path in shown} == set((FOLDER / "images").iterdir())
    assert all(len(text) > 10 for text, _ in shown)


def test_every_page_is_reached_from_the_first() -> None:
    first = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({page.name})" in first for page in PAGES if page.name != "README.md")
