"""The whole OpenAPI document tested by schemathesis, as each kind of person."""

from collections.abc import Iterator
from typing import Any

import pytest

from punto.client import Client
from punto.journal.verify.journal import verify
from punto.web.casino import Casino
from tests.web.schemas import PEOPLE, place, play_on, run, token_of

# Boundaries are gone through in order by one; all do in `python -m tests.web.schemas`.
EXAMPLES = {"nobody": 4, "guest": 5, "dealer": 5, "pit-manager": 2}
COVERED = ("pit-manager",)


@pytest.fixture(scope="module")
def casino(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Casino, dict[str, Client], str]]:
    with place(tmp_path_factory.mktemp("schemas")) as found:
        yield found


@pytest.mark.parametrize("who", PEOPLE)
def test_whatever_is_sent_is_answered_as_the_document_says(
    casino: tuple[Casino, dict[str, Client], str], who: str
) -> None:
    _, people, address = casino
    found = run(address, who, token_of(address, who), EXAMPLES[who], coverage=who in COVERED)
    assert found.failures == []
    assert max(found.statuses) < 500
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
    assert {"200", "400", "401", "403", "404", "409", "413", "503"} <= set(give["responses"])
    for methods in document["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    told = response["content"]["application/json"]["schema"]
                    assert told == {"$ref": "#/components/schemas/RefusalView"}


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
    casino: tuple[Casino, dict[str, Client], str], caplog: pytest.LogCaptureFixture
) -> None:
    told = casino[1]["nobody"].http.get("/api/v1/tables/a%0Adenied:%20all%20is%20well")
    assert told.status_code == 404  # no path of ours has such a character: nothing is logged
    assert "all is well" not in caplog.text
    told = casino[1]["nobody"].http.get("/api/v1/tables/a%C2%85denied:%20all%20is%20well")
    assert told.status_code == 401
    assert "a\\x85denied" in caplog.text
