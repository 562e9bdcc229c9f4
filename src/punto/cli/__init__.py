"""The command line: one file a command, imported only when that command is called."""

import io
import os
import sys
from collections.abc import Sequence

import cyclopts

from punto import __version__
from punto.refusals import Refused

FOUND_FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 130

# A command is the function of this name in the module of this name: what it does, an example.
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
    "round": (
        "Play round scripts through the real table and say where the two disagree.",
        "punto round tests/rounds/tiger",
    ),
    "simulate": (
        "Deal rounds from whole shoes on all cores, and hold them against the exact odds.",
        "punto simulate tiger --rounds 100000000 --seed 8",
    ),
    "protect": (
        "Show how exposed each wager is to a player who remembers every card, and how deep to cut.",
        "punto protect tiger --cut 14",
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
    "staff": (
        "Add somebody who works here, or list who does.",
        "punto staff add pit1 --position pit-manager --tables '*'",
    ),
    "verify": (
        "Replay a journal and check chain, law, money and shoes; print the heads to save.",
        "punto verify casino.journal",
    ),
    "archive": (
        "Write closed shoes of a journal to a compressed file, and take them out of it.",
        "punto archive casino.journal --out 2026.journal.gz --before 2026-11-01 --remove",
    ),
    "ledger": (
        "Print what the books say: balances, a statement, the daily win, shifts, meters.",
        "punto ledger casino.journal win --csv",
    ),
    "replay": (
        "Show one round out of a journal, card by card, clause by clause.",
        "punto replay casino.journal --round t1/12",
    ),
}

app = cyclopts.App(
    name="punto",
    version=__version__,
    help="Punto runs, proves and prices casino baccarat from its approved rule documents.\n\n"
    'Example: `punto settle tiger --cards "2C 5D 3H AH KD" --stake tiger=100`',
    help_format="markdown",
    default_parameter=cyclopts.Parameter(negative=()),
)
for _name, (_purpose, _example) in COMMANDS.items():
    _help = f"{_purpose}\n\nExample: `{_example}`"
    app.command(f"punto.cli.{_name}:{_name}", name=_name, help=_help)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command: 0 done, 1 its check found a fault, 2 bad input told in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♠ shows ?, and no traceback
    try:
        code: int | None = app(
            arguments, exit_on_error=False, print_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except Refused as refused:
        return _complain(str(refused))
    except cyclopts.CycloptsError as error:
        return _complain(f"{' '.join(str(error).split())} See punto --help.")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as `head` does; send what is left in the buffer nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND_FAULT
    return code or 0


def _complain(sentence: str) -> int:
    print(f"punto: {sentence}", file=sys.stderr)  # noqa: T201
    return BAD_INPUT
