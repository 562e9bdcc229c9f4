"""One of two nodes is stopped at every step of a commit: the other still accepts stakes."""

import gc
import os
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from signal import SIGCONT
from threading import Thread
from time import monotonic, sleep

import httpx
import pytest

from punto.cli import main
from punto.client import Client
from punto.journal.people.people import Kind
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.refusals import Kind as RefusalKind
from punto.refusals import Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.server import opened
from tests.cli.run import started
from tests.envelope import Given
from tests.faults.servers import Server, own_server
from tests.submission import ask
from tests.web.nodes import PATIENCE_S, Node
from tests.web.served import PASSWORD, credits_table
from tests.web.test_serve import free_port

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
PATRONS = ("anna", "berta", "carla")
TABLES = ("t1", "t2", "t3")
STEPS_MAX = 30
OTHERS_S = 2.5  # a stake at another table, on a busy machine
SAME_S = 8.0  # a stake at the table that is held: until the server ends what does not go on


class FreezingNode(Node):
    """A node that can be told at which step of its next commit to stop."""

    def __init__(self, journal: str, file: Path) -> None:
        self.file = file
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = started("tests.web.frozen_node", journal, str(self.port), str(file))

    @property
    def is_stopped(self) -> bool:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "T"


class Gambler:
    """Who changes the same stake again and again, each time under a key of its own."""

    def __init__(self, token: str, name: str) -> None:
        self.token = token
        self.name = name
        self.stakes: dict[str, int] = {}
        self.keys: list[str] = []
        self._numbers = count(1)

    def bet(self, address: str, table: str) -> float:
        """Place a stake at a table, or change it, until it is answered; how long that took."""
        number = next(self._numbers)
        key, cents = f"k{number}", 1000 + 100 * (number % 50)
        self.keys.append(f"{self.name}/{key}")
        place = PATRONS.index(self.name) + 1
        command: c.Command = c.PlaceStake(self.name, "banker", place, cents)
        if table in self.stakes:
            command = c.ChangeStake(self.stakes[table], cents)
        began = monotonic()
        with Client(address, self.token) as client:
            while monotonic() - began < PATIENCE_S:
                try:
                    done = client.give(table, command, key=key)
                except (httpx.TransportError, Refused) as trouble:
                    is_away = not isinstance(trouble, Refused) or (
                        trouble.reason.kind is RefusalKind.HOUSE
                    )
                    if not is_away:
                        raise
                    sleep(0.05)
                    continue
                self.stakes[table] = int(str(done.events[0].fields["stake"]))
                return monotonic() - began
        raise AssertionError("it was never answered")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with own_server() as server:
        yield server
        gc.collect()


def furnish(journal: str) -> dict[str, Gambler]:
    with opened(journal) as (casino, _):
        gamblers = {}
        for name in PATRONS:
            person = casino.sessions.add(name, Kind.PATRON, PASSWORD)
            ask(casino.host, CAGE, f"fund-{name}", Given(cage.BuyCredits(name, 100_000), DEALER))
            gamblers[name] = Gambler(casino.sessions.open_session(person), name)
        for table in TABLES:
            ask(casino.host, table, f"open-{table}", Given(c.OpenTable(credits_table()), MANAGER))
            ask(casino.host, table, f"load-{table}", Given(c.LoadShoe("first"), DEALER))
            ask(casino.host, table, f"bets-{table}", Given(c.OpenBetting(), DEALER))
        return gamblers


def wait_until_stopped(node: FreezingNode) -> bool:
    """Whether it stops; not where its commit has no such step."""
    deadline = monotonic() + PATIENCE_S
    while not node.is_stopped:
        if not node.file.exists():
            sleep(0.2)
            return node.is_stopped
        assert monotonic() < deadline
        sleep(0.005)
    return True


def test_a_node_stopped_at_any_step_of_a_commit_stops_nobody_else(
    server: Server, tmp_path: Path
) -> None:
    journal = server.journal()
    anna, berta, carla = furnish(journal).values()
    frozen, other = FreezingNode(journal, tmp_path / "step"), Node(journal)
    slowest = {"same table": 0.0, "other table": 0.0, "same patron": 0.0}
    stopped = 0
    try:
        frozen.wait()
        other.wait()
        for table in TABLES:
            anna.bet(frozen.address, table)
            berta.bet(other.address, table)
            carla.bet(other.address, table)
        for step in range(STEPS_MAX):
            frozen.file.write_text(str(step))
            betting = Thread(target=anna.bet, args=(frozen.address, "t1"))
            betting.start()
            if not wait_until_stopped(frozen):
                betting.join()
                break
            stopped += 1
            took_s = carla.bet(other.address, "t2")
            slowest["other table"] = max(slowest["other table"], took_s)
            # The money of the one whose commit was stopped is held, too.
            patron = Gambler(anna.token, anna.name)
            patron.stakes, patron._numbers = anna.stakes, count(1_000 + 10 * step)
            took_s = patron.bet(other.address, "t3")
            slowest["same patron"] = max(slowest["same patron"], took_s)
            anna.keys += patron.keys
            took_s = berta.bet(other.address, "t1")
            slowest["same table"] = max(slowest["same table"], took_s)
            took_s = carla.bet(other.address, "t3")
            slowest["other table"] = max(slowest["other table"], took_s)
            os.kill(frozen.process.pid, SIGCONT)
            betting.join()
            assert httpx.get(f"{other.address}/ready").status_code == 200
        assert stopped >= 8, "steps of a commit"
        assert slowest["other table"] < OTHERS_S, slowest
        assert slowest["same table"] < SAME_S, slowest
        assert slowest["same patron"] < SAME_S, slowest
        frozen.end()
        other.end()
    finally:
        for node in (frozen, other):
            if node.process.poll() is None:
                node.kill()
    assert main(["verify", journal]) == 0
    with closing(Store(journal)) as store, store.begin_read() as transaction:
        done = [entry.id for table in TABLES for entry in transaction.entries(table)]
    for key in (*anna.keys, *berta.keys, *carla.keys):
        assert done.count(key) == 1, key
