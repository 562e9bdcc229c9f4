"""Objects of others: every route that names one refuses whoever it does not belong to.

The list is held against the routes of the server: a new route with an object in its path fails
here until somebody has written down who must not reach it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from punto.ledger.cage.voucher_codes import write_code
from punto.refusals import Reason
from punto.rules.staff import Position
from punto.web.app import make_app
from punto.web.errors import NOT_ALLOWED
from tests.web.objects import (
    API,
    CAGE_COMMANDS,
    CASES,
    EVERY,
    KINDS,
    NOT_THEIRS,
    PUBLIC,
    T1,
    Case,
    Place,
)
from tests.web.served import served
from tests.web.test_authority import SAMPLES

# The fields of commands, by what they name: a new one has to be put somewhere.
TRIED = {"patron", "stake", "table", "account", "code", "person", "witness"}
WITHIN_A_TABLE = {"round", "stakes", "shoe", "turned_by", "named_by"}  # and it is tried as a whole
NO_OBJECT = {
    "backs_alike",
    "card",
    "cards",
    "cents",
    "commitment",
    "configuration",
    "count",
    "counted_cents",
    "counts",
    "digest",
    "first",
    "from_credits",
    "in_view",
    "irregularity",
    "limits",
    "method",
    "note",
    "on_request",
    "order",
    "place",
    "position",
    "reconstructable",
    "salt",
    "shown",
    "side",
    "surveillance",
    "together",
    "until",
    "value",
    "void",
    "wager",
    "why",
    "withdraw",
    "without_stake",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with served(tmp_path_factory.mktemp("objects")) as (casino, address):
        yield Place(casino, address)


def test_every_route_with_an_object_in_its_path_is_listed(place: Place) -> None:
    http, sockets = set(), set()
    for route in make_app(place.casino).routes:
        path = route.path
        if "{" not in path or path.startswith(PUBLIC) or not path.startswith(API):
            continue
        if isinstance(route, HTTPRoute):
            methods = route.methods - {"OPTIONS"}
            http |= {(method, path.removeprefix(API)) for method in methods}
        elif isinstance(route, WebSocketRoute):
            sockets.add(path.removeprefix(API))
    assert http == set(CASES)
    assert sockets == set(SOCKETS)
    assert all(CASES.values())


@pytest.mark.parametrize(("method", "case"), EVERY)
def test_others_do_not_reach_it(place: Place, method: str, case: Case) -> None:
    status, reason = place.send(case.other, method, case)
    assert status < 500
    assert reason == case.reason.value


def test_every_field_of_every_command_is_listed() -> None:
    found = {field for kind in KINDS.values() for field in kind.__struct_fields__}
    assert found == TRIED | WITHIN_A_TABLE | NO_OBJECT


def command(tag: str, **given: Any) -> dict[str, Any]:
    """A command of this kind as it is sent, about t1 and ann."""
    kind = KINDS[tag]
    about = {"patron": "ann", "table": "t1", "account": "bank:t1", "code": write_code(bytes(16))}
    samples = SAMPLES | about | given
    needed = [each.name for each in msgspec.structs.fields(kind) if each.required]
    body: dict[str, Any] = msgspec.to_builtins(kind(**{name: samples[name] for name in needed}))
    return body


@pytest.mark.parametrize("tag", KINDS)
def test_no_command_reaches_a_table_from_elsewhere(place: Place, tag: str) -> None:
    path = f"{API}/cage/commands" if tag in CAGE_COMMANDS else f"{T1}/commands"
    case = Case("elsewhere", "", path, NOT_THEIRS, command(tag))
    assert place.send("elsewhere", "POST", case)[1] == NOT_THEIRS.value
    fields = KINDS[tag].__struct_fields__
    if tag in CAGE_COMMANDS and not {"table", "account"}.isdisjoint(fields):
        assert place.send("cashier-t2", "POST", case)[1] == NOT_THEIRS.value


def test_people_who_do_not_work_at_a_table_are_not_named_there(place: Place) -> None:
    acting = Case("", "", f"{T1}/commands", NOT_THEIRS, command("act-as", person="elsewhere"))
    assert place.send("boss", "POST", acting)[1] == Reason.UNKNOWN_PERSON.value
    filled = command("fill-bank", witness="elsewhere")
    witnessed = Case("", "", f"{API}/cage/commands", NOT_THEIRS, filled)
    assert place.send("boss", "POST", witnessed)[1] == Reason.WITNESS_NEEDED.value
    waiting = place.people["boss"].http.get(f"{API}/approvals").text
    assert "fill-bank" not in waiting


SOCKETS = {
    "/tables/{table:str}/live": ("/tables/t1/live", ("elsewhere", "reader-t2"), "boss"),
    "/tables/{table:str}/reads/live": (
        "/tables/t1/reads/live",
        ("reader-t2", "boss", "ann"),
        "reader-t1",
    ),
}


@pytest.mark.parametrize("route", SOCKETS)
def test_others_open_no_socket_to_it(place: Place, route: str) -> None:
    path, others, owner = SOCKETS[route]
    for who in (*others, owner):
        headers = {"Authorization": f"Bearer {place.people[who].token}"}
        address = place.address.replace("http", "ws", 1) + API + path
        with connect(address, additional_headers=headers) as socket:
            first = msgspec.json.decode(socket.recv(10))
            if who == owner:
                assert "reason" not in str(first)
                continue
            assert NOT_THEIRS.value in str(first)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NOT_ALLOWED


def test_a_round_shows_a_patron_nothing_of_anothers(place: Place) -> None:
    told = {
        who: place.people[who].http.get(f"{T1}/rounds/1").text for who in ("ann", "bob", "boss")
    }
    assert "60000" in told["ann"]
    assert "60000" not in told["bob"]
    assert '"ann"' not in told["bob"]
    assert '"ann"' in told["boss"]


def test_nothing_of_it_was_done(place: Place) -> None:
    worker = place.casino.people.find("worker")
    assert worker is not None
    assert (worker.disabled, worker.position, worker.tables) == (False, Position.DEALER, ("t1",))
    assert place.people["worker"].me().id == "worker"
    waiting = place.people["boss"].get(f"{API}/approvals", list[dict[str, Any]])
    assert {each["id"] for each in waiting} == {place.names["request"], place.names["declined"]}
    alerts = place.people["boss"].get(f"{API}/alerts", list[dict[str, Any]])
    assert place.names["event"] in {each["id"] for each in alerts}
    play = place.casino.host.look("t1").state.round
    assert play is not None
    assert [each.cents for each in play.stakes.values()] == [60_000]
    for path in ("approvals", "alerts", "calls"):
        seen = place.people["elsewhere"].http.get(f"{API}/{path}").text
        assert '"t1"' not in seen


@pytest.mark.parametrize(("method", "case"), EVERY)
def test_whose_it_is_reaches_it(place: Place, method: str, case: Case) -> None:
    """Last, because it changes things: what was refused above was refused for who asked."""
    if case.reason is Reason.WRONG_PASSWORD:
        return  # shown in test_own_accounts
    status, reason = place.send(case.owner, method, case)
    assert status not in (401, 403, 404), reason
    assert reason != case.reason.value
