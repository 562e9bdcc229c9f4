"""Every clause and every reading has a Chinese translation with the same numbers."""

import re

import pytest

from punto.rules.chinese import in_chinese, translated
from punto.rules.clauses import clauses
from punto.rules.games import GAMES
from punto.rules.readings import readings

CHINESE = re.compile(r"[\u4e00-\u9fff]")
# Odds, positions and counts of two figures or more: written the same in both languages.
FIGURES = re.compile(r"\d+\.\d+|\d\d+")
ENGLISH = frozenset(
    [clause.summary for game in GAMES for clause in clauses(game.id)]
    + [reading.answer for reading in readings().values()]
)


def test_nothing_is_left_untranslated_and_nothing_is_translated_in_vain() -> None:
    assert translated() == ENGLISH


@pytest.mark.parametrize("english", sorted(ENGLISH))
def test_a_translation_is_chinese_and_keeps_its_figures(english: str) -> None:
    chinese = in_chinese(english)
    assert CHINESE.search(chinese)
    assert sorted(FIGURES.findall(chinese)) == sorted(FIGURES.findall(english))


def test_words_that_nobody_translated_stay_as_they_are() -> None:
    assert in_chinese("New words.") == "New words."
