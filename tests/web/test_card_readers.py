"""Card readers on the network: posted, streamed, and the example program through crashes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from punto.cli import main
from punto.client import Client
from punto.floor.card_reads import Read
from punto.journal.people.people import ALL_TABLES, Duty, Kind
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.server import opened
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import REFUSAL_FIELDS, caller, credits_table, everybody, served
from tests.web.test_serve import free_port, wait_for

ROOT = Path(__file__).parents[2]
DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
ids = count(1)


@pytest.fixture(scope="module")
def place(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Casino, dict[str, Client]]]:
    folder: Path = tmp_path_factory.mktemp("readers")
    with served(folder) as (casino, address):
        yield casino, everybody(casino, address)


@pytest.fixture
def table(place: tuple[Casino, dict[str, Client]]) -> str:
    name = f"t{next(ids)}"
    begin(place[0], name)
    return name


def begin(casino: Casino, table: str) -> None:
    """A table at which the first card is due."""
    ask(casino.host, table, "open", Given(c.OpenTable(credits_table()), MANAGER))
    ask(casino.host, table, "load", Given(c.LoadShoe("first"), DEALER))
    ask(casino.host, table, "bet", Given(c.OpenBetting(), DEALER))
    ask(casino.host, table, "close", Given(c.CloseBetting(), DEALER))


def drawn(casino: Casino, table: str) -> list[str | None]:
    play = casino.host.look(table).state.round
    return [card.card for card in play.cards] if play else []


def test_several_reads_are_taken_up_to_the_first_refused_one(
    place: tuple[Casino, dict[str, Client]], table: str
) -> None:
    casino, people = place
    reader = people["reader"]
    assert reader.expected_read(table) == 1
    answers = reader.send_reads(table, Read(1, "TH"), Read(2, "no"), Read(3, "2C"))
    assert [each.number for each in answers] == [1, 2]
    assert answers[0].done is not None
    assert [event.type for event in answers[0].done.events] == ["card-drawn"]
    assert answers[1].refused is not None
    assert answers[1].refused.reason == "unreadable-card"
    assert drawn(casino, table) == ["TH"]
    (unheard,) = reader.send_reads(table, Read(3, "2C"))
    assert unheard.refused is not None
    assert (unheard.refused.reason, unheard.expected) == ("read-unheard", 3)
    again, new = reader.send_reads(table, Read(1, "TH"), Read(3, "2C", acknowledged=2))
    assert again.again
    assert new.done is not None
    assert drawn(casino, table) == ["TH", "2C"]


def test_reads_are_streamed_and_one_left_out_is_named(
    place: tuple[Casino, dict[str, Client]], table: str
) -> None:
    casino, people = place
    with people["reader"].reader(table) as link:
        assert link.expected == 1
        assert link.send(Read(1, "TH")).expected == 2
        lost = link.send(Read(3, "2C"))
        assert lost.refused is not None
        assert (lost.refused.reason, lost.expected) == ("read-missing", 2)
        other = link.send(Read(1, "9C"))
        assert other.refused is not None
        assert other.refused.reason == "id-used-before"
        for nonsense in ("{", '{"number":0,"code":"TH"}', '{"number":1,"code":"\\u0000"}', "[]"):
            link.socket.send(nonsense)
            assert b"unreadable-request" in str(link.socket.recv(timeout=60)).encode()
        assert link.send(Read(2, "2C")).done is not None
    assert drawn(casino, table) == ["TH", "2C"]


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    body=st.binary(max_size=30)
    | st.fixed_dictionaries(
        {
            "reads": st.lists(
                st.fixed_dictionaries(
                    {"number": st.integers() | st.none(), "code": st.text(max_size=25)},
                    optional={"acknowledged": st.integers(-1, 3), "more": st.none()},
                ),
                max_size=20,
            )
        }
    )
)
def test_nothing_a_reader_sends_is_answered_by_a_breakdown(
    place: tuple[Casino, dict[str, Client]], body: object
) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    if "fuzzed" not in place[0].host.tables():
        begin(place[0], "fuzzed")
    told = place[1]["reader"].http.post(
        "/api/v1/tables/fuzzed/reads", content=content, headers={"Content-Type": "application/json"}
    )
    assert told.status_code in (200, 400), told.text
    if told.status_code == 400:
        assert set(told.json()) == REFUSAL_FIELDS


@pytest.mark.parametrize("who", ["device", "dealer", "patron", "guest", "stranger"])
def test_a_socket_for_reads_is_for_readers_alone(
    place: tuple[Casino, dict[str, Client]], table: str, who: str
) -> None:
    with pytest.raises(Refused) as refused, place[1][who].reader(table):
        pass
    assert refused.value.reason is Reason.NOT_AUTHORISED


def test_a_reader_deals_only_where_it_stands_and_gives_no_commands(
    place: tuple[Casino, dict[str, Client]], table: str
) -> None:
    casino, people = place
    _, key = casino.sessions.add_device("elsewhere", ("t-other",), Duty.READER)
    elsewhere = caller(people["reader"].address, key)
    with pytest.raises(Refused) as refused:
        elsewhere.send_reads(table, Read(1, "TH"))
    assert refused.value.reason is Reason.NOT_AUTHORISED
    with pytest.raises(Refused) as refused, elsewhere.reader(table):
        pass
    assert refused.value.reason is Reason.NOT_AUTHORISED
    with pytest.raises(Refused) as refused:
        people["reader"].give(table, c.OpenBetting())
    assert refused.value.reason is Reason.NOT_AUTHORISED
    with pytest.raises(Refused) as refused:
        people["reader"].send_reads("nowhere", Read(1, "TH"))
    assert refused.value.reason is Reason.UNKNOWN_TABLE
    assert drawn(casino, table) == []


def test_a_reader_that_is_disabled_is_out_at_once(
    place: tuple[Casino, dict[str, Client]], table: str
) -> None:
    casino, people = place
    _, key = casino.sessions.add_device("doomed", (ALL_TABLES,), Duty.READER)
    doomed = caller(people["reader"].address, key)
    lines = {line.name: (line.duty, line.disabled) for line in people["pit-manager"].devices()}
    assert (lines["doomed"], lines["display"]) == (("reader", False), ("display", False))
    with doomed.reader(table) as link:
        people["pit-manager"].disable("doomed")
        with pytest.raises(ConnectionClosed) as closed:
            link.send(Read(1, "TH"))
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    with pytest.raises(Refused):
        doomed.expected_read(table)
    assert drawn(casino, table) == []


def test_the_example_reader_deals_every_card_once_through_a_killed_server(tmp_path: Path) -> None:
    journal, port, spool = tmp_path / "j", free_port(), tmp_path / "spool"
    with opened(str(journal)) as (casino, _):
        begin(casino, "t1")
        _, key = casino.sessions.add_device("r1", ("t1",), Duty.READER)
        casino.sessions.add("dealer", Kind.STAFF, "correct horse battery", Position.DEALER, ("t1",))
    with start_server(journal, port) as server, start_reader(port, key, spool) as reader:
        say(reader, "9c", "1 9c: card-drawn")
        say(reader, "??", "2 ?? refused: ")
        say(reader, "5D", "5D is not sent")
        say(reader, "\n5D", "3 5D: card-drawn")
        kill(server)
        assert reader.stdin is not None
        reader.stdin.write("KH\n")
        reader.stdin.flush()
        wait_until(lambda: spool.exists() and '"KH"' in spool.read_text())
        kill(reader)  # what was scanned is on its disk
        with start_server(journal, port) as again, start_reader(port, key, spool) as anew:
            assert hear(anew).startswith("4 KH: card-drawn")
            kill(again)
            with start_server(journal, port) as third:
                say(anew, "10h", "5 10h: card-drawn")
                kill(third)
            anew.kill()
    with opened(str(journal)) as (casino, _):
        assert drawn(casino, "t1") == ["9C", "5D", "KH", "TH"]
        assert casino.reads.expected("t1", "r1") == 6
    assert main(["verify", str(journal)]) == 0


def start_server(journal: Path, port: int) -> subprocess.Popen[str]:
    arguments = ["serve", "--journal", str(journal), "--port", str(port)]
    process = subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments], stdout=subprocess.DEVNULL, text=True
    )
    wait_for(f"http://127.0.0.1:{port}")
    return process


def start_reader(port: int, key: str, spool: Path) -> subprocess.Popen[str]:
    server = f"http://127.0.0.1:{port}"
    program = [sys.executable, str(ROOT / "examples/reader.py")]
    return subprocess.Popen(
        [*program, "--table", "t1", "--server", server, "--spool", str(spool)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PUNTO_READER_KEY": key},
    )


def say(reader: subprocess.Popen[str], line: str, answer: str) -> None:
    assert reader.stdin is not None
    reader.stdin.write(f"{line}\n")
    reader.stdin.flush()
    heard = hear(reader)
    assert heard.startswith(answer), heard


def hear(reader: subprocess.Popen[str]) -> str:
    """The next thing it says that is not about the line."""
    assert reader.stdout is not None
    while (line := reader.stdout.readline()).startswith("no answer"):
        pass
    return line


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(60)


def wait_until(done: object) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if callable(done) and done():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")
