"""Requests made up by schemathesis from the whole OpenAPI document, as each kind of person.

`python -m tests.web.schemas --examples 200` is a longer run than the one in the tests.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import schemathesis
from msgspec import Struct
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, from_schema
from schemathesis.engine.events import NonFatalError, ScenarioFinished

from punto.client import ME, Client
from punto.ledger.cage import commands as cage
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.house import House
from tests.floor.tables import routine, shuffled
from tests.web.served import caller, come_in, credits_table, everybody, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
PEOPLE = ("nobody", "guest", "dealer", "pit-manager")
# What there is, so that some of them get further than the door; the others make names up.
THERE = {"table": "t1", "game": "tiger", "clause": "3.1", "number": 1}
KNOWING = ("guest", "pit-manager")
OTHERWISE = ("2xx", 401, 403, 404, 409, 429)
UNREAD = "The request cannot be read"  # how it is told that a request is not in its form
# These may end what the others need: they come last, as somebody who has just signed in.
ENDINGS = ["/api/v1/sign-in", "/api/v1/sign-out", "/api/v1/people/{name}/disable"]


@schemathesis.check
def readable(
    _: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """What is written as the document says is never called unreadable."""
    as_written = case.meta is not None and case.meta.generation.mode.is_positive
    if as_written and response.status_code == 400:
        assert not response.json()["sentence"].startswith(UNREAD), response.text


class Found(Struct):
    """What a run came to."""

    requests: int
    statuses: Counter[int]
    operations: set[str]
    failures: list[str]


@contextmanager
def place(folder: Path) -> Iterator[tuple[House, dict[str, Client], str]]:
    """A house with a table where rounds were played, served on a port."""
    with served(folder) as (house, address):
        people = everybody(house, address)
        house.host.ask_cage("fund", cage.BuyCredits("patron", 10_000_000, by=DEALER))
        for table in ("t1", "t2"):
            house.host.ask(table, "open", c.OpenTable(credits_table(), by=MANAGER))
            house.host.ask(table, "load", c.LoadShoe("first", by=DEALER))
            play_on(house, people["patron"], table)
        yield house, people, address


_cards, _numbers = iter(shuffled(seed=9)), count(1)


def play_on(house: House, patron: Client, table: str = "t2") -> None:
    """Whatever else was sent: a round from the call for bets to its settlement."""
    _deal(house, table)  # somebody may have begun one
    if house.host.look(table).state.shoe is None:  # somebody may have retired it
        number = next(_numbers)
        house.host.ask(table, f"load{number}", c.LoadShoe(f"shoe{number}", by=DEALER))
    house.host.ask(table, f"bets{next(_numbers)}", c.OpenBetting(by=DEALER))
    patron.give(table, c.PlaceStake("patron", "player", 1, 1000, by=ME))
    _deal(house, table)


def _deal(house: House, table: str) -> None:
    """A round in play to its end."""
    while (command := routine(house.host.look(table).state, _cards)) is not None:
        house.host.ask(table, f"deal{next(_numbers)}", command)


def configuration(who: str, token: str, examples: int, *, coverage: bool) -> SchemathesisConfig:
    """Every check there is; the same requests each time."""
    settings: dict[str, Any] = {
        "generation": {"max-examples": examples, "deterministic": True, "no-shrink": True},
        "phases": {"stateful": {"enabled": False}, "coverage": {"enabled": coverage}},
        # What can be read may name what there is not, such as a wager of another game, and is
        # answered by 400; that it is never called unreadable is what `readable` checks.
        "checks": {"positive_data_acceptance": {"expected-statuses": [*OTHERWISE, 400]}},
        "request-timeout": 30,
        "continue-on-failure": True,
        "suppress-health-check": ["all"],
    }
    if token:
        settings["headers"] = {"Authorization": f"Bearer {token}"}
    if who in KNOWING:
        settings["parameters"] = {f"path.{name}": value for name, value in THERE.items()}
    return SchemathesisConfig.from_dict(settings)


def run(address: str, who: str, token: str, examples: int, *, coverage: bool = True) -> Found:
    """Everything as one person."""
    config = configuration(who, token, examples, coverage=coverage)
    document = schemathesis.openapi.from_url(f"{address}/schema/openapi.json", config=config)
    found = Found(0, Counter(), set(), [])
    for schema in (document.exclude(path=ENDINGS), document.include(path=ENDINGS)):
        _run(schema, who, found)
    return found


def _run(schema: schemathesis.BaseSchema, who: str, found: Found) -> None:
    for event in from_schema(schema).execute():
        if isinstance(event, NonFatalError):
            found.failures.append(f"{who}: {event.label}: {event.value}")
        if not isinstance(event, ScenarioFinished):
            continue
        recorder = event.recorder
        found.operations.add(recorder.label)
        for interaction in recorder.interactions.values():
            found.requests += 1
            if interaction.response is not None:
                found.statuses[interaction.response.status_code] += 1
        for case_id, checks in recorder.checks.items():
            for check in checks:
                if check.status is Status.FAILURE:
                    told = recorder.interactions[case_id]
                    body = told.response.content[:300] if told.response else b""
                    what = check.failure_info.failure if check.failure_info else ""
                    found.failures.append(f"{who}: {recorder.label}: {check.name}: {what} {body!r}")


def token_of(address: str, who: str) -> str:
    """A token that nobody else has."""
    if who == "nobody":
        return ""
    if who != "guest":
        return come_in(address, who).token
    guest = caller(address)
    guest.come_as_guest()
    return guest.token


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=100)
    examples = parser.parse_args().examples
    failures: list[str] = []
    with TemporaryDirectory() as folder, place(Path(folder)) as (house, people, address):
        for who in PEOPLE:
            began = monotonic()
            found = run(address, who, token_of(address, who), examples)
            failures += found.failures
            statuses = ", ".join(f"{n} of {code}" for code, n in sorted(found.statuses.items()))
            sys.stdout.write(
                f"{who}: {found.requests:,} requests to {len(found.operations)} operations "
                f"in {monotonic() - began:.0f} s: {statuses}\n"
            )
        play_on(house, people["patron"])
    for failure in sorted(set(failures)):
        sys.stdout.write(f"  {failure}\n")
    sys.stdout.write(f"{len(failures)} failures\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
