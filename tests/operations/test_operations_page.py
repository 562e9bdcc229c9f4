"""docs/operations.md, run: its commands in order, an update, and outages with their ends."""

import json
import re
import resource
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

import httpx
import pytest

from punto.cli import main
from punto.client import Client
from punto.floor.clock import Clock
from punto.journal.people.people import Kind, People
from punto.journal.store import Store
from punto.rules.staff import Position
from punto.web.auth.sessions import Sessions
from tests.faults.servers import Server, own_server
from tests.floor.test_backup import new_database
from tests.operations.machine import (
    PAGE,
    Node,
    Shell,
    blocks,
    copy_settings,
    stopped_after,
    unit,
    wait_until,
)
from tests.web.test_deploy import nginx, wait_for

UNIT = "punto@.service"
IN_ORDER = [
    "completion",
    "settings",
    "first account",
    "reset",
    "command line",
    "backup",
    "dump",
    "restore",
    "check",
    "heads",
    "archive",
]


def test_every_block_of_the_page_is_run_or_says_why_not() -> None:
    found = blocks()
    assert len(found) == PAGE.read_text(encoding="utf-8").count("```sh")
    named = [comment.removeprefix("run: ") for comment, _ in found if comment.startswith("run: ")]
    assert named == IN_ORDER
    for comment, _ in found:
        assert re.match(r"run: \w|not run here: \w", comment), comment


class House(NamedTuple):
    """Two nodes on PostgreSQL, as the page starts them."""

    database: Server
    journal: str
    nodes: list[Node]
    folder: Path

    def restart(self, place: int) -> None:
        node, there = self.nodes[place], {"PUNTO_DATABASE": self.journal}
        self.nodes[place] = Node(unit(UNIT), self.folder, there, node.port)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with own_server() as database:
        journal = new_database(database._address, "punto")
        there = {"PUNTO_DATABASE": journal}
        with stopped_after(*(Node(unit(UNIT), folder, there) for _ in range(2))) as nodes:
            yield House(database, journal, nodes, folder)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.sweep
def test_the_commands_of_the_page_work_in_order(
    house: House,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, journal, nodes = house.database._address, house.journal, house.nodes
    new, other = (new_database(address, name) for name in ("punto_new", "punto_other"))
    etc, backups = copy_settings(tmp_path), tmp_path / "backup"
    backups.mkdir()
    commands = {comment.removeprefix("run: "): each for comment, each in blocks()}
    with nginx(tmp_path, [node.address for node in nodes]) as port:
        front = f"https://127.0.0.1:{port}"
        copyfile(tmp_path / "tls.crt", etc / "tls.crt")
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).date().isoformat()
        places = {
            "postgresql://punto@HOST/punto": journal,
            "https://casino.example": front,
            "/etc/punto": str(etc),
            "/backup": str(backups),
            "2026-11-01": tomorrow,
        }
        shell = Shell(tmp_path, places)
        with httpx.Client(base_url=front, verify=False) as client:
            wait_for(client)
        shell.run(commands["completion"])
        assert re.search(r"port +8001 +flag", shell.run(commands["settings"]))
        shell.environment = {"PUNTO_DATABASE": journal, "PUNTO_NEW": new, "PUNTO_OTHER": other}
        first = password_in(shell.run(commands["first account"]))
        second = password_in(shell.run(commands["reset"]))
        assert first != second
        shell.environment["PUNTO_PASSWORD"] = second
        said = shell.run(commands["command line"])
        assert "0 open vouchers" in said
        assert "table-closed" in said
        check_certificates(front, etc / "tls.crt", second, capsys, monkeypatch)
        shell.run(commands["backup"])
        assert "verified" in (backups / "punto.prom").read_text()
        shell.run(commands["dump"])
        shell.run(commands["restore"])
        shell.environment["HEAD"] = head_of(journal, "t1")
        assert "no fault" in shell.run(commands["check"])
        shell.run(commands["heads"])
        (saved,) = backups.glob("heads-*.json")
        assert json.loads(saved.read_text())["heads"]["t1"] == shell.environment["HEAD"]
        assert "taken out" in shell.run(commands["archive"])
        assert main(["verify", other]) == 0
        check_update(house, front, second)


def password_in(said: str) -> str:
    found = re.search(r"password (\S+),", said)
    assert found is not None, said
    return found[1]


def head_of(journal: str, stream: str) -> str:
    store = Store(journal)
    with store.begin_read() as transaction:
        head = transaction.head(stream).hash.hex()
    store.close()
    return head


def check_certificates(
    front: str,
    certificate: Path,
    password: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody trusts nginx's certificate before it is named, and clients and bots say so."""
    monkeypatch.setenv("PUNTO_PASSWORD", password)
    asked = ["--server", front, "--as", "boss"]
    bots = ["bots", "--table", "t1", "--count", "1", "--rounds", "1", "--server", front]
    for command in (["table", "list", *asked], bots):
        capsys.readouterr()
        assert main(command) == 2
        assert "is not trusted" in capsys.readouterr().err
    assert main([*bots, "--certificate", "/dev/null"]) == 2
    assert "no certificate to be read" in capsys.readouterr().err
    assert main([*bots, "--certificate", str(certificate)]) == 2
    assert "not trusted" not in capsys.readouterr().err, "only that guests are not let in"
    monkeypatch.setenv("PUNTO_CERTIFICATE", str(certificate))
    assert main(["table", "list", *asked]) == 0
    with Client(front) as client:
        client.sign_in("boss", password)
        with client.watch("t1") as watch:
            watch.next()
    monkeypatch.delenv("PUNTO_CERTIFICATE")


def check_update(house: House, front: str, password: str) -> None:
    """A node is stopped and started again; the house is served all the time."""
    with httpx.Client(base_url=front, verify=False) as client:
        assert house.nodes[0].stop() == 0
        assert house.nodes[0].has_logged("node-stopped")
        for _ in range(5):
            assert client.get("/ready").status_code == 200
        house.restart(0)
        body = {"name": "boss", "password": password, "bearer": True}
        assert client.post("/api/v1/sign-in", json=body).status_code == 200


@pytest.mark.sweep
def test_an_outage_of_database_and_node_is_seen_with_its_end(house: House) -> None:
    first, second = house.nodes
    assert first.metrics()["punto_ready"] == 1
    assert first.metrics()["punto_listening"] == 1
    house.database.stop()
    wait_until(lambda: first.status("/ready") == 503, "still ready")
    wait_until(lambda: first.has_logged("not-listening"), "nothing logged")
    found = first.metrics()
    assert (found["punto_ready"], found["punto_listening"]) == (0, 0)
    wrong = {"Authorization": "Bearer another key of this length"}
    assert httpx.get(f"{first.address}/metrics", headers=wrong, timeout=30).status_code == 401
    wait_until(lambda: first.has_logged("not-ready"), "it logs nothing")
    assert not first.has_logged("ready-again")
    house.database.start()
    wait_until(lambda: first.status("/ready") == 200, "not ready again")
    wait_until(lambda: first.has_logged("listening-again"), "nothing logged")
    wait_until(lambda: first.has_logged("ready-again"), "it logs nothing")
    assert first.metrics()["punto_ready"] == 1
    second.kill()
    assert second.status("/health") == 0
    assert not second.has_logged("node-stopped"), "it had no time to say so"
    assert first.status("/ready") == 200
    house.restart(1)
    wait_until(lambda: house.nodes[1].has_logged("node-started"), "nothing logged")
    assert house.nodes[1].metrics()["punto_ready"] == 1


def test_a_full_disk_is_seen_with_its_end(tmp_path: Path) -> None:
    """No file of the node may grow any more, as on a disk without space."""
    with stopped_after(Node(unit("punto.service"), tmp_path, {})) as (node,):
        store = Store(str(tmp_path / "punto.journal"))
        sessions = Sessions(People(store), Clock())
        tables = ("*", "cage")
        boss = sessions.add("boss", Kind.STAFF, "", Position.ASSISTANT_CASINO_MANAGER, tables)
        token = sessions.open_session(boss)
        patron = sessions.add("anna", Kind.PATRON, "correct horse battery")
        store.close()
        buy = {"type": "buy-credits", "patron": patron.id, "cents": 100}

        def bought(key: str) -> int:
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
            path = f"{node.address}/api/v1/cage/commands"
            return httpx.post(path, json=buy, headers=headers, timeout=30).status_code

        assert bought("before") == 200
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        wait_until(lambda: node.status("/ready") == 503, "still ready")
        assert bought("during") == 503
        wait_until(lambda: node.has_logged("not-ready"), "it logs nothing")
        wait_until(lambda: node.has_logged("commits-failing"), "commits do not fail")
        found = node.metrics()
        assert found["punto_ready"] == 0
        assert found["punto_commands_failed_total"] >= 1
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, unlimited)
        wait_until(lambda: node.status("/ready") == 200, "not ready again")
        assert bought("during") == 200, "once, under the same key"
        wait_until(lambda: node.has_logged("commits-succeed-again"), "nothing logged")
        wait_until(lambda: node.has_logged("ready-again"), "it logs nothing")
        assert node.stop() == 0
    assert main(["verify", str(tmp_path / "punto.journal")]) == 0
