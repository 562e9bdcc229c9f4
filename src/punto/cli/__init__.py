"""The command line: one module per command, imported only when that command runs."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TextIO

import cyclopts

from punto import __version__
from punto.cli.settings_sources import complete_settings
from punto.refusals import Refused

FOUND_FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 130

# Each command is the function of this name in the module of this name; help text and example.
COMMANDS: dict[str, tuple[str, str]] = {
    "games": (
        "List the games with their wagers, decks and layouts.",
        "punto games --json",
    ),
    "rules": (
        "Show a game's clauses in our words, what enforces each and which tests show it.",
        "punto rules tiger 3.15",
    ),
    "settle": (
        "Settle stakes on the cards of a round, each line with its clause.",
        'punto settle tiger --cards "2C 5D 3H AH KD" --stake tiger=100 --stake banker=50',
    ),
    "deal": (
        "Deal rounds and show cards, why each third card was drawn, payments and roads.",
        "punto deal tiger --rounds 3 --seed 8",
    ),
    "odds": (
        "Price every wager of a game exactly, for whole decks or any shoe.",
        "punto odds tiger --decks 8",
    ),
    "options": (
        "Show the value to patrons of a clause that lets them withdraw stakes.",
        "punto options tiger power-failure --known 1=9 --known 2=K --stake banker=100",
    ),
    "round": (
        "Play round scripts through the real table and report where they differ.",
        "punto round tests/rounds/tiger",
    ),
    "school": (
        "Drill a game's rules, act in situations, draw and grade papers, sum up a class.",
        "punto school drill tiger --topic payment --count 5",
    ),
    "simulate": (
        "Deal rounds from whole shoes on all cores, and compare them with the exact odds.",
        "punto simulate tiger --rounds 100000000 --seed 8",
    ),
    "session": (
        "Show the distribution of a betting plan's result: chances, quantiles, ruin and hold.",
        "punto session tiger --stake banker=100 --rounds 200 --bankroll 5000 --stop-win 2000",
    ),
    "programme": (
        "Show what the house keeps after loss rebates, rolling chips or a turnover commission.",
        "punto programme tiger --stake banker=100 --loss-rebate 10% --rolling 1.2%",
    ),
    "protect": (
        "Show how exposed each wager is to a player who remembers every card, and how deep to cut.",
        "punto protect tiger --cut 14",
    ),
    "count": (
        "Show the value of a counting system on a wager, or find the best count for it.",
        "punto count tiger big-tiger --level 2 --shoes 20000",
    ),
    "report": (
        "Write a PAR sheet: rules, pay table, exact odds, plots, simulation, fingerprints.",
        "punto report tiger --decks 8 --out tiger.pdf",
    ),
    "roads": (
        "Draw the five roads of a sequence of results, and what the next result would make.",
        "punto roads BPPTBBBBBBBPB1",
    ),
    "serve": (
        "Serve tables on the network: the API, live feeds and sign-in.",
        "punto serve --demo",
    ),
    "config": (
        "Print the settings a server would run with, and where each comes from.",
        "punto config --config punto.toml",
    ),
    "table": (
        "Open, list, show, configure and close a server's tables, and send them any command.",
        "punto table open t1 tiger --min 10 --max 5000 --as pit1",
    ),
    "staff": (
        "Add and list members of staff, disable or enable an account, change your password.",
        "punto staff add pit1 --position pit-manager --tables '*'",
    ),
    "patrons": (
        "Add, list and show patrons, and give one a new password.",
        "punto patrons list --find an --as pit1",
    ),
    "cage": (
        "Sell credits, issue, redeem and pay vouchers, and send the cage any command.",
        "punto cage buy anna 100.00 --as cashier1",
    ),
    "tickets": (
        "List open vouchers, and write a voucher's ticket.",
        "punto tickets list --as pit1",
    ),
    "approvals": (
        "List, approve or decline what waits for a second person.",
        "punto approvals list --as shift1",
    ),
    "devices": (
        "Add a display, a terminal or a card reader, or list the devices.",
        "punto devices add reader-7 --duty reader --tables t7",
    ),
    "bots": (
        "Play at a table over real sockets with as many guests as you like.",
        "punto bots --table rapid-no-commission --count 100",
    ),
    "verify": (
        "Replay a journal and check chain, law, money and shoes; print the heads to save.",
        "punto verify casino.journal",
    ),
    "backup": (
        "Copy a journal while it is in use, and verify the copy.",
        "punto backup casino.journal --out /backup/casino.journal",
    ),
    "archive": (
        "Write closed shoes of a journal to a compressed file, and remove them from the journal.",
        "punto archive casino.journal --out 2026.journal.gz --before 2026-11-01 --remove",
    ),
    "ledger": (
        "Print reports from the books: balances, a statement, the daily win, shifts, meters, luck.",
        "punto ledger casino.journal win --csv",
    ),
    "export": (
        "Write a journal as Parquet files for analysts, one folder a gaming day.",
        "punto export casino.journal --out casino-data",
    ),
    "replay": (
        "Show one round from a journal, card by card, clause by clause.",
        "punto replay casino.journal --round t1/12",
    ),
    "completion": (
        "Print the script that lets a shell complete punto's commands and options.",
        "punto completion bash",
    ),
}

GROUPS = ("school", "table", "staff", "patrons", "cage", "tickets", "approvals", "devices")
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def _default(value: object) -> str | None:
    """A default as the help shows it: one that is empty says nothing."""
    return None if value in (None, "", (), False) else str(value)


def page_help(purpose: str, example: str) -> str:
    """The Markdown at the top of a command's help; the list of commands shows its first line."""
    return f"{purpose}\n\nExample: `{example}`"


PARAMETERS = cyclopts.Parameter(negative=(), show_default=_default)  # of every command

app = cyclopts.App(
    name="punto",
    version=__version__,
    help="Punto runs, proves and prices casino baccarat from its approved rule documents.\n\n"
    'Example: [bold cyan]punto settle tiger --cards "2C 5D 3H AH KD" --stake tiger=100[/]',
    help_format="rich",  # loads quicker than Markdown
    default_parameter=PARAMETERS,
    config=complete_settings,
)
for _name, (_purpose, _example) in COMMANDS.items():
    _help = page_help(_purpose, _example)
    if _name in GROUPS:
        app.command(f"punto.cli.command_groups:{_name}", name=_name, help=_help)
    else:
        app.command(f"punto.cli.{_name}:{_name}", name=_name, help=_help, help_format="markdown")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command: 0 done, 1 its check found a fault, 2 bad input (one sentence on stderr)."""
    _open_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # print ? where ♠ cannot be encoded
    try:
        code: int | None = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except Refused as refused:
        return _complain(str(refused))
    except cyclopts.CycloptsError as error:
        unknown = isinstance(error, cyclopts.UnknownCommandError) and error.app is app
        sentence = _unknown_command(error.unused_tokens or [""]) if unknown else str(error)
        return _complain(f"{' '.join(sentence.split())} See punto --help.")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader closed the pipe, as `head` does
        _discard_output()
        return FOUND_FAULT
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _discard_output()
        return _complain(f"The output could not be written: {error.strerror}.")
    return code or 0


def _unknown_command(tokens: Sequence[str]) -> str:
    """What there is instead; Cyclopts would import the modules of all commands to say it."""
    near = get_close_matches(tokens[0], COMMANDS, 1)
    advice = f'Did you mean "{near[0]}"?' if near else f"Commands: {', '.join(COMMANDS)}."
    return f'Unknown command "{tokens[0]}". {advice}'


def _open_standard_streams() -> None:
    """Open a closed standard stream on nothing: else the next file opened would take its place."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free: this one
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _discard_output(stream: TextIO | None = None) -> None:
    """Send the rest of the buffer nowhere, so that the interpreter does not fail on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


def _complain(sentence: str) -> int:
    try:
        print(f"punto: {sentence}", file=sys.stderr, flush=True)  # noqa: T201
    except OSError:  # nothing can be printed, but the exit code says it
        _discard_output(sys.stderr)
    return BAD_INPUT
