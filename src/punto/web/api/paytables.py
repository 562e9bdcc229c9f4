"""A game's pay table, and hands read by its rules, so that pages need no rules of their own."""

from enum import Enum
from typing import Annotated

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from punto.rules.cards import parse_cards
from punto.rules.round import read_deal, read_hands
from punto.rules.wagers import CONDITIONS, Wager, When
from punto.web.game_names import game_named
from punto.web.views.hands import HandsView, hands_view

Cards = Annotated[str, QueryParameter(description='Card codes, e.g. "AS TH".', max_length=40)]


class LineView(Struct, frozen=True):
    """A pay line as printed; `when` has only the fields of an outcome that it tests."""

    pays: str
    when: dict[str, list[str | int]]
    clause: str
    title: str


class WagerView(Struct, frozen=True):
    """A wager as printed on the layout."""

    id: str
    title: str
    lines: tuple[LineView, ...]
    pushes_when: dict[str, list[str | int]] | None
    pushes_by: str
    loses_by: str


@get("/games/{game:str}/wagers", sync_to_thread=False, summary="A game's pay table")
def list_wagers(game: FromPath[str]) -> list[WagerView]:
    """Every wager with what it pays and when, from the same data that settles stakes."""
    return [_wager(each) for each in game_named(game).wagers]


@get(
    "/games/{game:str}/hands",
    sync_to_thread=False,
    summary="Two hands under the game's rules",
    cache_control=CacheControlHeader(max_age=86_400, public=True),
)
def show_hands(
    game: FromPath[str], player: Cards = "", banker: Cards = "", cards: Cards = ""
) -> HandsView:
    """Two hands, or `cards` in the order dealt: totals, and who draws next and why.

    A complete round also has the result of each wager.
    """
    found = game_named(game)
    if cards:
        return hands_view(found, read_deal(found, parse_cards(cards)))
    return hands_view(found, read_hands(found, parse_cards(player), parse_cards(banker)))


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


def when_view(when: When) -> dict[str, list[str | int]]:
    """A condition with its values by name; fields it does not test are left out.

    What a custom wager joins, or asks of the cards themselves, is left out too.

    >>> from punto.rules.outcome import Winner
    >>> when_view(When(winner=Winner.BANKER, banker_total=6))
    {'winner': ['banker'], 'banker_total': [6]}
    """
    found = {}
    for name in CONDITIONS:
        wanted = getattr(when, name)
        if wanted is not None:
            values = wanted if isinstance(wanted, tuple) else (wanted,)
            found[name] = [each.name.lower() if isinstance(each, Enum) else each for each in values]
    return found


paytable_routes = Router("", route_handlers=[list_wagers, show_hands], tags=["law"])
