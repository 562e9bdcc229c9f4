"""No GET route writes, for any caller; and sessions last long enough."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from punto.client import Client
from punto.journal.schema import metadata
from punto.table import commands as c
from punto.web.casino import Casino
from tests.envelope import Given
from tests.floor.tables import MANAGER
from tests.submission import ask
from tests.web.served import credits_table, everybody, served

# What is written of those who ask: that they were denied, and when they last did something.
OF_ASKING = {"notices", "sign_ins"}
FILLED = {"table": "t1", "name": "patron", "game": "tiger", "game_id": "tiger", "number": "1"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, dict[str, Client]]]:
    folder: Path = tmp_path_factory.mktemp("gets")
    with served(folder) as (casino, address):
        people = everybody(casino, address)
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield casino, people


def written(casino: Casino) -> dict[str, list[Any]]:
    with casino.store.begin_read() as transaction:
        return {
            name: sorted(map(repr, transaction.connection.execute(sa.select(table))))
            for name, table in metadata.tables.items()
            if name not in OF_ASKING
        }


def test_no_get_changes_anything(place: tuple[Casino, dict[str, Client]]) -> None:
    casino, people = place
    paths = people["nobody"].ask("GET", "/schema/openapi.json").json()["paths"]
    before, asked = written(casino), 0
    for path, ways in paths.items():
        if "get" not in ways:
            continue
        filled = re.sub(r"\{(\w+)[^}]*\}", lambda part: FILLED.get(part[1], "tiger"), path)
        for who in ("nobody", "patron", "dealer", "assistant-casino-manager", "device"):
            assert people[who].ask("GET", filled).status_code < 500, filled
            asked += 1
    assert asked > 100
    assert written(casino) == before


def test_head_is_answered_like_get_without_a_body(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    _, people = place
    http = people["assistant-casino-manager"].http
    paths = http.get("/schema/openapi.json").json()["paths"]
    asked = [path for path, ways in paths.items() if "get" in ways and "{" not in path]
    assert len(asked) > 15
    for path in asked:
        got, head = http.get(path), http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        assert head.headers["content-type"] == got.headers["content-type"]
    assert http.head("/api/v1/sign-out").status_code == 405
    assert "HEAD" in http.options("/health").headers["allow"]


def test_a_command_is_not_taken_by_get(place: tuple[Casino, dict[str, Client]]) -> None:
    _, people = place
    for path in ("/api/v1/tables/t1/commands", "/api/v1/cage/commands", "/api/v1/sign-out"):
        assert people["dealer"].ask("GET", path).status_code == 405


def test_every_session_is_another_256_bits(place: tuple[Casino, dict[str, Client]]) -> None:
    casino, _ = place
    person = casino.people.find("patron")
    assert person is not None
    tokens = {casino.sessions.open_session(person) for _ in range(200)}
    assert len(tokens) == 200
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", each) for each in tokens)  # 32 bytes of chance
