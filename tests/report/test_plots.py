"""Plots draw the engine's figures and carry them; the picture in the README is up to date."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from punto.odds.custom import parse_wager
from punto.report import plots
from punto.report.plots import edge_plot, label, read_data, removal_plot, z_plot
from punto.report.sheet import edges_by_decks
from punto.rules.games import find_game
from tests.report.sheets import lucky, sheet

ROOT = Path(__file__).parent.parent.parent
PICTURE = ROOT / "docs/images/edge-by-decks.svg"
TIGER = find_game("tiger")


def test_the_picture_in_the_readme_has_today_s_edges() -> None:
    """If this fails, write it again: punto report tiger --out docs/images/edge-by-decks.svg."""
    edges = edges_by_decks(TIGER.wagers)
    drawn = read_data(PICTURE.read_text(encoding="utf-8"))
    assert {
        wager: {int(decks): Fraction(edge) for decks, edge in by_decks.items()}
        for wager, by_decks in drawn.items()
    } == edges
    assert "docs/images/edge-by-decks.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_is_drawn_is_what_is_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = keep_figures(monkeypatch)
    edges = edges_by_decks(TIGER.wagers)
    edge_plot(TIGER.wagers, edges, 6)
    for wager, axes in zip(TIGER.wagers, drawn[0].axes, strict=True):
        line, mark = axes.lines
        values = [float(100 * edge) for edge in edges[wager.id].values()]
        assert axes.get_title(loc="left") == wager.title
        assert np.asarray(line.get_xydata()).tolist() == [
            list(each) for each in enumerate(values, 4)
        ]
        assert np.asarray(mark.get_xydata()).tolist() == [[6, values[2]]]


def test_bars_against_the_patron_are_hatched(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = keep_figures(monkeypatch)
    removals = sheet("tiger").removals
    removal_plot(TIGER.wagers, removals, 10_000)
    for wager, axes in zip(TIGER.wagers, drawn[0].axes, strict=True):
        effects = list(removals[wager.id].values())
        bars = [bar for bar in axes.patches if isinstance(bar, Rectangle)]
        assert [bar.get_height() for bar in bars] == [float(each * 10_000) for each in effects]
        assert [bool(bar.get_hatch()) for bar in bars] == [each < 0 for each in effects]


def test_a_plot_is_the_same_every_time_and_is_xml() -> None:
    scores = dict.fromkeys(TIGER.wagers, 1.5)
    first, second = z_plot(scores), z_plot(scores)
    assert first == second
    assert ElementTree.fromstring(first).tag.endswith("svg")
    assert read_data(first) == {wager.id: "1.5" for wager in TIGER.wagers}


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Lucky Nine", "Lucky Nine"),
        ("Fünf à 5 $", "Fünf à 5 $"),
        ("龙虎", "lucky-nine"),
        ("A name much too long for a panel", "lucky-nine"),
        ("two\nlines", "lucky-nine"),
    ],
)
def test_a_name_a_picture_cannot_hold_becomes_the_id(title: str, shown: str) -> None:
    assert label(replace(lucky(), title=title)) == shown


@pytest.mark.parametrize("count", [1, 5, 12])
def test_any_number_of_wagers_has_its_panels(count: int) -> None:
    wagers = [parse_wager(definition(n)) for n in range(count)]
    svg = edge_plot(wagers, edges_by_decks(wagers), 4)
    assert len(read_data(svg)) == count


def keep_figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Where the next figures go, instead of being written."""
    kept: list[Figure] = []

    def keep(figure: Figure, data: object) -> str:
        kept.append(figure)
        return ""

    monkeypatch.setattr(plots, "_svg", keep)
    return kept


def definition(number: int) -> str:
    """A wager's definition with this number in its name."""
    line = '{ pays = "8 to 1", when = { winner = "tie" } }'
    return f'id = "tie-{number}"\nname = "Tie {number} $"\nlines = [{line}]'
