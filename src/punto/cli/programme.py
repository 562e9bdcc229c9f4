"""`punto programme`: what the house keeps after a rebate, rolling chips or a commission."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Decks, Game, Json, Stakes
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.session import (
    Bankroll,
    StopLoss,
    StopWin,
    read_law,
    read_optional,
    read_stakes,
    read_stakes_texts,
)
from punto.cli.simulate import OwnWagers
from punto.refusals import Reason, Refused
from punto.risk.document import (
    Document,
    loss_rebate_document,
    plan_document,
    rolling_document,
    turnover_document,
)
from punto.risk.plan import Plan
from punto.risk.programme import parse_share
from punto.risk.result import RoundResult, round_result
from punto.rules.shoe import USUAL_DECKS


def programme(
    game: Game,
    /,
    *,
    stake: Stakes,
    decks: Decks = USUAL_DECKS,
    loss_rebate: Annotated[
        str | None, Parameter(help="Give back this share of a session's loss, as 10%.")
    ] = None,
    rolling: Annotated[
        str | None, Parameter(help="Pay this share of the non-negotiable chips lost, as 1.2%.")
    ] = None,
    turnover: Annotated[
        str | None, Parameter(help="Pay this share of everything staked, as 0.8%.")
    ] = None,
    rounds: Annotated[int, WHOLE, Parameter(help="Rounds of a session with a rebate.")] = 100,
    bankroll: Bankroll = None,
    stop_loss: StopLoss = None,
    stop_win: StopWin = None,
    wager: OwnWagers = (),
    json: Json = False,
) -> None:
    """Show what the house keeps after a rebate on losses, rolling chips or turnover commission."""
    chosen = game_today(game)
    if not any((loss_rebate, rolling, turnover)):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Name a programme: --loss-rebate, --rolling or --turnover."
        )
    stakes = read_stakes(chosen, stake, wager)
    found_law = read_law(chosen, decks)
    together = round_result(found_law, stakes)
    document: Document = {
        "game": chosen.id,
        "decks": decks,
        "stakes": read_stakes_texts(stake),
    }
    if rolling is not None:
        from punto.risk.programme import roll_chips

        alone = [(round_result(found_law, {each: cents}), cents) for each, cents in stakes.items()]
        document["rolling"] = rolling_document(roll_chips(alone, parse_share(rolling)))
    if turnover is not None:
        edge = -together.mean / together.staked
        document["turnover"] = turnover_document(edge, parse_share(turnover))
    if loss_rebate is not None:
        plan = Plan(
            together,
            rounds,
            bankroll=read_optional(bankroll),
            stop_loss=read_optional(stop_loss),
            stop_win=read_optional(stop_win),
        )
        document["plan"] = plan_document(plan)
        document["loss_rebate"] = _loss_rebate(plan, together, float(parse_share(loss_rebate)))
    if json:
        print_json(document)
        return
    from punto.cli.session_view import print_programme  # late: tables for people

    print_programme(console(), chosen.title, document)


def _loss_rebate(plan: Plan, together: RoundResult, share: float) -> Document:
    from punto.risk.programme import best_stops, rebate_losses
    from punto.risk.session import run_session

    rebate = rebate_losses(run_session(plan).spread, share)
    try:
        best = best_stops(together, share)
    except Refused:  # no edge, or too many distinct amounts to solve
        best = None
    return loss_rebate_document(rebate, best)
