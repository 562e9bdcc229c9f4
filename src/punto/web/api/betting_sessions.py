"""Prices betting sessions and programmes, without signing in."""

from typing import Annotated, Any

from litestar import Request, Router, post
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath
from msgspec import Meta, Struct

from punto.money import parse_amount
from punto.odds.composition import Composition
from punto.odds.distribution import distribution
from punto.refusals import Reason, Refused
from punto.risk.plan import Plan
from punto.risk.programme import parse_share
from punto.risk.result import round_result
from punto.rules.games import find_game
from punto.rules.shoe import USUAL_DECKS, check_decks
from punto.rules.wagers import Wager
from punto.web.views.betting_sessions import Programmes, SessionView, session_view
from punto.web.work_routes import costly, work_out

REQUESTS_A_MINUTE = 60
STAKES_MAX = 8
STEPS_MAX = 12
ROUNDS_MAX = 5_000  # more than a week of play
AMOUNT_MAX = 20  # characters

AmountText = Annotated[str, Meta(max_length=AMOUNT_MAX)]
MULTIPLE_MAX = 1000


class StakeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A stake on a wager in every round."""

    wager: Annotated[str, Meta(max_length=40)]
    amount: AmountText


class SessionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan of play, and the programmes to price for it; amounts are decimal strings.

    `progression` has multiples of the stakes after consecutive losses; without it stakes are flat.
    Shares are written as 10% or 0.1.
    """

    stakes: Annotated[list[StakeRequest], Meta(min_length=1, max_length=STAKES_MAX)]
    rounds: int
    decks: int = USUAL_DECKS
    bankroll: AmountText | None = None
    stop_loss: AmountText | None = None
    stop_win: AmountText | None = None
    table_max: AmountText | None = None
    progression: Annotated[list[int], Meta(max_length=STEPS_MAX)] = []
    loss_rebate: AmountText | None = None
    rolling: AmountText | None = None
    turnover: AmountText | None = None


EXAMPLE = Example(
    summary="Two hundred rounds on Banker, and a rebate of a tenth on losses",
    value={
        "stakes": [{"wager": "banker", "amount": "100.00"}],
        "rounds": 200,
        "bankroll": "5000.00",
        "stop_win": "2000.00",
        "loss_rebate": "10%",
    },
)


@post(
    "/games/{game:str}/session",
    status_code=200,
    summary="The results of a plan of play, and what programmes cost",
)
async def price_session(
    request: Request[Any, Any, Any],
    game: FromPath[str],
    data: Annotated[SessionRequest, Body(examples=[EXAMPLE])],
) -> SessionView:
    """Exact if that is feasible, otherwise simulated; `method` says which."""
    return await work_out(request, answer_session, game, data)


def answer_session(game_id: str, data: SessionRequest) -> SessionView:
    """Compute the answer; runs in the worker process."""
    game = find_game(game_id)
    check_decks(game, data.decks)
    if not 1 <= data.rounds <= ROUNDS_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "Ask for 1 to {most} rounds.", most=ROUNDS_MAX)
    if not all(1 <= each <= MULTIPLE_MAX for each in data.progression):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The multiples of a progression are 1 to {most}.",
            most=MULTIPLE_MAX,
        )
    stakes: dict[Wager, int] = {}
    for each in data.stakes:
        wager = game.wager(each.wager)
        stakes[wager] = stakes.get(wager, 0) + parse_amount(each.amount)
    plan = Plan(
        round_result(distribution(Composition.of_decks(data.decks)), stakes),
        data.rounds,
        bankroll=_optional(data.bankroll),
        stop_loss=_optional(data.stop_loss),
        stop_win=_optional(data.stop_win),
        multiples=tuple(data.progression) or (1,),
        table_max=_optional(data.table_max),
    )
    programmes = Programmes(
        *(
            None if text is None else parse_share(text)
            for text in (data.loss_rebate, data.rolling, data.turnover)
        )
    )
    if programmes.loss_rebate is not None and not plan.is_flat:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A rebate on losses is priced for flat stakes only."
        )
    return session_view(game.id, data.decks, stakes, plan, programmes)


def _optional(text: str | None) -> int | None:
    return None if text is None else parse_amount(text)


_costly = costly(price_session, "session", REQUESTS_A_MINUTE)
betting_session_routes = Router("", route_handlers=[_costly], tags=["law"])
