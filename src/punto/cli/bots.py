"""`punto bots`: patrons that play over real sockets, for demonstrations and load."""

import asyncio
import signal
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Json, Seed
from punto.cli.network import Servers
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from punto.client.swarm import Swarm

LOOK_S = 0.5  # between updates in a terminal
LINE_S = 5.0  # between lines in a pipe
RECENT = 5_000  # answers that the live figures cover


def bots(
    *,
    table: Annotated[str, Parameter(help="The table they play at.")],
    count: Annotated[int, WHOLE, Parameter(help="How many.")] = 10,
    rounds: Annotated[
        int | None, WHOLE, Parameter(help="Leave after this many rounds; else Ctrl-C ends it.")
    ] = None,
    stakes_a_round: Annotated[int, WHOLE, Parameter(help="How many stakes each makes.")] = 3,
    seed: Seed = None,
    certificate: Annotated[
        str,
        Parameter(
            env_var="PUNTO_CERTIFICATE",
            help="A file with the authority of the server's certificate.",
        ),
    ] = "",
    server: Servers = (),
    json: Json = False,
) -> int:
    """Play at a table over real sockets with as many guests as you like, until Ctrl-C."""
    if count < 1 or stakes_a_round < 0 or (rounds is not None and rounds < 1):
        raise Refused(Reason.UNREADABLE_REQUEST, "Ask for at least one bot, and one round.")
    try:
        from punto.client.connection import USUAL
        from punto.client.swarm import Swarm
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Bots need more packages: pip install 'punto[web]'."
        ) from missing
    summary = asyncio.run(
        _run(
            lambda: Swarm(
                server or USUAL,
                table,
                count,
                stakes_a_round=stakes_a_round,
                rounds=rounds,
                seed=seed,
                certificate=certificate,
            ),
            quiet=json,
        )
    )
    if json:
        print_json(summary)
    else:
        for line in words(summary):
            console().print(line, highlight=False, markup=False)
    return 1 if summary["unanswered"] else 0


async def _run(make: "Callable[[], Swarm]", *, quiet: bool) -> dict[str, Any]:
    swarm = make()
    stop = asyncio.Event()
    for ending in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    showing = None if quiet else asyncio.create_task(_print_progress(Figures(swarm)))
    try:
        await swarm.run(stop)
    finally:
        if showing is not None:
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
    return swarm.summary()


async def _print_progress(figures: "Figures") -> None:
    """Print progress: lines in a pipe, a live view in a terminal."""
    if not sys.stdout.isatty():
        while True:
            await asyncio.sleep(LINE_S)
            line = " ".join(f"{name}={value}" for name, value in figures.now().items())
            console().print(line, highlight=False, markup=False)
            sys.stdout.flush()
    from rich.live import Live

    with Live(figures.grid(), console=console(), refresh_per_second=4, transient=True) as live:
        while True:
            await asyncio.sleep(LOOK_S)
            live.update(figures.grid())


class Figures:
    """Live figures of the bots."""

    def __init__(self, swarm: "Swarm") -> None:
        self._swarm = swarm
        self._stakes = 0
        self._at = perf_counter()
        self._speed = 0.0

    def now(self) -> dict[str, str]:
        from punto.client.swarm import percentile

        tally = self._swarm.tally
        recent = sorted(tally.answers_ms[-RECENT:])
        return {
            "seated": f"{tally.seated}/{self._swarm.count}",
            "rounds": str(len(tally.rounds)),
            "stakes": str(tally.stakes),
            "refused": str(tally.refused.total()),
            "stakes_a_second": f"{self._stakes_a_second():.0f}",
            "p50_ms": str(percentile(recent, 50) or "-"),
            "p99_ms": str(percentile(recent, 99) or "-"),
            "breaks": str(tally.breaks),
        }

    def grid(self) -> "Table":
        from rich.table import Table

        swarm, figures = self._swarm, self.now()
        grid = Table(title=f"{swarm.count} bots at {swarm.table}; Ctrl-C ends it", box=None)
        for name in figures:
            grid.add_column(name.replace("_", " "), justify="right", style="cyan", no_wrap=True)
        grid.add_row(*figures.values())
        return grid

    def _stakes_a_second(self) -> float:
        """Return the rate over about the last second."""
        at, stakes = perf_counter(), self._swarm.tally.stakes
        if at - self._at >= 1.0:
            self._speed = (stakes - self._stakes) / (at - self._at)
            self._at, self._stakes = at, stakes
        return self._speed


def words(summary: dict[str, Any]) -> list[str]:
    """Return the summary as lines of text."""
    answer = {name: "-" if ms is None else ms for name, ms in summary["answer_ms"].items()}
    refused = ", ".join(f"{name} {times}" for name, times in summary["refused"].items())
    return [
        f"{summary['bots']} bots at {summary['table']} for {summary['seconds']} s:"
        f" {summary['rounds']} rounds, {summary['stakes']} stakes,"
        f" {summary['changes']} changed, {summary['withdrawals']} taken back.",
        f"{summary['stakes_a_second']} stakes a second;"
        f" answered in p50 {answer['p50']} ms, p99 {answer['p99']} ms, at most {answer['max']} ms.",
        f"Refused: {refused or 'none'}. Unanswered: {summary['unanswered']}."
        f" Breaks: {summary['breaks']}.",
    ]
