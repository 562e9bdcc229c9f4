"""A house opened, served on a port, and closed again."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from socket import (
    AF_INET,
    AF_INET6,
    IPPROTO_TCP,
    SO_REUSEADDR,
    SO_SNDBUF,
    SOCK_STREAM,
    SOL_SOCKET,
    socket,
)
from sys import setswitchinterval
from threading import Thread

import uvicorn
from litestar import Litestar

from punto.floor.clock import Clock
from punto.floor.clocks import BettingClocks
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
COLLECTED_AFTER = (50_000, 20, 50)  # objects: to look through all of them stops every table
SWITCH_S = 0.001  # how long the journal's writer waits for its turn after each word of the disk


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
        clocks = BettingClocks(host, house.countdown, house.clock)
        runner = Runner({"clocks": clocks.turn, **(demo_turns(house) if demo else {})})
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
    family = AF_INET6 if ":" in address else AF_INET
    listening = socket(family, SOCK_STREAM, IPPROTO_TCP)  # named, or asyncio delays small frames
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    # Handed on to every connection: one who does not read is noticed soon, and costs little.
    listening.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BYTES)
    try:
        listening.bind((address, port))
    except OSError as failure:
        listening.close()
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"Port {port} of {address} cannot be used here: name another.",
        ) from failure
    return listening


def server_of(app: Litestar, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """A server for the application; it is given its socket when it starts.

    What a proxy says of whom it speaks for (X-Forwarded-For, X-Forwarded-Proto) is believed only
    where it comes from one of these addresses: anybody can write a header.
    """
    setswitchinterval(SWITCH_S)
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES_MAX,
        ws_per_message_deflate=False,  # it costs more than the network it saves
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=STOP_S,
    )
    return uvicorn.Server(config)


@contextmanager
def in_thread(app: Litestar, port: int = 0, proxies: Sequence[str] = ()) -> Iterator[str]:
    """The application served by a thread of this process; its address."""
    server, listening = server_of(app, proxies), listen(port)
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
