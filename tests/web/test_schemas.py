"""The whole OpenAPI document tested by schemathesis, as each kind of person."""

import http.client
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from punto.client import Client
from punto.journal.verify.journal import verify
from punto.refusals import Reason
from punto.web.casino import Casino
from punto.web.errors import RefusalView, refusal_from, status_of
from tests.sample import sample
from tests.web.log_capture import captured
from tests.web.raw import connect, head
from tests.web.schemas import KNOWING, PEOPLE, place, play_on, run, token_of

# Boundaries are gone through in order by one; all do in `python -m tests.web.schemas`.
EXAMPLES = {"nobody": 4, "guest": 5, "dealer": 5, "pit-manager": 2}
COVERED = ("pit-manager",)
EDGE = (400, 408, 414, 429, 431, 500, 503)  # whatever is asked for
OF_BODIES = (408, 413, 414, 415, 431)


def statuses_of(reasons: Iterable[Reason]) -> set[int]:
    return {status_of(reason) for reason in reasons}


@pytest.fixture(scope="module")
def casino(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Casino, dict[str, Client], str]]:
    with place(tmp_path_factory.mktemp("schemas")) as found:
        yield found


@pytest.mark.parametrize("who", sample(PEOPLE, lambda who: (who in KNOWING,)))
def test_whatever_is_sent_is_answered_as_the_document_says(
    casino: tuple[Casino, dict[str, Client], str], who: str
) -> None:
    _, people, address = casino
    found = run(address, who, token_of(address, who), EXAMPLES[who], coverage=who in COVERED)
    assert found.failures == []
    assert max(found.statuses) < 500
    if who != "nobody":  # else most of it would stop at the door
        assert found.statuses[401] < found.requests / 4, "signed out by one of its own requests"
    document = people["nobody"].get("/schema/openapi.json", dict[str, Any])
    assert found.operations == {
        f"{method.upper()} {path}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert found.requests > 3 * len(found.operations)


def test_and_the_tables_go_on(casino: tuple[Casino, dict[str, Client], str]) -> None:
    floor, people, _ = casino
    before = floor.host.look("t2").state.rounds
    play_on(floor, people["patron"])
    assert floor.host.look("t2").state.rounds == before + 1
    assert floor.host.halted == {}
    with floor.store.begin_read() as transaction:
        assert [str(fault) for fault in verify(transaction)] == []


def test_every_operation_says_who_may_ask_and_how_it_is_refused(
    casino: tuple[Casino, dict[str, Client], str],
) -> None:
    document = casino[1]["nobody"].get("/schema/openapi.json", dict[str, Any])
    assert "security" not in document["paths"]["/api/v1/games"]["get"]
    give = document["paths"]["/api/v1/tables/{table}/commands"]["post"]
    assert give["security"] == [{"bearer": []}, {"cookie": []}]
    assert set(give["responses"]) == {"200", *map(str, statuses_of(Reason)), *map(str, OF_BODIES)}
    refusal = {"$ref": "#/components/schemas/RefusalView"}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            responses = operation["responses"]
            assert set(map(str, EDGE)) < set(responses), path
            assert ("security" not in operation) or {"401", "403"} <= set(responses), path
            assert method != "post" or {"409", "413", "415"} <= set(responses), path
            assert "{" not in path or "404" in responses, path
            for status, response in responses.items():
                if int(status) >= 400:
                    told = response["content"]["application/json"]["schema"]
                    assert told == refusal or (path == "/ready" and refusal in told["anyOf"])
                    assert ("Retry-After" in response.get("headers", {})) == (
                        status in ("429", "503")
                    )


def test_the_document_is_made_of_the_reasons(
    casino: tuple[Casino, dict[str, Client], str],
) -> None:
    document = casino[1]["nobody"].get("/schema/openapi.json", dict[str, Any])
    give = document["paths"]["/api/v1/tables/{table}/commands"]["post"]["responses"]
    for reason in Reason:
        assert f"`{reason}`" in give[str(status_of(reason))]["description"]
    refusal = document["components"]["schemas"]["RefusalView"]
    assert set(refusal["properties"]) == set(RefusalView.__struct_fields__)
    assert refusal["properties"]["reason"]["enum"] == [each.value for each in Reason]


NOBODY = [("Content-Type", "application/json"), ("Content-Length", "2")]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /health HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n", 400),
        (b"GET /health HTTP/1.1\r\n\r\n", 400),
        (head("POST", "/api/v1/guests", [*NOBODY, ("Transfer-Encoding", "chunked")]) + b"{}", 400),
        (b"POST /api/v1/guests HTTP/1.1\r\nHost: h\r\n", 408),
        (head("GET", "/health?" + "a" * 5_000), 414),
        (head("GET", "/health", [("X", "a" * 9_000)]), 431),
        (head("GET", "/health", [("X", "a" * 20_000)]), 431),
        (head("GET", "/health", [(f"X{n}", "a") for n in range(100)]), 431),
        (head("POST", "/api/v1/guests", NOBODY) + b"{}", 403),
    ],
)
def test_what_the_edge_answers_is_documented(
    casino: tuple[Casino, dict[str, Client], str], sent: bytes, status: int
) -> None:
    """Refused before the application sees it, and in the form of every other refusal."""
    path, method = ("/api/v1/guests", "post") if sent.startswith(b"POST") else ("/health", "get")
    document = casino[1]["nobody"].get("/schema/openapi.json", dict[str, Any])
    with connect(casino[2]) as connection:
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        body = answer.read()
    assert answer.status == status
    assert str(status) in document["paths"][path][method]["responses"]
    assert answer.headers["Content-Type"].startswith("application/json")
    view = msgspec.json.decode(body, type=RefusalView)
    assert view.chinese != view.sentence
    assert refusal_from(view).sentence == view.sentence


def test_a_body_is_taken_as_it_is_written(
    casino: tuple[Casino, dict[str, Client], str],
) -> None:
    """Litestar alone would take these for a bool and a whole number."""
    people = casino[1]
    headers = {"Idempotency-Key": "strict"}
    for bearer in ("true", 1):
        told = people["guest"].http.post("/api/v1/guests", json={"bearer": bearer})
        assert told.status_code == 400
    stake = {"type": "place-stake", "patron": "patron", "wager": "tie", "cents": 1000}
    path = "/api/v1/tables/t2/commands"
    told = people["patron"].http.post(path, json={**stake, "position": "1"}, headers=headers)
    assert told.json()["reason"] == "unreadable-request"


def test_a_denied_path_cannot_write_lines_of_its_own_into_the_log(
    casino: tuple[Casino, dict[str, Client], str],
) -> None:
    with captured("text") as log:
        told = casino[1]["nobody"].http.get("/api/v1/tables/a%0Adenied:%20all%20is%20well")
        assert told.status_code == 404  # no path of ours has such a character: nothing is logged
        assert "all is well" not in log.text
        told = casino[1]["nobody"].http.get("/api/v1/tables/a%C2%85denied:%20all%20is%20well")
        assert told.status_code == 401
        assert "a\\u0085denied" in log.text
