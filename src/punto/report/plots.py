"""Plots as SVG: small panels in which colour is never the only distinction.

Letters are drawn as outlines, without timestamps or machine details, so the same figures give the
same picture anywhere.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING, Any

from punto.report.extras import require
from punto.report.fingerprints import plain
from punto.rules.cards import RANKS, Rank
from punto.rules.wagers import Wager

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, BLUE, ORANGE, FAINT = "#222222", "#0072b2", "#d55e00", "#c8c8c8"  # after Okabe and Ito
WIDTH_INCHES = 6.85  # the width of the text on A4
PANELS_MAX = 12  # as many as fit on a page
LABEL_LETTERS_MAX = 24

Draw = Callable[["Axes", Wager], None]

STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 6.5,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.5,
    "axes.titlesize": 7.5,
    "axes.titlepad": 5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "hatch.linewidth": 0.5,
    "xtick.major.width": 0.5,
    "ytick.major.width": 0.5,
    "xtick.major.size": 2,
    "ytick.major.size": 2,
    "svg.fonttype": "path",
    "svg.hashsalt": "punto",
    "text.parse_math": False,
}


def edge_plot(
    wagers: Sequence[Wager], edges: Mapping[str, Mapping[int, Fraction]], marked: int
) -> str:
    """Plot the house edge in percent against the number of decks, one panel per wager."""

    def draw(axes: "Axes", wager: Wager) -> None:
        decks = list(edges[wager.id])
        values = [float(edge * 100) for edge in edges[wager.id].values()]
        axes.plot(decks, values, "-", color=BLUE, linewidth=1, marker="o", markersize=2.5)
        at = decks.index(marked)
        axes.plot([marked], [values[at]], "D", color=ORANGE, markersize=4.5, zorder=3)
        axes.set_xticks(decks)
        axes.margins(x=0.08, y=0.18)
        _plain_ticks(axes)
        axes.grid(axis="y", color=FAINT, linewidth=0.4)

    return _picture(wagers, edges, draw, "decks", "house edge, %")


def removal_plot(
    wagers: Sequence[Wager], removals: Mapping[str, Mapping[Rank, Fraction]], parts: int
) -> str:
    """Plot the effect of removal by rank, one panel per wager; hatched if it hurts the patron."""

    def draw(axes: "Axes", wager: Wager) -> None:
        values = [float(removals[wager.id][rank] * parts) for rank in RANKS]
        bars = axes.bar(range(len(RANKS)), values, width=0.72, linewidth=0.5, edgecolor=INK)
        for bar, value in zip(bars, values, strict=True):
            bar.set_facecolor(BLUE if value >= 0 else "#ffffff")
            if value < 0:
                bar.set_edgecolor(ORANGE)
                bar.set_hatch("//////")
        axes.axhline(0, color=INK, linewidth=0.5)
        if not any(values):
            axes.set_ylim(-1, 1)
            axes.set_yticks([0])
            axes.text(0.5, 0.56, "none", transform=axes.transAxes, ha="center", color=INK)
        axes.set_xticks(range(len(RANKS)), [rank.letter for rank in RANKS])
        axes.tick_params(axis="x", length=0)
        axes.margins(x=0.02, y=0.1)
        _plain_ticks(axes)
        axes.grid(axis="y", color=FAINT, linewidth=0.4)
        axes.set_axisbelow(True)

    return _picture(wagers, removals, draw, "rank removed", "0.01% of the stake")


def z_plot(scores: Mapping[Wager, float]) -> str:
    """Plot each wager's distance from its exact value in standard errors."""
    with _style():
        figure = _figure(0.45 + 0.14 * len(scores))
        axes = figure.add_subplot()
        places = range(len(scores))
        widest = max(3.0, *(abs(z) * 1.1 for z in scores.values()))
        axes.axvspan(-2, 2, color="#eef3f7", linewidth=0)
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.hlines(places, 0, list(scores.values()), color=BLUE, linewidth=0.8)
        axes.plot(list(scores.values()), places, "o", color=BLUE, markersize=3.5)
        axes.set_yticks(places, [label(wager) for wager in scores])
        axes.set_xlim(-widest, widest)
        axes.set_ylim(len(scores) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("z, standard errors from the exact value")
        return _svg(figure, {wager.id: str(z) for wager, z in scores.items()})


def label(wager: Wager) -> str:
    """Return a name that the plot's font can draw: the title, or else the id."""
    drawable = all(" " <= letter <= "ſ" for letter in wager.title)  # the letters of Latin scripts
    return wager.title if drawable and len(wager.title) <= LABEL_LETTERS_MAX else wager.id


def read_data(svg: str) -> Any:
    """Read the exact values stored in a plot's description."""
    found = re.search(r"<dc:description>(.*?)</dc:description>", svg, re.DOTALL)
    if found is None:
        raise ValueError("This picture carries no data.")
    return json.loads(found[1].replace("&quot;", '"'))


def _picture(
    wagers: Sequence[Wager], data: Mapping[str, object], draw: Draw, across: str, up: str
) -> str:
    """Draw a panel for each wager."""
    # The number of columns that leaves fewer gaps, preferably four.
    columns = min((4, 3), key=lambda across: -len(wagers) % across)
    rows = -(-len(wagers) // columns)
    with _style():
        figure = _figure(0.25 + 1.4 * rows)
        grid = figure.subplots(rows, columns, squeeze=False)
        panels = list(grid.flat)
        for number, (axes, wager) in enumerate(zip(panels, wagers, strict=False)):
            axes.set_title(label(wager), loc="left", color=INK, fontweight="bold")
            draw(axes, wager)
            if number % columns == 0:
                axes.set_ylabel(up)
            if number + columns >= len(wagers):
                axes.set_xlabel(across)
        for axes in panels[len(wagers) :]:
            axes.remove()
        return _svg(figure, {wager.id: data[wager.id] for wager in wagers})


def _plain_ticks(axes: "Axes") -> None:
    """Use few ticks, each labelled with its full value rather than an offset."""
    axes.ticklabel_format(axis="y", style="plain", useOffset=False)
    axes.locator_params(axis="y", nbins=4)


def _style() -> Any:
    return require("matplotlib", "A plot").rc_context(STYLE)


def _figure(height_inches: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")


def _svg(figure: "Figure", data: object) -> str:
    """Return the picture without its XML prologue, with its exact values in the description."""
    out = StringIO()
    blank = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata={**blank, "Description": json.dumps(plain(data))})
    text = out.getvalue()
    return text[text.index("<svg") :]
