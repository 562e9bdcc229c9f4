"""The sections on the basis of the figures: rules in our words, table of play, readings."""

from punto.report.blocks import Column, Entry, Group, Kind, Paragraph, Section, Table, row, table
from punto.report.numbers import print_edition
from punto.report.sheet import Sheet
from punto.rules.play_guide import player_draws_on, table_of_play
from punto.rules.readings import Reading

DRAWS, STANDS = "D", "·"


def rules(sheet: Sheet) -> Section:
    """The clauses that affect the odds, and the resulting table of play."""
    blocks: list[Paragraph | Table] = []
    if sheet.game is None:
        blocks.append(
            Paragraph(
                "The wagers are a designer's own. They are dealt by the table of play that every "
                "game of Punto shares; what each pays, and when, is their definition in the pay "
                "table below."
            )
        )
    else:
        blocks += [
            Paragraph(
                f"The clauses of {sheet.game.title}, {print_edition(sheet.game)}, that decide "
                "cards, winner and payment, in Punto's words; the numbers are those of the "
                "document."
            ),
            _clauses(sheet),
        ]
        if sheet.custom:
            names = ", ".join(wager.title for wager in sheet.custom)
            blocks.append(
                Paragraph(
                    f"Added to the game for this sheet, and in no clause of its document: {names}. "
                    "Their definition is in the pay table below."
                )
            )
    return Section("Rules in brief", (*blocks, _table_of_play()))


def _clauses(sheet: Sheet) -> Table:
    groups = tuple(
        Group(tuple(row(each.number, each.summary) for each in heading.clauses), heading.title)
        for heading in sheet.grounds.headings
    )
    return Table("", (Column("Clause", Kind.LABEL), Column("In our words", Kind.TEXT)), groups)


def _table_of_play() -> Table:
    draws = player_draws_on()
    columns = (
        Column("Banker's total", Kind.LABEL),
        Column("Player stands", Kind.MARK),
        *(Column(str(points), Kind.MARK) for points in range(10)),
    )
    rows = tuple(
        row(str(total), *(DRAWS if drawn else STANDS for drawn in against))
        for total, against in table_of_play()
    )
    caption = (
        f"Table of play. Player draws on {draws[0]} to {draws[-1]}. Banker draws where "
        f"{DRAWS} stands, by its total on two cards and the points of Player's third card; after "
        "a natural on either hand nobody draws."
    )
    return table(caption, columns, rows)


def readings(sheet: Sheet) -> Section:
    """Our decisions where the document is silent or unclear."""
    entries = tuple(
        Entry(each.id, each.question, each.answer, each.why, _cited(sheet, each))
        for each in sheet.grounds.readings
    )
    lead = (
        "Where the document is silent or unclear, the figures and the simulation rest on these "
        "answers."
    )
    return Section("Readings used", (Paragraph(lead), *entries))


def _cited(sheet: Sheet, reading: Reading) -> str:
    numbers = reading.clauses.get(sheet.game.id, ()) if sheet.game is not None else ()
    return ", ".join(numbers)
