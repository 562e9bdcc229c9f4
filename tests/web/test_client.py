"""The client: every route, failover to the next server, sockets that reconnect."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from litestar.routes import HTTPRoute
from msgspec.structs import replace

from punto.client import Client, Follow
from punto.floor.card_reads import Read
from punto.journal.people.people import Kind
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.api.betting_sessions import SessionRequest, StakeRequest
from punto.web.api.odds import OddsRequest
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.live.frames import Push
from punto.web.server import in_thread, opened
from punto.web.views.table import EventView
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import FAST, PASSWORD, credits_table, everybody, served
from tests.web.test_card_readers import kill, start_server
from tests.web.test_serve import free_port

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
NOBODY = "http://127.0.0.1:1"  # refuses every connection


def open_table(casino: Casino, table: str = "t1") -> None:
    ask(casino.host, CAGE, "fund", Given(cage.BuyCredits("patron", 100_000), DEALER))
    ask(casino.host, table, "open", Given(c.OpenTable(credits_table()), MANAGER))
    ask(casino.host, table, "load", Given(c.LoadShoe("first"), DEALER))
    ask(casino.host, table, "bet", Given(c.OpenBetting(), DEALER))


OTHER = "another horse stapled"
OURS = ("/api/", "/health", "/ready", "/metrics")  # the others are pages


def test_every_route_has_a_method(tmp_path: Path) -> None:
    asked: set[tuple[str, str]] = set()
    with served(tmp_path) as (casino, address):
        open_table(casino)
        people = everybody(casino, address)
        for client in people.values():
            client.http.event_hooks["request"].append(
                lambda request: asked.add((request.method, request.url.path))
            )
        call_everything(people)
        routes = {
            (method, re.compile(re.sub(r"\{[^}]*\}", "[^/]+", route.path)))
            for route in make_app(casino).routes
            if isinstance(route, HTTPRoute) and route.path.startswith(OURS)
            for method in route.methods - {"OPTIONS"}
        }
    missing = [
        (method, form.pattern)
        for method, form in routes
        if not any(method == how and form.fullmatch(path) for how, path in asked)
    ]
    assert missing == []


def call_everything(people: dict[str, Client]) -> None:
    """Every method once, by somebody who may."""
    boss, patron, reader = people["pit-manager"], people["patron"], people["reader"]
    assert {game["id"] for game in boss.games()} >= {"tiger"}
    assert boss.game("tiger")["id"] == "tiger"
    assert boss.clauses("tiger")[0] == boss.clause("tiger", boss.clauses("tiger")[0]["clause"])
    assert boss.odds("tiger", 6)["decks"] == 6
    assert boss.shoe_odds("tiger", OddsRequest(decks=6)).decks == 6
    plan = SessionRequest([StakeRequest("banker", "100")], 20)
    assert boss.session("tiger", plan).staked == "100.00"
    assert {each.name for each in boss.conditions()} >= {"winner"}
    assert boss.wagers("tiger")[0].id == "player"
    assert boss.hands("tiger", "2C 5D 3H AH KD").player.total == 5
    assert boss.play_guide("tiger").natural_from == 8
    assert [line.table for line in people["nobody"].lobby().tables] == ["t1"]
    assert people["nobody"].sign_in_as_display(people["device"].token).id == "display"
    assert boss.health()["up"] is True
    assert boss.ready()["ready"]
    assert "punto_entries_total" in boss.metrics()
    assert [line.table for line in patron.tables()] == ["t1"]
    assert patron.table("t1").open
    assert patron.roads("t1")["big_road"] == []
    assert [each.shoe for each in patron.shoes("t1")] == ["first"]
    assert patron.statistics("t1").rounds == 0
    assert patron.rounds("t1") == []
    with pytest.raises(Refused):
        patron.round("t1", 7)
    patron.give("t1", c.PlaceStake("patron", "tie", 1, 1000))
    code = patron.cash_out("patron", 5000)
    assert patron.ticket(code).startswith("<svg")
    patron.redeem("patron", code)
    assert patron.me().credits_cents == 99_000
    assert boss.add_staff("newcomer", PASSWORD, Position.DEALER, ("t1",)).position == "Dealer"
    assert "newcomer" in {each.name for each in boss.staff()}
    assert boss.add_patron("friend", PASSWORD).kind == "patron"
    assert boss.disable("friend").disabled
    assert not boss.enable("friend").disabled
    assert {each.name for each in boss.devices()} == {"display", "reader"}
    boss.add_device("terminal", ("t1",))
    assert reader.expected_read("t1") == 1
    assert reader.send_reads("t1", Read(1, "TH"))[0].refused is not None
    call_the_office(people)
    call_the_school(boss)
    people["guest"].sign_in_as_guest()
    patron.sign_out()
    with pytest.raises(Refused) as refused:
        patron.me()
    assert refused.value.reason is Reason.NOT_SIGNED_IN
    patron.sign_in("patron", PASSWORD)


def call_the_school(boss: Client) -> None:
    """A real house answers each that it is no school; test_school.py calls a practice house."""
    assert boss.practice_round("tiger", {"banker": 10_000}, "7").payments[0].wager == "banker"
    calls: list[Callable[[], object]] = [
        boss.school,
        lambda: boss.drills("tiger"),
        lambda: boss.record_drills([]),
        lambda: boss.progress("tiger"),
        lambda: boss.start_situation("tiger"),
        lambda: boss.practice_table("x"),
        lambda: boss.act("x"),
        lambda: boss.practice_irregularities("x"),
        lambda: boss.practice_payouts("x"),
        lambda: boss.practice_events("x"),
        lambda: boss.hint("x"),
        lambda: boss.finish_situation("x"),
        lambda: boss.add_situation("x", ""),
        boss.situations,
        lambda: boss.set_examination("tiger"),
        boss.examinations,
        lambda: boss.start_paper(1),
        lambda: boss.open_question(1, 1),
        lambda: boss.answer_question(1, 1, {}),
        lambda: boss.hand_in(1),
        boss.results,
        lambda: boss.result(1),
        lambda: boss.approve_result(1),
        boss.certificates,
        boss.class_report,
        boss.export_class,
    ]
    for call in calls:
        with pytest.raises(Refused, match="no school"):
            call()


def call_the_office(people: dict[str, Client]) -> None:
    """What the records are asked, likewise."""
    boss, shift = people["pit-manager"], people["gaming-shift-manager"]
    patron, dealer = people["patron"], people["dealer"]
    assert boss.change_staff("newcomer", Position.DEALER, ()).tables == ()
    assert boss.change_password("newcomer", PASSWORD).name == "newcomer"
    with pytest.raises(Refused) as told:
        boss.change_password("friend", PASSWORD)
    assert told.value.reason is Reason.APPROVAL_NEEDED  # a patron's takes two
    shift.approve(told.value.sentence.rpartition("request ")[2].rstrip("."))
    assert boss.reset_second_factor("newcomer").name == "newcomer"
    assert not dealer.set_up_second_factor("dealer", PASSWORD).done
    for current, password in ((PASSWORD, OTHER), (OTHER, PASSWORD)):
        assert patron.change_own_password(current, password).id == "patron"
    assert [each.name for each in dealer.patrons("fri")] == ["friend"]
    assert patron.credits_of("patron") == 99_000
    assert shift.trial_balance().total is not None
    assert {row["account"] for row in shift.balances().rows} >= {"patron:patron", "cage"}
    assert shift.statement("patron:patron").rows == patron.patron_statement("patron").rows
    (brought,) = shift.statement("patron:patron", since_ms=2**42).rows
    assert brought["purpose"] == "brought forward"
    assert {row["table"] for row in shift.win().rows} <= {"t1"}
    assert patron.vouchers().count == 0
    assert patron.vouchers().voucher_cents_max == 10_000_000
    assert {row["wager"] for row in boss.meters("t1").rows} <= {"tie"}
    assert [row["table"] for row in boss.luck(table="t1").rows] == []
    assert boss.pace().title
    first = shift.events(limit=1)
    assert first.more
    assert shift.events(first.after).events[0].position > first.after
    assert boss.bank("t1").table == "t1"
    assert dealer.payouts("t1").payouts == ()
    assert boss.configuration("t1").open
    assert boss.approvals() == []
    for answer in (shift.approve, boss.decline):
        with pytest.raises(Refused):
            answer("0" * 16)
    kinds = {each.kind for each in boss.significant_events(limit=100).events}
    assert {"account-made", "account-changed", "configuration"} <= kinds
    assert {each.kind for each in boss.significant_events(kind="denied").events} <= {"denied"}
    dealer.call_pit("t1", "foreign-cards")
    called = boss.alerts()[0]
    people["dealer"].calls()
    assert boss.acknowledge(called.id).acknowledged is not None
    assert called.id not in {each.id for each in boss.alerts()}
    assert [each.table for each in boss.pit().tables] == ["t1"]
    assert boss.settings("t1").open
    assert boss.protection("t1").unseen == 416
    assert dealer.irregularities("t1").case is None
    with pytest.raises(Refused):
        dealer.deal_virtually("t1")  # betting is open


def test_the_next_server_is_asked_where_one_does_not_answer(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address), Client((NOBODY, address)) as client:
        open_table(casino)
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        client.sign_in("patron", PASSWORD)
        assert client.address == address
        client.move_on()
        stake = c.PlaceStake("patron", "tie", 1, 1000)
        done = client.give("t1", stake, key="k")
        client.move_on()
        assert client.give("t1", stake, key="k") == done
        client.move_on()
        with client.follow("t1") as follow:
            assert isinstance(follow.next(), Push)


def test_where_nobody_answers_that_is_said() -> None:
    with Client((NOBODY, "http://127.0.0.1:2")) as client:
        with pytest.raises(Refused) as refused:
            client.tables()
        assert refused.value.reason is Reason.NO_SERVER
        assert "127.0.0.1:1 or http://127.0.0.1:2" in refused.value.sentence
        with pytest.raises(Refused) as refused, client.follow("t1", patience_s=0.2):
            pass
        assert refused.value.reason is Reason.NO_SERVER
    with pytest.raises(Refused) as refused:
        Client("127.0.0.1:8000")
    assert refused.value.reason is Reason.UNREADABLE_REQUEST


@pytest.mark.parametrize("status", [502, 503])
def test_what_is_not_harmless_twice_is_asked_again_only_where_nothing_was_done(
    status: int,
) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.port}")
        if request.url.port == 1:
            return httpx.Response(status, json={})
        return httpx.Response(200, json={"name": "x", "key": "y"})

    with Client((NOBODY, "http://127.0.0.1:2")) as client:
        client.http = httpx.Client(base_url=NOBODY, transport=httpx.MockTransport(answer))
        if status == 503:
            assert client.add_device("x", ()).key == "y"
            assert asked == ["POST 1", "POST 2"]
        else:
            with pytest.raises(Refused):
                client.add_device("x", ())
            assert asked == ["POST 1"]


class Two(NamedTuple):
    """Two servers of one house, and the process of the first."""

    there: str
    here: str
    casino: Casino
    process: subprocess.Popen[str]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    """A server in a process of its own, and one here, over one journal."""
    journal, port = tmp_path / "house.journal", free_port()
    with ExitStack() as stack:
        casino, _ = stack.enter_context(opened(str(journal), dealing_times=FAST))
        open_table(casino)
        casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        here = stack.enter_context(in_thread(make_app(casino)))
        process = start_server(journal, port)
        stack.callback(process.wait, 10)
        stack.callback(process.kill)
        yield Two(f"http://127.0.0.1:{port}", here, casino, process)


def test_a_table_is_followed_from_a_killed_server_to_the_next(
    two: Two,
) -> None:
    there, here, casino, process = two
    with Client((there, here)) as client:
        client.sign_in("patron", PASSWORD)
        assert client.address == there
        with client.follow("t1") as follow:
            seen = [event.seq for event in stake_and_see(follow)]
            pushed_to = follow.seq  # the answer to a stake is not pushed to its own socket again
            kill(process)
            ask(casino.host, "t1", "close", Given(c.CloseBetting(), DEALER))
            ask(casino.host, "t1", "card", Given(c.DrawCard("TH"), DEALER))
            frame = follow.next(10.0)
            assert isinstance(frame, Push)
            assert frame.table is not None
            assert frame.table.after == pushed_to < seen[-1]
            assert [event.type for event in frame.events] == ["betting-closed", "card-drawn"]
            assert frame.events[0].seq == seen[-1] + 1
            assert (follow.breaks, client.address) == (1, here)
            ask(casino.host, "t1", "card2", Given(c.DrawCard("2C"), DEALER))
            pushed = follow.next(10.0)
            assert isinstance(pushed, Push)


def stake_and_see(follow: Follow) -> Iterator[EventView]:
    follow.next()
    answer = follow.give(c.PlaceStake("patron", "tie", 1, 1000), key="one")
    assert answer.done is not None
    yield from answer.done.events


def test_a_command_given_into_a_break_is_done_once(two: Two) -> None:
    there, here, casino, process = two
    with Client((there, here)) as client:
        client.sign_in("patron", PASSWORD)
        with client.follow("t1") as follow:
            follow.next()
            kill(process)
            answer = follow.give(c.PlaceStake("patron", "tie", 1, 1000))
            assert answer.done is not None
            play = casino.host.look("t1").state.round
            assert play is not None
            assert len(play.stakes) == 1


def test_one_who_is_signed_out_is_told_and_does_not_come_back(tmp_path: Path) -> None:
    with served(tmp_path) as (casino, address), Client(address) as client:
        open_table(casino)
        person = casino.sessions.add("patron", Kind.PATRON, PASSWORD)
        client.sign_in("patron", PASSWORD)
        with client.follow("t1") as follow:
            follow.next()
            casino.sessions.change(person.id, lambda each: replace(each, disabled=True))
            with pytest.raises(Refused) as refused:
                follow.next(5.0)
            assert refused.value.reason is Reason.NOT_SIGNED_IN
        with pytest.raises(Refused) as refused, client.follow("t1") as follow:
            follow.next(5.0)
        assert refused.value.reason is Reason.NOT_SIGNED_IN
