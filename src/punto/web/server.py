"""Opens a casino on its journal, serves it on a port, and closes it again."""

import gc
from collections import Counter
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
from typing import Any, NamedTuple, cast

import uvicorn
from litestar import Litestar

from punto.floor.automatic_tables import AutomaticTables
from punto.floor.betting_timer import BettingTimers
from punto.floor.clock import Clock
from punto.floor.dealing_times import DealingTimes
from punto.floor.host import Host
from punto.floor.worker import Runner
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.table.configuration import USUAL_CURRENCY
from punto.web.automatic_dealer import automatic_turn
from punto.web.casino import Casino
from punto.web.demo import GUEST_CENTS, open_demo
from punto.web.edge.bounds import HEAD_BYTES_MAX
from punto.web.edge.connections import CONNECTIONS_PER_ADDRESS, Connections
from punto.web.edge.metrics_key import MetricsByKey
from punto.web.edge.open_files import raise_file_limit
from punto.web.edge.protocols import protocols
from punto.web.edge.request_budget import RequestBudget
from punto.web.edge.request_limits import RequestLimits
from punto.web.edge.request_trace import RequestTrace
from punto.web.edge.response_headers import SecurityHeaders
from punto.web.school.start import open_school
from punto.web.table_currency import check_house

FRAME_BYTES_MAX = 65_536  # from a client; a larger frame closes its socket
SEND_BYTES = 131_072  # kernel send buffer of one connection
STOP_S = 5
GC_THRESHOLD = (50_000, 20, 50)  # collect rarely: a full collection pauses every table
SWITCH_INTERVAL_S = 0.001  # how long the journal's writer waits for the GIL after each disk call


class Heartbeat(NamedTuple):
    """How often a socket is pinged, and how soon its client must answer.

    Browsers answer on their own. A dead connection is noticed after the sum of the two.
    """

    every_s: float = 5.0
    answer_s: float = 8.0


HEARTBEAT = Heartbeat()


@contextmanager
def opened(
    journal: str,
    *,
    demo: bool = False,
    dealing_times: DealingTimes | None = None,
    clock: Clock | None = None,
    currency: str = USUAL_CURRENCY,
    made_up: Sequence[Game] = (),
    school: str = "",
) -> Iterator[tuple[Casino, dict[str, str]]]:
    """Open the casino on this journal; also yields the passwords created for a demo.

    With `school`, its name, it is a practice house, which has records of a school and no tables.
    A demo has a table for each game in `made_up` too; it is then a test house, whose only currency
    is the one for tests.
    """
    store = Store(journal)
    store.create()
    host = Host(store, clock, is_practice=bool(school))
    casino = Casino(
        store,
        host,
        clock=clock,
        dealing_times=dealing_times,
        guests_cents=GUEST_CENTS if demo else None,
    )
    casino.currency = currency
    runner: Runner | None = None
    casino.audit_writer.start()
    try:
        check_house(casino)
        if school:
            passwords = open_school(casino, school)
        else:
            passwords = open_demo(casino, made_up) if demo else {}
        timers = BettingTimers(host, casino.countdown, casino.clock)
        runner = Runner({"timers": timers.turn})
        dealt = AutomaticTables(host, partial(automatic_turn, casino), runner, casino.clock)
        casino.automatic_tables = dealt
        runner.start()
        runner.add("automatic tables", dealt.turn)
        yield casino, passwords
    finally:
        if runner is not None:
            runner.stop()
        casino.audit_writer.stop()
        host.stop()
        store.fold()
        store.close()


def listen(port: int, address: str = "127.0.0.1") -> socket:
    """Open a listening socket; port 0 takes any free port."""
    family = AF_INET6 if ":" in address else AF_INET
    # Without IPPROTO_TCP asyncio does not set TCP_NODELAY, and small frames are delayed.
    listening = socket(family, SOCK_STREAM, IPPROTO_TCP)
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    # Inherited by every connection: a client that does not read is noticed soon and costs little.
    listening.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BYTES)
    try:
        listening.bind((address, port))
    except OSError as failure:
        listening.close()
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Port {port} of {address} cannot be used: choose another.",
            port=port,
            address=address,
        ) from failure
    return listening


def server_of(
    app: Litestar,
    proxies: Sequence[str] = (),
    connections_per_address: int = CONNECTIONS_PER_ADDRESS,
    heartbeat: Heartbeat = HEARTBEAT,
    metrics_key: str = "",
) -> uvicorn.Server:
    """Make a server for the application; it gets its socket when it starts.

    X-Forwarded-For and X-Forwarded-Proto are trusted only from the addresses in `proxies`. Who
    sends `metrics_key` gets the metrics without an account.
    """
    setswitchinterval(SWITCH_INTERVAL_S)
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLD)
    total = raise_file_limit()
    limited = RequestLimits(app, app.state.get("request_budget") or RequestBudget())
    measured = MetricsByKey(cast(Any, limited), app.state.metrics, metrics_key)
    headed = SecurityHeaders(measured)
    http, socket = protocols(Connections(connections_per_address, tuple(proxies), Counter(), total))
    config = uvicorn.Config(
        cast(Any, RequestTrace(headed, app.state.casino.traffic, trusts_ids=bool(proxies))),
        http=cast(Any, http),
        h11_max_incomplete_event_size=HEAD_BYTES_MAX,
        ws=cast(Any, socket),
        ws_max_size=FRAME_BYTES_MAX,
        ws_ping_interval=heartbeat.every_s,
        ws_ping_timeout=heartbeat.answer_s,
        ws_per_message_deflate=False,  # it costs more than the network it saves
        log_config=None,  # as the process is configured: web/log_lines.py
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=STOP_S,
    )
    return uvicorn.Server(config)


@contextmanager
def in_thread(
    app: Litestar,
    port: int = 0,
    proxies: Sequence[str] = (),
    connections_per_address: int = CONNECTIONS_PER_ADDRESS,
    heartbeat: Heartbeat = HEARTBEAT,
) -> Iterator[str]:
    """Serve the application in a thread of this process; yields its address."""
    server = server_of(app, proxies, connections_per_address, heartbeat)
    listening = listen(port)
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
