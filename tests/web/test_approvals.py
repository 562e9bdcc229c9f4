"""Second approval on the network: what waits, who may decide it, and that it is done once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest
from msgspec.structs import replace

from punto.client import ME, Client
from punto.journal.people import ALL_TABLES
from punto.journal.verify import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Approval, Staff
from punto.web.app import make_app
from punto.web.approval_routes import ApprovalView, Approved
from punto.web.approving import WAITS_MS
from punto.web.house import House
from punto.web.serving import in_thread, opened
from tests.conftest import new_schema
from tests.web.served import FAST, STAFF, SetClock, closed_clients, credits_table, let_in

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
LIMIT_CENTS = 50_000
VOID = c.Report(Irregularity.FOREIGN_CARDS, note="a red back", by=ME)
ids = count(1)

Place = tuple[House, dict[str, Client], SetClock]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Two tables with a limit, at each a round with 600.00 on it, and staff of each position."""
    clock = SetClock()
    journal = str(tmp_path / "house.journal")
    if getattr(request, "param", "") == "postgresql":
        journal = new_schema(request.getfixturevalue("postgresql"))
    with (
        opened(journal, pace=FAST, clock=clock) as (house, _),
        in_thread(make_app(house, sign_ins_a_minute=10_000)) as address,
        closed_clients(),
    ):
        staff = [
            *((name, position, ALL_TABLES) for name, position in STAFF.items()),
            ("second", Position.GAMING_SHIFT_MANAGER, "t1"),
            ("elsewhere", Position.ASSISTANT_CASINO_MANAGER, "t2"),
        ]
        people = {name: let_in(house, address, name, position, at) for name, position, at in staff}
        configuration = replace(credits_table(), approval_cents=LIMIT_CENTS)
        house.host.ask_cage("fund", cage.BuyCredits("patron", 10_000_000, by=DEALER))
        for table in ("t1", "t2"):
            house.host.ask(table, "open", c.OpenTable(configuration, by=MANAGER))
            house.host.ask(table, "load", c.LoadShoe("first", by=DEALER))
            stake(house, table)
        yield house, people, clock
        with house.store.reading() as reading:
            assert list(verify(reading)) == []


def stake(house: House, table: str, cents: int = 60_000) -> None:
    """A new round with so much on it."""
    house.host.ask(table, f"bet{next(ids)}", c.OpenBetting(by=DEALER))
    placed = c.PlaceStake("patron", "player", 1, cents, on_request=True, by=DEALER)
    house.host.ask(table, f"stake{next(ids)}", placed)


def ask(client: Client, command: c.Command = VOID, table: str = "t1", key: str = "") -> str:
    """Give a command that has to wait; the id it waits under."""
    with pytest.raises(Refused) as refused:
        client.give(table, command, key=key)
    assert refused.value.reason is Reason.APPROVAL_NEEDED
    return refused.value.sentence.rpartition("request ")[2].rstrip(".")


def waiting(client: Client) -> list[ApprovalView]:
    return client.get("/api/v1/approvals", list[ApprovalView])


def approve(client: Client, request: str) -> Approved:
    return client.post(f"/api/v1/approvals/{request}/approve", {}, Approved)


def decline(client: Client, request: str) -> ApprovalView:
    return client.post(f"/api/v1/approvals/{request}/decline", {}, ApprovalView)


def no(client: Client, request: str) -> Refused:
    with pytest.raises(Refused) as refused:
        approve(client, request)
    return refused.value


@pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
def test_a_void_waits_for_a_second_person_and_is_done_as_it_was_asked(place: Place) -> None:
    house, people, _ = place
    request = ask(people["pit-manager"])
    assert house.host.look("t1").state.round is not None
    (seen,) = waiting(people["second"])
    assert (seen.id, seen.asker, seen.round, seen.table) == (request, "pit-manager", 1, "t1")
    assert seen.command["type"] == "report"
    assert "600.00" in seen.sentence
    told = approve(people["second"], request)
    assert [event["type"] for event in told.events] == ["irregularity-reported", "round-voided"]
    assert house.host.look("t1").state.round is None
    with house.store.reading() as reading:
        entry = list(reading.entries("t1"))[-1]
    assert entry.actor == "pit-manager"
    assert b'"approval":{"by":{"type":"staff","id":"second","position":4},"round":1}' in entry.asked
    assert waiting(people["second"]) == []


def test_only_those_who_may_decide_see_it_and_whoever_asked(place: Place) -> None:
    _, people, _ = place
    request = ask(people["pit-manager"])
    seen = {
        name: [each.id for each in waiting(people[name])]
        for name in ("pit-manager", "gaming-shift-manager", "second", "elsewhere")
    }
    mine = [request]
    assert seen == {
        "pit-manager": mine,
        "gaming-shift-manager": mine,
        "second": mine,
        "elsewhere": [],
    }
    assert no(people["elsewhere"], request).reason is Reason.NOTHING_THERE
    with pytest.raises(Refused) as refused:
        decline(people["elsewhere"], request)
    assert refused.value.reason is Reason.NOTHING_THERE
    for name in ("dealer", "pit-supervisor", "pit-manager"):
        assert no(people[name], request).reason is Reason.NOT_AUTHORISED


def test_nobody_approves_what_they_asked_for(place: Place) -> None:
    _, people, _ = place
    request = ask(people["second"])
    refusal = no(people["second"], request)
    assert refusal.reason is Reason.NOT_AUTHORISED
    assert approve(people["gaming-shift-manager"], request).events


def test_a_client_cannot_bring_its_own_approval(place: Place) -> None:
    _, people, _ = place
    approval = {"by": {"type": "staff", "id": "second", "position": 4}, "round": 1}
    body = {"type": "report", "irregularity": "foreign-cards", "approval": approval}
    told = people["pit-manager"].http.post(
        "/api/v1/tables/t1/commands", json=body, headers={"Idempotency-Key": "own"}
    )
    assert (told.status_code, told.json()["reason"]) == (400, "unreadable-request")
    own = replace(VOID, approval=Approval(Staff("second", Position.GAMING_SHIFT_MANAGER), 1))
    assert ask(people["pit-manager"], own)


def test_asked_again_under_its_key_it_is_the_same_request(place: Place) -> None:
    _, people, _ = place
    request = ask(people["pit-manager"], key="once")
    assert ask(people["pit-manager"], key="once") == request
    assert len(waiting(people["second"])) == 1
    approve(people["second"], request)
    with pytest.raises(Refused, match="second has approved it"):
        people["pit-manager"].give("t1", VOID, key="once")


@pytest.mark.parametrize("place", ["sqlite", "postgresql"], indirect=True)
def test_two_who_approve_at_once_do_it_once(place: Place) -> None:
    house, people, _ = place
    for _ in range(5):
        request = ask(people["pit-manager"])
        names = ("second", "gaming-shift-manager", "assistant-casino-manager")
        start = Barrier(len(names))

        def decide(
            name: str, request: str = request, start: Barrier = start
        ) -> Approved | Refused | ApprovalView:
            start.wait()
            try:
                if name == "assistant-casino-manager":
                    return decline(people[name], request)
                return approve(people[name], request)
            except Refused as refused:
                return refused

        with ThreadPoolExecutor(len(names)) as pool:
            told = list(pool.map(decide, names))
        assert sum(isinstance(each, Refused) for each in told) == 2
        refusals = [each for each in told if isinstance(each, Refused)]
        assert {each.reason for each in refusals} == {Reason.NO_SUCH_CASE}
        voided = house.host.look("t1").state.round is None
        assert voided == any(isinstance(each, Approved) for each in told)
        if voided:
            stake(house, "t1")


def test_one_who_did_not_hear_the_answer_asks_again(place: Place) -> None:
    _, people, _ = place
    request = ask(people["pit-manager"])
    first = approve(people["second"], request)
    assert approve(people["second"], request) == first
    assert no(people["gaming-shift-manager"], request).reason is Reason.NO_SUCH_CASE


def test_one_whose_server_went_away_in_between_goes_on(place: Place) -> None:
    """Claimed and not given: the same person asks again, and it is given."""
    house, people, _ = place
    request = ask(people["pit-manager"])
    person = house.people.find("second")
    assert person is not None
    house.approving._claim(request, person)
    assert house.host.look("t1").state.round is not None
    assert approve(people["second"], request).events
    assert house.host.look("t1").state.round is None


def test_a_declined_one_is_not_done(place: Place) -> None:
    house, people, _ = place
    request = ask(people["pit-manager"])
    assert decline(people["second"], request).standing == "declined"
    assert no(people["gaming-shift-manager"], request).reason is Reason.NO_SUCH_CASE
    assert house.host.look("t1").state.round is not None
    own = ask(people["pit-manager"])
    assert decline(people["pit-manager"], own).standing == "declined"  # taken back


def test_it_waits_for_some_minutes_and_no_longer(place: Place) -> None:
    house, people, clock = place
    request = ask(people["pit-manager"])
    for _ in range(2):
        clock.at_ms += WAITS_MS // 2
        for client in people.values():
            client.me()
    assert waiting(people["second"]) == []
    assert "in time" in no(people["second"], request).sentence
    assert house.host.look("t1").state.round is not None


@pytest.mark.parametrize("change", ["disabled", "sent elsewhere", "demoted"])
def test_an_asker_who_may_no_longer_asks_for_nothing(place: Place, change: str) -> None:
    house, people, _ = place
    request = ask(people["pit-manager"])
    asker = house.people.find("pit-manager")
    assert asker is not None
    changed = {
        "disabled": replace(asker, disabled=True),
        "sent elsewhere": replace(asker, tables=("t2",)),
        "demoted": replace(asker, position=Position.DEALER),
    }[change]
    house.sign_ins.change(changed)
    assert no(people["second"], request).reason is Reason.NOT_AUTHORISED
    assert house.host.look("t1").state.round is not None


def test_an_approver_who_was_disabled_is_nobody(place: Place) -> None:
    house, people, _ = place
    request = ask(people["pit-manager"])
    second = house.people.find("second")
    assert second is not None
    house.sign_ins.change(replace(second, disabled=True))
    assert no(people["second"], request).reason is Reason.NOT_SIGNED_IN


def test_a_table_that_has_moved_on_is_left_alone(place: Place) -> None:
    """The round it was about is over: another one is not voided in its place."""
    house, people, _ = place
    request = ask(people["pit-manager"])
    other = ask(people["pit-manager"])
    approve(people["second"], other)
    stake(house, "t1")
    refusal = no(people["second"], request)
    assert refusal.reason is Reason.APPROVAL_NEEDED
    assert "Round 1 was approved, not round 2" in refusal.sentence
    assert house.host.look("t1").state.round is not None


def test_what_is_asked_over_a_socket_waits_too(place: Place) -> None:
    house, people, _ = place
    with people["pit-manager"].watch("t1") as watch:
        watch.next()
        answer = watch.give(VOID)
        assert answer.refused is not None
        assert answer.refused.reason == Reason.APPROVAL_NEEDED.value
        (seen,) = waiting(people["second"])
        assert seen.id in answer.refused.sentence
        approve(people["second"], seen.id)
    assert house.host.look("t1").state.round is None


def test_a_small_round_asks_nobody(place: Place) -> None:
    house, people, _ = place
    approve(people["second"], ask(people["pit-manager"]))
    stake(house, "t1", 1_000)
    assert people["pit-manager"].give("t1", VOID).events


def test_an_adjustment_waits_too_and_is_its_tables_own(place: Place) -> None:
    _, people, _ = place
    highest = people["assistant-casino-manager"]
    highest.give_cage(cage.SetLimits(Limits(approval_cents=10_000), "two people", by=ME))
    for account in ("patron:patron", "bank:t1"):
        adjust = cage.Adjust(account, 10_000, "a slip", by=ME)
        with pytest.raises(Refused) as refused:
            people["gaming-shift-manager"].give_cage(adjust)
        assert refused.value.reason is Reason.APPROVAL_NEEDED
        request = refused.value.sentence.rpartition("request ")[2].rstrip(".")
        if account == "bank:t1":
            assert no(people["elsewhere"], request).reason is Reason.NOTHING_THERE
            assert approve(people["second"], request).events[0]["amount"] == "100.00"
        else:
            assert approve(people["elsewhere"], request).stream == "cage"
