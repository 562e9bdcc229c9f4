"""A house opened, served on a port, and closed again."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn
from litestar import Litestar

from punto.floor.clock import Clock
from punto.floor.host import Host
from punto.floor.pace import Pace
from punto.floor.turns import Runner
from punto.journal.store import Store
from punto.web.demo import GUEST_CENTS, demo_turns, open_demo
from punto.web.house import House

FRAME_BYTES_MAX = 65_536  # of what a client sends; a larger one ends its socket
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
    try:
        passwords = open_demo(house) if demo else {}
        if demo:
            runner = Runner(demo_turns(house))
            runner.start()
        yield house, passwords
    finally:
        if runner is not None:
            runner.stop()
        host.stop()
        store.close()


def server_of(app: Litestar, port: int, address: str = "127.0.0.1") -> uvicorn.Server:
    """A server for the application; port 0 is any that is free."""
    config = uvicorn.Config(
        app,
        host=address,
        port=port,
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
    server = server_of(app, port)
    thread = Thread(target=lambda: asyncio.run(server.serve()), name="server", daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
    bound = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{bound}"
    finally:
        server.should_exit = True
        thread.join(STOP_S * 2)
