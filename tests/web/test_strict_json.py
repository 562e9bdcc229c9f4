"""JSON in which a key is there twice is refused: two readers could take different values."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from punto.journal.people.people import Kind
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.edge.strict import check_keys
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import caller, credits_table, served

BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
TWICE = [
    '{"type":"load-shoe","shoe":"one","shoe":"two"}',
    '{"type":"load-shoe","shoe":"one","sho\\u0065":"two"}',
    '{"type":"close-table","type":"load-shoe","shoe":"one"}',
]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), BOSS))
        yield casino, address


def token(casino: Casino) -> str:
    dealer = casino.sessions.add("dealer", Kind.STAFF, "", Position.DEALER, ("t1",))
    return casino.sessions.open_session(dealer)


@pytest.mark.parametrize("body", TWICE)
def test_in_a_request(place: tuple[Casino, str], body: str) -> None:
    casino, address = place
    headers = {
        "Authorization": f"Bearer {token(casino)}",
        "Content-Type": "application/json",
        "Idempotency-Key": "k",
    }
    path = f"{address}/api/v1/tables/t1/commands"
    answer = httpx.post(path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["reason"]) == (400, "unreadable-request")
    assert casino.host.look("t1").state.shoe is None


@pytest.mark.parametrize("body", TWICE)
def test_in_a_message_of_a_socket(place: tuple[Casino, str], body: str) -> None:
    casino, address = place
    with caller(address, token(casino)).watch("t1") as watch:
        watch.socket.send(f'{{"type":"give","id":"k","command":{body}}}')
        watch.socket.send('{"type":"give","id":"first","id":"second","command":{"type":"x"}}')
        answers: list[dict[str, object]] = []
        while len(answers) < 2:
            frame = msgspec.json.decode(watch.socket.recv(timeout=60))
            answers += [frame] if frame["type"] == "answer" else []
    assert answers[0]["id"] == "k"
    refused = answers[0]["refused"]
    assert isinstance(refused, dict)
    assert refused["reason"] == "unreadable-request"
    assert casino.host.look("t1").state.shoe is None


def test_any_way_to_write_a_command_is_read_alike() -> None:
    """The quick way and the other agree: whatever is there once passes, twice never."""
    once = {"a": 1, "b": {"a": 2, "c": [{"a": "é"}, {"a": None}]}, "d": 1.5, "e": 10**30}
    for text in (msgspec.json.encode(once), json.dumps(once), json.dumps(once, indent=2)):
        check_keys(text)
    for text in (
        '{"a":1,"a":1}',
        '{"b":[{"a":1,"a":1}]}',
        ' {"a":1,"a":2}',
        '{"a":{},"\\u0061":1}',
    ):
        for written in (text, text.encode()):
            with pytest.raises(msgspec.ValidationError, match="there twice"):
                check_keys(written)
