"""`punto session`: the distribution of a betting plan's result over many rounds."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Decks, Game, Json, Seed, Stakes, split_stake
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.progress import status
from punto.cli.simulate import OwnWagers, read_wagers
from punto.money import parse_amount
from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.refusals import Reason, Refused
from punto.risk.plan import Plan
from punto.risk.result import round_result
from punto.rules.game import Game as Rules
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wager_language import add_wagers
from punto.rules.wagers import Wager

Rounds = Annotated[int, WHOLE, Parameter(help="How many rounds at most.")]
Bankroll = Annotated[str | None, Parameter(help="What there is to lose; ruin ends the session.")]
StopLoss = Annotated[str | None, Parameter(help="End the session once this much is lost.")]
StopWin = Annotated[str | None, Parameter(help="End the session once this much is won.")]
Progression = Annotated[
    str,
    Parameter(help="Multiples of the stakes after losses in a row, as 1,2,4,8; flat by default."),
]
TableMax = Annotated[
    str | None, Parameter(name="--max", help="The table maximum; no stake together is larger.")
]


def session(
    game: Game,
    /,
    *,
    stake: Stakes,
    rounds: Rounds,
    decks: Decks = USUAL_DECKS,
    bankroll: Bankroll = None,
    stop_loss: StopLoss = None,
    stop_win: StopWin = None,
    progression: Progression = "1",
    table_max: TableMax = None,
    seed: Seed = None,
    wager: OwnWagers = (),
    json: Json = False,
) -> None:
    """Show the distribution of a betting plan's result: chances, quantiles, ruin, hold."""
    from punto.risk.document import (
        hold_document,
        plan_document,
        ruin_document,
        session_document,
    )
    from punto.risk.ruin import find_ruin
    from punto.risk.session import run_session

    chosen = game_today(game)
    plan = Plan(
        round_result(read_law(chosen, decks), read_stakes(chosen, stake, wager)),
        rounds,
        bankroll=read_optional(bankroll),
        stop_loss=read_optional(stop_loss),
        stop_win=read_optional(stop_win),
        multiples=_read_progression(progression),
        table_max=read_optional(table_max),
    )
    with status("Following the session round by round…"):
        found = run_session(plan, seed=1 if seed is None else seed)
    document = {
        "game": chosen.id,
        "decks": decks,
        "stakes": read_stakes_texts(stake),
        "plan": plan_document(plan),
        "session": session_document(found),
    }
    if plan.is_flat and not plan.has_stops:
        document["hold"] = hold_document(found)
    if plan.is_flat and plan.bankroll is not None:
        try:
            ruin = find_ruin(plan.result, plan.bankroll, plan.stop_win)
            document["without_end"] = ruin_document(ruin)
        except Refused:  # too many distinct amounts to solve
            document["without_end"] = None
    if json:
        print_json(document)
        return
    from punto.cli.session_view import print_session  # late: tables for people

    print_session(console(), chosen.title, document)


def read_law(game: Rules, decks: int) -> Distribution:
    check_decks(game, decks)
    return distribution(Composition.of_decks(decks))


def read_stakes(
    game: Rules, texts: tuple[str, ...], files: tuple[str, ...] = ()
) -> dict[Wager, int]:
    """Read WAGER=AMOUNT for each stake; several on one wager are summed."""
    own = {each.id: each for each in add_wagers(game.wagers, read_wagers(files))}
    if not texts:
        raise Refused(Reason.UNREADABLE_REQUEST, "Say what is staked, as --stake banker=100.")
    stakes: dict[Wager, int] = {}
    for text in texts:
        wager_id, amount = split_stake(text)
        wager = own.get(wager_id) or game.wager(wager_id)
        stakes[wager] = stakes.get(wager, 0) + parse_amount(amount)
    return stakes


def read_stakes_texts(texts: tuple[str, ...]) -> list[str]:
    return [text.replace(" ", "") for text in texts]


def read_optional(text: str | None) -> int | None:
    return None if text is None else parse_amount(text)


def _read_progression(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= 6 for part in parts):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is not a progression; write it as whole multiples, 1,2,4,8.",
            text=text[:40],
        )
    return tuple(int(part) for part in parts)
