"""`punto rules`: the clauses, the code that enforces each and the tests that show it."""

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from punto.cli import arguments
from punto.cli.arguments import WHOLE, Json
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused
from punto.rules.clauses import Clause, Kind, clauses_of, find_clause
from punto.rules.documents import clause_document
from punto.rules.readings import Reading, readings, readings_for
from punto.rules.shoe import USUAL_DECKS

KIND_STYLES = {Kind.ENFORCED: "green", Kind.RECORDED: "yellow", Kind.INFORMATIVE: "dim"}


def rules(
    game: arguments.Game,
    clause: Annotated[
        str | None, Parameter(help="One clause by its number; with --compare, the other edition.")
    ] = None,
    /,
    *,
    compare: Annotated[
        bool, Parameter(help="Show what differs between two editions.", negative=())
    ] = False,
    decks: Annotated[
        int, WHOLE, Parameter(help="With --compare: decks to price the edges for.")
    ] = (USUAL_DECKS),
    json: Json = False,
) -> None:
    """Show a game's clauses in our words, what enforces each and which tests show it.

    With --compare GAME@A GAME@B: the differences by clause, wager, pay line and procedure, and
    their effect on the exact edge.
    """
    chosen = game_today(game)
    if compare:
        if clause is None:
            raise Refused(
                Reason.UNREADABLE_REQUEST, "Name two editions to compare, as tiger@2 tiger@3."
            )
        other = game_today(clause)
        from punto.cli import comparison  # late: arrays are not needed to read clauses

        comparison.compare(chosen, other, decks, json=json)
        return
    shown = clauses_of(chosen) if clause is None else (find_clause(chosen, clause),)
    if json:
        print_json([clause_document(each) for each in shown])
    elif clause is None:
        title = f"{chosen.title}, {chosen.edition} ({chosen.ref})"
        print_all(title, shown, readings_for(chosen.id))
    else:
        print_one(shown[0])


def print_all(title: str, shown: Iterable[Clause], assumed: Iterable[Reading]) -> None:
    """Print every clause on one line, then the readings, then the count."""
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
    """Print one clause in full."""
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
