"""The sections on what wagers are worth: results, pay table, measures, the round, fractions."""

from fractions import Fraction
from math import sqrt
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
from punto.report.numbers import NONE, decimal, one_in, percent, ratio
from punto.report.sheet import Sheet
from punto.rules.outcome import Winner

CONFIDENCE = 0.90  # what a volatility index is stated for, by custom
SAMPLES = (1_000, 10_000, 100_000, 1_000_000)
WAGER = Column("Wager", Kind.TEXT)


def deviations() -> float:
    """How many standard deviations to either side hold so much of a normal distribution.

    >>> round(deviations(), 4)
    1.6449
    """
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def volatility_index(price: Price) -> float:
    """The half-width, for one round, of the interval that holds the mean profit so often."""
    return deviations() * price.standard_deviation


def results(sheet: Sheet) -> Section:
    """The figures most asked for, a line a wager."""
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
        f"Probabilities are shares of the {sheet.law.deals:,} ordered deals of six cards from "
        f"{sheet.law.composition.cards} cards, in lowest terms. Profit is what an outcome adds to "
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
    return Section("Measures", (_moments(sheet), _rates(sheet), _holds(sheet)))


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


def _holds(sheet: Sheet) -> Table:
    rows = tuple(
        row(each.wager.title, *(_hold(each, rounds) for rounds in SAMPLES)) for each in sheet.prices
    )
    caption = (
        f"House win in percent of the money staked, within which {CONFIDENCE:.0%} of samples lie, "
        "by the number of rounds at one unit each (normal approximation)."
    )
    columns = tuple(Column(f"{rounds:,} rounds") for rounds in SAMPLES)
    return table(caption, (WAGER, *columns), rows)


def _hold(price: Price, rounds: int) -> str:
    margin = Fraction(volatility_index(price) / sqrt(rounds)) * 100
    edge = price.house_edge * 100
    return f"{decimal(edge - margin, 2)} to {decimal(edge + margin, 2)}"


def the_round(sheet: Sheet) -> Section:
    """The round itself, whatever is staked."""
    law = sheet.law
    events = [(WINNERS[winner], chance) for winner, chance in winners(law).items()]
    events += [(NATURALS[winner], chance) for winner, chance in naturals(law).items()]
    rows = tuple(
        row(name[0].upper() + name[1:], ratio(chance), decimal(chance, 10), one_in(chance))
        for name, chance in events
    )
    columns = Column("Event", Kind.TEXT), Column("Exact probability", Kind.EXACT)
    found: list[Paragraph | Table] = [
        table("How rounds end.", (*columns, Column("Probability"), Column("One in")), rows),
        _by_total(sheet),
    ]
    cards = cards_per_round(law)
    if cards is not None:
        mean = f"A round takes {ratio(cards)} = {decimal(cards, 10)} cards on average."
        found.append(Paragraph(mean))
    return Section("The round", tuple(found))


def _by_total(sheet: Sheet) -> Table:
    names = {Winner.PLAYER: "Player wins on", Winner.BANKER: "Banker wins on", Winner.TIE: "Tie on"}
    rows = tuple(
        row(names[winner], *(percent(chance, 3) if chance else NONE for chance in chances))
        for winner, chances in wins_by_total(sheet.law).items()
    )
    columns = (Column("Total", Kind.LABEL), *(Column(str(total)) for total in range(10)))
    return table("Probability by the winning, or tied, total.", columns, rows)


def fractions(sheet: Sheet) -> Section:
    """What the decimals were rounded from."""
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
