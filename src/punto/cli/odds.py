"""`punto odds`: exact odds of a game's wagers and of custom wagers, for any shoe or a batch."""

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Batch, Json, read_whole, split_stake
from punto.cli.batch import Request, check_keys, run_batch, take
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.progress import COMPILING, status
from punto.money import parse_amount
from punto.odds.composition import parse_counts, read_counts
from punto.odds.custom import parse_wagers
from punto.odds.distribution import warm
from punto.odds.document import (
    Document,
    card_removal_document,
    covariance_document,
    odds_document,
    peek_document,
    prospect_document,
    removal_document,
    solution_document,
)
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.known import warm_known
from punto.odds.peek import EVERY_RANK, Peek, look, read_groups, read_places
from punto.odds.question import Question, ask
from punto.odds.solve import Solution, solve_line
from punto.odds.stakes import Prospect, prospect
from punto.refusals import Reason, Refused
from punto.rules.cards import Card, Rank, parse_cards
from punto.rules.wagers import Wager

# A line takes about 50 ms in the interpreter; below this many, compiling takes longer.
LINES_BEFORE_COMPILING = 20

_EDGE = re.compile(r"([a-z0-9-]+)(?::(\d{1,3}))?=(-?\d{1,9}(?:\.\d{1,12})?)(%?)", re.ASCII)


def odds(
    game: Annotated[str | None, Parameter(help="The game's id.")] = None,
    /,
    *,
    decks: Annotated[
        int | None,
        WHOLE,
        Parameter(help="How many decks the shoe was filled with, 4 to 10; 8 by default."),
    ] = None,
    shoe: Annotated[
        str | None,
        Parameter(help="The cards left by rank, as A=32,2=31,…,K=32; a rank not named is used up."),
    ] = None,
    seen: Annotated[
        str | None, Parameter(help='Cards already seen, as "8H 9D", taken out of the shoe.')
    ] = None,
    known: Annotated[
        tuple[str, ...],
        Parameter(
            help="What is known of the next cards: 3=7 (the third is a seven), 3=7H (of hearts),"
            " 1=6789 (one of these), 1+3=7K (these two, face down); again for each."
        ),
    ] = (),
    peek: Annotated[
        str | None,
        Parameter(help="What seeing these cards before staking is worth, as 1 or 1234."),
    ] = None,
    groups: Annotated[
        str | None,
        Parameter(help="With --peek: groups of ranks to distinguish, as 6789; the rest are one."),
    ] = None,
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with wagers of your own; give it again for each."),
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
    removals: Annotated[
        bool,
        Parameter(help="Also the effect of removing each rank, and each card for wagers on suits."),
    ] = False,
    batch: Batch = None,
    json: Json = False,
) -> int | None:
    """Price every wager of a game exactly, for whole decks or any shoe."""
    if batch is not None:
        if any(given is not None for given in (game, decks, shoe, seen)) or any(
            (known, peek, groups, wager, edge, stake, covariances, removals)
        ):
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "With --batch each line names its game, decks, shoe, seen and known cards.",
            )
        return run_batch(batch, _answer_lines())
    if game is None and not wager:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Name a game, or a wager's file, or a file with --batch."
        )
    question = ask(
        None if game is None else game_today(game),
        decks=decks,
        left=None if shoe is None else parse_counts(shoe),
        seen=() if seen is None else parse_cards(seen),
        known=Knowledge.parse(known),
        extra=[each for path in wager for each in read_wagers(path)],
    )
    if removals and question.known:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "--removals is for a shoe of which nothing is known."
        )
    solutions = [solve(question, text) for text in edge]
    together = read_stakes(question, stake) if stake else None
    seen_first = read_peek(question, peek, groups)
    if json:
        document = odds_document(question)
        if edge:
            document["solutions"] = [solution_document(each) for each in solutions]
        if together is not None:
            document["stakes"] = prospect_document(together)
        if seen_first is not None:
            document["peek"] = peek_document(seen_first)
        if covariances:
            document["covariances"] = covariance_document(question.distribution, question.wagers)
        if removals:
            document["removals"] = removal_document(question.distribution, question.wagers)
            by_card = card_removal_document(question.distribution, question.wagers)
            if by_card:
                document["removals_by_card"] = by_card
        print_json(document)
        return None
    from punto.cli import odds_view

    out = console()
    odds_view.print_odds(out, question)
    if solutions:
        odds_view.print_solutions(out, solutions)
    if together is not None:
        odds_view.print_stakes(out, together)
    if seen_first is not None:
        odds_view.print_peek(out, seen_first)
    if covariances:
        odds_view.print_correlations(out, question)
    if removals:
        odds_view.print_removals(out, question)
    return None


def read_wagers(path: str) -> tuple[Wager, ...]:
    """Read the wagers of a file."""
    return parse_wagers(read_wager_file(path))


def read_wager_file(path: str) -> str:
    """Read a file of wagers as the text it is."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise Refused(
            Reason.UNREADABLE_WAGER,
            "The file {path!r} cannot be read: {why}.",
            path=path[:80],
            why=why,
        ) from None


def read_peek(question: Question, places: str | None, groups: str | None) -> Peek | None:
    """Read which cards are seen before staking, and which ranks are distinguished."""
    if places is None and groups is None:
        return None
    if places is None or question.known:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "--groups goes with --peek, and --peek without --known."
        )
    return look(
        question.shoe,
        read_places(places),
        EVERY_RANK if groups is None else read_groups(groups),
        question.wagers,
    )


def solve(question: Question, text: str) -> Solution:
    """Answer WAGER=EDGE, or WAGER:LINE=EDGE, with the edge as 0.05 or 5%."""
    parts = _EDGE.fullmatch(text.strip())
    if parts is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is not an edge to solve for; write it as tie=5% or tiger:2=0.05.",
            text=text[:40],
        )
    priced = question.price(parts[1])
    if parts[2] is None and len(priced.lines) > 1:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{wager!r} has {lines} lines; say which, as {wager}:1={edge}.",
            wager=parts[1],
            lines=len(priced.lines),
            edge=f"{parts[3]}{parts[4]}",
        )
    edge = Fraction(parts[3]) / (100 if parts[4] else 1)
    return solve_line(priced, int(parts[2] or 1), edge)


def read_stakes(question: Question, texts: Iterable[str]) -> Prospect:
    """Read WAGER=AMOUNT for each stake and weigh them together."""
    stakes: dict[Wager, Fraction] = {}
    for text in texts:
        wager_id, amount = split_stake(text)
        wager = question.price(wager_id).wager
        stakes[wager] = stakes.get(wager, Fraction(0)) + Fraction(parse_amount(amount), 100)
    return prospect(question.distribution, stakes)


def answer_line(request: Request) -> Document:
    """Answer one line of a batch: {"game", "decks"?, "shoe"?, "seen"?, "known"?}."""
    check_keys(request, {"game", "decks", "shoe", "seen", "known"})
    game = game_today(take(request, "game", str))
    decks = take(request, "decks", str) if request.get("decks") is not None else None
    question = ask(
        game,
        decks=None if decks is None else read_whole(decks, "decks"),
        left=_left(request),
        seen=_seen(request),
        known=_known(request),
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


def _known(request: Request) -> Knowledge:
    match request.get("known"):
        case None:
            return NOTHING
        case list() as entries if all(isinstance(entry, str) for entry in entries):
            return Knowledge.parse(entries)
        case _:
            return Knowledge.parse([take(request, "known", str)])


def _answer_lines() -> Callable[[Request], Document]:
    """Return a function that answers lines one by one, compiling the kernels if there are many."""
    answered = 0

    def answer(request: Request) -> Document:
        nonlocal answered
        answered += 1
        if answered == LINES_BEFORE_COMPILING:
            with status(COMPILING):
                warm()
        if request.get("known") is not None and answered >= LINES_BEFORE_COMPILING:
            warm_known()
        return answer_line(request)

    return answer
