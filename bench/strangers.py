"""How long a dealer waits for an answer while strangers flood the server, beside a quiet one.

`python -m bench.strangers` starts a server with the usual limits behind a trusted proxy, so that
the strangers come from many addresses: guests who sign up, and reads of what needs no sign-in. The
dealer gives a command every 30 ms.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
from rich.console import Console
from rich.table import Table

ADDRESSES = 40
PER_ADDRESS = 8  # connections
PAUSE_S = 0.03
READS = ("/api/v1/lobby", "/api/v1/games", "/api/v1/games/tiger", "/", "/api/v1/tables/rapid")
PREFIX = "/api/v1"


def serve() -> None:
    """Serve a table with a dealer until stopped; guests are admitted."""
    from msgspec.structs import replace

    from punto.floor.pace import Pace
    from punto.journal.people.people import ALL_TABLES, Kind
    from punto.rules.games import find_game
    from punto.rules.staff import Position
    from punto.table import commands as c
    from punto.table.configuration import Funding, usual_configuration
    from punto.table.people import Staff
    from punto.web.app import make_app
    from punto.web.server import listen, opened, server_of
    from tests.envelope import Given
    from tests.submission import ask

    manager = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
    with opened(sys.argv[2], pace=Pace(betting_ms=3_600_000)) as (casino, _), listen(0) as socket:
        casino.guests_cents = 1_000
        config = replace(usual_configuration(find_game("tiger")), funding=Funding.CREDITS)
        ask(casino.host, "rapid", "open", Given(c.OpenTable(config), manager))
        dealer = casino.sessions.add("dealer", Kind.STAFF, "", Position.DEALER, (ALL_TABLES,))
        socket.listen()
        token = casino.sessions.open_session(dealer)
        sys.stdout.write(msgspec.json.encode((socket.getsockname()[1], token)).decode() + "\n")
        sys.stdout.flush()
        server_of(make_app(casino), proxies=["127.0.0.1"]).run(sockets=[socket])


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: house"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


async def answer(reader: asyncio.StreamReader) -> int:
    """Read one answer; returns its status."""
    head = await reader.readuntil(b"\r\n\r\n")
    fields = [line.partition(b":") for line in head.lower().split(b"\r\n")[1:]]
    length = next((int(value) for name, _, value in fields if name == b"content-length"), 0)
    await reader.readexactly(length)
    return int(head.split(b" ", 2)[1])


async def stranger(port: int, address: str, say: Callable[[], bytes], counts: list[int]) -> None:
    """Send one request after another from this address, for ever."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while True:
                writer.write(say().replace(b"Host: house", b"Host: house\r\n" + address.encode()))
                counts.append(await answer(reader))
        except (OSError, EOFError, ValueError):
            await asyncio.sleep(0.2)


def guest() -> bytes:
    headers = {"Content-Type": "application/json", "Authorization": "Bearer none"}
    return request("POST", f"{PREFIX}/guests", headers, b'{"bearer":true}')


def reads() -> Callable[[], bytes]:
    turns = count()
    return lambda: request("GET", READS[next(turns) % len(READS)], {})


def upgrade() -> bytes:
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    return request("GET", f"{PREFIX}/tables/rapid/live", headers)


async def deal(port: int, token: str, seconds: float) -> list[float]:
    """A dealer's commands; returns how long each took, in seconds."""
    took: list[float] = []
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    until = perf_counter() + seconds
    while perf_counter() < until:
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"k{len(took)}-{until}",
            "X-Forwarded-For": "10.0.0.1",
        }
        body = b'{"type":"load-shoe","shoe":"one"}'
        began = perf_counter()
        writer.write(request("POST", f"{PREFIX}/tables/rapid/commands", headers, body))
        await answer(reader)
        took.append(perf_counter() - began)
        await asyncio.sleep(PAUSE_S)
    writer.close()
    return took


FLOODS: dict[str, Callable[[], bytes] | None] = {
    "none": None,
    "guests sign up": guest,
    "reads": reads(),
    "sockets": upgrade,
    "health checks": lambda: request("GET", "/health", {}),
}


async def flood(
    port: int, token: str, say: Callable[[], bytes] | None, seconds: float
) -> list[str]:
    """A dealer's latencies with this flood beside it, as a row of the table."""
    counts: list[int] = []
    tasks = [
        asyncio.create_task(stranger(port, f"X-Forwarded-For: 198.51.100.{number}", say, counts))
        for number in range(ADDRESSES if say else 0)
        for _ in range(PER_ADDRESS)
        if say
    ]
    await asyncio.sleep(1.0)
    counts.clear()
    took = sorted(await deal(port, token, seconds))
    done = sum(status < 400 for status in counts)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    shown = [f"{took[int(len(took) * part)] * 1000:.0f} ms" for part in (0.5, 0.99)]
    rate, all_of = done / seconds, len(counts) / seconds
    return [*shown, f"{took[-1] * 1000:.0f} ms", f"{rate:.0f} of {all_of:.0f} a second"]


def main() -> None:
    """Measure a quiet server, one flooded by guests, and one flooded by reads."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10.0)
    seconds = parser.parse_args().seconds
    table = Table("strangers", "dealer p50", "p99", "most", "answered", box=None)
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.strangers", "serve", str(Path(folder) / "journal")]
        with Popen(command, stdout=PIPE, stderr=DEVNULL) as server:
            assert server.stdout is not None
            port, token = msgspec.json.decode(server.stdout.readline(), type=tuple[int, str])
            try:
                asyncio.run(flood(port, token, None, 1.0))
                for name, say in FLOODS.items():
                    table.add_row(name, *asyncio.run(flood(port, token, say, seconds)))
            finally:
                server.kill()
    Console(width=120).print(table)


if __name__ == "__main__":
    serve() if sys.argv[1:2] == ["serve"] else main()
