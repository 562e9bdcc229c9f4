"""`punto odds`: exact odds of a game's wagers, and of a designer's own, for any shoe or a batch."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Batch, Json, read_whole
from punto.cli.batch import Request, check_keys, run_batch, take
from punto.cli.output import console, print_json
from punto.cli.progress import COMPILING, status
from punto.money import parse_amount
from punto.odds.composition import parse_counts, read_counts
from punto.odds.custom import parse_wager
from punto.odds.document import (
    Document,
    covariance_document,
    odds_document,
    prospect_document,
    removal_document,
    solution_document,
)
from punto.odds.law import warm
from punto.odds.question import Question, ask
from punto.odds.solve import Solution, solve_line
from punto.odds.stakes import Prospect, prospect
from punto.refusals import Reason, Refused
from punto.rules.cards import Card, Rank, parse_cards
from punto.rules.games import find_game
from punto.rules.wagers import Wager

# A line takes some 50 ms in the interpreter; so few are not worth a compiler's start.
LINES_BEFORE_COMPILING = 20

_EDGE = re.compile(r"([a-z0-9-]+)(?::(\d{1,3}))?=(-?\d{1,9}(?:\.\d{1,12})?)(%?)", re.ASCII)


def odds(
    game: Annotated[str | None, Parameter(help="The game's id.")] = None,
    /,
    *,
    decks: Annotated[
        int | None,
        WHOLE,
        Parameter(help="How many decks the shoe was filled with, 4 to 10; 8 if unsaid."),
    ] = None,
    shoe: Annotated[
        str | None,
        Parameter(help="The cards left by rank, as A=32,2=31,…,K=32; a rank not named is used up."),
    ] = None,
    seen: Annotated[
        str | None, Parameter(help='Cards already seen, as "8H 9D", taken out of the shoe.')
    ] = None,
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with a wager of your own; give it again for each."),
    ] = (),
    edge: Annotated[
        tuple[str, ...],
        Parameter(help="What must a line pay for an edge, as tiger:2=5%; again for each."),
    ] = (),
    stake: Annotated[
        tuple[str, ...],
        Parameter(help="Stakes placed together, as tiger=100; again for each."),
    ] = (),
    covariances: Annotated[bool, Parameter(help="Also the covariance of any two wagers.")] = False,
    removals: Annotated[bool, Parameter(help="Also the effect of removing each rank.")] = False,
    batch: Batch = None,
    json: Json = False,
) -> int | None:
    """Price every wager of a game exactly, for whole decks or any shoe."""
    if batch is not None:
        if any(given is not None for given in (game, decks, shoe, seen)) or any(
            (wager, edge, stake, covariances, removals)
        ):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "With --batch each line names its game, decks, shoe and seen cards.",
            )
        return run_batch(batch, _answer_lines())
    if game is None and not wager:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Name a game, or a wager's file, or a file with --batch."
        )
    question = ask(
        None if game is None else find_game(game),
        decks=decks,
        left=None if shoe is None else parse_counts(shoe),
        seen=() if seen is None else parse_cards(seen),
        extra=[read_wager(path) for path in wager],
    )
    solutions = [solve(question, text) for text in edge]
    together = read_stakes(question, stake) if stake else None
    if json:
        document = odds_document(question)
        if edge:
            document["solutions"] = [solution_document(each) for each in solutions]
        if together is not None:
            document["stakes"] = prospect_document(together)
        if covariances:
            document["covariances"] = covariance_document(question.law, question.wagers)
        if removals:
            document["removals"] = removal_document(question.law, question.wagers)
        print_json(document)
        return None
    from punto.cli import odds_view

    out = console()
    odds_view.print_odds(out, question)
    if solutions:
        odds_view.print_solutions(out, solutions)
    if together is not None:
        odds_view.print_stakes(out, together)
    if covariances:
        odds_view.print_correlations(out, question)
    if removals:
        odds_view.print_removals(out, question)
    return None


def read_wager(path: str) -> Wager:
    """Read a wager from its file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise Refused(
            Reason.UNREADABLE_WAGER, f"The file {path[:80]!r} cannot be read: {why}."
        ) from None
    return parse_wager(text)


def solve(question: Question, text: str) -> Solution:
    """Answer WAGER=EDGE, or WAGER:LINE=EDGE, with the edge as 0.05 or 5%."""
    asked = _EDGE.fullmatch(text.strip())
    if asked is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"{text[:40]!r} is not an edge to solve for; write it as tie=5% or tiger:2=0.05.",
        )
    priced = question.price(asked[1])
    if asked[2] is None and len(priced.lines) > 1:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"{asked[1]!r} has {len(priced.lines)} lines; say which, as {asked[1]}:1={asked[3]}"
            f"{asked[4]}.",
        )
    edge = Fraction(asked[3]) / (100 if asked[4] else 1)
    return solve_line(priced, int(asked[2] or 1), edge)


def read_stakes(question: Question, texts: Iterable[str]) -> Prospect:
    """Read WAGER=AMOUNT for each stake and weigh them together."""
    stakes: dict[Wager, Fraction] = {}
    for text in texts:
        wager_id, equals, amount = text.partition("=")
        if not equals:
            raise Refused(
                Reason.UNREADABLE_AMOUNT, f"{text[:40]!r} is not a stake; write it as tiger=100."
            )
        wager = question.price(wager_id.strip()).wager
        stakes[wager] = stakes.get(wager, Fraction(0)) + Fraction(parse_amount(amount), 100)
    return prospect(question.law, stakes)


def answer_line(request: Request) -> Document:
    """Answer one line of a batch: {"game", "decks"?, "shoe"?, "seen"?}."""
    check_keys(request, {"game", "decks", "shoe", "seen"})
    game = find_game(take(request, "game", str))
    decks = take(request, "decks", str) if request.get("decks") is not None else None
    question = ask(
        game,
        decks=None if decks is None else read_whole(decks, "decks"),
        left=_left(request),
        seen=_seen(request),
    )
    return odds_document(question)


def _left(request: Request) -> dict[Rank, int] | None:
    match request.get("shoe"):
        case None:
            return None
        case dict() as shoe:
            return read_counts(f"{rank}={take(shoe, rank, str)}" for rank in shoe)
        case _:
            return parse_counts(take(request, "shoe", str))


def _seen(request: Request) -> tuple[Card, ...]:
    seen = request.get("seen")
    if isinstance(seen, list) and all(isinstance(card, str) for card in seen):
        return parse_cards(" ".join(seen))
    return parse_cards(take(request, "seen", str)) if seen is not None else ()


def _answer_lines() -> Callable[[Request], Document]:
    """Answer lines one by one, with the kernels compiled once there are many."""
    answered = 0

    def answer(request: Request) -> Document:
        nonlocal answered
        answered += 1
        if answered == LINES_BEFORE_COMPILING:
            with status(COMPILING):
                warm()
        return answer_line(request)

    return answer
