"""A card reader for Punto: sends what is scanned, or typed, one code a line, to a table.

    PUNTO_READER_KEY=… python examples/reader.py --table t7 --server http://127.0.0.1:8000

Every code gets a number and is written to the spool file before it is sent, so that it is dealt
once and only once, whatever breaks: the line, the server or this program. After a refused read
nothing is sent until someone has pressed Enter on an empty line.
"""

import argparse
import itertools
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

ANSWER_S = 10.0
PAUSE_S_MAX = 5.0
FOR_GOOD = (4400, 4401, 4403)  # nonsense, key not known any more, not allowed here
CALL_SOMEBODY = ("read-missing", "id-used-before")  # what lies on the table is to be looked at

Read = dict[str, Any]


class Stopped(Exception):  # noqa: N818  (a sentence for the operator)
    """Someone has to look before another card is read."""


class Link:
    """A socket to whichever server answers, opened again whenever it breaks."""

    def __init__(self, servers: list[str], table: str, key: str) -> None:
        self._servers = itertools.cycle(servers)
        self._path = f"/api/v1/tables/{table}/reads/live"
        self._key = key
        self._socket: ClientConnection | None = None
        self.expected: int | None = None

    def send(self, read: Read) -> Read:
        """The answer to a read; sent again for as long as none comes."""
        for attempt in itertools.count():
            if attempt:
                time.sleep(min(0.1 * 2**attempt, PAUSE_S_MAX))
            try:
                socket = self.open()
                if self.expected not in (None, read["number"], read["number"] + 1):
                    raise Stopped(f"The table expects read {self.expected}: call a supervisor.")
                socket.send(json.dumps(read))
                answer: Read = json.loads(socket.recv(timeout=ANSWER_S))
            except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed) as broken:
                self._break(broken)
                continue
            self.expected = answer["expected"]
            return answer
        raise AssertionError("there is no end to trying")

    def open(self) -> ClientConnection:
        """The socket, opened where it is not; the server first says which number it expects."""
        if self._socket is None:
            address = next(self._servers).replace("http", "ws", 1) + self._path
            headers = {"Authorization": f"Bearer {self._key}"}
            self._socket = connect(address, additional_headers=headers, proxy=None).__enter__()
            first = json.loads(self._socket.recv(timeout=ANSWER_S))
            if first["type"] != "expected":
                raise Stopped(first["refused"]["sentence"])
            self.expected = first["expected"]
        return self._socket

    def _break(self, broken: Exception) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None
        code = broken.rcvd.code if isinstance(broken, ConnectionClosed) and broken.rcvd else None
        if code in FOR_GOOD:
            raise Stopped("The server does not take this reader any more: look at its key.")
        say("no answer: trying again")


class Spool:
    """The last read on disk, with whether it was answered."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.last: Read = json.loads(path.read_text()) if path.exists() else {}

    def keep(self, read: Read, *, answered: bool) -> None:
        """Written beside and put in place, so that there is always a whole one."""
        self.last = {"read": read, "answered": answered}
        beside = self._path.with_suffix(".new")
        with beside.open("w") as file:
            json.dump(self.last, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)

    @property
    def waiting(self) -> Read | None:
        return None if self.last.get("answered", True) else self.last["read"]


class Reader:
    """Numbers what is scanned and sees every read through to its answer."""

    def __init__(self, link: Link, spool: Spool) -> None:
        self._link = link
        self._spool = spool
        self._stopped = False  # until someone presses Enter
        self._acknowledged: int | None = None

    def go_on(self) -> None:
        """Send what was scanned before this program last ended, and not answered."""
        if self._spool.waiting is not None:
            self._send(self._spool.waiting)

    def scan(self, line: str) -> None:
        """One line: a code, or nothing where someone has seen to a refusal."""
        code = line.strip()
        if not code:
            self._stopped = False
        elif self._stopped:
            say(f"{code} is not sent: see to the refusal, then press Enter")
        else:
            self._send({"number": self._next(), "code": code, "acknowledged": self._acknowledged})

    def _next(self) -> int:
        while True:  # the number is the server's to say
            try:
                self._link.open()
                break
            except (OSError, InvalidHandshake, TimeoutError, ConnectionClosed):
                time.sleep(0.2)
        before = self._spool.last.get("read", {"number": 0})["number"]
        return self._link.expected or before + 1

    def _send(self, read: Read) -> None:
        self._spool.keep(read, answered=False)
        answer = self._link.send(read)
        self._spool.keep(read, answered=True)
        refused = answer["refused"]
        if refused is None:
            self._acknowledged = None
            what = ", ".join(event["type"] for event in answer["done"]["events"])
            say(f"{read['number']} {read['code']}: {what}{' (again)' * answer['again']}")
            return
        clause = f" ({refused['clause']})" if refused["clause"] else ""
        say(f"{read['number']} {read['code']} refused: {refused['sentence']}{clause}\a")
        if refused["reason"] in CALL_SOMEBODY:
            raise Stopped("Call a supervisor: cards read and cards dealt are not the same.")
        self._stopped = True
        self._acknowledged = answer["expected"] - 1


def say(sentence: str) -> None:
    print(sentence, flush=True)  # noqa: T201


def main() -> int:
    parser = argparse.ArgumentParser(description="A card reader for Punto: one code a line.")
    parser.add_argument("--table", required=True, help="the table the reader stands at")
    parser.add_argument("--server", action="append", help="a server; give it again for each")
    parser.add_argument("--spool", type=Path, default=Path("reader.spool"), help="kept on disk")
    wanted = parser.parse_args()
    key = os.environ.get("PUNTO_READER_KEY", "")
    if not key:
        parser.error("set PUNTO_READER_KEY to the key that punto devices add printed")
    link = Link(wanted.server or ["http://127.0.0.1:8000"], wanted.table, key)
    reader = Reader(link, Spool(wanted.spool))
    try:
        reader.go_on()
        for line in sys.stdin:
            reader.scan(line)
    except Stopped as stopped:
        say(str(stopped))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
