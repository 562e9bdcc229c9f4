"""`punto rules`: what each clause says, what enforces it and which tests show it."""

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from punto.cli import arguments
from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.rules.clauses import Clause, Kind, clauses, find_clause
from punto.rules.documents import clause_document
from punto.rules.games import find_game
from punto.rules.readings import Reading, readings, readings_for

KIND_STYLES = {Kind.ENFORCED: "green", Kind.RECORDED: "yellow", Kind.INFORMATIVE: "dim"}


def rules(
    game: arguments.Game,
    clause: Annotated[str | None, Parameter(help="One clause by its number.")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """Show a game's clauses in our words, what enforces each and which tests show it."""
    chosen = find_game(game)
    shown = clauses(chosen.id) if clause is None else (find_clause(chosen, clause),)
    if json:
        print_json([clause_document(each) for each in shown])
    elif clause is None:
        print_all(f"{chosen.title}, {chosen.edition}", shown, readings_for(chosen.id))
    else:
        print_one(shown[0])


def print_all(title: str, shown: Iterable[Clause], assumed: Iterable[Reading]) -> None:
    """Every clause a line, then the readings, then the count."""
    from rich.table import Table

    out = console()
    out.print(f"[bold]{title}[/]\n")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("clause", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("in our words", overflow="fold")
    listed = list(shown)
    for each in listed:
        style = KIND_STYLES[each.kind]
        table.add_row(each.number, f"[{style}]{each.kind}[/]", each.summary)
    out.print(table)
    out.print("\n[bold]Readings: where the document is silent or unclear[/]\n")
    for reading in assumed:
        out.print(f"[cyan]{reading.id}[/]: {reading.question} [bold]{reading.answer}[/]")
    counted = ", ".join(f"{sum(c.kind is kind for c in listed)} {kind}" for kind in Kind)
    out.print(f"\n{len(listed)} clauses: {counted}.")


def print_one(clause: Clause) -> None:
    """One clause with all there is to say of it."""
    out = console()
    style = KIND_STYLES[clause.kind]
    out.print(f"[bold]{clause.game} {clause.number}[/]  [{style}]{clause.kind}[/]\n")
    out.print(clause.summary)
    sections = [
        ("Enforced by", clause.enforced_by),
        ("Shown by", clause.tests),
        ("Readings", [f"{name}: {readings()[name].answer}" for name in clause.readings]),
    ]
    for heading, lines in sections:
        if lines:
            out.print(f"\n[bold]{heading}[/]")
            for line in lines:
                out.print(f"  {line}")
