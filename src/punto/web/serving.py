"""A house opened, served on a port, and closed again."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from socket import (
    AF_INET,
    IPPROTO_TCP,
    SO_REUSEADDR,
    SO_SNDBUF,
    SOCK_STREAM,
    SOL_SOCKET,
    socket,
)
from threading import Thread

import uvicorn
from litestar import Litestar

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.pace import Pace
from punto.floor.turns import Runner
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.web.demo import GUEST_CENTS, demo_turns, open_demo
from punto.web.house import House

FRAME_BYTES_MAX = 65_536  # of what a client sends; a larger one ends its socket
SEND_BYTES = 131_072  # what waits in the kernel for one reader
STOP_S = 5


@contextmanager
def opened(
    journal: str, *, demo: bool = False, pace: Pace | None = None, clock: Clock | None = None
) -> Iterator[tuple[House, dict[str, str]]]:
    """The house on this journal, and the passwords that were made for a demo."""
    store = Store(journal)
    store.create()
    host = Host(store, clock)
    house = House(store, host, clock=clock, pace=pace, guests_cents=GUEST_CENTS if demo else None)
    runner: Runner | None = None
    house.noticing.start()
    try:
        passwords = open_demo(house) if demo else {}
        if demo:
            runner = Runner(demo_turns(house))
            runner.start()
        yield house, passwords
    finally:
        if runner is not None:
            runner.stop()
        house.noticing.stop()
        host.stop()
        store.close()


def listen(port: int, address: str = "127.0.0.1") -> socket:
    """A socket to take connections on; port 0 is any that is free."""
    listening = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP)  # named, or asyncio delays small frames
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    # Handed on to every connection: one who does not read is noticed soon, and costs little.
    listening.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BYTES)
    try:
        listening.bind((address, port))
    except OSError as failure:
        listening.close()
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"Port {port} cannot be used here: name another."
        ) from failure
    return listening


def server_of(app: Litestar) -> uvicorn.Server:
    """A server for the application; it is given its socket when it starts."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES_MAX,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
    )
    return uvicorn.Server(config)


@contextmanager
def in_thread(app: Litestar, port: int = 0) -> Iterator[str]:
    """The application served by a thread of this process; its address."""
    server, listening = server_of(app), listen(port)
    serve = partial(server.run, sockets=[listening])
    thread = Thread(target=serve, name="server", daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(STOP_S * 2)
        listening.close()
