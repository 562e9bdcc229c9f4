"""`punto report`: the PAR sheet of a game or of custom wagers, as HTML or PDF."""

import hashlib
import re
from datetime import UTC, datetime
from typing import Annotated, Any

from cyclopts import Parameter

from punto.cli import FOUND_FAULT
from punto.cli.arguments import WHOLE, Decks, Json
from punto.cli.editions import game_today
from punto.cli.odds import read_wagers
from punto.cli.output import console, print_json
from punto.cli.output_files import check_target, write_whole
from punto.cli.progress import progress, status
from punto.floor.clock import utc_now
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.report.extras import LIBRARIES, require
from punto.report.file import LANGUAGES, set_file
from punto.report.hazards import SHOES
from punto.report.pdf import count_pages
from punto.report.plots import edge_plot
from punto.report.sheet import ROUNDS, SEED, Sheet, build_sheet, edges_by_decks
from punto.rules.shoe import USUAL_DECKS
from punto.rules.wagers import Wager

Summary = dict[str, Any]

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d", re.ASCII)

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
        Parameter(
            help="The file to write: .html, .pdf or .xlsx for the sheet, .svg for edge by decks."
        ),
    ],
    decks: Decks = USUAL_DECKS,
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with a wager of your own; give it again for each."),
    ] = (),
    rounds: Rounds = ROUNDS,
    seed: Seed = SEED,
    shoes: Annotated[
        int, WHOLE, Parameter(help="How many shoes to deal for the section on protection.")
    ] = SHOES,
    language: Annotated[
        str, Parameter(help=f"The language of the sheet: {', '.join(LANGUAGES)}.")
    ] = "en",
    at: Annotated[
        str | None,
        Parameter(help="The time to print, in UTC, as 2026-11-16T08:30; by default now."),
    ] = None,
    json: Json = False,
) -> int | None:
    """Write a game's PAR sheet: rules, pay table, exact odds, plots, simulation, fingerprints."""
    if game is None and not wager:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a game, or a wager's file with --wager.")
    chosen = None if game is None else game_today(game)
    custom = [each for path in wager for each in read_wagers(path)]
    wagers = ask(chosen, decks=decks, extra=custom).wagers
    if language not in LANGUAGES:
        raise Refused(Reason.UNREADABLE_REQUEST, "A sheet is in {languages}.", languages=LANGUAGES)
    made = utc_now() if at is None else read_time(at)
    path = check_target(out, LIBRARIES)
    ending = path.suffix.lower()
    for library in LIBRARIES[ending]:
        require(library, f"A {ending} file")
    if ending == ".svg":
        summary, data = _plot(wagers, decks)
    else:
        with progress(f"Simulating {rounds:,} rounds", rounds, "rounds") as dealt:
            sheet = build_sheet(
                chosen, decks, custom, rounds=rounds, seed=seed, shoes=shoes, progress=dealt
            )
        with status("Setting the pages…"):
            summary, data = _set(sheet, ending, made, language)
    write_whole(path, data)
    summary = {
        "game": game,
        "decks": decks,
        "out": out,
        "format": ending.removeprefix("."),
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        **summary,
    }
    if json:
        print_json(summary)
    else:
        _print(summary)
    return None if summary.get("agrees", True) else FOUND_FAULT


def _plot(wagers: tuple[Wager, ...], decks: int) -> tuple[Summary, bytes]:
    """Return only the plot of edge by decks."""
    return {}, edge_plot(wagers, edges_by_decks(wagers), decks).encode()


def read_time(text: str) -> datetime:
    """Read a time in UTC, to the minute.

    >>> read_time("2026-11-16T08:30")
    datetime.datetime(2026, 11, 16, 8, 30, tzinfo=datetime.timezone.utc)
    """
    try:
        if _TIME.fullmatch(text):
            return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        pass  # a 31 June
    raise Refused(
        Reason.UNREADABLE_REQUEST,
        "{text!r} is no time; write it as 2026-11-16T08:30, in UTC.",
        text=text[:40],
    )


def _set(sheet: Sheet, ending: str, made: datetime, language: str) -> tuple[Summary, bytes]:
    """Return a summary of the sheet, and its bytes."""
    summary: Summary = {
        "made": made.isoformat(timespec="minutes"),
        "pages": None,
        "rounds": sheet.trial.rounds,
        "seed": sheet.trial.seed,
        "agrees": sheet.trial.agrees,
        "fingerprints": {each.key: each.sha256 for each in sheet.fingerprints},
    }
    data = set_file(sheet, ending, made, language)
    return summary | ({"pages": count_pages(data)} if ending == ".pdf" else {}), data


def _print(summary: Summary) -> None:
    from rich.markup import escape  # late: a --json run never needs it

    pages = f"{summary['pages']} pages, " if summary.get("pages") else ""
    size = max(summary["bytes"] // 1000, 1)
    out = console()
    digest = summary["sha256"]
    out.print(f"Wrote [bold]{escape(summary['out'])}[/]: {pages}{size:,} kB, sha256 {digest}")
    if "agrees" not in summary:
        return
    if summary["agrees"]:
        out.print(f"{summary['rounds']:,} simulated rounds agree with the exact values.")
    else:
        out.print(
            f"[bold red]{summary['rounds']:,} simulated rounds do not agree with the exact"
            " values:[/] see the sheet's section on the simulation."
        )
