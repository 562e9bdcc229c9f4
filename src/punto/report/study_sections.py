"""The sections of studies: edge by decks, effects of removal, simulation against exact."""

from punto.report import plots
from punto.report.blocks import Block, Column, Kind, Paragraph, Plot, Section, Table, row, table
from punto.report.numbers import NONE, chance, decimal
from punto.report.sheet import DECKS, Sheet
from punto.report.trial import P_MIN, Z_MAX
from punto.rules.cards import RANKS
from punto.rules.wagers import Wager

WAGER = Column("Wager", Kind.TEXT)
PARTS = 10_000  # effects of removal are printed in hundredths of a percent of the stake


def decks(sheet: Sheet) -> Section:
    """The house edge from each number of decks."""
    rows = tuple(
        row(each.wager.title, *(decimal(sheet.edges[each.wager.id][n] * 100, 4) for n in DECKS))
        for each in sheet.prices
    )
    columns = (WAGER, *(Column(f"{n} decks") for n in DECKS))
    drawn = tuple(
        Plot(
            f"House edge in percent by number of decks; the diamond marks {sheet.decks} decks. "
            "Each panel has a scale of its own.",
            plots.edge_plot(wagers, sheet.edges, sheet.decks),
            "A panel a wager, house edge against number of decks; the table below has the figures.",
        )
        for wagers in _pages(sheet)
    )
    figures = table("House edge in percent, first round of a full shoe.", columns, rows)
    return Section("House edge by number of decks", (*drawn, figures))


def removals(sheet: Sheet) -> Section:
    """The effect of removing one card on each wager."""
    rows = []
    for each in sheet.prices:
        effects = sheet.removals[each.wager.id]
        cells = (decimal(effects[rank] * PARTS, 2, sign=True) for rank in RANKS)
        rows.append(row(each.wager.title, *cells))
    columns = (WAGER, *(Column(rank.letter) for rank in RANKS))
    drawn = tuple(
        Plot(
            "Change of the expected profit when one card of a rank is removed, in hundredths of a "
            "percent of the stake. Hatched bars are against the patron. Each panel has a scale of "
            "its own.",
            plots.removal_plot(wagers, sheet.removals, PARTS),
            "A panel a wager, effect of removal by rank; the table below has the figures.",
        )
        for wagers in _pages(sheet)
    )
    caption = (
        "Effects of removal in hundredths of a percent of the stake. Over all ranks they add up "
        "to zero exactly, as each rank has as many cards as any other."
    )
    return Section("Effects of removal", (*drawn, table(caption, columns, rows)))


def _pages(sheet: Sheet) -> list[tuple[Wager, ...]]:
    """Split the wagers into groups that fit on a page."""
    every = sheet.question.wagers
    starts = range(0, len(every), plots.PANELS_MAX)
    return [every[start : start + plots.PANELS_MAX] for start in starts]


def simulation(sheet: Sheet) -> Section:
    """The seeded trial against the exact distribution."""
    trial, dealing = sheet.trial, sheet.trial.dealing
    lead = (
        f"{trial.rounds:,} rounds were dealt from shuffled shoes of "
        f"{dealing.decks} decks, seed {trial.seed}, no card burnt, cut card {dealing.cut} cards "
        f"from the end, {trial.shoes:,} whole shoes. Every shoe reaches its first "
        f"{dealing.rounds_sure} rounds; those {trial.rounds_tested:,} rounds follow the exact law "
        "of a first round and are tested against it. The rounds beyond are dealt only where "
        "earlier rounds took few cards: what that changes is the cut-card effect."
    )
    said = [Paragraph(lead)]
    apart = [trial.tested[each.id].rounds for each in sheet.question.wagers if each.needs_cards]
    if apart:
        text = (
            f"Wagers on the cards themselves were dealt apart, in {max(apart):,} rounds that "
            "every shoe reaches."
        )
        said.append(Paragraph(text))
    return Section(
        "Simulation against exact values",
        (*said, _tested(sheet), *_z_plot(sheet), Paragraph(_verdict(sheet))),
    )


def _tested(sheet: Sheet) -> Table:
    rows = []
    for each in sheet.prices:
        tested, later = sheet.trial.tested[each.wager.id], sheet.trial.later[each.wager.id]
        effect = decimal(later.ev - later.exact_ev, 6, sign=True)
        rows.append(
            row(
                each.wager.title,
                decimal(tested.ev, 6),
                decimal(each.ev, 6),
                decimal(tested.stderr, 6),
                decimal(tested.z, 2, sign=True),
                f"{effect} ± {decimal(later.stderr, 6)}" if later.rounds else NONE,
            )
        )
    names = ("Simulated", "Exact", "Standard error", "z", "Cut-card effect")
    caption = (
        "Mean profit of one unit. z is the distance of simulated from exact in standard errors; "
        f"the cut-card effect is that of the {sheet.trial.rounds_later:,} later rounds, with its "
        "standard error."
    )
    return table(caption, (WAGER, *map(Column, names)), rows)


def _z_plot(sheet: Sheet) -> tuple[Block, ...]:
    caption = (
        "Distance z of the simulated from the exact mean. The shaded band spans two standard "
        "errors to either side; by chance about one wager in twenty lies outside it."
    )
    described = "A dot a wager, its distance z from zero; the table above has the figures."
    scores = {wager: sheet.trial.tested[wager.id].z for wager in sheet.question.wagers}
    return (Plot(caption, plots.z_plot(scores), described),)


def _verdict(sheet: Sheet) -> str:
    trial, fit = sheet.trial, sheet.trial.fit
    pooled = f", {fit.pooled} rare outcomes counted as one" if fit.pooled else ""
    found = (
        f"All outcomes together: chi-square {decimal(fit.statistic, 2)} on {fit.freedom} degrees "
        f"of freedom{pooled}, p = {chance(fit.p_value)}. The farthest wager lies "
        f"{decimal(trial.farthest, 2)} standard errors from its exact value. "
    )
    limits = f"no wager beyond {Z_MAX:g} standard errors, p above {P_MIN:.6f}"
    if trial.agrees:
        return f"{found}The simulation agrees with the exact values ({limits})."
    return f"{found}The simulation DOES NOT agree with the exact values (wanted: {limits})."
