"""The pit's tables at once, and what of each may be set anew."""

from typing import Any

from litestar import Router, get
from litestar.params import FromPath
from msgspec import Struct

from punto.journal.people import Person
from punto.journal.reading import Reading
from punto.journal.records import last_staff
from punto.journal.streams import CAGE
from punto.ledger.accounts import bank
from punto.money import print_amount
from punto.rules.games import find_game
from punto.rules.staff import Position
from punto.table.guidance import resolver
from punto.table.prompt import next_step
from punto.table.settings import Choice, settings
from punto.table.state import CLOSED, Finished, State
from punto.web.entrance import TheHouse, person_of, pit_supervisors
from punto.web.examples import answers
from punto.web.history import mark_of
from punto.web.house import House
from punto.web.outside import outer_name
from punto.web.refusing import No, no
from punto.web.table_routes import AskingRequest
from punto.web.views import configuration_view


class LastView(Struct, frozen=True):
    """The last round: its outcome, and what the table took or paid by it."""

    number: int
    void: bool
    outcome: str  # "P", "B" or "T"; empty for a void round
    win: str


class HeldView(Struct, frozen=True):
    """A round that is held: by what, and who has to do what."""

    irregularity: str
    clause: str
    waits: str
    command: str
    position: str


class PitTable(Struct, frozen=True):
    """A table as the pit sees it among the others."""

    table: str
    open: bool
    halted: bool
    game: str
    title: str
    currency: str
    method: str
    step: str
    round: int
    betting_open: bool
    betting_ms_left: int | None
    seated: int
    stakes: int
    staked: str
    dealer: str  # who of the staff last did something there
    position: str
    cards_left: int | None
    cut_card_out: bool
    bank_open: bool
    bank: str
    held: HeldView | None
    last: LastView | None


class PitView(Struct, frozen=True):
    """A pit's tables, and the parts of its console that are for the caller's position."""

    parts: tuple[str, ...]
    tables: tuple[PitTable, ...]


class ChoiceView(Struct, frozen=True):
    """A value that a setting could take; the reason why it cannot now."""

    value: str
    position: str
    yours: bool
    not_now: No | None


class SettingView(Struct, frozen=True):
    """One thing a table is set to; its one choice has no value where any of many would do."""

    name: str
    choices: tuple[ChoiceView, ...]


class SettingsView(Struct, frozen=True):
    """What a table is set to, and what of it may be set anew by whom."""

    table: str
    seq: int
    open: bool
    configuration: dict[str, Any]
    settings: tuple[SettingView, ...]


# What the pit's console has, and the lowest position that its routes let in: a page that asked for
# the rest would have somebody denied every few seconds.
PARTS = {
    "tables": Position.PIT_SUPERVISOR,
    "alerts": Position.PIT_MANAGER,
    "approvals": Position.PIT_MANAGER,
    "events": Position.PIT_MANAGER,
    "staff": Position.PIT_MANAGER,
    "devices": Position.PIT_MANAGER,
    "settings": Position.PIT_SUPERVISOR,
    "bank": Position.PIT_SUPERVISOR,
    "meters": Position.PIT_MANAGER,
    "protection": Position.PIT_MANAGER,
}
TABLE = {
    "table": "t1",
    "open": True,
    "halted": False,
    "game": "tiger",
    "title": "Tiger Baccarat",
    "currency": "SGD",
    "method": "B",
    "step": "draw",
    "round": 12,
    "betting_open": False,
    "betting_ms_left": None,
    "seated": 3,
    "stakes": 5,
    "staked": "450.00",
    "dealer": "dealer",
    "position": "Dealer",
    "cards_left": 290,
    "cut_card_out": False,
    "bank_open": True,
    "bank": "10250.00",
    "held": None,
    "last": {"number": 11, "void": False, "outcome": "B", "win": "-95.00"},
}
PIT = {"parts": ["tables", "settings", "bank"], "tables": [TABLE]}
SETTINGS = {
    "table": "t1",
    "seq": 97,
    "open": True,
    "configuration": {"game": "tiger", "decks": 8, "approval": "5000.00"},
    "settings": [
        {
            "name": "differential",
            "choices": [{"value": "", "position": "Pit Manager", "yours": True, "not_now": None}],
        }
    ],
}


@get(
    "/pit",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="The pit's tables at once",
    responses=answers(PitView, PIT),
)
def show_pit(request: AskingRequest, house: TheHouse) -> PitView:
    """Every table that the caller is assigned to: how far it is, who deals, what is staked."""
    person = person_of(request)
    every = sorted({*house.host.all_tables(), *house.host.halted} - {CAGE})
    tables = [name for name in every if person.at(name)]
    position = person.position
    assert position is not None, "the guard lets only staff in"
    with house.store.reading() as reading:
        return PitView(
            tuple(part for part, lowest in PARTS.items() if position >= lowest),
            tuple(_pit_table(house, reading, name) for name in tables),
        )


@get(
    "/tables/{table:str}/settings",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="What of a table may be set anew",
    responses=answers(SettingsView, SETTINGS),
)
def show_settings(request: AskingRequest, house: TheHouse, table: FromPath[str]) -> SettingsView:
    """Each setting with its choices, the lowest position that may make each, and why not now."""
    person = person_of(request)
    house.check_table(table, person)
    house.check_there(table)
    kept = house.host.look(table)
    config = kept.state.configuration
    return SettingsView(
        table,
        kept.head.seq,
        config is not None,
        configuration_view(config, person) if config else {},
        tuple(
            SettingView(
                outer_name(each.name), tuple(_choice(choice, person) for choice in each.choices)
            )
            for each in settings(kept.state)
        ),
    )


def _choice(choice: Choice, person: Person) -> ChoiceView:
    return ChoiceView(
        choice.value,
        choice.position.title,
        person.position is not None and person.position >= choice.position,
        no(choice.not_now) if choice.not_now else None,
    )


def _pit_table(house: House, reading: Reading, name: str) -> PitTable:
    halted = name in house.host.halted
    state = CLOSED if halted else house.host.look(name).state
    config, play, shoe = state.configuration, state.round, state.shoe
    dealer, rank = last_staff(reading, name)
    stakes = play.stakes.values() if play else ()
    held = reading.balances([bank(name)])
    return PitTable(
        table=name,
        open=config is not None,
        halted=halted,
        game=config.game if config else "",
        title=find_game(config.game).title if config else "",
        currency=config.currency if config else "",
        method=state.method.value if config and state.knows_methods else "",
        step=next_step(state).step.value,
        round=play.number if play else state.rounds,
        betting_open=play is not None and play.betting_open,
        betting_ms_left=house.countdown(name).left_ms(),
        seated=house.presence.count(name),
        stakes=len(stakes),
        staked=print_amount(sum(each.cents for each in stakes)),
        dealer=dealer,
        position=Position(rank).title if rank else "",
        cards_left=shoe.left if shoe else None,
        cut_card_out=shoe is not None and shoe.cut_card_out,
        bank_open=name in house.cage().banks,
        bank=print_amount(held.get(bank(name), 0)),
        held=_held(state),
        last=_last(state.finished[-1]) if state.finished else None,
    )


def _held(state: State) -> HeldView | None:
    waiting = resolver(state)
    if state.case is None or waiting is None:
        return None
    command, position = waiting
    case = state.case
    return HeldView(case.irregularity.value, case.clause, case.waits.value, command, position.title)


def _last(last: Finished) -> LastView:
    outcome = "" if last.void else mark_of(last.cards).winner.value
    win_cents = sum(line.cents - line.returned_cents for line in last.lines)
    return LastView(last.number, last.void, outcome, print_amount(win_cents))


pit_routes = Router("", route_handlers=[show_pit, show_settings], tags=["pit"])
