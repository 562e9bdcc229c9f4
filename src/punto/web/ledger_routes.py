"""The books, for those who answer for them: balances, statements, wins and open vouchers."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Router, get
from litestar.params import QueryParameter
from msgspec import Struct

from punto.journal.passbook import passbook
from punto.journal.people import Person
from punto.journal.reports import table_entries
from punto.journal.streams import CAGE
from punto.ledger import documents as d
from punto.ledger.accounts import Account, account_named
from punto.ledger.shifts import win_report
from punto.ledger.statements import trial_balance_of
from punto.money import print_amount
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.approving import table_of_account
from punto.web.entrance import TheHouse, check_position, person_of, plays_or_works, shift_managers
from punto.web.examples import answers
from punto.web.house import House
from punto.web.table_routes import AskingRequest, Since, Until
from punto.web.views import is_staff

DAY_MS = 86_400_000
VOUCHERS_MAX = 500  # of one answer


class ReportView(Struct, frozen=True):
    """A report: rows by the names of their columns, and their sum where there is one."""

    title: str
    rows: tuple[Mapping[str, Any], ...]
    total: Mapping[str, Any] | None = None


class VoucherView(Struct, frozen=True):
    """A voucher nobody has brought yet; its code is on the ticket and nowhere else."""

    patron: str
    amount: str


class VouchersView(Struct, frozen=True):
    """Open vouchers: how many there are, what they come to, and some of them.

    And the most that one is made out for, and that a patron may hold after bringing one.
    """

    count: int
    amount: str
    vouchers: tuple[VoucherView, ...]
    voucher_max: str
    credits_max: str


def report_view(found: d.Report) -> ReportView:
    return ReportView(**d.report_document(found))


BALANCES = {
    "title": "Balances",
    "rows": [{"account": "patron:seat1", "balance": "120.00"}],
    "total": {"account": "all accounts", "balance": "0.00"},
}
TRIAL = {
    "title": "Trial balance",
    "rows": [{"account": "patron:seat1", "above_zero": "120.00", "below_zero": None}],
    "total": {"account": "difference 0.00", "above_zero": "120.00", "below_zero": "120.00"},
}
STATEMENT = {
    "title": "Statement of patron:seat1",
    "rows": [
        {
            "time": "2026-11-16T02:00:00.000Z",
            "purpose": "stake",
            "other_account": "held:t1",
            "stake": 7,
            "wager": "tie",
            "change": "-10.00",
            "balance": "110.00",
        }
    ],
    "total": None,
}
WIN = {
    "title": "Win by gaming day",
    "rows": [
        {
            "day": "2026-11-16",
            "table": "t1",
            "drop": "0.00",
            "handle": "500.00",
            "win": "12.50",
            "hold": "2.5000 %",
        }
    ],
    "total": None,
}
VOUCHERS = {
    "count": 1,
    "amount": "25.00",
    "vouchers": [{"patron": "seat1", "amount": "25.00"}],
    "voucher_max": "100000.00",
    "credits_max": "1000000000000.00",
}


@get(
    "/ledger/balances",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="What every account holds",
    responses=answers(ReportView, BALANCES),
)
def show_balances(house: TheHouse) -> ReportView:
    """All accounts; together they come to zero."""
    with house.store.reading() as reading:
        return report_view(d.balances_report(reading.balances()))


@get(
    "/ledger/trial-balance",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The trial balance",
    responses=answers(ReportView, TRIAL),
)
def show_trial_balance(house: TheHouse) -> ReportView:
    """Every account on the side its balance is on; the two sides come to the same."""
    with house.store.reading() as reading:
        return report_view(d.trial_report(trial_balance_of(reading.balances())))


@get(
    "/ledger/statement",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The statement of an account",
    responses=answers(ReportView, STATEMENT),
)
def show_statement(
    request: AskingRequest,
    house: TheHouse,
    account: Annotated[
        str, QueryParameter(description="As patron:seat1, bank:t1 or cage.", max_length=120)
    ],
    since_ms: Since = None,
    until_ms: Until = None,
) -> ReportView:
    """Every entry of an account; of a table's, for those who are assigned there."""
    whose = _account(account)
    table = table_of_account(whose.name)
    if table:
        house.check_table(table, person_of(request))
    return statement_view(house, whose, since_ms or 0, until_ms)


def statement_view(house: House, whose: Account, since_ms: int, until_ms: int | None) -> ReportView:
    """An account's statement; refused where the books have no such account."""
    with house.store.reading() as reading:
        if whose not in reading.balances([whose]):
            raise Refused(Reason.UNKNOWN_ACCOUNT, f"The books have no account {whose.name[:80]!r}.")
        return report_view(d.statement_report(passbook(reading, whose, since_ms, until_ms)))


@get(
    "/ledger/win",
    sync_to_thread=True,
    guards=[shift_managers],
    summary="The win by gaming day",
    responses=answers(ReportView, WIN),
)
def show_win(
    request: AskingRequest,
    house: TheHouse,
    since_ms: Since = None,
    until_ms: Until = None,
    day_starts_ms: Annotated[
        int,
        QueryParameter(ge=0, lt=DAY_MS, description="When a gaming day starts, after midnight."),
    ] = 0,
) -> ReportView:
    """Drop, handle, win and hold of the caller's tables, day by day."""
    times = since_ms or 0, until_ms
    with house.store.reading() as reading:
        tables = own_tables(reading.streams(), person_of(request))
        entries = table_entries(reading, tables, times)
        return report_view(d.win_document(win_report(entries, day_starts_ms)))


@get(
    "/vouchers",
    sync_to_thread=True,
    guards=[plays_or_works],
    summary="Vouchers nobody has brought yet",
    responses=answers(VouchersView, VOUCHERS),
)
def list_vouchers(request: AskingRequest, house: TheHouse) -> VouchersView:
    """A patron's own; for Pit Supervisors and above, everybody's. Never a code."""
    person = person_of(request)
    if is_staff(person):
        check_position(person, Position.PIT_SUPERVISOR)
    cage = house.cage()
    found = sorted(
        (each.patron, each.cents)
        for each in cage.vouchers.values()
        if is_staff(person) or each.patron == person.id
    )
    shown = tuple(VoucherView(who, print_amount(cents)) for who, cents in found[:VOUCHERS_MAX])
    return VouchersView(
        len(found),
        print_amount(sum(cents for _, cents in found)),
        shown,
        print_amount(cage.limits.voucher_cents_max),
        print_amount(cage.limits.credits_cents_max),
    )


def own_tables(streams: list[str], person: Person) -> list[str]:
    """The tables somebody is assigned to."""
    return [each for each in streams if each != CAGE and person.at(each)]


def _account(text: str) -> Account:
    try:
        found = account_named(text)
    except ValueError:
        found = None
    if found is None or not (text.isascii() and text.isprintable()):
        raise Refused(
            Reason.UNKNOWN_ACCOUNT, "An account is named as patron:seat1, bank:t1 or cage."
        )
    return found


ledger_routes = Router(
    "",
    route_handlers=[show_balances, show_trial_balance, show_statement, show_win, list_vouchers],
    tags=["ledger"],
)
