"""`punto simulate`: rounds dealt from whole shoes, against the exact odds."""

import secrets
import time
from typing import Annotated

from cyclopts import Parameter

from punto.cli import INTERRUPTED
from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed
from punto.cli.output import console, print_json
from punto.cli.progress import COMPILING, Told, progress, status
from punto.odds.custom import add_wagers
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wagers import Wager
from punto.sim.dealing import USUAL_CUT, Dealing
from punto.sim.document import simulation_document
from punto.sim.run import Answer, Request
from punto.sim.run import simulate as deal_rounds
from punto.sim.tally import warm
from punto.sim.workers import check_threads

Cut = Annotated[int, WHOLE, Parameter(help="How many cards lie behind the cut card.")]
Burn = Annotated[bool, Parameter(help="Burn the first card and as many as its value.")]
AfterCut = Annotated[
    int, WHOLE, Parameter(help="Rounds after the one in which the cut card appears.")
]
OwnWagers = Annotated[
    tuple[str, ...],
    Parameter(help="A TOML file with a wager of your own; give it again for each."),
]
Threads = Annotated[int | None, WHOLE, Parameter(help="How many threads; all cores if unsaid.")]


def simulate(
    game: Game,
    /,
    *,
    rounds: Annotated[int, WHOLE, Parameter(help="How many rounds to deal.")],
    decks: Decks = USUAL_DECKS,
    seed: Seed = None,
    cut: Cut = USUAL_CUT,
    burn: Burn = False,
    after_cut: AfterCut = 0,
    threads: Threads = None,
    wager: OwnWagers = (),
    cluster: Annotated[
        str | None, Parameter(help="Deal on a Dask cluster: its address, as tcp://10.0.0.5:8786.")
    ] = None,
    json: Json = False,
) -> int | None:
    """Deal rounds from whole shoes on all cores, and hold them against the exact odds."""
    chosen = find_game(game)
    check_decks(chosen, decks)
    seed = secrets.randbits(53) if seed is None else seed
    request = Request(Dealing(decks, cut, burn, after_cut), rounds, seed)
    check_threads(threads)
    wagers = add_wagers(chosen.wagers, read_wagers(wager))
    if cluster is None:
        with status(COMPILING):
            warm()
    started = time.perf_counter()
    with progress(f"Dealing {chosen.title}", rounds, "rounds") as told:
        answer = _deal(request, cluster, threads, told)
    document = simulation_document(chosen, answer, time.perf_counter() - started, wagers)
    if json:
        print_json(document)
    else:
        from punto.cli.simulate_view import print_simulation  # late: tables for people

        print_simulation(console(), chosen.title, document)
    return INTERRUPTED if answer.interrupted else None


def _deal(request: Request, cluster: str | None, threads: int | None, told: Told | None) -> Answer:
    if cluster is None:
        return deal_rounds(request, threads=threads, progress=told)
    from punto.sim.cluster import simulate_on_cluster  # late: an extra, and slow to load

    return simulate_on_cluster(request, cluster, progress=told)


def read_wagers(paths: tuple[str, ...]) -> list[Wager]:
    """Read wagers from their files."""
    if not paths:
        return []
    from punto.cli.odds import read_wager  # late: few runs need it

    return [read_wager(path) for path in paths]
