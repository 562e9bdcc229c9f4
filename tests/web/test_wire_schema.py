"""The committed wire schema is the server's current one: page types come from it."""

import pytest

from tests.web.wire_schema import FOLDER, api_schema, documents, write

STALE = "the server has changed: run `make types` and commit what it writes"


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return {name: write(document) for name, document in documents().items()}


@pytest.mark.parametrize("name", ["api.schema.json", "frames.schema.json"])
def test_the_committed_schema_is_what_the_server_sends(made: dict[str, str], name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == made[name], STALE


def test_every_schema_is_there(made: dict[str, str]) -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == set(made)


def test_what_is_sent_has_all_its_fields_and_what_is_taken_may_leave_some_out() -> None:
    definitions = api_schema()["$defs"]
    me, credentials = definitions["MeView"], definitions["Credentials"]
    assert set(me["required"]) == set(me["properties"])
    assert set(credentials["required"]) < set(credentials["properties"])
