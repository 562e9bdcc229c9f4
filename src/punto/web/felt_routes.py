"""What a felt prints and what lies on it, read from the law, so that no page needs to know any."""

from dataclasses import asdict
from enum import Enum
from typing import Annotated, Any

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.rules.cards import parse_cards
from punto.rules.games import find_game
from punto.rules.wagers import Wager, When
from punto.web.hands import HandsView, hands_view, shared_out

Cards = Annotated[str, QueryParameter(description='Card codes, e.g. "AS TH".', max_length=40)]


class LineView(Struct, frozen=True):
    """A pay line as printed; `when` names only the fields of an outcome that it asks about."""

    pays: str
    when: dict[str, Any]
    clause: str
    title: str


class WagerView(Struct, frozen=True):
    """A wager as its felt prints it."""

    id: str
    title: str
    lines: tuple[LineView, ...]
    pushes_when: dict[str, Any] | None
    pushes_by: str
    loses_by: str


@get("/games/{game:str}/wagers", sync_to_thread=False, summary="A game's pay table")
def list_wagers(game: FromPath[str]) -> list[WagerView]:
    """Every wager with what it pays and when: the same data that pays."""
    return [_wager(each) for each in find_game(game).wagers]


@get(
    "/games/{game:str}/hands",
    sync_to_thread=False,
    summary="Two hands, read by the law",
    cache_control=CacheControlHeader(max_age=86_400, public=True),
)
def read_hands(
    game: FromPath[str], player: Cards = "", banker: Cards = "", cards: Cards = ""
) -> HandsView:
    """Two hands, or `cards` in the order dealt: totals, who draws next and why, and of a complete
    round what each wager does."""
    law = find_game(game)
    if cards:
        return hands_view(law, *shared_out(law, parse_cards(cards)))
    return hands_view(law, parse_cards(player), parse_cards(banker))


def _wager(wager: Wager) -> WagerView:
    return WagerView(
        wager.id,
        wager.title,
        tuple(
            LineView(line.pays, when_view(line.when), line.clause, line.title)
            for line in wager.lines
        ),
        when_view(wager.push) if wager.push else None,
        wager.pushes_by,
        wager.loses_by,
    )


def when_view(when: When) -> dict[str, Any]:
    """A condition by the names of its values; what it does not ask about is left out.

    >>> from punto.rules.outcome import Winner
    >>> when_view(When(winner=Winner.BANKER, banker_total=6))
    {'winner': ['banker'], 'banker_total': [6]}
    """
    found = {}
    for name, wanted in asdict(when).items():
        if wanted is not None:
            values = wanted if isinstance(wanted, tuple) else (wanted,)
            found[name] = [each.name.lower() if isinstance(each, Enum) else each for each in values]
    return found


felt_routes = Router("", route_handlers=[list_wagers, read_hands], tags=["law"])
