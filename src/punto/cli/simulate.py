"""`punto simulate`: rounds dealt from whole shoes, against the exact odds."""

import secrets
import time
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.odds import read_wager
from punto.cli.output import Json, console, print_json
from punto.cli.progress import Told, progress
from punto.cli.settle import Decks
from punto.odds.custom import add_wagers
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.sim.dealing import USUAL_CUT, Dealing
from punto.sim.document import Document, simulation_document
from punto.sim.run import Answer, Request, check_threads

if TYPE_CHECKING:
    from rich.console import Console

Cut = Annotated[int, Parameter(help="How many cards lie behind the cut card.")]
Burn = Annotated[bool, Parameter(help="Burn the first card and as many as its value.")]
AfterCut = Annotated[int, Parameter(help="Rounds after the one in which the cut card appears.")]
Threads = Annotated[int | None, Parameter(help="How many threads; every core if unsaid.")]
Seed = Annotated[int | None, Parameter(help="Deal the same shoes again; drawn if unsaid.")]


def simulate(
    game: Annotated[str, Parameter(help="The game's id.")],
    /,
    *,
    rounds: Annotated[int, Parameter(help="How many rounds to deal.")],
    decks: Decks = USUAL_DECKS,
    seed: Seed = None,
    cut: Cut = USUAL_CUT,
    burn: Burn = False,
    after_cut: AfterCut = 0,
    threads: Threads = None,
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with a wager of your own; give it again for each."),
    ] = (),
    cluster: Annotated[
        str | None, Parameter(help="A Dask scheduler's address, as tcp://10.0.0.5:8786.")
    ] = None,
    json: Json = False,
) -> None:
    """Deal rounds from whole shoes on all cores, and hold them against the exact odds."""
    chosen = find_game(game)
    check_decks(chosen, decks)
    seed = secrets.randbits(53) if seed is None else seed
    request = Request(Dealing(decks, cut, burn, after_cut), rounds, seed)
    check_threads(threads)
    wagers = add_wagers(chosen.wagers, [read_wager(path) for path in wager])
    started = time.perf_counter()
    with progress(f"Dealing {chosen.title}", rounds, "rounds") as told:
        answer = _deal(request, cluster, threads, told)
    document = simulation_document(chosen, answer, time.perf_counter() - started, wagers)
    if json:
        print_json(document)
    else:
        print_simulation(console(), chosen.title, document)


def _deal(
    request: Request, cluster: str | None, threads: int | None, told: Told | None
) -> Answer:
    if cluster is not None:
        from punto.sim.cluster import simulate_on_cluster  # late: an extra, and slow to load

        return simulate_on_cluster(request, cluster, progress=told)
    from punto.sim.run import simulate as deal_rounds

    return deal_rounds(request, threads=threads, progress=told)


def print_simulation(out: "Console", title: str, document: Document) -> None:
    """A table of wagers, the fit of the whole law, and what shoes looked like."""
    from rich.table import Table

    dealing, chi, shoes = document["dealing"], document["chi_square"], document["shoes"]
    speed = document["rounds"] / max(document["seconds"], 0.001)
    out.print(
        f"[bold]{title}[/], {document['decks']} decks, cut {dealing['cut']} from the end, "
        f"seed {document['seed']}"
    )
    stopped = "[yellow]interrupted after[/] " if document["interrupted"] else ""
    out.print(
        f"{stopped}{document['rounds']:,} rounds in {document['seconds']:.1f} s, {speed:,.0f} a second\n"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wager", style="cyan")
    for column in ("simulated", "exact", "std error", "z", "cut-card effect"):
        table.add_column(column, justify="right")
    for name, each in document["wagers"].items():
        late = document["cut_card_effect"]["wagers"][name]
        table.add_row(
            name,
            f"{each['ev']:+.6f}",
            f"{each['exact_ev']:+.6f}",
            f"{each['stderr']:.6f}",
            _flagged(each["z"]),
            f"{late['effect']:+.6f} ± {late['stderr']:.6f}",
        )
    out.print(table)
    out.print(
        f"\nAll outcomes: chi-square {chi['statistic']:.1f} on {chi['degrees_of_freedom']} degrees"
        f" of freedom, p = {chi['p_value']:.3g}"
    )
    out.print(
        f"These figures are of the {chi['rounds']:,} rounds that every shoe reaches (its first"
        f" {dealing['rounds_sure']}), where the exact law holds exactly; the cut-card effect is"
        f" that of the {document['cut_card_effect']['rounds']:,} beyond."
    )
    lengths, ties = shoes["rounds_per_shoe"], document["watched"]["ties_per_shoe"]
    if shoes["complete"]:
        out.print(
            f"{shoes['complete']:,} whole shoes: {lengths['mean']:.2f} rounds each,"
            f" {lengths['min']} to {lengths['max']}"
        )
    if document["watched"]["shoes"]:
        longest = {side: max(map(int, document["watched"][f"{side}_runs"]), default=0)
                   for side in ("player", "banker")}
        out.print(
            f"{document['watched']['shoes']:,} of them watched: {ties['mean']:.2f} ties each; longest"
            f" run {longest['player']} for Player, {longest['banker']} for Banker"
        )


def _flagged(z: float) -> str:
    """Beyond four standard errors is news."""
    return f"[bold red]{z:+.2f}[/]" if abs(z) > 4 else f"{z:+.2f}"
