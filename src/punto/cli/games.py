"""`punto games`: lists the games."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.floor.clock import today
from punto.rules.documents import game_document
from punto.rules.games import every_edition as _every
from punto.rules.games import games_in_force


def games(
    *game: Annotated[str, Parameter(help="Only these games, as tiger or tiger@2.")],
    every_edition: Annotated[
        bool, Parameter(name="--all", help="Every edition there is.", negative=())
    ] = False,
    json: Json = False,
) -> None:
    """List the games in force today with their wagers, decks and layouts."""
    day = today()
    listed = tuple(map(game_today, game)) or (_every() if every_edition else games_in_force(day))
    if json:
        print_json([game_document(each) for each in listed])
        return
    out = console()
    for each in listed:
        names = [layout.name for layout in each.layouts]
        layouts = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].split()[-1]}"
        out.print(f"[bold cyan]{each.id}[/]")
        begins = "in force" if each.effective <= day else "comes into force"
        since = f"{begins} {each.effective:%-d %B %Y} ({each.ref})"
        out.print(f"  {each.title}, {each.edition}, {since}")
        out.print("  {} to {} decks; layout: {}".format(*each.decks, layouts))
        out.print(f"  wagers: {', '.join(wager.id for wager in each.wagers)}\n")
