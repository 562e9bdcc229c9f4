"""The Chinese sheet: every sentence has its words, every figure is that of the English one."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from punto.odds.custom import parse_wagers
from punto.report.blocks import Manuscript, Plot
from punto.report.chinese import say, translate
from punto.report.conditions import describe
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import set_pdf
from punto.rules.games import GAMES
from punto.rules.wagers import Wager
from tests.report.page import Page
from tests.report.sheets import manuscript, on_cards, page, sheet
from tests.sample import sample

ROOT = Path(__file__).parents[2]

# What stays as it is: names of programs and files, ids, hashes, the ranks of cards.
KEPT = re.compile(
    r"SHA-256|PAR|Punto|Python|NumPy|Numba|UTC|TJQK|\b[0-9a-f]{16,}\b|[\w-]+\.toml"
    r"|\b[a-z]+(-[a-z]+)+\b|^(player|banker|tie|tiger|burn|corrections)$|^(zh|en)\b.*"
)
ENGLISH = re.compile(r"[A-Za-z]{2,}")


def texts(value: object) -> Iterator[str]:
    """Every text that a manuscript says, letters in plots aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)
    elif is_dataclass(value):
        for field in fields(value):
            is_code = field.name == "kind" and not hasattr(value, "sections")
            if not is_code and not (isinstance(value, Plot) and field.name == "svg"):
                yield from texts(getattr(value, field.name))


def in_words(game_id: str | None, custom: tuple[Wager, ...] = ()) -> Manuscript:
    """A manuscript without its plots, whose letters stay as they are and take longest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("punto.report.plots._picture", lambda *_, **__: "<svg></svg>")
        return write_manuscript(sheet(game_id, 8, custom))


@pytest.mark.parametrize("game_id", [game.id for game in GAMES])
def test_nothing_is_left_in_english(game_id: str) -> None:
    english = in_words(game_id)
    chinese = translate(english)
    assert sum(bool(ENGLISH.search(KEPT.sub("", each))) for each in texts(english)) > 100
    assert [each for each in texts(chinese) if ENGLISH.search(KEPT.sub("", each))] == []


@pytest.mark.parametrize("game_id", sample([None, "no-commission"]))
def test_nothing_is_left_in_english_beside_a_designer_s_names(game_id: str | None) -> None:
    chinese = translate(in_words(game_id, on_cards()))
    kept = re.compile(r"\b(suited|third|QK)\b")
    left = [each for each in texts(chinese) if ENGLISH.search(KEPT.sub("", kept.sub("", each)))]
    assert left == []


def test_every_condition_of_the_side_bets_is_said_in_chinese() -> None:
    text = (ROOT / "docs" / "side-bets.md").read_text(encoding="utf-8")
    definitions = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert definitions is not None
    wagers = parse_wagers(definitions[1])
    asked = [line.when for wager in wagers for line in wager.lines]
    asked += [wager.push for wager in wagers if wager.push is not None]
    assert len(asked) > 30
    for when in asked:
        said = say(describe(when))
        assert not ENGLISH.search(said.replace("QK", "")), said
        assert said.count("（") == said.count("）") == describe(when).count("(")


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("Player total 8 or 9; 4 cards in all", "闲 8 或 9 点；共 4 张"),
        ("Player's colours red or mixed", "闲颜色：红或红黑相杂"),
        ("Not (the hands tie; 5 or 6 cards in all)", "非（和局；共 5 或 6 张）"),
        (
            "Margin of 2; (Player total 9; naturals tie) or (no pair; Banker's third card none)",
            "相差 2 点；（闲 9 点；天牌和局）或（无对子；庄第三张牌：无）",
        ),
    ],
)
def test_conditions_in_chinese(english: str, chinese: str) -> None:
    assert say(english) == chinese


def test_the_figures_are_the_same() -> None:
    chinese, english = Page(set_html(translate(manuscript("tiger")))), page("tiger")
    assert len(chinese.tables) == len(english.tables)
    for ours, theirs in zip(chinese.tables, english.tables, strict=True):
        if "我们的表述" in ours.columns:
            continue  # the clauses in words
        for (_, left), (_, right) in zip(ours.rows, theirs.rows, strict=True):
            numbers = [sorted(re.findall(r"\d[\d./,]*\d", " ".join(row))) for row in (left, right)]
            assert numbers[0] == numbers[1]


def test_it_is_set_as_pdf() -> None:
    assert set_pdf(translate(manuscript("no-commission"))).startswith(b"%PDF")
