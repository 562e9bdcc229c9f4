"""The sections on what may go wrong: hold, covariances, largest payouts, irregularities, memory."""

from fractions import Fraction

from punto.odds.detail import looks_at_suits
from punto.report.blocks import Block, Column, Kind, Paragraph, Section, Table, row, table
from punto.report.hazards import LEVELS, LIMIT, SAMPLES, is_guarded
from punto.report.numbers import NONE, decimal, one_in, percent
from punto.report.sheet import Sheet
from punto.rules.irregularities import Option

WAGER = Column("Wager", Kind.TEXT)
OPTIONS = {Option.WITHDRAW_ANY: "any of the stakes", Option.WITHDRAW_ALL: "all stakes or none"}


def hold_table(sheet: Sheet) -> Table:
    """How far the house's win may stray, exactly."""
    names = [f"{rounds:,} rounds, {level:.0%}" for rounds in SAMPLES for level in LEVELS]
    rows = []
    for each in sheet.prices:
        cells = [
            f"{decimal(hold.low * 100, 2)} to {decimal(hold.high * 100, 2)}"
            for hold in sheet.holds[each.wager.id]
        ]
        rows.append(row(each.wager.title, *(cells or (NONE,) * len(names))))
    caption = (
        "House win in percent of the money staked, between which so many of all samples lie, by "
        "the number of rounds at one unit each. Exact, from the distribution of the sum: no normal "
        "approximation, which is wrong where skewness is large."
    )
    return table(caption, (WAGER, *map(Column, names)), rows)


def exposure(sheet: Sheet) -> Section:
    """Covariances, and the most that one round may cost."""
    return Section("Covariances and largest payouts", (_covariances(sheet), *_payouts(sheet)))


def _covariances(sheet: Sheet) -> Table:
    wagers = sheet.question.wagers
    rows = []
    for one in wagers:
        found = (sheet.covariances.get((one.id, two.id)) for two in wagers)
        cells = (NONE if value is None else decimal(value, 5) for value in found)
        rows.append(row(one.title, *cells))
    caption = (
        "Covariances of the profits of one unit on each of two wagers; on the diagonal the "
        "variances. The variance of several stakes together is the sum over all pairs of stake "
        "times stake times covariance."
    )
    columns = (WAGER, *(Column(wager.title) for wager in wagers))
    return table(caption, columns, rows)


def _payouts(sheet: Sheet) -> tuple[Block, ...]:
    rows = []
    for each in sheet.prices:
        best = max(each.lines, key=lambda line: line.profit)
        alike = (line.probability for line in each.lines if line.profit == best.profit)
        most = sum(alike, Fraction(0))
        rows.append(row(each.wager.title, best.line.pays, decimal(most, 10), one_in(most)))
    columns = (
        WAGER,
        Column("Largest payout", Kind.LABEL),
        Column("Probability"),
        Column("One in"),
    )
    found: list[Block] = [table("The most that one unit may be paid.", columns, rows)]
    payout = sheet.payout
    outcome = payout.outcome
    where = (
        f": Player {outcome.player_total} on {outcome.player_cards} cards, Banker "
        f"{outcome.banker_total} on {outcome.banker_cards}"
        if outcome is not None
        else ""
    )
    found.append(
        Paragraph(
            f"With one unit on each of {len(payout.wagers)} wagers at once, the largest net "
            f"payout of a round is {decimal(payout.units, 2)} units{where}. Its probability is "
            f"{decimal(payout.probability, 10)}, one in {one_in(payout.probability)}. Times "
            "the table's maximum on each wager it is the most that one patron's stakes may "
            "cost in a round."
        )
    )
    return tuple(found)


def irregularities(sheet: Sheet) -> Section:
    """What the options of the document's clauses cost the house."""
    title = "Price of irregularities"
    if sheet.game is None or not sheet.options:
        text = "No clause lets patrons withdraw stakes after cards are exposed."
        return Section(title, (Paragraph(text),))
    clauses = [each.procedure.option_clause or each.procedure.clause for each in sheet.options]
    what = table(
        "Clauses that let patrons withdraw stakes.",
        (
            Column("Clause", Kind.LABEL),
            Column("Irregularity", Kind.TEXT),
            Column("May be withdrawn", Kind.TEXT),
        ),
        (
            row(
                clause,
                each.procedure.irregularity.value.replace("-", " "),
                OPTIONS[each.procedure.option],
            )
            for clause, each in zip(clauses, sheet.options, strict=True)
        ),
    )
    rows = [
        row(
            each.wager.title,
            *(
                percent(means[each.wager.id]) if each.wager.id in means else NONE
                for means in (option.means for option in sheet.options)
            ),
        )
        for each in sheet.prices
    ]
    caption = (
        "What one such irregularity costs the house on average, in percent of a stake on the "
        "wager: exact, over every sequence of ranks and every moment of a round, for a patron who "
        "knows the odds and withdraws what expects a loss."
    )
    blocks: list[Block] = [what, table(caption, (WAGER, *map(Column, clauses)), rows)]
    on_suits = [each.wager.title for each in sheet.prices if looks_at_suits(each.wager)]
    if on_suits:
        text = (
            f"Not counted: {', '.join(on_suits)}. Sequences of cards with their suits are too many "
            "to count."
        )
        blocks.append(Paragraph(text))
    return Section(title, tuple(blocks))


def protection(sheet: Sheet) -> Section:
    """What a patron who remembers every card could win."""
    title = "Protection"
    guarded = sheet.guarded
    if guarded is None:
        text = "Not studied: no shoes were asked for, or every wager waits for single third cards."
        return Section(title, (Paragraph(text),))
    rows = []
    for each in sheet.prices:
        found = guarded.exposures.get(each.wager.id)
        if found is None:
            rows.append(row(each.wager.title, *(NONE,) * 4))
            continue
        depth = guarded.recommended_by_wager[each.wager.id]
        units = found.units_per_100
        rows.append(
            row(
                each.wager.title,
                percent(found.frequency.value, 3),
                percent(found.edge.value, 3) if found.frequency.value else NONE,
                f"{decimal(units.value, 3)} ± {decimal(units.stderr, 3)}",
                NONE if depth is None else str(depth),
            )
        )
    names = ("Favourable", "Edge then", "Units per 100 rounds", "Cut that guards it")
    caption = (
        f"A patron who remembers every card and knows the exact odds before each round, simulated "
        f"over {guarded.shoes:,} shoes with the cut card {guarded.cut} cards from the end; one "
        "unit is staked when it is favourable. The last column is the fewest cards behind the cut "
        f"card with which no more than {LIMIT:g} units per hundred rounds are won, two standard "
        "errors to spare."
    )
    found_table = table(caption, (WAGER, *map(Column, names)), rows)
    left_out = [each.wager.title for each in sheet.prices if not is_guarded(each.wager)]
    if not left_out:
        return Section(title, (found_table,))
    text = (
        f"Not studied: {', '.join(left_out)}. Rounds of wagers on single third cards take too long "
        "to price one by one."
    )
    return Section(title, (found_table, Paragraph(text)))
