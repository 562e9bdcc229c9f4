"""Objects of one person or table, and who must not reach them by which route: for tests."""

from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from msgspec.structs import replace

from punto.journal.people.people import ALL_TABLES, Duty, Kind, Person
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import write_code
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.web.casino import Casino
from punto.web.wire import CageCommand, CashOut, RedeemVoucher
from tests.envelope import Given
from tests.floor.tables import play_round, shuffled
from tests.submission import ask
from tests.web.served import PASSWORD, SECOND, caller, credits_table, open_session

D, S, P, G, A = Position
DEALER, MANAGER = Staff("opener", D), Staff("opener", A)
API = "/api/v1"
T1 = f"{API}/tables/t1"
# The law and the pages are everybody's; a practice house's objects are in test_school.py.
PUBLIC = ("/api/v1/games/", "/api/v1/school/", "/assets", "/schema")
# As they come over the wire, by their names.
TABLE_COMMANDS, CAGE_COMMANDS = (
    {str(each.__struct_config__.tag): each for each in get_args(union)}
    for union in (c.Command, CageCommand)
)
KINDS = {**TABLE_COMMANDS, **CAGE_COMMANDS}


class Case(NamedTuple):
    """Who must not reach an object, who may, the address that names it, and what is sent."""

    other: str
    owner: str
    path: str
    reason: Reason
    body: Any = None


NOT_THEIRS, NOT_YOURS = Reason.NOT_AUTHORISED, Reason.NOT_YOURS
HIDDEN = Reason.NOTHING_THERE  # what is not somebody's to know is as if it were not there
TABLE_PARTS = (
    "roads",
    "statistics",
    "rounds",
    "shoes",
    "settings",
    "protection",
    "irregularities",
    "bank",
    "payouts",
    "configuration",
)
PLACE = {"position": 1, "tables": ["t1"]}


def at_table(path: str = "", owner: str = "boss", body: Any = None) -> list[Case]:
    """Something of t1, asked for by one who works at t2 alone."""
    return [Case("elsewhere", owner, f"{T1}{path}", NOT_THEIRS, body)]


def account_at_table(path: str, body: Any = None) -> list[Case]:
    """Accounts of t1, a dealer's and a card reader's, changed by a manager of t2."""
    return [
        Case("elsewhere", "boss", f"{API}/{path.format(name)}", NOT_THEIRS, body)
        for name in ("worker", "reader-t1")
    ]


# By method and path of the route; {request}, {event} are those that the place has.
CASES: dict[tuple[str, str], list[Case]] = {
    ("GET", "/tables/{table:str}"): [
        *at_table(),
        Case("reader-t2", "reader-t1", T1, NOT_THEIRS),
    ],
    **{("GET", f"/tables/{{table:str}}/{what}"): at_table(f"/{what}") for what in TABLE_PARTS},
    ("GET", "/tables/{table:str}/rounds/{number:int}"): at_table("/rounds/1"),
    ("POST", "/tables/{table:str}/commands"): at_table(
        "/commands", body={"type": "report-cut-card"}
    ),
    ("POST", "/tables/{table:str}/calls"): at_table("/calls", body={}),
    ("POST", "/tables/{table:str}/virtual-shoe"): at_table("/virtual-shoe", body={}),
    ("GET", "/tables/{table:str}/reads"): [
        Case("reader-t2", "reader-t1", f"{T1}/reads", NOT_THEIRS),
        Case("boss", "reader-t1", f"{T1}/reads", NOT_THEIRS),
    ],
    ("POST", "/tables/{table:str}/reads"): [
        Case(
            "reader-t2",
            "reader-t1",
            f"{T1}/reads",
            NOT_THEIRS,
            {"reads": [{"number": 1, "code": "AS"}]},
        )
    ],
    ("GET", "/patrons/{name:str}/credits"): [
        Case("bob", "ann", f"{API}/patrons/ann/credits", NOT_YOURS),
        Case("dealer-t1", "boss", f"{API}/patrons/ann/credits", NOT_THEIRS),
    ],
    ("GET", "/patrons/{name:str}/statement"): [
        Case("bob", "ann", f"{API}/patrons/ann/statement", NOT_YOURS),
        Case("dealer-t1", "boss", f"{API}/patrons/ann/statement", NOT_THEIRS),
    ],
    ("POST", "/people/{name:str}/disable"): account_at_table("people/{}/disable"),
    ("POST", "/people/{name:str}/enable"): account_at_table("people/{}/enable"),
    ("POST", "/people/{name:str}/password"): account_at_table(
        "people/{}/password", {"password": "a new one for them"}
    ),
    ("POST", "/people/{name:str}/second-factor/reset"): account_at_table(
        "people/{}/second-factor/reset"
    ),
    ("POST", "/staff/{name:str}"): account_at_table("staff/{}", PLACE),
    ("POST", "/approvals/{request_id:str}/approve"): [
        Case("elsewhere", "boss", f"{API}/approvals/{{request}}/approve", HIDDEN),
    ],
    ("POST", "/approvals/{request_id:str}/decline"): [
        Case("elsewhere", "boss", f"{API}/approvals/{{declined}}/decline", HIDDEN),
    ],
    ("POST", "/significant-events/{event_id:str}/acknowledge"): [
        Case("elsewhere", "boss", f"{API}/significant-events/{{event}}/acknowledge", HIDDEN),
    ],
}

# Routes that name an object in a query or in the body.
NAMED_ELSEWHERE: dict[tuple[str, str], list[Case]] = {
    ("GET", "/ledger/statement"): [
        Case("elsewhere", "boss", f"{API}/ledger/statement?account={name}", NOT_THEIRS)
        for name in ("bank:t1", "held:t1")
    ],
    ("GET", "/significant-events"): [
        Case("elsewhere", "boss", f"{API}/significant-events?table=t1", NOT_THEIRS)
    ],
    ("POST", "/vouchers/ticket"): [
        Case("bob", "ann", f"{API}/vouchers/ticket", NOT_YOURS, {"code": "{voucher}"})
    ],
    ("POST", "/cage/commands"): [
        Case("bob", "ann", f"{API}/cage/commands", NOT_YOURS, msgspec.to_builtins(each))
        for each in (
            CashOut("ann", 100, write_code(bytes(16))),
            RedeemVoucher("ann", "{voucher}"),
        )
    ],
    ("POST", "/tables/{table:str}/commands"): [
        Case("bob", "ann", f"{T1}/commands", NOT_YOURS, msgspec.to_builtins(each))
        for each in (
            c.ChangeStake(2, 50_000),
            c.WithdrawStake(2),
            c.PlaceStake("ann", "tie", 1, 1000),
        )
    ],
    ("POST", "/devices"): [
        Case("elsewhere", "boss", f"{API}/devices", NOT_THEIRS, {"name": "d", "tables": ["t1"]})
    ],
    ("POST", "/staff"): [
        Case(
            "elsewhere",
            "boss",
            f"{API}/staff",
            NOT_THEIRS,
            {"name": "new", "password": PASSWORD, **PLACE},
        )
    ],
    ("POST", "/second-factor"): [
        Case(
            "elsewhere",
            "boss",
            f"{API}/second-factor",
            Reason.WRONG_PASSWORD,
            {"name": "worker", "password": "not the worker's"},
        )
    ],
    ("POST", "/me/password"): [
        Case(
            "worker",
            "worker",
            f"{API}/me/password",
            Reason.WRONG_PASSWORD,
            {"current": "not the worker's", "password": "a new one for them"},
        )
    ],
}
EVERY = [
    pytest.param(method, case, id=f"{method} {path} {number}")
    for cases in (CASES, NAMED_ELSEWHERE)
    for (method, path), listed in cases.items()
    for number, case in enumerate(listed)
]


class Place:
    """t1 and t2; at t1 a round of ann's, one in play, requests that wait, an alert, a voucher."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino, self.address = casino, address
        self.people = {
            "elsewhere": open_session(casino, address, "elsewhere", A, "t2"),
            "boss": open_session(casino, address, "boss", A, ALL_TABLES, CAGE),
            "cashier-t2": open_session(casino, address, "cashier-t2", A, "t2", CAGE),
            "asker": open_session(casino, address, "asker", P, "t1"),
            "dealer-t1": open_session(casino, address, "dealer-t1", D, "t1"),
        }
        casino.sessions.add("worker", Kind.STAFF, PASSWORD, D, ("t1",))
        for table in ("t1", "t2"):
            name = f"reader-{table}"
            key = casino.sessions.add_device(name, (table,), Duty.READER, "boss")[1]
            self.people[name] = caller(address, key)
        self.people["worker"] = caller(address)
        self.people["worker"].sign_in("worker", PASSWORD)
        for name in ("ann", "bob"):
            patron = Person(name, Kind.PATRON)
            casino.people.add(patron)
            self.people[name] = caller(address, casino.sessions.open_session(patron))
            bought = Given(cage.BuyCredits(name, 1_000_000), DEALER, approval=SECOND)
            ask(casino.host, CAGE, f"fund-{name}", bought)
        for table in ("t1", "t2"):
            configuration = replace(credits_table(), approval_cents=50_000)
            ask(casino.host, table, "open", Given(c.OpenTable(configuration), MANAGER))
            ask(casino.host, table, "load", Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, CAGE, "bank", Given(cage.OpenBank("t1", 100_000, "worker"), MANAGER))
        stake = Given(c.PlaceStake("ann", "player", 1, 60_000), Patron("ann"))
        play_round(casino.host, "t1", iter(shuffled(1)), [stake])
        ask(casino.host, "t1", "bet", Given(c.OpenBetting(), DEALER))
        ask(casino.host, "t1", "stake", stake)
        self.names = {
            "voucher": self.people["ann"].cash_out("ann", 1_000),
            "request": self.ask("one"),
            "declined": self.ask("two"),
            "event": self.call(),
        }

    def ask(self, key: str) -> str:
        report = c.Report(Irregularity.FOREIGN_CARDS, note=key)
        with pytest.raises(Refused) as waits:
            self.people["asker"].give("t1", report, key)
        return waits.value.sentence.rpartition("request ")[2].rstrip(".")

    def call(self) -> str:
        self.people["dealer-t1"].post(f"{T1}/calls", {}, dict[str, bool])
        alerts = self.people["boss"].get(f"{API}/alerts", list[dict[str, Any]])
        return next(str(each["id"]) for each in alerts if each["kind"] == "pit-called")

    def send(self, who: str, method: str, case: Case) -> tuple[int, str]:
        """Ask as somebody: the status, and the reason where it was refused."""
        client = self.people[who]
        path, body = self._named(case.path), case.body
        if isinstance(body, dict):
            body = {name: self._named(each) for name, each in body.items()}
        if "csrftoken" not in client.http.cookies:
            client.http.get("/health")
        headers = {
            "Idempotency-Key": f"{who}-{hash(str(case))}",
            "x-csrftoken": client.http.cookies.get("csrftoken") or "",
        }
        told = client.http.request(method, path, json=body, headers=headers)
        is_refusal = told.status_code >= 400
        return told.status_code, str(told.json()["reason"]) if is_refusal else ""

    def _named(self, text: Any) -> Any:
        return text.format(**self.names) if isinstance(text, str) else text
