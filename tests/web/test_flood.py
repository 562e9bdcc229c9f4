"""A patron who floods a table: the dealer deals, the journal stays small."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import WebSocketException

from punto.client import Client
from punto.floor.command_rates import RefusalPace
from punto.journal.notices import Notice, NoticeKind, read_notice
from punto.journal.people.people import Kind
from punto.journal.schema import notices
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource
from punto.table.people import Staff
from punto.table.prompt import Step, next_step
from punto.web.casino import Casino
from punto.web.live import live_tables
from tests.envelope import Given
from tests.submission import ask
from tests.table.order_oracle import contributing
from tests.web.served import caller, credits_table, open_session, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
FLOOD_S = 4.0
VALUE = "5eed" * 16
GROWTH_BYTES_MAX = 400_000  # before, it was 1.6 MB a second


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path) as (casino, address):
        ask(
            casino.host,
            "t1",
            "open",
            Given(c.OpenTable(credits_table(source=CardSource.SEALED)), MANAGER),
        )
        yield casino, address


def patron(casino: Casino, address: str, name: str = "patron") -> Client:
    person = casino.sessions.add(name, Kind.PATRON)
    ask(casino.host, CAGE, f"fund-{name}", Given(cage.BuyCredits(name, 100_000), DEALER))
    return caller(address, casino.sessions.open_session(person))


class Flood:
    """Stakes that come too late, as many as a few sockets can send."""

    def __init__(self, client: Client, sockets: int = 3) -> None:
        self.sent = 0
        self.refused: set[str] = set()
        self._client = client
        self._over = Event()
        self._numbers = count()
        self._threads = [Thread(target=self._run, daemon=True) for _ in range(sockets)]
        for thread in self._threads:
            thread.start()

    def _run(self) -> None:
        stake = c.PlaceStake("patron", "banker", 1, 1000)
        with self._client.watch("t1") as watch:
            while not self._over.is_set():
                try:
                    for _ in range(20):
                        key = f"flood-{next(self._numbers)}"
                        watch.send({"type": "give", "id": key, "command": stake})
                        self.sent += 1
                    for _ in range(20):
                        frame = msgspec.json.decode(watch.socket.recv(timeout=2.0))
                        if frame["type"] == "answer" and frame["refused"]:
                            self.refused.add(frame["refused"]["reason"])
                except (TimeoutError, WebSocketException):
                    return

    def end(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()


def test_a_human_dealer_gets_a_card_a_press(place: tuple[Casino, str], tmp_path: Path) -> None:
    casino, address = place
    dealer = open_session(casino, address, "dealer-1", Position.DEALER, "t1")
    gambler = patron(casino, address)
    press = "/api/v1/tables/t1/virtual-shoe"
    dealer.post(press, {}, dict[str, object])
    for given in contributing(VALUE, DEALER):
        dealer.give("t1", given.command)
    while next_step(casino.host.look("t1").state).step is Step.BURN:
        dealer.post(press, {}, dict[str, object])
    dealer.give("t1", c.OpenBetting())
    dealer.give("t1", c.CloseBetting())
    before = casino.host.look("t1").head.number
    flood = Flood(gambler)
    began, cards, slowest_s = monotonic(), 0, 0.0
    try:
        while cards < 4:
            pressed = monotonic()
            dealer.post(press, {}, dict[str, object])  # raises where it is a Conflict
            slowest_s = max(slowest_s, monotonic() - pressed)
            cards += 1
        sleep(max(0.0, FLOOD_S - (monotonic() - began)))
    finally:
        flood.end()
    play = casino.host.state("t1").round
    assert play is not None
    assert cards == 4
    assert slowest_s < 2.0
    assert flood.sent > 100
    assert flood.refused <= {"betting-closed", "too-often"}
    assert casino.host.look("t1").head.number - before < 60
    size = sum(each.stat().st_size for each in tmp_path.glob("house.journal*"))
    assert size < 5_000_000 + GROWTH_BYTES_MAX


def test_what_is_not_written_one_by_one_is_counted(place: tuple[Casino, str]) -> None:
    casino, address = place
    gambler = patron(casino, address)
    stake = c.PlaceStake("patron", "banker", 1, 1000)
    before = casino.host.look("t1").head.number
    reasons = set()
    for _ in range(60):
        with pytest.raises(Refused) as refused:
            gambler.give("t1", stake)
        reasons.add(refused.value.reason)
    assert reasons == {Reason.NO_ROUND}, "the true reason, recorded or not"
    recorded = casino.host.look("t1").head.number - before
    assert 20 <= recorded <= 40
    casino.audit_writer.flush(everything=True)
    denied = [each for each in _notices(casino) if each.kind is NoticeKind.DENIED]
    assert sum(each.count for each in denied) == 60 - recorded
    assert {each.actor for each in denied} == {"patron"}


@pytest.mark.sweep
def test_a_flood_takes_nothing_from_anybody_else(place: tuple[Casino, str]) -> None:
    casino, address = place
    dealer = open_session(casino, address, "dealer-1", Position.DEALER, "t1")
    gambler, other = patron(casino, address), patron(casino, address, "other")
    dealer.deal_virtually("t1")
    for given in contributing(VALUE, DEALER):
        dealer.give("t1", given.command)
    flood = Flood(gambler, sockets=4)
    sleep(1.5)
    dealer.give("t1", c.OpenBetting())
    slowest_s = 0.0
    for _ in range(3):
        began = monotonic()
        other.give("t1", c.PlaceStake("other", "banker", 2, 1000))
        slowest_s = max(slowest_s, monotonic() - began)
    flood.end()
    assert slowest_s < 2.0
    assert flood.refused


def _notices(casino: Casino) -> list[Notice]:
    with casino.store.begin_read() as transaction:
        rows = transaction.connection.execute(sa.select(notices).order_by(notices.c.number)).all()
    return [read_notice(row).notice for row in rows]


def test_who_is_refused_often_is_read_no_more_and_others_are(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal is as much work as a stake: guests by the hundred would have the server all day."""
    casino, address = place
    refusals: Counter[str] = Counter()

    def pause_s(_: RefusalPace, who: str, table: str, address: str = "") -> float:
        refusals[who] += 1
        return 3600.0 if refusals[who] > 3 else 0.0

    monkeypatch.setattr(RefusalPace, "pause_s", pause_s)
    loud, quiet = patron(casino, address, "loud"), patron(casino, address, "quiet")
    stake = c.PlaceStake("loud", "banker", 1, 1000)
    with loud.watch("t1") as flood, quiet.watch("t1") as other:
        for _ in range(4):
            assert flood.give(stake).refused is not None
        for number in range(20):
            flood.send({"type": "give", "id": f"more-{number}", "command": stake})
        own = c.PlaceStake("quiet", "banker", 1, 1000)
        for _ in range(3):
            assert other.give(own).refused is not None, "answered all the same"
        assert refusals == {"loud": 4, "quiet": 3}


def test_staff_are_never_read_slowly(
    place: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, address = place
    monkeypatch.setattr(RefusalPace, "pause_s", lambda *_: 3600.0)
    dealer = open_session(casino, address, "dealer-1", Position.DEALER, "t1")
    with dealer.watch("t1") as watch:
        for _ in range(5):
            assert watch.give(c.CloseBetting()).refused is not None


def test_turns_of_patrons_are_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for what is unreadable, or no command; else the house would stand still."""
    monkeypatch.setattr(live_tables, "COMMANDS_MAX", {Kind.PATRON: 2})
    with served(tmp_path) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        loud = patron(casino, address, "loud")
        stake = c.PlaceStake("loud", "banker", 1, 1000)
        with loud.watch("t1") as watch:
            for _ in range(4):
                watch.send({"type": "here"})
                watch.send({"type": "give", "id": "x", "command": {"type": "nonsense"}})
                assert watch.give(stake).refused is not None
