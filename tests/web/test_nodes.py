"""Two nodes on one database: each publishes the other's commits; one is killed, play continues."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count, cycle, pairwise
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest
from msgspec import Struct

from punto.cli import main
from punto.client import Client
from punto.floor.stream import recover
from punto.journal.codec import Recorded, recorded
from punto.journal.people.people import Kind
from punto.journal.sealed_shoes import SealedShoes
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Kind as RefusalKind
from punto.refusals import Reason, Refused
from punto.rules.games import GAMES
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.people import Staff
from punto.table.state import State
from punto.web.app import make_app
from punto.web.casino import Casino
from punto.web.live.frames import Push
from punto.web.server import in_thread, opened
from tests.envelope import Given
from tests.faults.servers import Server, own_server
from tests.floor.tables import routine, shuffled
from tests.sample import POSTGRESQL_FIRST
from tests.submission import ask
from tests.table.order_oracle import mixed
from tests.web.nodes import DEMO_DEALING_TIMES, PATIENCE_S, Node, Terminal
from tests.web.nodes import nodes as processes
from tests.web.served import FAST, PASSWORD, credits_table

# A cursor whose server was killed cannot be closed in good order, and psycopg says so.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)


@pytest.fixture
def nodes(journal: str) -> Iterator[tuple[str, str]]:
    """The addresses of two servers over one journal, with a patron and a table open for bets."""
    with ExitStack() as stack:
        houses = [stack.enter_context(opened(journal, dealing_times=FAST))[0] for _ in range(2)]
        first = houses[0]
        first.sessions.add("patron", Kind.PATRON, PASSWORD)
        first.sessions.add("boss", Kind.STAFF, PASSWORD, Position.PIT_MANAGER, ("*",))
        ask(first.host, CAGE, "fund", Given(cage.BuyCredits("patron", 100_000), DEALER))
        ask(first.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(first.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask(first.host, "t1", "bet", Given(c.OpenBetting(), DEALER))
        one, two = (stack.enter_context(in_thread(make_app(casino))) for casino in houses)
        yield one, two


@POSTGRESQL_FIRST
def test_a_stake_at_one_node_is_seen_at_the_other_and_done_once_on_both(
    nodes: tuple[str, str],
) -> None:
    with Client(nodes[0]) as here, Client(nodes[1]) as boss:
        here.sign_in("patron", PASSWORD)
        boss.sign_in("boss", PASSWORD)
        with Client(nodes[1], here.token) as there, there.watch("t1") as watch:
            watch.next()
            stake = c.PlaceStake("patron", "banker", 1, 1000)
            done = here.give("t1", stake, key="one")
            pushed = watch.next(5.0)
            assert isinstance(pushed, Push)
            assert pushed.mine is not None
            assert [each.cents for each in pushed.mine.stakes] == [1000]
            assert pushed.mine.me.credits_cents == 99_000
            assert there.give("t1", stake, key="one") == done
        boss.post("/api/v1/people/patron/disable", {}, dict[str, object])
        with pytest.raises(Refused) as refused:  # at once where it was said, a second later here
            wait_until_out(here)
        assert refused.value.reason is Reason.NOT_SIGNED_IN


@POSTGRESQL_FIRST
def test_a_browser_may_be_sent_to_either_node(nodes: tuple[str, str]) -> None:
    """Its cookies are those of the house, and so is the token against forged requests."""
    here, there = (f"{address}/api/v1" for address in nodes)
    with httpx.Client() as browser:
        browser.get(f"{here}/games")
        headers = {"x-csrftoken": browser.cookies["csrftoken"]}
        come = {"name": "patron", "password": PASSWORD}
        assert browser.post(f"{there}/sign-in", json=come, headers=headers).status_code == 200
        assert browser.get(f"{here}/me").json()["id"] == "patron"
        assert browser.post(f"{here}/sign-out", json={}).status_code == 403
        assert browser.post(f"{here}/sign-out", json={}, headers=headers).status_code == 200
        sleep(1.1)  # how long the other may take to see it
        assert browser.get(f"{there}/me").status_code == 401


@POSTGRESQL_FIRST
def test_wrong_passwords_are_counted_over_all_nodes(nodes: tuple[str, str]) -> None:
    with Client(nodes[0]) as here, Client(nodes[1]) as there:
        for client in (here, there, here):
            with pytest.raises(Refused):
                client.sign_in("patron", "something else, surely")
        for client in (there, here):
            with pytest.raises(Refused) as refused:
                client.sign_in("patron", PASSWORD)
            assert refused.value.reason is Reason.LOCKED_OUT


@POSTGRESQL_FIRST
def test_a_table_opened_at_one_node_is_listed_at_the_other(nodes: tuple[str, str]) -> None:
    with Client(nodes[0]) as here, Client(nodes[1]) as there:
        here.sign_in("boss", PASSWORD)
        there.sign_in("boss", PASSWORD)
        here.give("t2", c.OpenTable(credits_table()))
        assert [line.table for line in there.tables()] == ["t1", "t2"]
        there.give("t2", c.LoadShoe("first"))


def wait_until_out(client: Client) -> None:
    """Ask until the answer is no, for far longer than it may take."""
    for _ in range(1_000):
        client.me()
        sleep(0.03)  # or it would be refused for asking too often


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server of our own: it is killed, too."""
    with own_server() as server:
        yield server
        gc.collect()


PATRONS = ("anna", "berta", "carla", "dora")


class Place(Struct):
    """A house with a table, and who is there."""

    journal: str
    tokens: dict[str, str]
    cards: Iterator[str]
    keys: Iterator[int]

    def client(self, node: Node, who: str) -> Client:
        return Client(node.address, self.tokens[who])


def furnish(journal: str) -> Place:
    """A table that is open, patrons with credits, a dealer; all signed in for good."""
    with opened(journal) as (casino, _):
        casino.sessions.add("dealer", Kind.STAFF, PASSWORD, Position.DEALER, ("*",))
        for name in PATRONS:
            casino.sessions.add(name, Kind.PATRON, PASSWORD)
            ask(casino.host, CAGE, f"fund-{name}", Given(cage.BuyCredits(name, 100_000), DEALER))
        tokens = {name: casino.sessions.sign_in(name, PASSWORD)[1] for name in ("dealer", *PATRONS)}
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
    return Place(journal, tokens, cycle(shuffled(seed=6)), count(1))


def insist(client: Client, command: c.Command, key: str) -> int:
    """Give a command until it is answered, under one key; the number of its last event."""
    deadline = monotonic() + PATIENCE_S
    while monotonic() < deadline:
        try:
            return client.give("t1", command, key=key).seq
        except httpx.TransportError:
            pass
        except Refused as refused:
            is_away = refused.reason.kind is RefusalKind.HOUSE
            if not is_away and refused.reason is not Reason.NOT_SIGNED_IN:
                raise
        sleep(0.02)
    raise AssertionError("it was never answered")


def stake_all(place: Place, node: Node) -> None:
    with place.client(node, "dealer") as dealer:
        insist(dealer, c.OpenBetting(), f"k{next(place.keys)}")
    for position, name in enumerate(PATRONS, 1):
        with place.client(node, name) as patron:
            stake = c.PlaceStake(name, "player", position, 1000)
            insist(patron, stake, f"k{next(place.keys)}")


def deal(place: Place, node: Node, cards_max: int = 99) -> None:
    """Go on until the round is over, or so many cards are drawn."""
    drawn = 0
    with place.client(node, "dealer") as dealer, closing(Store(place.journal)) as store:
        while True:
            command = routine(state_of(store), place.cards)
            if command is None or (
                (is_draw := isinstance(command.command, c.DrawCard)) and (drawn == cards_max)
            ):
                return
            drawn += is_draw
            insist(dealer, command.command, f"k{next(place.keys)}")


def state_of(store: Store) -> State:
    with store.begin_read() as transaction:
        state: State = recover(transaction, "t1").state
        return state


def in_flight(place: Place, node: Node) -> tuple[c.Command, str]:
    """Send the next card over a socket, and kill the node before it can have answered."""
    command, key = c.DrawCard(next(place.cards)), f"k{next(place.keys)}"
    with place.client(node, "dealer") as dealer, dealer.watch("t1") as watch:
        watch.next()
        watch.send({"type": "give", "id": key, "command": command})
        node.kill()
    return command, key


def check(place: Place, told: dict[str, list[int]], rounds: int) -> None:
    """Nothing is lost, nothing twice, for any terminal; journal and books are sound."""
    assert main(["verify", place.journal]) == 0
    assert main(["ledger", place.journal, "trial"]) == 0
    with closing(Store(place.journal)) as store:
        records = records_of(store, "t1")
        assert state_of(store).round is None
    settled = [each.event for each in records if isinstance(each.event, e.RoundSettled)]
    assert [len(each.lines) for each in settled] == [len(PATRONS)] * rounds
    for who, seqs in told.items():
        theirs = [
            record.seq
            for record in records
            if who == "dealer" or not isinstance(record.event, e.StakePlaced | e.DealerSignedOn)
        ]
        assert seqs == theirs, who


def records_of(store: Store, table: str) -> list[Recorded]:
    with store.begin_read() as transaction:
        return [record for entry in transaction.entries(table) for record in recorded(entry)]


def test_a_node_killed_in_mid_round_and_then_the_database(server: Server) -> None:
    place = furnish(server.journal())
    with processes(place.journal) as serving:
        addresses = [node.address for node in serving]
        # Half of the terminals are at each node; the staff's sees every single event.
        terminals = {
            who: Terminal(place.tokens[who], "t1", addresses, first)
            for first, who in enumerate(("dealer", *PATRONS))
        }
        one, two = serving
        stake_all(place, one)
        deal(place, one, cards_max=2)
        command, key = in_flight(place, one)
        with place.client(two, "dealer") as dealer:
            first = insist(dealer, command, key)
            assert insist(dealer, command, key) == first
        deal(place, two)
        for terminal in terminals.values():
            terminal.wait_for(1)
        # The database is killed under a node that has just come, and the one that was left.
        three = Node(place.journal)
        serving.append(three)
        three.wait()
        addresses[:] = [two.address, three.address]
        stake_all(place, three)
        deal(place, two, cards_max=3)
        server.kill()
        server.start()
        deal(place, three)
        for terminal in terminals.values():
            terminal.wait_for(2)
        # And one in its own time, with a terminal's stake on its way.
        stake_all(place, two)
        two.end()
        deal(place, three)
        for terminal in terminals.values():
            terminal.wait_for(3)
        told = {who: terminal.end() for who, terminal in terminals.items()}
        assert sum(terminal.connections for terminal in terminals.values()) > len(terminals)
        assert [terminal.incomplete for terminal in terminals.values()] == [0] * len(terminals)
    check(place, told, rounds=3)


@pytest.mark.sweep
def test_two_nodes_deal_the_same_tables_once_and_one_goes_on_alone(server: Server) -> None:
    journal = server.journal()
    with processes(journal, demo=True) as serving:
        with Client(serving[0].address) as guest:
            guest.sign_in_as_guest()
            token = guest.token
        addresses = [node.address for node in serving]
        # At each node somebody is at every table, so both deal.
        terminals = [
            Terminal(token, game.id, addresses, first) for game in GAMES for first in range(2)
        ]
        for terminal in terminals:
            terminal.wait_for(1)
        serving[0].kill()
        so_far = [terminal.outcomes for terminal in terminals]
        for terminal, before in zip(terminals, so_far, strict=True):
            terminal.wait_for(before + 1)
        for terminal in terminals:
            terminal.end()
    assert main(["verify", journal]) == 0
    with closing(Store(journal)) as store:
        for game in GAMES:
            check_dealt(store, game.id)


@POSTGRESQL_FIRST
def test_a_table_set_to_deal_itself_is_dealt_whenever_it_was_opened(journal: str) -> None:
    """Opened over the API at one node, dealt there and, with that one gone, at another."""
    with ExitStack() as stack:
        other, _ = stack.enter_context(opened(journal, dealing_times=FAST))
        with opened(journal, dealing_times=FAST) as (first, _):
            first.sessions.add("boss", Kind.STAFF, PASSWORD, Position.PIT_MANAGER, ("*",))
            config = credits_table(source=CardSource.AUTOMATIC)
            with in_thread(make_app(first)) as address, Client(address) as boss:
                boss.sign_in("boss", PASSWORD)
                boss.give("own", c.OpenTable(config))
            wait_for_round(first, 1)
        wait_for_round(other, other.host.look("own").state.rounds + 2)
    with opened(journal, dealing_times=FAST) as (later, _):
        wait_for_round(later, later.host.look("own").state.rounds + 1)
    assert main(["verify", journal]) == 0


def wait_for_round(casino: Casino, number: int) -> None:
    """Wait with a patron at the table until this round is in play."""
    deadline = monotonic() + PATIENCE_S
    while casino.host.look("own").state.rounds < number:
        casino.presence.note("own", "patron")
        assert monotonic() < deadline, "nothing deals this table"
        sleep(0.02)


def test_a_table_given_back_in_mid_round_is_dealt_on(tmp_path: Path) -> None:
    with opened(str(tmp_path / "house.journal"), dealing_times=FAST) as (casino, _):
        config = credits_table(source=CardSource.AUTOMATIC)
        ask(casino.host, "own", "open", Given(c.OpenTable(config), MANAGER))
        ask(casino.host, "own", "on", Given(c.SignOnDealer(), DEALER))
        deadline = monotonic() + PATIENCE_S
        while "own" not in casino.automatic_tables:
            assert monotonic() < deadline, "nothing deals this table"
            sleep(0.02)
        assert casino.host.look("own").state.shoe is None, "a person deals it"
        ask(casino.host, "own", "off", Given(c.SignOffDealer(), DEALER))
        wait_for_round(casino, 1)
        ask(casino.host, "own", "on2", Given(c.SignOnDealer(), DEALER))
        number = casino.host.look("own").state.rounds
        ask(casino.host, "own", "off2", Given(c.SignOffDealer(), DEALER))
        wait_for_round(casino, number + 1)


def check_dealt(store: Store, table: str) -> None:
    """The cards of the one shoe that was loaded, in its order, at the pace of one dealer."""
    records = records_of(store, table)
    loaded = [each.event for each in records if isinstance(each.event, e.ShoeLoaded)]
    assert len(loaded) == 1
    sealed = SealedShoes(store, table).find(loaded[0].commitment)
    assert sealed is not None
    assert not any(isinstance(each.event, e.CardsBurned) for each in records)
    drawn = [each.event.card for each in records if isinstance(each.event, e.CardDrawn)]
    assert len(drawn) >= 8
    made = (each.event for each in records)
    values = [each.value for each in made if isinstance(each, e.ContributionRevealed)]
    due = mixed(sealed.order, loaded[0].commitment, loaded[0].shoe, values)
    assert drawn == due[: len(drawn)]
    at_ms = [each.at_ms for each in records if isinstance(each.event, e.CardDrawn)]
    gaps_ms = [later - before for before, later in pairwise(at_ms)]
    assert min(gaps_ms) >= DEMO_DEALING_TIMES.card_ms - 5  # two clocks of one machine
