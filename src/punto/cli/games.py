"""`punto games`: the games there are."""

from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.rules.documents import game_document
from punto.rules.games import GAMES


def games(*, json: Json = False) -> None:
    """List the games with their wagers, decks and layouts."""
    if json:
        print_json([game_document(game) for game in GAMES])
        return
    out = console()
    for game in GAMES:
        names = [layout.name for layout in game.layouts]
        layouts = names[0] if len(names) == 1 else f"{names[0]} to {names[-1].split()[-1]}"
        out.print(f"[bold cyan]{game.id}[/]")
        out.print(f"  {game.title}, {game.edition}, in force {game.effective:%-d %B %Y}")
        out.print("  {} to {} decks; layout: {}".format(*game.decks, layouts))
        out.print(f"  wagers: {', '.join(wager.id for wager in game.wagers)}\n")
