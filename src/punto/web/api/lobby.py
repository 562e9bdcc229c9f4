"""The lobby: all tables as anyone may see them, without signing in."""

from collections.abc import Mapping
from typing import Any

from litestar import Request, Router, get
from msgspec import Struct

from punto.journal.people.people import Person
from punto.rules.outcome import Winner
from punto.table.configuration import Range, law_of
from punto.table.dealers import deals_itself
from punto.table.prompt import next_step
from punto.web.auth.guards import TheCasino
from punto.web.casino import Casino
from punto.web.views.mine import MeView, me_view
from punto.web.views.roads import Statistics, counted, roads_view
from punto.web.views.table import CurrencyView, currency_view

COUNTDOWN_MS = 250  # how old a countdown and the number of people may be


class LobbyTable(Struct, frozen=True):
    """A table as its public display shows it: no stakes, names or undealt cards."""

    table: str
    open: bool
    game: str
    title: str
    edition: str
    currency: CurrencyView
    limits: Mapping[str, Range]
    positions: int
    seated: int
    step: str
    round: int
    betting_open: bool
    betting_ms_left: int | None  # None where no clock closes betting
    dealt_by: str  # software or staff
    has_dealer: bool  # whether anyone deals there now
    has_shoe: bool
    statistics: Statistics
    last: Winner | None  # of the shoe in use
    big_road: list[list[int | str]]


class LobbyView(Struct, frozen=True):
    """Every table, whether guests are admitted, and the currency of credits."""

    guests: bool
    currency: CurrencyView
    me: MeView | None  # the caller, if signed in
    tables: tuple[LobbyTable, ...]


@get("/lobby", sync_to_thread=True, summary="All tables, for anyone")
def show_lobby(casino: TheCasino, request: Request[Any, str, Any]) -> LobbyView:
    """Every table with its limits, current step, number of people and big road."""
    names = tuple(casino.host.tables())
    seen = map(casino.host.last_seen, names)
    heads = tuple((each.stream, each.head.number) for each in seen if each)
    moment = casino.clock.now_ms() // COUNTDOWN_MS
    tables = casino.lobby.get((heads, moment), lambda: [_table(casino, each) for each in names])
    person = request.scope.get("user")
    me = None
    if isinstance(person, Person):
        me = me_view(person, casino.credits([person]).get(person.id))
    return LobbyView(
        casino.guests_cents is not None, currency_view(casino.currency), me, tuple(tables)
    )


def _table(casino: Casino, name: str) -> LobbyTable:
    state = casino.host.look(name).state
    config = state.configuration
    marks = casino.marks.of(name, state)
    betting = casino.countdown(name).shown()
    is_automatic = deals_itself(config, state.dealer)
    return LobbyTable(
        table=name,
        open=config is not None,
        game=config.game if config else "",
        title=law_of(config).title if config else "",
        edition=config.edition if config else "",
        currency=currency_view(config.currency if config else ""),
        limits=config.limits if config else {},
        positions=config.positions if config else 0,
        seated=len(casino.presence.patrons(name)),
        step=next_step(state).step.value,
        round=state.round.number if state.round else state.rounds,
        betting_open=state.round is not None and state.round.betting_open,
        betting_ms_left=betting.left_ms if betting else None,
        dealt_by="software" if is_automatic else "staff",
        has_dealer=name in casino.automatic_tables
        if is_automatic
        else casino.presence.has_staff(name),
        has_shoe=state.shoe is not None,
        statistics=counted(marks),
        last=marks[-1].winner if marks else None,
        big_road=roads_view(marks)["big_road"],
    )


lobby_routes = Router("", route_handlers=[show_lobby], tags=["tables"])
