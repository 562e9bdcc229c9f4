"""`punto serve --demo`: a separate process, guests who play, and a clean shutdown."""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from punto.cli import main
from punto.client import Client, Watch
from punto.rules.games import GAMES
from punto.table import commands as c
from punto.web.app import make_app
from punto.web.server import in_thread, opened


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_demo_is_served_played_and_ended(tmp_path: Path) -> None:
    port, journal = free_port(), tmp_path / "demo.journal"
    arguments = ["serve", "--demo", "--journal", str(journal), "--port", str(port)]
    with subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address)
            with Client(address) as guest:
                me = guest.sign_in_as_guest()
                assert guest.me().credits_cents == 1_000_000
                assert {line.table for line in guest.tables()} == {game.id for game in GAMES}
                with guest.watch("rapid-no-commission") as watch:
                    staked(watch, me.id)
                    # While anyone has the file open, SQLite does not fold its log in by itself.
                    reader = sqlite3.connect(journal)
                    assert reader.execute("SELECT count(*) FROM entries").fetchone()[0] > 0
                    process.send_signal(signal.SIGTERM)
                    with pytest.raises(ConnectionClosed) as closed:
                        watch_to_the_end(watch)
        finally:
            process.send_signal(signal.SIGTERM)
            out, errors = process.communicate(timeout=90)
    assert process.returncode == 0
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "restart")
    assert re.search(r"pit-manager +\S{16}\n", out)
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].split()[3] == "node-stopped"
    cold = tmp_path / "cold.journal"  # the file alone: its write-ahead log is folded in
    shutil.copyfile(journal, cold)
    reader.close()
    assert main(["verify", str(cold)]) == 0


def wait_for(address: str) -> None:
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/ready").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise AssertionError("it did not start")


def watch_to_the_end(watch: Watch) -> None:
    while True:
        watch.next()


def staked(watch: Watch, guest: str) -> None:
    """Wait for the automatic dealer to open betting, and stake."""
    watch.next()
    while watch.mine is None or "place-stake" not in watch.mine.may:
        watch.next()
    answer = watch.give(c.PlaceStake(guest, "tie", 1, 1000))
    assert answer.done is not None


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--journal", str(tmp_path / "j"), "--port", port]) == 2


def test_nobody_could_stake_in_no_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hasty = ["serve", "--journal", str(tmp_path / "j"), "--betting-seconds", "0"]
    assert main(hasty) == 2
    assert "at least a second" in capsys.readouterr().err


def test_staff_are_added_before_anybody_can_sign_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = ["--journal", str(tmp_path / "j")]
    added = ["staff", "add", "pit1", "--position", "pit-manager", "--tables", "*", "--json"]
    assert main([*added, *journal]) == 0
    made = json.loads(capsys.readouterr().out)
    with served_at(tmp_path / "j") as address, Client(address) as client:
        assert client.sign_in("pit1", made["password"]).position == "Pit Manager"
    assert main(["staff", "list", *journal]) == 0
    assert "Pit Manager" in capsys.readouterr().out
    assert main([*added, *journal]) == 2
    assert main(["staff", "add", "Not A Name", *journal]) == 2
    assert main(["staff", "add", "x", "--position", "king", *journal]) == 2


@contextmanager
def served_at(journal: Path) -> Iterator[str]:
    with opened(str(journal)) as (casino, _), in_thread(make_app(casino)) as address:
        yield address


def test_a_database_of_its_own_is_served(postgresql: str) -> None:
    with psycopg.connect(postgresql, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA served")
    port, database = free_port(), f"{postgresql}&options=-csearch_path%3Dserved"
    arguments = ["serve", "--database", database, "--port", str(port), "--host", "127.0.0.2"]
    with subprocess.Popen(
        [sys.executable, "-m", "punto", *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            wait_for(f"http://127.0.0.2:{port}")
        finally:
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=90)
    assert f"http://127.0.0.2:{port} from the database" in out  # its address may hold a password
    with psycopg.connect(postgresql) as connection:
        assert connection.execute("SELECT count(*) FROM served.entries").fetchone() == (0,)
