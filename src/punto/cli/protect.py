"""`punto protect`: how exposed each wager is to perfect memory, and how deep to cut."""

import secrets
import time
from math import isfinite
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli import INTERRUPTED
from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed
from punto.cli.output import console, print_json, print_table
from punto.cli.progress import COMPILING, progress, status
from punto.cli.simulate import AfterCut, Burn, Cut, OwnWagers, Threads, read_wagers
from punto.odds.custom import add_wagers
from punto.refusals import Reason, Refused
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.sim.dealing import USUAL_CUT, Dealing
from punto.sim.document import Document, protection_document
from punto.sim.protection import USUAL_LIMIT, USUAL_SHOES, warm
from punto.sim.protection import protect as play_perfectly
from punto.sim.run import check_seed
from punto.sim.workers import check_threads

if TYPE_CHECKING:
    from rich.console import Console


def protect(
    game: Game,
    /,
    *,
    decks: Decks = USUAL_DECKS,
    cut: Cut = USUAL_CUT,
    burn: Burn = False,
    after_cut: AfterCut = 0,
    limit: Annotated[
        float, Parameter(help="What a wager may lose to perfect play: units per 100 rounds.")
    ] = USUAL_LIMIT,
    shoes: Annotated[int, WHOLE, Parameter(help="How many shoes to play through.")] = USUAL_SHOES,
    seed: Seed = None,
    threads: Threads = None,
    wager: OwnWagers = (),
    json: Json = False,
) -> int | None:
    """Show how exposed each wager is to a player who remembers every card, and how deep to cut."""
    chosen = find_game(game)
    check_decks(chosen, decks)
    dealing = Dealing(decks, cut, burn, after_cut)
    seed = check_seed(secrets.randbits(53) if seed is None else seed)
    check_threads(threads)
    if not (isfinite(limit) and limit >= 0):
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"--limit is units per 100 rounds, nil or more; not {limit}."
        )
    wagers = add_wagers(chosen.wagers, read_wagers(wager))
    with status(COMPILING):
        warm()
    started = time.perf_counter()
    with progress(f"Playing {chosen.title} perfectly", shoes, "shoes") as told:
        found = play_perfectly(
            wagers, dealing, shoes=shoes, seed=seed, threads=threads, progress=told
        )
    seconds = time.perf_counter() - started
    document = protection_document(chosen, found, seed, seconds, limit)
    if json:
        print_json(document)
    else:
        print_protection(console(), chosen.title, document)
    return INTERRUPTED if found.interrupted else None


def print_protection(out: "Console", title: str, document: Document) -> None:
    """A table of wagers at the depth asked about, then the depths that would keep the limit."""
    from rich.table import Table

    limit = document["recommended"]["limit_units_per_100"]
    out.print(
        f"[bold]{title}[/], {document['decks']} decks, cut {document['cut']} from the end,"
        f" seed {document['seed']}"
    )
    out.print(
        f"Perfect play through {document['shoes']:,} shoes, {document['rounds']:,} rounds,"
        f" in {document['seconds']:.1f} s\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wager", style="cyan")
    for column in ("favourable", "edge then", "units per 100 rounds", f"cut for {limit:g}"):
        table.add_column(column, justify="right")
    for name, each in document["wagers"].items():
        units = f"{each['units_per_100']:.4f} ± {each['stderr']['units_per_100']:.4f}"
        safe = document["recommended"]["wagers"][name]
        table.add_row(
            name,
            f"{each['frequency']:.3%}",
            f"{each['edge']:+.3%}",
            f"[bold red]{units}[/]" if each["units_per_100"] > limit else units,
            "none" if safe is None else str(safe),
        )
    print_table(out, table)
    advised = document["recommended"]["cut"]
    if advised is None:
        out.print(f"\nNo cut to half the shoe keeps every wager within {limit:g} per 100 rounds.")
    else:
        out.print(
            f"\n[bold]Cut at least {advised} cards from the end[/]: then no wager is worth more"
            f" than {limit:g} units per 100 rounds, with two standard errors to spare."
        )
