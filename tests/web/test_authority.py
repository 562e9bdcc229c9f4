"""The authority matrix: every route and command, for every kind of person, cell by cell."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from litestar.routes import HTTPRoute

from punto.client import Client
from punto.journal.people.people import ALL_TABLES
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.ledger.cage.voucher_codes import write_code
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.api.pages import NAMES
from punto.web.app import make_app
from punto.web.casino import Casino
from tests.envelope import Given
from tests.sample import sample
from tests.submission import ask
from tests.web.served import REFUSAL_FIELDS, STAFF, credits_table, everybody, open_session, served

TABLE_COMMANDS, CAGE_COMMANDS = (
    {str(each.__struct_config__.tag): each for each in get_args(union)}
    for union in (c.Command, cage.Command)
)
MANAGER = Staff("opener", Position.ASSISTANT_CASINO_MANAGER)
DENIED = {"not-signed-in", "not-authorised", "not-yours"}

FLOOR = tuple(STAFF)  # the five positions, lowest first
ALL_STAFF = (*FLOOR, "stranger")  # the stranger: of the highest position, assigned nowhere
PLAYERS = ("patron", "guest")
DEVICES = ("device", "reader")  # the first is a display
KNOWN = (*ALL_STAFF, *PLAYERS, *DEVICES)
ANYBODY = ("nobody", *KNOWN)
AT_TABLE = (*FLOOR, *PLAYERS, *DEVICES)
PIT_MANAGERS = (*FLOOR[2:], "stranger")
SHIFT_MANAGERS = (*FLOOR[3:], "stranger")
PIT_SUPERVISORS = (*FLOOR[1:], "stranger")

# Who gets through the door of each route; what they may do behind it is the second matrix.
ROUTES: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/api/v1/games"): ANYBODY,
    ("GET", "/api/v1/games/tiger"): ANYBODY,
    ("GET", "/api/v1/games/tiger/clauses"): ANYBODY,
    ("GET", "/api/v1/games/tiger/clauses/3.1"): ANYBODY,
    ("GET", "/api/v1/games/tiger/odds"): ANYBODY,
    ("POST", "/api/v1/games/tiger/odds"): ANYBODY,
    ("POST", "/api/v1/games/tiger/session"): ANYBODY,
    ("GET", "/api/v1/conditions"): ANYBODY,
    ("GET", "/api/v1/games/tiger/wagers"): ANYBODY,
    ("GET", "/api/v1/games/tiger/how-to-play"): ANYBODY,
    ("GET", "/api/v1/games/tiger/hands"): ANYBODY,
    ("GET", "/api/v1/lobby"): ANYBODY,
    ("GET", "/health"): ANYBODY,
    ("GET", "/ready"): ANYBODY,
    ("GET", "/metrics"): (*ALL_STAFF, *DEVICES),
    ("GET", "/api/v1/tables"): KNOWN,
    ("GET", "/api/v1/tables/t1"): AT_TABLE,
    ("GET", "/api/v1/tables/t1/roads"): AT_TABLE,
    ("GET", "/api/v1/tables/t1/statistics"): AT_TABLE,
    ("GET", "/api/v1/tables/t1/rounds"): AT_TABLE,
    ("GET", "/api/v1/tables/t1/shoes"): AT_TABLE,
    ("GET", "/api/v1/tables/t1/rounds/1"): AT_TABLE,
    ("POST", "/api/v1/tables/t1/commands"): (*ALL_STAFF, *PLAYERS),
    ("POST", "/api/v1/cage/commands"): (*ALL_STAFF, *PLAYERS),
    ("POST", "/api/v1/vouchers/ticket"): (*ALL_STAFF, *PLAYERS),
    ("POST", "/api/v1/vouchers/codes"): (*ALL_STAFF, *PLAYERS),
    ("GET", "/api/v1/me"): KNOWN,
    ("POST", "/api/v1/sign-in"): ANYBODY,
    ("POST", "/api/v1/guests"): ANYBODY,
    ("POST", "/api/v1/displays"): ANYBODY,
    **{("GET", path): ANYBODY for path in ("/", "/pit", "/account", "/school", "/favicon.svg")},
    ("GET", "/school/drill-worker.js"): ANYBODY,
    **{(method, "/assets/x"): ANYBODY for method in ("GET", "HEAD")},
    ("GET", "/how-to-play"): ANYBODY,
    **{("GET", f"/{name}/x"): ANYBODY for name in NAMES},
    ("GET", "/api/v1/staff"): PIT_MANAGERS,
    ("POST", "/api/v1/staff"): PIT_MANAGERS,
    ("POST", "/api/v1/patrons"): ALL_STAFF,
    ("GET", "/api/v1/devices"): PIT_MANAGERS,
    ("POST", "/api/v1/devices"): PIT_MANAGERS,
    ("GET", "/api/v1/tables/t1/reads"): ("reader",),
    ("POST", "/api/v1/tables/t1/reads"): ("reader",),
    ("POST", "/api/v1/people/x/disable"): PIT_MANAGERS,
    ("POST", "/api/v1/people/x/enable"): PIT_MANAGERS,
    ("POST", "/api/v1/people/x/password"): PIT_MANAGERS,
    ("POST", "/api/v1/people/x/second-factor/reset"): PIT_MANAGERS,
    ("POST", "/api/v1/me/password"): (*ALL_STAFF, *PLAYERS),
    ("POST", "/api/v1/second-factor"): ANYBODY,
    ("POST", "/api/v1/staff/x"): PIT_MANAGERS,
    ("GET", "/api/v1/significant-events"): PIT_MANAGERS,
    ("GET", "/api/v1/alerts"): PIT_MANAGERS,
    ("GET", "/api/v1/calls"): ALL_STAFF,
    ("POST", "/api/v1/significant-events/x/acknowledge"): PIT_MANAGERS,
    ("GET", "/api/v1/pit"): (*FLOOR[1:], "stranger"),
    ("GET", "/api/v1/tables/t1/settings"): FLOOR[1:],
    ("GET", "/api/v1/tables/t1/protection"): FLOOR[2:],
    ("GET", "/api/v1/tables/t1/irregularities"): FLOOR,
    ("POST", "/api/v1/tables/t1/calls"): ALL_STAFF,
    ("POST", "/api/v1/tables/t1/virtual-shoe"): (*ALL_STAFF, *PLAYERS),
    ("GET", "/api/v1/ledger/balances"): SHIFT_MANAGERS,
    ("GET", "/api/v1/ledger/trial-balance"): SHIFT_MANAGERS,
    ("GET", "/api/v1/ledger/statement"): SHIFT_MANAGERS,
    ("GET", "/api/v1/ledger/win"): SHIFT_MANAGERS,
    ("GET", "/api/v1/vouchers"): (*FLOOR[1:], "stranger", *PLAYERS),
    ("GET", "/api/v1/meters"): PIT_MANAGERS,
    ("GET", "/api/v1/reports/luck"): PIT_MANAGERS,
    ("GET", "/api/v1/reports/pace"): PIT_MANAGERS,
    ("GET", "/api/v1/events"): SHIFT_MANAGERS,
    ("GET", "/api/v1/tables/t1/bank"): FLOOR[1:],
    ("GET", "/api/v1/tables/t1/payouts"): FLOOR,
    ("GET", "/api/v1/tables/t1/configuration"): AT_TABLE,
    ("GET", "/api/v1/patrons"): ALL_STAFF,
    ("GET", "/api/v1/patrons/x/credits"): (*FLOOR[1:], "stranger"),
    ("GET", "/api/v1/patrons/x/statement"): SHIFT_MANAGERS,
    ("GET", "/api/v1/approvals"): ALL_STAFF,  # a witness may be a dealer
    ("POST", "/api/v1/approvals/x/approve"): ALL_STAFF,
    ("POST", "/api/v1/approvals/x/decline"): ALL_STAFF,
    **{
        (method, f"/api/v1/school{path}"): ALL_STAFF
        for method, path in (
            ("GET", ""),
            ("POST", "/drills"),
            ("POST", "/drills/results"),
            ("GET", "/progress"),
            ("GET", "/examinations"),
            ("POST", "/examinations/1/start"),
            ("POST", "/examinations/1/questions/1"),
            ("POST", "/examinations/1/questions/1/answer"),
            ("POST", "/examinations/1/hand-in"),
            ("GET", "/results"),
            ("GET", "/results/1"),
            ("GET", "/certificates"),
            ("POST", "/tables"),
            ("GET", "/tables/t1"),
            ("POST", "/tables/t1/acts"),
            ("GET", "/tables/t1/irregularities"),
            ("GET", "/tables/t1/payouts"),
            ("GET", "/tables/t1/events"),
            ("POST", "/tables/t1/hint"),
            ("POST", "/tables/t1/finish"),
            ("GET", "/situations"),
        )
    },
    ("POST", "/api/v1/school/examinations"): PIT_SUPERVISORS,
    ("POST", "/api/v1/school/situations"): PIT_SUPERVISORS,
    ("GET", "/api/v1/school/class"): PIT_SUPERVISORS,
    ("GET", "/api/v1/school/class.csv"): PIT_SUPERVISORS,
    ("POST", "/api/v1/school/results/1/approve"): PIT_MANAGERS,
    ("POST", "/api/v1/games/tiger/practice-round"): ANYBODY,
    ("POST", "/api/v1/sign-out"): (*ALL_STAFF, *PLAYERS),  # last: it ends what the others need
}
PLACES = {
    "{game:str}": "tiger",
    "{clause:str}": "3.1",
    "{table:str}": "t1",
    "{number:int}": "1",
    "{question:int}": "1",
}
ANY_NAME = ("{name:str}", "{request_id:str}", "{event_id:str}", "{of:str}", "{file_path:path}")

D, S, P, G, A = Position
# The lowest position for each command at a table of Tiger, and whether it is a patron's own too.
COMMANDS: dict[str, tuple[Position | None, bool]] = {
    "open-table": (P, False),
    "change-configuration": (P, False),
    "close-table": (P, False),
    "load-shoe": (D, False),
    "burn-cards": (D, False),
    "retire-shoe": (D, False),
    "reveal-shoe": (D, False),
    "open-betting": (D, False),
    "place-stake": (None, True),  # made with credits: the patron's alone
    "change-stake": (None, True),
    "withdraw-stake": (None, True),
    "close-betting": (D, False),
    "record-late-stake": (D, False),
    "record-late-withdrawal": (D, False),
    "draw-card": (D, False),
    "pass-cards": (D, False),
    "refuse-cards": (D, True),
    "choose-handler": (S, False),
    "allow-squeezing": (P, False),
    "choose-first-revealed": (D, False),
    "squeeze-cards": (None, False),
    "expose-cards": (D, False),
    "announce-totals": (D, False),
    "announce-outcome": (D, False),
    "report-cut-card": (D, False),
    "allow-first-card-withdrawal": (D, False),
    "choose-method": (P, False),
    "give-device": (D, False),
    "give-up-device": (D, False),
    "report": (D, False),
    "confirm-report": (P, False),
    "dismiss-report": (P, False),
    "contribute": (D, True),  # a patron's own press, or the dealer's cut
    "close-contributions": (D, False),
    "reveal-contribution": (D, True),
    "act-as": (D, False),  # a dealer's position, which any dealer may give
    "end-acting": (D, False),
    "sign-on-dealer": (D, False),
    "sign-off-dealer": (D, False),
    "answer-option": (None, True),
    "lapse-option": (D, False),
    "reconstruct": (P, False),
    "set-aside": (G, False),
    "sort-cards": (G, False),
    "replace-missing": (G, False),
    "decide": (G, False),
    "ask-to-decrease": (D, False),
    "remove-stakes": (P, False),
    "correct-round": (P, False),
    "correct-display": (P, False),
    "buy-credits": (D, False),
    "redeem-voucher": (D, True),
    "cash-out": (D, True),
    "pay-voucher": (D, False),
    "open-bank": (S, False),
    "fill-bank": (S, False),
    "credit-bank": (S, False),
    "close-bank": (S, False),
    "buy-chips": (D, False),
    "count-drop": (S, False),
    "pay-claim": (S, False),
    "adjust": (G, False),
    "set-limits": (A, False),
}
SAMPLES: dict[str, Any] = {
    "value": "ab" * 32,
    "digest": "ab" * 32,
    "configuration": credits_table(),
    "shoe": "another",
    "first": "AS",
    "count": 1,
    "order": (),
    "salt": "",
    "wager": "banker",
    "position": 1,
    "cents": 1000,
    "stake": 1,
    "side": "player",
    "method": "A",
    "irregularity": "foreign-cards",
    "person": "somebody",
    "until": int(time.time() * 1000) + 3_600_000,
    "cards": (),
    "counts": {},
    "void": True,
    "why": "because",
    "stakes": (),
    "round": 1,
    "shown": "tie",
    "seal": "",
    "witness": "dealer",
    "counted_cents": 1000,
    "account": "patron:patron",
    "limits": {},
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, dict[str, Client]]]:
    folder: Path = tmp_path_factory.mktemp("authority")
    with served(folder) as (casino, address):
        for table in ("t1", *(tag for tag in TABLE_COMMANDS if tag != "open-table")):
            ask(casino.host, table, "open", Given(c.OpenTable(credits_table()), MANAGER))
            ask(casino.host, table, "load", Given(c.LoadShoe("first"), MANAGER))
        people = everybody(casino, address)
        highest = Position.ASSISTANT_CASINO_MANAGER
        people["pit-only"] = open_session(casino, address, "pit-only", highest, ALL_TABLES)
        people["cage-only"] = open_session(casino, address, "cage-only", highest, CAGE)
        yield casino, people


def answer(client: Client, method: str, path: str, body: object) -> httpx.Response:
    """What the server says to this person; nobody brings the token against forgery, too."""
    if method in ("GET", "HEAD"):
        return client.http.request(method, path)
    forged = {"x-csrftoken": token_against_forgery(client), "Idempotency-Key": "k"}
    return client.http.post(path, json=body, headers=forged)


def token_against_forgery(client: Client) -> str:
    """The token that the first answer brought."""
    if "csrftoken" not in client.http.cookies:
        client.http.get("/health")
    return client.http.cookies.get("csrftoken") or ""


def test_every_route_is_in_the_matrix(place: tuple[Casino, dict[str, Client]]) -> None:
    found = set()
    for route in make_app(place[0]).routes:
        path = route.path
        for name, value in PLACES.items():
            path = path.replace(name, value)
        for name in (
            "{name:str}",
            "{request_id:str}",
            "{event_id:str}",
            "{of:str}",
            "{file_path:path}",
        ):
            path = path.replace(name, "x").replace("//", "/")
        if isinstance(route, HTTPRoute) and not path.startswith("/schema"):
            found |= {(method, path) for method in route.methods if method != "OPTIONS"}
    assert found == set(ROUTES)


def test_every_command_is_in_the_matrix() -> None:
    assert set(COMMANDS) == {*TABLE_COMMANDS, *CAGE_COMMANDS}


@pytest.mark.parametrize("who", sample(ANYBODY, lambda who: ((who in FLOOR, who in PLAYERS),)))
def test_a_route_lets_in_just_those_it_is_for(
    place: tuple[Casino, dict[str, Client]], who: str
) -> None:
    client = place[1][who]
    token = client.token
    wrong = []
    for (method, path), allowed in ROUTES.items():
        if path.endswith("/sign-out") and who in allowed:
            continue  # shown in test_signing: it would end what other tests need
        told = answer(client, method, path, {"nonsense": 1})
        assert told.status_code < 500, (path, told.text)
        of_api = "json" in told.headers["content-type"] and method != "HEAD"
        body = told.json() if of_api and (method == "POST" or told.status_code >= 400) else {}
        denied = told.status_code in (401, 403)
        if denied != (who not in allowed):
            wrong.append((method, path, told.status_code, body))
        if denied:
            assert told.status_code == (401 if who == "nobody" else 403)
            assert set(body) == REFUSAL_FIELDS
    assert wrong == []
    assert client.token == token


@pytest.mark.parametrize("tag", sample(COMMANDS, lambda tag: (COMMANDS[tag],)))
def test_a_command_is_taken_from_just_those_who_may_give_it(
    place: tuple[Casino, dict[str, Client]], tag: str
) -> None:
    lowest, patrons = COMMANDS[tag]
    # The stranger and those who may not come first: whoever may, changes the table.
    at_cage = tag in CAGE_COMMANDS and "table" not in CAGE_COMMANDS[tag].__struct_fields__
    for who in ("nobody", *DEVICES, "stranger", *PLAYERS, *FLOOR, "pit-only", "cage-only"):
        client = place[1][who]
        own = client.me().id if who in PLAYERS else "patron"
        reason = give(client, tag, own)
        may = (who in PLAYERS and patrons) or (
            who in STAFF and lowest is not None and STAFF[who] >= lowest
        )
        if who in ("pit-only", "cage-only"):  # the cage is not among all tables, nor they its
            may = lowest is not None and at_cage == (who == "cage-only")
        assert (reason not in DENIED) == may, (tag, who, reason)


KINDS = {**TABLE_COMMANDS, **CAGE_COMMANDS}


# Those that name a stake instead of a patron are tried in test_routes.
@pytest.mark.parametrize(
    "tag",
    [
        tag
        for tag, (_, patrons) in COMMANDS.items()
        if patrons and "patron" in KINDS[tag].__struct_fields__
    ],
)
def test_a_patron_never_acts_for_another(place: tuple[Casino, dict[str, Client]], tag: str) -> None:
    assert give(place[1]["guest"], tag, "patron") == "not-yours"


def give(client: Client, tag: str, patron: str) -> str:
    """Give a command of this kind; the reason it was refused for, empty where it was done."""
    kind = KINDS[tag]
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    table = "t1" if tag in CAGE_COMMANDS else tag
    samples = SAMPLES | {"patron": patron, "table": table}
    body = msgspec.to_builtins(kind(**{name: samples[name] for name in needed}))
    if body.pop("seal", None) is not None:
        body["code"] = write_code(bytes(16))
    path = "/api/v1/cage/commands" if tag in CAGE_COMMANDS else f"/api/v1/tables/{tag}/commands"
    headers = {
        "Idempotency-Key": f"{tag}-{patron}",
        "x-csrftoken": token_against_forgery(client),
    }
    told = client.http.post(path, json=body, headers=headers)
    assert told.status_code < 500, told.text
    if told.status_code == 200:
        return ""
    assert set(told.json()) == REFUSAL_FIELDS
    assert told.json()["reason"] != "unreadable-request", told.text
    return str(told.json()["reason"])
