"""`punto protect`: each wager's exposure to a perfect card counter, and how deep to cut."""

import secrets
import time
from math import isfinite
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli import INTERRUPTED
from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed
from punto.cli.editions import game_today
from punto.cli.interruption import ended_by_sigterm
from punto.cli.output import console, print_json, print_table
from punto.cli.progress import COMPILING, progress, status
from punto.cli.simulate import AfterCut, Burn, Cut, OwnWagers, Threads, read_wagers
from punto.refusals import Reason, Refused
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.sim.card_protection import is_within_reach, play_cards
from punto.sim.deal_rules import USUAL_CUT, Dealing
from punto.sim.document import CONFIDENCE_95, Document, protection_document, with_more
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
    chosen = game_today(game)
    check_decks(chosen, decks)
    dealing = Dealing(decks, cut, burn, after_cut)
    seed = check_seed(secrets.randbits(53) if seed is None else seed)
    check_threads(threads)
    if not (isfinite(limit) and limit >= 0):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "--limit is units per 100 rounds, nil or more; not {limit}.",
            limit=limit,
        )
    wagers = add_wagers(chosen.wagers, read_wagers(wager))
    with status(COMPILING):
        warm()
    started = time.perf_counter()
    with (
        ended_by_sigterm(),
        progress(f"Playing {chosen.title} perfectly", shoes, "shoes") as update,
    ):
        found = play_perfectly(
            [each for each in wagers if not each.needs_cards],
            dealing,
            shoes=shoes,
            seed=seed,
            threads=threads,
            progress=update,
        )
        on_cards = [each for each in wagers if each.needs_cards and is_within_reach(each)]
        more = (
            play_perfectly(
                on_cards, dealing, shoes=shoes, seed=seed, threads=threads, by_shoe=play_cards
            )
            if on_cards and not found.interrupted
            else None
        )
    seconds = time.perf_counter() - started
    document = protection_document(chosen, found, seed, seconds, limit)
    if more is not None:
        document = with_more(document, protection_document(chosen, more, seed, seconds, limit))
    document["out_of_reach"] = [each.id for each in wagers if each.id not in document["wagers"]]
    if json:
        print_json(document)
    else:
        print_protection(console(), chosen.title, document)
    return INTERRUPTED if found.interrupted else None


def print_protection(out: "Console", title: str, document: Document) -> None:
    """Print the wagers at the requested depth, then the depths that stay within the limit."""
    from rich.table import Table

    from punto.cli.simulate_view import print_settings

    limit = document["recommended"]["limit_units_per_100"]
    print_settings(out, title, document, document)
    stopped = "[yellow]Interrupted.[/] " if document["interrupted"] else ""
    out.print(
        f"{stopped}Perfect play through {document['shoes']:,} shoes, {document['rounds']:,} rounds,"
        f" in {document['seconds']:.1f} s\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wager", style="cyan")
    for column in ("favourable", "edge then", "units per 100 rounds (95 %)", f"cut for {limit:g}"):
        table.add_column(column, justify="right")
    for name, each in document["wagers"].items():
        reach = CONFIDENCE_95 * each["stderr"]["units_per_100"]
        units = f"{each['units_per_100']:.4f} ± {reach:.4f}"
        safe = document["recommended"]["wagers"][name]
        table.add_row(
            name,
            f"{each['frequency']:.3%}",
            f"{each['edge']:+.3%}",
            f"[bold red]{units}[/]" if each["units_per_100"] > limit else units,
            "none" if safe is None else str(safe),
        )
    print_table(out, table)
    for name in document["out_of_reach"]:
        out.print(
            f"\n[yellow]{name}[/] looks at single cards and waits for third ones: perfect play on"
            " it is out of reach. punto count simulates counts for it."
        )
    advised = document["recommended"]["cut"]
    if advised is None:
        out.print(f"\nNo cut to half the shoe keeps every wager within {limit:g} per 100 rounds.")
    else:
        out.print(
            f"\n[bold]Cut at least {advised} cards from the end[/]: then no wager is worth more"
            f" than {limit:g} units per 100 rounds, with two standard errors to spare."
        )
