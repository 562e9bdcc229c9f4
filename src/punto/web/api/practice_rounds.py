"""A practice round for players: each card and payment explained; no account, no money."""

from secrets import token_hex
from typing import Annotated

from litestar import Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.settlement import Stake
from punto.school.walkthrough import walk_through
from punto.web.game_names import game_named
from punto.web.school.questions import both
from punto.web.views.table import AnnouncementView

STAKES_MAX = 13  # more wagers than any game has


class PracticeRoundRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Stakes in minor units by wager; the same seed deals the same cards."""

    stakes: dict[str, int] = {}
    seed: Annotated[str, Meta(max_length=40)] = ""


class CardStepView(Struct, frozen=True):
    """A card: to which hand it goes and why, and the points of the hand with it."""

    side: str
    card: str
    total: int
    why: AnnouncementView
    clause: str


class PaymentStepView(Struct, frozen=True):
    """What becomes of a stake, and why."""

    wager: str
    result: str
    stake_cents: int
    profit_cents: int
    why: AnnouncementView
    clause: str


class PracticeRoundView(Struct, frozen=True):
    """A whole round, to be shown card by card."""

    seed: str
    cards: tuple[CardStepView, ...]
    ends: AnnouncementView
    ends_clause: str
    outcome: str
    player: int
    banker: int
    payments: tuple[PaymentStepView, ...]


@post(
    "/games/{game:str}/practice-round",
    status_code=200,
    sync_to_thread=True,
    summary="A round explained card by card",
)
def deal_practice_round(
    game: FromPath[str], data: JSONBody[PracticeRoundRequest]
) -> PracticeRoundView:
    """Cards from a seed, each with the rule that deals it; then what becomes of each stake."""
    if len(data.stakes) > STAKES_MAX:
        raise Refused(Reason.UNREADABLE_REQUEST, "Stake on {most} wagers at most.", most=STAKES_MAX)
    law, seed = game_named(game), data.seed or token_hex(6)
    stakes = [Stake(wager, Cents(cents)) for wager, cents in data.stakes.items()]
    found = walk_through(law, seed, stakes)
    return PracticeRoundView(
        seed,
        tuple(
            CardStepView(each.side.value, each.card, each.total, both(each.why), each.clause)
            for each in found.cards
        ),
        both(found.ends),
        found.ends_clause,
        found.outcome,
        found.player,
        found.banker,
        tuple(
            PaymentStepView(
                each.wager,
                each.result.value,
                each.stake_cents,
                each.profit_cents,
                both(each.why),
                each.clause,
            )
            for each in found.payments
        ),
    )


practice_round_routes = Router("", route_handlers=[deal_practice_round], tags=["law"])
