"""Nodes as separate processes, and terminals that fail over to another node.

`python -m tests.web.nodes JOURNAL PORT [PROXY]` is a node of a demo that deals fast, for tests.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from signal import SIGTERM
from threading import Event, Thread
from time import monotonic, sleep

import httpx
from websockets.exceptions import WebSocketException

from punto.client import Client
from punto.floor.dealing_times import DealingTimes
from punto.web.live.frames import Push
from tests.cli.run import started
from tests.web.test_serve import free_port

DEMO_DEALING_TIMES = DealingTimes(
    betting_ms=1_000, card_ms=100, call_ms=40, contributing_ms=0, outcome_ms=300
)
PATIENCE_S = 90.0


class Node:
    """A process that serves."""

    def __init__(
        self,
        journal: str,
        *,
        demo: bool = False,
        school: bool = False,
        proxies: Sequence[str] = (),
        port: int = 0,
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        program = ["tests.web.nodes", journal, str(self.port), *proxies]
        if not demo:
            program = ["punto", "serve", "--journal", journal, "--port", str(self.port)]
            program += ["--school"] if school else []
        self.process = started(*program)

    def wait(self) -> None:
        deadline = monotonic() + PATIENCE_S
        while not self._ready():
            assert self.process.poll() is None, "it has ended"
            assert monotonic() < deadline, "it did not start"
            sleep(0.05)

    def _ready(self) -> bool:
        try:
            return httpx.get(f"{self.address}/ready").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As when its machine is gone: SIGKILL, with whatever it was doing."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        self.process.send_signal(SIGTERM)
        self.process.wait(60)


@contextmanager
def nodes(
    journal: str, count: int = 2, *, demo: bool = False, proxies: Sequence[str] = ()
) -> Iterator[list[Node]]:
    """So many nodes over one journal; more may be put in the list, and are ended too."""
    found = [Node(journal, demo=demo, proxies=proxies) for _ in range(count)]
    try:
        for node in found:
            node.wait()
        yield found
        for node in found:
            if node.process.poll() is None:
                node.end()
    finally:
        for node in found:
            if node.process.poll() is None:
                node.kill()


class Terminal:
    """Somebody who watches, and when cut off goes on elsewhere from the last number they had."""

    def __init__(self, token: str, table: str, addresses: list[str], first: int = 0) -> None:
        self.seqs: list[int] = []  # of every event that was told, in the order it was told
        self.incomplete = 0  # how often it was not told what it had missed
        self.connections = 0
        self.outcomes = 0
        self._token = token
        self._table = table
        self._addresses = addresses  # may grow
        self._first = first
        self._over = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        turn, last = self._first, 0
        while not self._over.is_set():
            client = Client(self._addresses[turn % len(self._addresses)], self._token)
            try:
                with client, client.watch(self._table, after=last) as watch:
                    self.connections += 1
                    while not self._over.is_set():
                        try:
                            frame = watch.next(0.2)
                        except TimeoutError:
                            continue
                        if isinstance(frame, Push) and frame.table is not None:
                            self.incomplete += frame.table.after is None
                            self.seqs += [event.seq for event in frame.events]
                            self.outcomes += sum(
                                event.type == "round-settled" for event in frame.events
                            )
                            last = frame.seq
            except (OSError, WebSocketException):
                turn += 1
                sleep(0.05)

    def wait_for(self, outcomes: int) -> None:
        deadline = monotonic() + PATIENCE_S
        while self.outcomes < outcomes:
            assert monotonic() < deadline, f"it was told of {self.outcomes} rounds only"
            sleep(0.02)

    def end(self) -> list[int]:
        self._over.set()
        self._thread.join()
        return self.seqs


def serve_demo(journal: str, port: int, *proxies: str) -> None:
    from punto.web.app import make_app
    from punto.web.server import listen, opened, server_of

    with (
        listen(port) as listening,
        opened(journal, demo=True, dealing_times=DEMO_DEALING_TIMES) as (casino, _),
    ):
        server_of(make_app(casino), proxies).run(sockets=[listening])


if __name__ == "__main__":
    serve_demo(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
