"""The side bets of docs/side-bets.md, priced exactly, against published figures."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from punto.odds.composition import Composition
from punto.odds.custom import parse_wagers
from punto.odds.distribution import distribution
from punto.odds.price import price

PAGE = (Path(__file__).parents[2] / "docs" / "side-bets.md").read_text(encoding="utf-8")
WAGERS = {
    wager.id: wager for wager in parse_wagers(re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
}
EDGES = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([0-9.]+) % \|", PAGE, re.MULTILINE))
DEALS = re.findall(r"^\| ([a-z0-9-]+) \| (\d+) \| ([0-9,]+) \|$", PAGE, re.MULTILINE)
EIGHT = distribution(Composition.of_decks(8))


def test_every_definition_has_its_figure_and_its_source() -> None:
    assert list(EDGES) == list(WAGERS)
    assert len(EDGES) >= 20
    assert len(re.findall(r"^\| [a-z0-9-]+ \| [0-9.]+ % \| \w+", PAGE, re.MULTILINE)) == len(EDGES)


@pytest.mark.parametrize("wager_id", EDGES)
def test_the_edge_is_the_published_one(wager_id: str) -> None:
    printed = EDGES[wager_id]
    digits = len(printed.partition(".")[2])
    edge = price(EIGHT, WAGERS[wager_id]).house_edge * 100
    assert abs(edge - Fraction(printed)) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(("wager_id", "line", "deals"), DEALS)
def test_the_deals_are_the_published_ones(wager_id: str, line: str, deals: str) -> None:
    assert price(EIGHT, WAGERS[wager_id]).won[int(line) - 1] == int(deals.replace(",", ""))


def test_perfect_pairs_of_four_cards() -> None:
    """Counted there over 7,379,583,120 choices of two cards for each hand."""
    both, *single = price(EIGHT, WAGERS["perfect-pairs-both"]).lines
    assert both.probability == Fraction(2_101_008, 7_379_583_120)
    assert sum(line.probability for line in single) == Fraction(244_747_776, 7_379_583_120)


def test_the_published_variances() -> None:
    """Advanced Advantage Play prints 182.715 for 3 Giving 8, 18.594 and 42.503 for two others."""
    for wager_id, printed in (
        ("three-giving-eight", "182.715"),
        ("eights-and-nines", "18.594"),
        ("big-tiger-50", "42.503"),
    ):
        assert f"{float(price(EIGHT, WAGERS[wager_id]).variance):.3f}" == printed
