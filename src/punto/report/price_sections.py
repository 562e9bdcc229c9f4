"""The sections on the value of wagers: results, pay table, measures, the round, fractions."""

from fractions import Fraction
from statistics import NormalDist

from punto.odds.price import Price
from punto.odds.summary import cards_per_round, naturals, winners, wins_by_total
from punto.report.blocks import (
    Cell,
    Column,
    Group,
    Kind,
    Paragraph,
    Row,
    Section,
    Table,
    row,
    table,
)
from punto.report.conditions import NATURALS, WINNERS, describe
from punto.report.hazard_sections import hold_table
from punto.report.numbers import NONE, decimal, one_in, percent, ratio
from punto.report.sheet import Sheet
from punto.rules.outcome import Winner

CONFIDENCE = 0.90  # what a volatility index is stated for, by custom
WAGER = Column("Wager", Kind.TEXT)


def deviations() -> float:
    """Return the half-width, in standard deviations, of the normal confidence interval.

    >>> round(deviations(), 4)
    1.6449
    """
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def volatility_index(price: Price) -> float:
    """Return the half-width of the confidence interval of the profit, for one round."""
    return deviations() * price.standard_deviation


def results(sheet: Sheet) -> Section:
    """The main figures, one line per wager."""
    columns = ("House edge", "Return", "Hit rate", "Standard deviation", "Volatility index")
    rows = tuple(
        row(
            each.wager.title,
            percent(each.house_edge),
            percent(1 - each.house_edge),
            percent(each.hit_rate),
            decimal(each.standard_deviation, 6),
            decimal(volatility_index(each), 6),
        )
        for each in sheet.prices
    )
    caption = f"One unit staked on each wager, first round of a full shoe of {sheet.decks} decks."
    return Section("Results", (table(caption, (WAGER, *map(Column, columns)), rows),))


def pay_table(sheet: Sheet) -> Section:
    """Every line of every wager with its clause and exact probability."""
    columns = (
        Column("Outcome", Kind.TEXT),
        Column("Pays", Kind.LABEL),
        Column("Clause", Kind.LABEL),
        Column("Exact probability", Kind.EXACT),
        Column("Probability"),
        Column("One in"),
        Column("Profit"),
    )
    groups = tuple(_pay_group(each) for each in sheet.prices)
    counted = (
        f"Probabilities are shares of the {sheet.distribution.deals:,} ordered deals of six cards"
        f" from {sheet.distribution.composition.cards} cards, in lowest terms."
        " Profit is what an outcome adds to "
        "the expected profit of one unit."
    )
    return Section(
        "Pay table and exact probabilities", (Paragraph(counted), Table("", columns, groups))
    )


def _pay_group(price: Price) -> Group:
    wager = price.wager
    rows: list[Row] = []
    for each in price.lines:
        words = describe(each.line.when)
        outcome = Cell(each.line.title, words) if each.line.title else Cell(words)
        profit = each.probability * each.profit
        rows.append(_outcome(outcome, each.line.pays, each.line.clause, each.probability, profit))
    if wager.push is not None:
        push = Cell("Push", describe(wager.push))
        rows.append(_outcome(push, "push", wager.pushes_by, price.push, Fraction(0)))
    loses = Cell("Any other outcome")
    rows.append(_outcome(loses, "loses", wager.loses_by, price.loss_rate, -price.loss_rate))
    total = price.hit_rate + price.push + price.loss_rate
    summed = "Total", "", "", str(total), decimal(total, 10), "", decimal(price.ev, 8)
    return Group((*rows, row(*summed, sums=True)), wager.title, wager.id)


def _outcome(cell: Cell, pays: str, clause: str, probability: Fraction, profit: Fraction) -> Row:
    return row(
        cell,
        pays,
        clause,
        ratio(probability),
        decimal(probability, 10),
        one_in(probability),
        decimal(profit, 8),
    )


def measures(sheet: Sheet) -> Section:
    """Moments, rates, and what a number of rounds may hold."""
    return Section("Measures", (_moments(sheet), _rates(sheet), hold_table(sheet)))


def _moments(sheet: Sheet) -> Table:
    rows = tuple(
        row(
            each.wager.title,
            decimal(each.ev, 8),
            decimal(each.variance, 8),
            decimal(each.standard_deviation, 8),
            NONE if each.skewness is None else decimal(each.skewness, 6),
            decimal(volatility_index(each), 6),
        )
        for each in sheet.prices
    )
    names = ("Expected profit", "Variance", "Standard deviation", "Skewness", "Volatility index")
    return table("Moments of the profit of one unit.", (WAGER, *map(Column, names)), rows)


def _rates(sheet: Sheet) -> Table:
    rows = []
    for each in sheet.prices:
        resolved = each.edge_per_resolved
        rows.append(
            row(
                each.wager.title,
                percent(each.hit_rate),
                percent(each.push) if each.push else NONE,
                percent(each.loss_rate),
                percent(each.house_edge),
                NONE if resolved is None else percent(resolved),
            )
        )
    names = ("Wins", "Pushes", "Loses", "Edge per unit staked", "Edge per unit resolved")
    caption = "Rates, and the house edge with and without pushes."
    return table(caption, (WAGER, *map(Column, names)), rows)


def the_round(sheet: Sheet) -> Section:
    """The round itself, independent of stakes."""
    distribution = sheet.distribution
    events = [(WINNERS[winner], chance) for winner, chance in winners(distribution).items()]
    events += [(NATURALS[winner], chance) for winner, chance in naturals(distribution).items()]
    rows = tuple(
        row(name[0].upper() + name[1:], ratio(chance), decimal(chance, 10), one_in(chance))
        for name, chance in events
    )
    columns = Column("Event", Kind.TEXT), Column("Exact probability", Kind.EXACT)
    found: list[Paragraph | Table] = [
        table("How rounds end.", (*columns, Column("Probability"), Column("One in")), rows),
        _by_total(sheet),
    ]
    cards = cards_per_round(distribution)
    if cards is not None:
        mean = f"A round takes {ratio(cards)} = {decimal(cards, 10)} cards on average."
        found.append(Paragraph(mean))
    return Section("The round", tuple(found))


def _by_total(sheet: Sheet) -> Table:
    names = {Winner.PLAYER: "Player wins on", Winner.BANKER: "Banker wins on", Winner.TIE: "Tie on"}
    rows = tuple(
        row(names[winner], *(percent(chance, 3) if chance else NONE for chance in chances))
        for winner, chances in wins_by_total(sheet.distribution).items()
    )
    columns = (Column("Total", Kind.LABEL), *(Column(str(total)) for total in range(10)))
    return table("Probability by the winning, or tied, total.", columns, rows)


def fractions(sheet: Sheet) -> Section:
    """The exact fractions behind the rounded decimals."""
    groups = []
    for each in sheet.prices:
        values = (
            ("Expected profit", each.ev),
            ("Variance", each.variance),
            ("Hit rate", each.hit_rate),
            ("Loss rate", each.loss_rate),
        )
        rows = tuple(row(name, ratio(value)) for name, value in values)
        groups.append(Group(rows, each.wager.title, each.wager.id))
    columns = Column("Figure", Kind.LABEL), Column("Exact value", Kind.EXACT)
    caption = "The fractions that decimals on the pages before are rounded from."
    return Section("Exact values", (Table(caption, columns, tuple(groups)),))
