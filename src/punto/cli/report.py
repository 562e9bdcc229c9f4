"""`punto report`: the PAR sheet of a game or of a designer's wagers, as HTML or PDF."""

import hashlib
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli import FOUND_FAULT
from punto.cli.arguments import WHOLE, Decks, Json
from punto.cli.odds import read_wager
from punto.cli.output import console, print_json
from punto.cli.progress import progress, status
from punto.cli.writing import check_target, write_whole
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.report.extras import LIBRARIES, require
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import count_pages, set_pdf
from punto.report.plots import edge_plot
from punto.report.sheet import ROUNDS, SEED, Sheet, build_sheet, edges_by_decks
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS
from punto.rules.wagers import Wager

Told = dict[str, Any]

Rounds = Annotated[int, WHOLE, Parameter(help="How many rounds to simulate.")]
Seed = Annotated[int, WHOLE, Parameter(help="The same seed simulates the same rounds.")]


def report(
    game: Annotated[
        str | None, Parameter(help="The game's id; none, for a sheet of your wagers alone.")
    ] = None,
    /,
    *,
    out: Annotated[
        str,
        Parameter(help="The file to write: .html or .pdf for the sheet, .svg for edge by decks."),
    ],
    decks: Decks = USUAL_DECKS,
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with a wager of your own; give it again for each."),
    ] = (),
    rounds: Rounds = ROUNDS,
    seed: Seed = SEED,
    json: Json = False,
) -> int | None:
    """Write a game's PAR sheet: rules, pay table, exact odds, plots, simulation, fingerprints."""
    if game is None and not wager:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a game, or a wager's file with --wager.")
    chosen = None if game is None else find_game(game)
    custom = [read_wager(path) for path in wager]
    wagers = ask(chosen, decks=decks, extra=custom).wagers
    path = check_target(out, LIBRARIES)
    ending = path.suffix.lower()
    for library in LIBRARIES[ending]:
        require(library, f"A {ending} file")
    if ending == ".svg":
        told, data = _plot(wagers, decks)
    else:
        with progress(f"Simulating {rounds:,} rounds", rounds, "rounds") as dealt:
            sheet = build_sheet(chosen, decks, custom, rounds=rounds, seed=seed, progress=dealt)
        with status("Setting the pages…"):
            told, data = _set(sheet, ending)
    write_whole(path, data)
    told = {
        "game": game,
        "decks": decks,
        "out": out,
        "format": ending.removeprefix("."),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        **told,
    }
    if json:
        print_json(told)
    else:
        _print(told)
    return None if told.get("agrees", True) else FOUND_FAULT


def _plot(wagers: tuple[Wager, ...], decks: int) -> tuple[Told, bytes]:
    """The plot of edge by decks, alone."""
    return {}, edge_plot(wagers, edges_by_decks(wagers), decks).encode()


def _set(sheet: Sheet, ending: str) -> tuple[Told, bytes]:
    """The sheet's bytes, and what there is to say of them."""
    manuscript = write_manuscript(sheet)
    told: Told = {
        "pages": None,
        "rounds": sheet.trial.rounds,
        "seed": sheet.trial.seed,
        "agrees": sheet.trial.agrees,
        "fingerprints": {each.key: each.sha256 for each in sheet.fingerprints},
    }
    if ending == ".pdf":
        data = set_pdf(manuscript)
        return told | {"pages": count_pages(data)}, data
    return told, set_html(manuscript)


def _print(told: Told) -> None:
    from rich.markup import escape  # late: a --json run never needs it

    pages = f"{told['pages']} pages, " if told.get("pages") else ""
    size = max(told["bytes"] // 1000, 1)
    out = console()
    out.print(f"Wrote [bold]{escape(told['out'])}[/]: {pages}{size:,} kB, sha256 {told['sha256']}")
    if "agrees" not in told:
        return
    if told["agrees"]:
        out.print(f"{told['rounds']:,} simulated rounds agree with the exact values.")
    else:
        out.print(
            f"[bold red]{told['rounds']:,} simulated rounds do not agree with the exact values:[/]"
            " see the sheet's section on the simulation."
        )
