"""Typeset pages: reproducible bytes, self-contained, no text interpreted as markup."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from punto.odds.custom import parse_wager
from punto.refusals import Refused
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import count_pages, set_pdf
from punto.report.sheet import build_sheet
from punto.rules.games import GAMES, find_game
from tests.report.sheets import AWKWARD, ROUNDS, SHOES, html, lucky, page, pdf, sheet
from tests.sample import sample

GAME_IDS = [game.id for game in GAMES]
SECTIONS = [
    "Results",
    "Rules in brief",
    "Pay table and exact probabilities",
    "Measures",
    "Covariances and largest payouts",
    "The round",
    "House edge by number of decks",
    "Effects of removal",
    "Price of irregularities",
    "Protection",
    "Simulation against exact values",
    "Readings used",
    "Method and terms",
    "Exact values",
    "Versions and fingerprints",
    "Signatures",
]


def words(reader: PdfReader) -> list[str]:
    """The text of each page of a PDF, a single space between words."""
    return [" ".join(each.extract_text().split()) for each in reader.pages]


@pytest.mark.sweep
def test_the_same_question_gives_the_same_bytes() -> None:
    again = build_sheet(find_game("tiger"), 8, rounds=ROUNDS, seed=7, shoes=SHOES["tiger"])
    assert again.fingerprints == sheet("tiger").fingerprints
    written = write_manuscript(again)
    assert set_html(written) == html("tiger")
    assert set_pdf(written) == pdf("tiger")


def test_another_seed_shows() -> None:
    other = build_sheet(find_game("tiger"), 8, rounds=ROUNDS, seed=8, shoes=SHOES["tiger"])
    assert other.figures_hash != sheet("tiger").figures_hash
    assert other.fingerprints[:-1] == sheet("tiger").fingerprints[:-1]


@pytest.mark.parametrize("game_id", sample(GAME_IDS))
def test_a_page_has_every_section_and_names_its_document(game_id: str) -> None:
    found, game = page(game_id), find_game(game_id)
    assert found.titles == SECTIONS
    assert game.title in found.text
    assert f"in force {game.effective.day} {game.effective:%B %Y}" in found.text
    for each in sheet(game_id).fingerprints:
        assert each.sha256 in found.text


@pytest.mark.parametrize("game_id", sample(GAME_IDS))
def test_a_page_needs_nothing_from_elsewhere(game_id: str) -> None:
    found = page(game_id)
    assert all(each.startswith("#") for each in found.loads)
    assert not {"script", "link", "iframe", "img", "object"} & set(found.tags)
    assert b"@import" not in html(game_id)
    assert b"url(http" not in html(game_id)
    assert len(found.ids) == len(set(found.ids))
    assert found.tags.count("svg") == 3


@pytest.mark.parametrize(("game_id", "decks"), sample([("no-commission", 8), ("tiger", 8)]))
def test_a_pdf_opens_with_all_sections_on_numbered_pages(game_id: str, decks: int) -> None:
    data, game = pdf(game_id, decks), find_game(game_id)
    reader = PdfReader(BytesIO(data))
    assert len(reader.pages) == count_pages(data)
    assert 6 <= len(reader.pages) <= 10
    assert reader.metadata is not None
    assert reader.metadata.title == f"PAR sheet: {game.title}"
    assert reader.metadata.creation_date is None
    printed = words(reader)  # once: it takes seconds
    text = " ".join(printed)
    for number, title in enumerate(SECTIONS, 1):
        assert f"{number} {title}" in text
    for number, each in enumerate(printed, 1):
        assert f"Page {number} of {len(reader.pages)}" in each
        assert sheet(game_id, decks).figures_hash[:16] in each
    for price in sheet(game_id, decks).prices:
        for line in price.lines:
            assert f"{line.probability.numerator}/{line.probability.denominator}" in text


def test_nothing_a_designer_writes_is_taken_for_an_order() -> None:
    custom = (parse_wager(AWKWARD), lucky())
    found = page(None, 4, custom)
    assert custom[0].title in found.text
    assert "<script>1</script>" in found.text
    assert "script" not in found.tags
    assert found.tags.count("b") == 1  # the sheet's own
    printed = " ".join(words(PdfReader(BytesIO(pdf(None, 4, custom)))))
    for order in ("$x_1$", "<b>bold</b>", "#panic()", "{{ 7 * 6 }}", "<script>1</script>"):
        assert order in printed


def test_letters_no_font_has_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.report.pdf.is_covered", lambda text: True)  # as if none were there
    wager = parse_wager(AWKWARD.replace("bold", "龙虎"))
    with pytest.raises(Refused, match="No font here can set"):
        pdf(None, 4, (wager,))
    assert "龙虎" in page(None, 4, (wager,)).text
