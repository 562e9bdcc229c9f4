"""The pit overview: all tables at once, and those that call for staff."""

from litestar import Router, get
from msgspec import Struct

from punto.journal.queries.audit import last_staff
from punto.journal.read_transaction import ReadTransaction
from punto.journal.streams import CAGE
from punto.ledger.accounts import bank
from punto.rules.outcome import Winner
from punto.rules.staff import Position
from punto.table.configuration import law_of
from punto.table.legal.irregularities import resolver
from punto.table.prompt import next_step
from punto.table.state import CLOSED, Finished, State
from punto.web.api.ledger import CURRENCY
from punto.web.auth.guards import AskingRequest, TheCasino, dealers, person_of, pit_supervisors
from punto.web.casino import Casino
from punto.web.openapi.examples import answers
from punto.web.views.calls import CallView, calls
from punto.web.views.rounds import round_of
from punto.web.views.table import CurrencyView, currency_view


class LastView(Struct, frozen=True):
    """The last round: its outcome, and the table's win."""

    number: int
    void: bool
    outcome: Winner | None  # None if void
    win_cents: int


class HeldView(Struct, frozen=True):
    """A held round: the irregularity, and the command and position that resolve it."""

    irregularity: str
    clause: str
    waits: str
    command: str
    position: str


class PitTable(Struct, frozen=True):
    """A table in the pit overview."""

    table: str
    open: bool
    halted: bool
    game: str
    title: str
    currency: CurrencyView
    method: str
    step: str
    round: int
    betting_open: bool
    betting_ms_left: int | None
    seated: int
    stakes: int
    staked_cents: int
    dealer: str  # who is signed on; else the last member of staff to give a command there
    position: str  # empty for a dealer whom another member of staff has followed
    cards_left: int | None
    cut_card_out: bool
    bank_open: bool
    bank_cents: int
    held: HeldView | None
    last: LastView | None


class PitView(Struct, frozen=True):
    """The caller's tables, the parts of the console for their position, and tables that call."""

    parts: tuple[str, ...]
    tables: tuple[PitTable, ...]
    calls: tuple[CallView, ...] = ()


# The parts of the pit console and the lowest position that may use their routes. A page must not
# poll the others: each denial would go into the audit log.
PARTS = {
    "tables": Position.PIT_SUPERVISOR,
    "alerts": Position.PIT_MANAGER,
    "approvals": Position.PIT_SUPERVISOR,  # as a witness
    "events": Position.PIT_MANAGER,
    "staff": Position.PIT_MANAGER,
    "devices": Position.PIT_MANAGER,
    "settings": Position.PIT_SUPERVISOR,
    "bank": Position.PIT_SUPERVISOR,
    "meters": Position.PIT_MANAGER,
    "luck": Position.PIT_MANAGER,
    "pace": Position.PIT_MANAGER,
    "protection": Position.PIT_MANAGER,
}
TABLE = {
    "table": "t1",
    "open": True,
    "halted": False,
    "game": "tiger",
    "title": "Tiger Baccarat",
    "currency": CURRENCY,
    "method": "B",
    "step": "draw",
    "round": 12,
    "betting_open": False,
    "betting_ms_left": None,
    "seated": 3,
    "stakes": 5,
    "staked_cents": 45_000,
    "dealer": "dealer",
    "position": "Dealer",
    "cards_left": 290,
    "cut_card_out": False,
    "bank_open": True,
    "bank_cents": 1_025_000,
    "held": None,
    "last": {"number": 11, "void": False, "outcome": "banker", "win_cents": -9_500},
}
CALL = {
    "table": "t2",
    "irregularity": "foreign-cards",
    "clause": "reading who-decides",
    "waits": "confirmation",
    "command": "confirm-report",
    "position": "Pit Manager",
    "yours": True,
    "reported_by": "dealer",
    "note": "a red back",
    "at_ms": 1_794_794_460_000,
}
PIT = {"parts": ["tables", "settings", "bank"], "tables": [TABLE], "calls": [CALL]}


@get(
    "/pit",
    sync_to_thread=True,
    guards=[pit_supervisors],
    summary="The pit overview",
    responses=answers(PitView, PIT),
)
def show_pit(request: AskingRequest, casino: TheCasino) -> PitView:
    """Every table that the caller is assigned to: its step, its dealer and its stakes."""
    person = person_of(request)
    every = sorted({*casino.host.all_tables(), *casino.host.halted} - {CAGE})
    tables = [name for name in every if person.at(name)]
    position = person.position
    assert position is not None, "the guard admits only staff"
    with casino.store.begin_read() as transaction:
        return PitView(
            tuple(part for part, lowest in PARTS.items() if position >= lowest),
            tuple(_pit_table(casino, transaction, name) for name in tables),
            calls(transaction, casino.tables_of(person), person, casino.clock.now_ms()),
        )


@get(
    "/calls",
    sync_to_thread=True,
    guards=[dealers],
    summary="Tables that the caller may resolve",
    responses=answers(list[CallView], [CALL]),
)
def list_calls(request: AskingRequest, casino: TheCasino) -> list[CallView]:
    """The held tables that the caller may resolve, by their position or the one they act in."""
    person = person_of(request)
    with casino.store.begin_read() as transaction:
        found = calls(transaction, casino.tables_of(person), person, casino.clock.now_ms())
    return [each for each in found if each.yours]


def _pit_table(casino: Casino, transaction: ReadTransaction, name: str) -> PitTable:
    halted = name in casino.host.halted
    state = CLOSED if halted else casino.host.look(name).state
    config, play, shoe = state.configuration, state.round, state.shoe
    last, rank = last_staff(transaction, name)
    dealer = state.dealer or last
    stakes = play.stakes.values() if play else ()
    held = transaction.balances([bank(name)])
    betting = casino.countdown(name).shown()
    return PitTable(
        table=name,
        open=config is not None,
        halted=halted,
        game=config.game if config else "",
        title=law_of(config).title if config else "",
        currency=currency_view(config.currency if config else ""),
        method=state.method.value if config and state.knows_methods else "",
        step=next_step(state).step.value,
        round=play.number if play else state.rounds,
        betting_open=play is not None and play.betting_open,
        betting_ms_left=betting.left_ms if betting else None,
        seated=len(casino.presence.patrons(name)),
        stakes=len(stakes),
        staked_cents=sum(each.cents for each in stakes),
        dealer=dealer,
        position=Position(rank).title if rank and dealer == last else "",
        cards_left=shoe.left if shoe else None,
        cut_card_out=shoe is not None and shoe.cut_card_out,
        bank_open=name in casino.cage().banks,
        bank_cents=held.get(bank(name), 0),
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
    outcome = None if last.void else round_of(last.cards).outcome.winner
    win_cents = sum(line.cents - line.returned_cents for line in last.lines)
    return LastView(last.number, last.void, outcome, win_cents)


pit_routes = Router("", route_handlers=[show_pit, list_calls], tags=["pit"])
