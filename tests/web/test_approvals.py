"""Second approval on the network: pending requests, who may decide, executed once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier

import pytest
from msgspec.structs import replace

from punto.client import Client
from punto.journal.people.people import ALL_TABLES, Kind, Person
from punto.journal.streams import CAGE
from punto.journal.verify.journal import verify
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Patron, Staff
from punto.web.api.approvals import ApprovalView, Approved
from punto.web.api.guidance import Guidance
from punto.web.app import make_app
from punto.web.approvals import WAITS_MS
from punto.web.casino import Casino
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.new_journal import new_database, new_file
from tests.submission import ask as ask_host
from tests.web.served import (
    FAST,
    SECOND,
    STAFF,
    SetClock,
    closed_clients,
    credits_table,
    open_session,
)

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
LIMIT_CENTS = 50_000
VOID = c.Report(Irregularity.FOREIGN_CARDS, note="a red back")
ids = count(1)

Place = tuple[Casino, dict[str, Client], SetClock]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Two tables with a limit, at each a round with 600.00 on it, and staff of each position."""
    clock = SetClock()
    journal = new_file(tmp_path / "house.journal")
    if getattr(request, "param", "") == "postgresql":
        journal = new_database(request.getfixturevalue("postgresql"))
    with (
        opened(journal, dealing_times=FAST, clock=clock) as (casino, _),
        in_thread(make_app(casino, sign_ins_a_minute=10_000)) as address,
        closed_clients(),
    ):
        staff: list[tuple[str, Position, tuple[str, ...]]] = [
            *((name, position, (ALL_TABLES, CAGE)) for name, position in STAFF.items()),
            ("second", Position.GAMING_SHIFT_MANAGER, ("t1",)),
            ("elsewhere", Position.ASSISTANT_CASINO_MANAGER, ("t2",)),
        ]
        people = {name: open_session(casino, address, name, rank, *at) for name, rank, at in staff}
        configuration = replace(credits_table(), approval_cents=LIMIT_CENTS)
        ask_host(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 10_000_000), DEALER, approval=SECOND),
        )
        for table in ("t1", "t2"):
            ask_host(casino.host, table, "open", Given(c.OpenTable(configuration), MANAGER))
            ask_host(casino.host, table, "load", Given(c.LoadShoe("first"), DEALER))
            stake(casino, table)
        yield casino, people, clock
        with casino.store.begin_read() as transaction:
            assert list(verify(transaction)) == []


def stake(casino: Casino, table: str, cents: int = 60_000) -> None:
    """A new round with so much on it."""
    ask_host(casino.host, table, f"bet{next(ids)}", Given(c.OpenBetting(), DEALER))
    placed = Given(c.PlaceStake("patron", "player", 1, cents), Patron("patron"))
    ask_host(casino.host, table, f"stake{next(ids)}", placed)


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
    casino, people, _ = place
    request = ask(people["pit-manager"])
    assert casino.host.look("t1").state.round is not None
    (seen,) = waiting(people["second"])
    assert (seen.id, seen.asker, seen.round, seen.table) == (request, "pit-manager", 1, "t1")
    assert seen.command["type"] == "report"
    assert "600.00" in seen.sentence
    assert seen.amount_cents == 60_000
    told = approve(people["second"], request)
    assert [event["type"] for event in told.events] == ["irregularity-reported", "round-voided"]
    assert casino.host.look("t1").state.round is None
    with casino.store.begin_read() as transaction:
        entry = list(transaction.entries("t1"))[-1]
    assert entry.actor == "pit-manager"
    assert entry.approval == b'{"by":{"type":"staff","id":"second","position":4},"round":1}'
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
    casino, people, _ = place
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
        voided = casino.host.look("t1").state.round is None
        assert voided == any(isinstance(each, Approved) for each in told)
        if voided:
            stake(casino, "t1")


def test_one_who_did_not_hear_the_answer_asks_again(place: Place) -> None:
    _, people, _ = place
    request = ask(people["pit-manager"])
    first = approve(people["second"], request)
    assert approve(people["second"], request) == first
    assert no(people["gaming-shift-manager"], request).reason is Reason.NO_SUCH_CASE


def test_one_whose_server_went_away_in_between_goes_on(place: Place) -> None:
    """Claimed and not given: the same person asks again, and it is given."""
    casino, people, _ = place
    request = ask(people["pit-manager"])
    person = casino.people.find("second")
    assert person is not None
    casino.approval_queue._claim(request, person)
    assert casino.host.look("t1").state.round is not None
    assert approve(people["second"], request).events
    assert casino.host.look("t1").state.round is None


def test_a_declined_one_is_not_done(place: Place) -> None:
    casino, people, _ = place
    request = ask(people["pit-manager"])
    assert decline(people["second"], request).standing == "declined"
    assert no(people["gaming-shift-manager"], request).reason is Reason.NO_SUCH_CASE
    assert casino.host.look("t1").state.round is not None
    own = ask(people["pit-manager"])
    assert decline(people["pit-manager"], own).standing == "declined"  # taken back


def test_it_waits_for_some_minutes_and_no_longer(place: Place) -> None:
    casino, people, clock = place
    request = ask(people["pit-manager"])
    for _ in range(2):
        clock.at_ms += WAITS_MS // 2
        for client in people.values():
            client.me()
    assert waiting(people["second"]) == []
    assert "in time" in no(people["second"], request).sentence
    assert casino.host.look("t1").state.round is not None


@pytest.mark.parametrize("change", ["disabled", "sent elsewhere", "demoted"])
def test_an_asker_who_may_no_longer_asks_for_nothing(place: Place, change: str) -> None:
    casino, people, _ = place
    request = ask(people["pit-manager"])
    edit: Callable[[Person], Person] = {
        "disabled": lambda asker: replace(asker, disabled=True),
        "sent elsewhere": lambda asker: replace(asker, tables=("t2",)),
        "demoted": lambda asker: replace(asker, position=Position.DEALER),
    }[change]
    casino.sessions.change("pit-manager", edit)
    if change == "demoted":  # a dealer reports, and somebody of position has to resolve it
        approve(people["second"], request)
    else:
        assert no(people["second"], request).reason is Reason.NOT_AUTHORISED
    assert casino.host.look("t1").state.round is not None


def test_an_approver_who_was_disabled_is_nobody(place: Place) -> None:
    casino, people, _ = place
    request = ask(people["pit-manager"])
    casino.sessions.change("second", lambda second: replace(second, disabled=True))
    assert no(people["second"], request).reason is Reason.NOT_SIGNED_IN


def test_a_table_that_has_moved_on_is_left_alone(place: Place) -> None:
    """The round it was about is over: another one is not voided in its place."""
    casino, people, _ = place
    request = ask(people["pit-manager"])
    other = ask(people["pit-manager"])
    approve(people["second"], other)
    stake(casino, "t1")
    refusal = no(people["second"], request)
    assert refusal.reason is Reason.APPROVAL_NEEDED
    assert "Round 1 was approved, not round 2" in refusal.sentence
    assert casino.host.look("t1").state.round is not None


def test_what_is_asked_over_a_socket_waits_too(place: Place) -> None:
    casino, people, _ = place
    with people["pit-manager"].watch("t1") as watch:
        watch.next()
        answer = watch.give(VOID)
        assert answer.refused is not None
        assert answer.refused.reason == Reason.APPROVAL_NEEDED.value
        (seen,) = waiting(people["second"])
        assert seen.id in answer.refused.sentence
        approve(people["second"], seen.id)
    assert casino.host.look("t1").state.round is None


TURNED = ("8S", "9S", "KS", "KH")  # Banker 9 instead of Player 9


@pytest.mark.parametrize(
    ("kind", "naming"),
    [
        (Irregularity.NOT_COVERED, c.Decide(False, "the tape", TURNED)),
        (Irregularity.DEALT_IN_WRONG_ORDER, c.Reconstruct(TURNED, "the tape")),
    ],
    ids=["decide", "reconstruct"],
)
def test_other_cards_for_a_large_round_wait_for_a_second_person(
    place: Place, kind: Irregularity, naming: c.Command
) -> None:
    casino, people, _ = place
    dealt = [c.CloseBetting(), *map(c.DrawCard, ("9S", "8S", "KS", "KH"))]
    for command in dealt:
        ask_host(casino.host, "t1", f"deal{next(ids)}", Given(command, DEALER))
    manager = people["gaming-shift-manager"]
    manager.give("t1", c.Report(kind))
    guide = manager.get("/api/v1/tables/t1/irregularities", Guidance)
    assert guide.case is not None
    assert guide.case.second == "Gaming Shift Manager"
    request = ask(manager, naming)
    assert no(manager, request).reason is Reason.NOT_AUTHORISED
    (seen,) = waiting(people["second"])
    assert (seen.round, tuple(seen.command["cards"])) == (1, TURNED), "known to who answers for it"
    assert seen.amount_cents == 120_000, "600.00 on Player may come back as 1,200.00"
    kinds = [event["type"] for event in approve(people["second"], request).events]
    assert "cards-reconstructed" in kinds
    play = casino.host.look("t1").state.round
    assert play is not None
    assert tuple(each.card for each in play.cards) == TURNED


def test_who_approves_and_resolves_follows_the_tables_own_order(place: Place) -> None:
    """Opened by two people; there the Pit Manager is the highest, and approves for all others."""
    casino, people, _ = place
    dealer, supervisor, pit, shift, assistant = Position
    ranks = (dealer, supervisor, shift, assistant, pit)
    config = replace(credits_table(), approval_cents=LIMIT_CENTS, ranks=ranks)
    opening = c.OpenTable(config)
    with pytest.raises(Refused) as told:
        people["pit-manager"].give("t3", opening)
    assert told.value.reason is Reason.NOT_AUTHORISED
    request = ask(people["assistant-casino-manager"], opening, "t3")
    assert casino.host.look("t3").state.configuration is None
    approve(people["gaming-shift-manager"], request)
    assert casino.host.look("t3").state.ranks == ranks
    ask_host(casino.host, "t3", "load", Given(c.LoadShoe("first"), DEALER))
    stake(casino, "t3")
    # The Assistant Casino Manager's report waits for the Pit Manager here.
    people["assistant-casino-manager"].give("t3", VOID)
    for name in ("gaming-shift-manager", "assistant-casino-manager", "pit-manager"):
        mine = name == "pit-manager"
        called = [each for each in people[name].calls() if each.table == "t3"]
        assert bool(called) is mine
        case = people[name].irregularities("t3").case
        assert case is not None
        assert case.yours is mine
    request = ask(people["pit-manager"], c.ConfirmReport(), "t3")
    assert [each.id for each in waiting(people["gaming-shift-manager"])] == [request]
    assert waiting(people["pit-supervisor"]) == []
    assert approve(people["gaming-shift-manager"], request).events


def test_a_small_round_asks_nobody(place: Place) -> None:
    casino, people, _ = place
    approve(people["second"], ask(people["pit-manager"]))
    stake(casino, "t1", 1_000)
    assert people["pit-manager"].give("t1", VOID).events


def test_an_adjustment_waits_too_and_is_its_tables_own(place: Place) -> None:
    casino, people, _ = place
    casino.people.add(Person("patron", Kind.PATRON))
    highest = people["assistant-casino-manager"]
    highest.give_cage(cage.SetLimits(Limits(approval_cents=10_000), "two people"))
    for account in ("patron:patron", "bank:t1"):
        adjust = cage.Adjust(account, 10_000, "a slip")
        with pytest.raises(Refused) as refused:
            people["gaming-shift-manager"].give_cage(adjust)
        assert refused.value.reason is Reason.APPROVAL_NEEDED
        request = refused.value.sentence.rpartition("request ")[2].rstrip(".")
        assert no(people["elsewhere"], request).reason is Reason.NOTHING_THERE
        if account == "bank:t1":
            assert approve(people["second"], request).events[0]["cents"] == 10_000
        else:
            assert no(people["second"], request).reason is Reason.NOTHING_THERE
            assert approve(highest, request).stream == "cage"
