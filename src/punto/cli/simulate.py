"""`punto simulate`: rounds dealt from whole shoes, compared with the exact odds."""

import secrets
import time
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli import INTERRUPTED
from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed
from punto.cli.checkpoint_file import read_checkpoint, read_seed, write_checkpoint
from punto.cli.editions import game_today
from punto.cli.interruption import ended_by_sigterm
from punto.cli.output import console, print_json
from punto.cli.progress import COMPILING, progress, status
from punto.refusals import Reason, Refused
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.rules.wagers import Wager
from punto.sim.deal_rules import USUAL_CUT, Dealing
from punto.sim.document import simulation_document
from punto.sim.run import Request
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
Threads = Annotated[int | None, WHOLE, Parameter(help="How many threads; by default all cores.")]


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
    checkpoint: Annotated[
        Path | None,
        Parameter(help="A file to save to every minute and at the end, and to go on from."),
    ] = None,
    json: Json = False,
) -> int | None:
    """Deal rounds from whole shoes on all cores, and compare them with the exact odds."""
    chosen = game_today(game)
    check_decks(chosen, decks)
    if checkpoint is not None and cluster is not None:
        raise Refused(Reason.UNREADABLE_REQUEST, "--checkpoint is for this machine, not a cluster.")
    if seed is None and checkpoint is not None:
        seed = read_seed(checkpoint)
    seed = secrets.randbits(53) if seed is None else seed
    request = Request(Dealing(decks, cut, burn, after_cut), rounds, seed)
    check_threads(threads)
    start = None if checkpoint is None else read_checkpoint(checkpoint, request)
    wagers = add_wagers(chosen.wagers, read_wagers(wager))
    if cluster is None:
        with status(COMPILING):
            warm()
    resumed_at = None if start is None else start.tally.rounds
    started = time.perf_counter()
    with ended_by_sigterm(), progress(f"Dealing {chosen.title}", rounds, "rounds") as update:
        if cluster is not None:
            from punto.sim.cluster import simulate_on_cluster  # late: optional, and slow to load

            answer = simulate_on_cluster(request, cluster, progress=update)
        else:
            save = None if checkpoint is None else partial(write_checkpoint, checkpoint)
            answer = deal_rounds(request, threads=threads, progress=update, start=start, save=save)
    document = simulation_document(chosen, answer, time.perf_counter() - started, wagers)
    if resumed_at is not None:
        document["resumed_at"] = resumed_at
    if json:
        print_json(document)
    else:
        from punto.cli.simulate_view import print_simulation  # late: tables for people

        print_simulation(console(), chosen.title, document)
    return INTERRUPTED if answer.interrupted else None


def read_wagers(paths: tuple[str, ...]) -> list[Wager]:
    """Read wagers from their files."""
    if not paths:
        return []
    from punto.cli.odds import read_wagers as read_file  # late: few runs need it

    return [wager for path in paths for wager in read_file(path)]
