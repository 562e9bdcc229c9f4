"""`punto count`: the value of a counting system on a wager, or the best count for it."""

import re
import secrets
import time
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli import INTERRUPTED
from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed
from punto.cli.card_count import CardPlan, count_cards
from punto.cli.editions import game_today
from punto.cli.interruption import ended_by_sigterm
from punto.cli.output import console, print_json
from punto.cli.progress import COMPILING, progress, status
from punto.cli.simulate import AfterCut, Burn, Cut, OwnWagers, Threads, read_wagers
from punto.odds.composition import Composition
from punto.odds.question import Question
from punto.refusals import Reason, Refused
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.sim.count_search import VALUES, best_tags, best_trigger, correlation_of
from punto.sim.count_systems import CountingSystem, Divisor, evaluate
from punto.sim.deal_rules import USUAL_CUT, Dealing
from punto.sim.document import Document, counting_document
from punto.sim.protection import warm
from punto.sim.run import check_seed
from punto.sim.workers import check_threads

if TYPE_CHECKING:
    from rich.console import Console


DIVISORS = {"unseen": Divisor.UNSEEN, "cut": Divisor.BEFORE_CUT, "running": Divisor.NONE}
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?", re.ASCII)


def count(
    game: Game,
    wager: Annotated[str, Parameter(help="The wager's id.")],
    /,
    *,
    tags: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="Tags of ace to ten, as 0,0,-1,-1,-1,-2,1,2,2,0, or of ace to king;"
            " by default the best of --level.",
        ),
    ] = None,
    level: Annotated[
        int, WHOLE, Parameter(help="Without --tags: the largest tag to search, 1 to 4.")
    ] = 2,
    trigger: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True,
            help="The count from which to bet; by default the one that pays most.",
        ),
    ] = None,
    divisor: Annotated[
        str,
        Parameter(
            help="What the running count is divided by, in decks: unseen cards, cards before the"
            " cut; or running, for no division."
        ),
    ] = "unseen",
    burned_seen: Annotated[bool, Parameter(help="Burned cards are shown.")] = False,
    decks: Decks = USUAL_DECKS,
    cut: Cut = USUAL_CUT,
    burn: Burn = False,
    after_cut: AfterCut = 0,
    shoes: Annotated[int, WHOLE, Parameter(help="How many shoes to count through.")] = 20_000,
    priced_shoes: Annotated[
        int, WHOLE, Parameter(help="In how many of them each bet is priced exactly.")
    ] = 2_000,
    seed: Seed = None,
    threads: Threads = None,
    wager_file: Annotated[OwnWagers, Parameter(name="--wager")] = (),
    json: Json = False,
) -> int | None:
    """Show how often a count says to bet on a wager and its value, or find the best count."""
    chosen = game_today(game)
    check_decks(chosen, decks)
    dealing = Dealing(decks, cut, burn, after_cut)
    seed = check_seed(secrets.randbits(53) if seed is None else seed)
    check_threads(threads)
    wagers = add_wagers(chosen.wagers, read_wagers(wager_file))
    staked = Question(Composition.of_decks(decks), wagers, chosen).price(wager).wager
    if divisor not in DIVISORS:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "--divisor is one of {divisors}; not {divisor!r}.",
            divisors=DIVISORS,
            divisor=divisor[:40],
        )
    wanted = None if trigger is None else _read_trigger(trigger)
    given = None if tags is None else _read_tags(tags)
    if staked.needs_cards:
        plan = CardPlan(given, level, wanted, DIVISORS[divisor], burned_seen)
        with ended_by_sigterm(), progress(f"Counting {chosen.title}", shoes, "shoes") as report:
            document, interrupted = count_cards(
                chosen, staked, dealing, plan, shoes, seed, threads, report
            )
        if json:
            print_json(document)
        else:
            print_count(console(), chosen.title, document)
        return INTERRUPTED if interrupted else None
    with status(COMPILING):
        warm()
    if given is None:
        given = best_tags(staked, decks, level).by_value
    if wanted is None:
        with status("Searching for the count from which betting pays most…"):
            wanted = best_trigger(given, staked, dealing, divisor=DIVISORS[divisor], seed=seed)
    by_rank = given if len(given) > VALUES else CountingSystem.of_values(given, 0).tags
    system = CountingSystem(by_rank, wanted, DIVISORS[divisor], burned_seen)
    started = time.perf_counter()
    with (
        ended_by_sigterm(),
        progress(f"Counting {chosen.title}", shoes, "shoes") as update,
    ):
        found = evaluate(
            system,
            staked,
            dealing,
            shoes=shoes,
            priced_shoes=priced_shoes,
            seed=seed,
            threads=threads,
            progress=update,
        )
    seconds = time.perf_counter() - started
    document = counting_document(chosen, staked, system, dealing, found, seed, seconds)
    document["betting_correlation"] = correlation_of(by_rank, staked, decks)
    document["searched"] = {"tags": tags is None, "trigger": trigger is None}
    if json:
        print_json(document)
    else:
        print_count(console(), chosen.title, document)
    return INTERRUPTED if found.interrupted else None


def print_count(out: "Console", title: str, document: Document) -> None:
    """Print the settings, the count and its value, each with its 95 % confidence interval."""
    from rich.table import Table

    from punto.cli.output import print_table
    from punto.cli.simulate_view import print_settings

    print_settings(out, title, document, document["dealing"])
    stopped = "[yellow]interrupted after[/] " if document["interrupted"] else ""
    how = f"{document['priced_shoes']:,} shoes priced exactly"
    if document["method"] == "simulated":
        how = "the edge simulated from what the bets won"
    out.print(
        f"{stopped}{document['shoes']:,} shoes, {document['rounds']:,} rounds,"
        f" {how}, in {document['seconds']:.1f} s\n"
    )
    system = document["system"]
    named = ", ".join(f"{rank} {tag:+d}" for rank, tag in system["tags"].items() if tag)
    out.print(f"Count for [cyan]{document['wager']}[/]: {named or 'no card counts'}")
    burned = "; burned cards are seen" if system["burned_seen"] else ""
    out.print(f"Bet from {system['trigger']} on; divided by {system['divisor']}{burned}")
    if (correlation := document["betting_correlation"]) is not None:
        out.print(f"Betting correlation {correlation:.4f}")
    out.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("figure", style="cyan")
    table.add_column("estimate", justify="right")
    table.add_column("95 % confidence", justify="right")
    for name, label, style in (
        ("frequency", "rounds bet on", ".4%"),
        ("edge", "edge of a bet", "+.4%"),
        ("units_per_100", "units per 100 rounds", "+.4f"),
        ("units_per_shoe", "units per shoe", "+.4f"),
        ("desirability", "desirability index", "+.3f"),
    ):
        each = document[name]
        low, high = each["confidence_95"]
        table.add_row(label, f"{each['value']:{style}}", f"{low:{style}} to {high:{style}}")
    print_table(out, table)


def _read_tags(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    whole = all(re.fullmatch(r"[+-]?\d{1,3}", part, re.ASCII) for part in parts)
    if not whole or len(parts) not in (VALUES, 13):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "--tags are whole numbers with commas: ten of ace to ten, or thirteen of ace"
            " to king; not {text!r}.",
            text=text[:60],
        )
    return tuple(map(int, parts))


def _read_trigger(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text.strip()):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "--trigger is a number, as 8 or 6.5; not {text!r}.",
            text=text[:40],
        )
    return Fraction(text.strip())
