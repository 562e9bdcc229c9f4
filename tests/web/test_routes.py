"""Routes: their answers, and no request causes an internal error."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punto.client import Client
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.games import GAMES
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.errors import status_of
from tests.envelope import Given
from tests.floor.tables import routine, shuffled
from tests.submission import ask
from tests.web.served import (
    PASSWORD,
    REFUSAL_FIELDS,
    SECOND,
    credits_table,
    everybody,
    served,
)

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ids = count(1)

# Reasons that only this room tells; the last three are reached in test_signing.
REFUSED = {
    "nothing-there",
    "not-signed-in",
    "name-taken",
    "unknown-person",
    "unknown-table",
    "too-often",
    "locked-out",
    "wrong-password",
    "second-factor-needed",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, dict[str, Client]]]:
    folder: Path = tmp_path_factory.mktemp("routes")
    with served(folder) as (casino, address):
        people = everybody(casino, address)
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 10_000_000), DEALER, approval=SECOND),
        )
        yield casino, people


def play(casino: Casino, people: dict[str, Client], rounds: int) -> None:
    cards = iter(shuffled(seed=8))
    for _ in range(rounds):
        ask(casino.host, "t1", f"bet{next(ids)}", Given(c.OpenBetting(), DEALER))
        people["patron"].give("t1", c.PlaceStake("patron", "player", 1, 1000))
        while (command := routine(casino.host.state("t1"), cards)) is not None:
            ask(casino.host, "t1", f"deal{next(ids)}", command)


def test_history_roads_and_statistics_tell_the_same_rounds(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    casino, people = place
    play(casino, people, 12)
    patron, guest = people["patron"], people["guest"]
    rounds = patron.rounds("t1", limit=5)
    assert [line.number for line in rounds] == [12, 11, 10, 9, 8]
    assert [line.number for line in patron.rounds("t1", before=3)] == [2, 1]
    counted = patron.get("/api/v1/tables/t1/statistics", dict[str, int])
    everything = patron.rounds("t1", limit=100)
    assert counted["rounds"] == len(everything) == 12
    won = sum((line.banker or 0) > (line.player or 0) for line in everything)
    assert counted["banker"] == won
    roads = patron.get("/api/v1/tables/t1/roads", dict[str, Any])
    assert len(roads["bead_plate"]) == 12
    mine, theirs = patron.round("t1", 3), guest.round("t1", 3)
    assert [event.type for event in mine.events][:2] == ["betting-opened", "stake-placed"]
    assert [event.type for event in theirs.events][:2] == ["betting-opened", "betting-closed"]
    assert mine.events[-1].fields["lines"]
    assert theirs.events[-1].fields["lines"] == []


def test_games_clauses_and_odds_are_there_for_anybody(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    nobody = place[1]["nobody"]
    games = nobody.get("/api/v1/games", list[dict[str, Any]])
    assert [game["id"] for game in games] == [game.id for game in GAMES]
    clauses = nobody.get("/api/v1/games/tiger/clauses", list[dict[str, Any]])
    one = nobody.get(f"/api/v1/games/tiger/clauses/{clauses[5]['clause']}", dict[str, Any])
    assert one == clauses[5]
    odds = nobody.get("/api/v1/games/tiger/odds?decks=8", dict[str, Any])
    assert odds["wagers"]["tie"]["ev"].startswith("-")


def test_a_voucher_is_cashed_out_and_redeemed_once(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    casino, people = place
    patron, guest = people["patron"], people["guest"]
    before = patron.me().credits_cents
    code = patron.cash_out("patron", 2500)
    assert patron.me().credits_cents != before
    with pytest.raises(Refused) as refused:
        guest.give_cage(cage.RedeemVoucher(guest.me().id, ""), code=code)
    assert refused.value.reason is Reason.NOT_AUTHORISED, "play credits are not paid out"
    told = patron.give_cage(cage.RedeemVoucher("patron", ""), code=code)
    assert told[0]["cents"] == 2_500
    assert patron.me().credits_cents == before
    assert "code" not in told[0]
    with pytest.raises(Refused) as refused:
        patron.give_cage(cage.RedeemVoucher("patron", ""), code=code)
    assert refused.value.reason is Reason.UNKNOWN_VOUCHER
    with casino.store.begin_read() as transaction:
        kept = b"".join(entry.command + entry.events for entry in transaction.entries("cage"))
    assert code.encode() not in kept
    assert code.replace("-", "").encode() not in kept


def test_a_witness_is_somebody_who_works_here(place: tuple[Casino, dict[str, Client]]) -> None:
    supervisor = place[1]["pit-supervisor"]
    for witness in ("nobody-at-all", "patron", "pit-supervisor"):
        with pytest.raises(Refused) as refused:
            supervisor.give_cage(cage.OpenBank("t1", 100_000, witness))
        assert refused.value.reason is Reason.WITNESS_NEEDED
        assert "request" not in refused.value.sentence
    with pytest.raises(Refused, match="It waits as request"):
        supervisor.give_cage(cage.OpenBank("t1", 100_000, "dealer"))


@pytest.mark.parametrize(
    ("who", "path", "reason"),
    [
        ("patron", "/api/v1/tables/nowhere", Reason.UNKNOWN_TABLE),
        ("patron", "/api/v1/tables/Not%20A%20Name", Reason.UNKNOWN_TABLE),
        ("patron", "/api/v1/tables/cage", Reason.UNKNOWN_TABLE),
        ("patron", "/api/v1/tables/t1/rounds/9999", Reason.NOTHING_THERE),
        ("patron", "/api/v1/nowhere", Reason.NOTHING_THERE),
        ("nobody", "/api/v1/games/poker", Reason.UNKNOWN_GAME),
        ("nobody", "/api/v1/games/tiger/clauses/99", Reason.UNKNOWN_CLAUSE),
        ("nobody", "/api/v1/games/tiger/odds?decks=99", Reason.DECKS_OUT_OF_RANGE),
        ("nobody", "/api/v1/games/tiger/odds?decks=many", Reason.UNREADABLE_REQUEST),
        ("nobody", "/api/v1/me", Reason.NOT_SIGNED_IN),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_shape(
    place: tuple[Casino, dict[str, Client]], who: str, path: str, reason: Reason
) -> None:
    told = place[1][who].http.get(path)
    assert told.status_code == status_of(reason)
    assert set(told.json()) == REFUSAL_FIELDS
    assert told.json()["reason"] == reason.value
    assert told.json()["sentence"].endswith(".")


def test_a_name_is_taken_once_and_nobody_else_is_changed(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    manager = place[1]["pit-manager"]
    with pytest.raises(Refused) as refused:
        manager.post("/api/v1/patrons", {"name": "patron", "password": PASSWORD}, dict[str, Any])
    assert refused.value.reason is Reason.NAME_TAKEN
    with pytest.raises(Refused) as refused:
        manager.post("/api/v1/people/not-there/disable", {}, dict[str, Any])
    assert refused.value.reason is Reason.UNKNOWN_PERSON


def test_a_command_without_a_key_or_with_a_bad_one_is_not_done(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    dealer = place[1]["dealer"]
    body = {"type": "retire-shoe"}
    path = "/api/v1/tables/t1/commands"
    assert dealer.http.post(path, json=body).status_code == 400
    for key in ("", "x" * 101):
        told = dealer.http.post(path, json=body, headers={"Idempotency-Key": key})
        assert told.json()["reason"] == "unreadable-request"
    assert place[0].host.look("t1").state.shoe is not None


def test_the_document_describes_every_command_and_route(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    document = place[1]["nobody"].get("/schema/openapi.json", dict[str, Any])
    assert document["openapi"].startswith("3.1")
    body = document["paths"]["/api/v1/tables/{table}/commands"]["post"]["requestBody"]
    named = str(body)
    assert all(f"schemas/{name}'" in named for name in ("OpenTable", "PlaceStake", "CorrectRound"))
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert operation["description"], path


def test_metrics_count_and_readiness_answers(place: tuple[Casino, dict[str, Client]]) -> None:
    people = place[1]
    assert 'punto_entries_total{stream="t1"}' in people["device"].http.get("/metrics").text
    assert people["nobody"].http.get("/ready").json()["halted"] == []


def test_answers_carry_what_keeps_a_browser_safe(place: tuple[Casino, dict[str, Client]]) -> None:
    headers = place[1]["nobody"].http.get("/health").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["type", "patron", "amount", "side", "cards"]), inner)
    ),
    max_leaves=10,
)
tags = st.sampled_from(["place-stake", "draw-card", "report", "sort-cards", "cash-out", "adjust"])


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    who=st.sampled_from(["patron", "dealer", "assistant-casino-manager"]),
    where=st.sampled_from(["tables/t1", "tables/x%00", "cage", "tables/é"]),
    body=st.binary(max_size=40)
    | st.builds(
        lambda tag, more: {"type": tag, **more},
        tags,
        st.dictionaries(
            st.sampled_from(["patron", "cents", "amount", "wager", "position", "card", "counts"]),
            json_values,
        ),
    ),
    key=st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), max_size=8),
)
def test_nothing_that_is_sent_is_answered_by_a_breakdown(
    place: tuple[Casino, dict[str, Client]], who: str, where: str, body: Any, key: str
) -> None:
    client = place[1][who]
    path = f"/api/v1/{where}/commands"
    headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
    if isinstance(body, bytes):
        told = client.http.post(path, content=body, headers=headers)
    else:
        told = client.http.post(path, content=json.dumps(body), headers=headers)
    assert told.status_code < 500, told.text
    if told.status_code != 200:
        assert set(told.json()) == REFUSAL_FIELDS


def test_too_much_at_once_is_refused(place: tuple[Casino, dict[str, Client]]) -> None:
    told = place[1]["patron"].http.post(
        "/api/v1/tables/t1/commands",
        content=b"[" * 100_000,
        headers={"Idempotency-Key": "k", "Content-Type": "application/json"},
    )
    assert told.status_code == 413


@pytest.mark.parametrize("account", ["bank:t1", "chips:t1", "drop:t1", "claims:t1:patron"])
def test_the_money_of_a_table_is_moved_only_by_those_who_work_there(
    place: tuple[Casino, dict[str, Client]], account: str
) -> None:
    people = place[1]
    command = cage.Adjust(account, 100, "a test")
    with pytest.raises(Refused) as refused:
        people["stranger"].give_cage(command)
    assert refused.value.reason is Reason.NOT_AUTHORISED
    assert people["gaming-shift-manager"].give_cage(command)[0]["cents"] == 100


def test_a_stake_of_another_is_neither_changed_nor_withdrawn(
    place: tuple[Casino, dict[str, Client]],
) -> None:
    casino, people = place
    ask(casino.host, "t2", "open", Given(c.OpenTable(credits_table()), MANAGER))
    ask(casino.host, "t2", "load", Given(c.LoadShoe("first"), DEALER))
    ask(casino.host, "t2", "bet", Given(c.OpenBetting(), DEALER))
    people["patron"].give("t2", c.PlaceStake("patron", "player", 1, 1000))
    for command in (c.ChangeStake(1, 2000), c.WithdrawStake(1)):
        with pytest.raises(Refused) as refused:
            people["guest"].give("t2", command)
        assert refused.value.reason is Reason.NOT_YOURS
