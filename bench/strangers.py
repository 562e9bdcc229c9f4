"""How long a dealer waits for an answer while strangers flood the server, beside a quiet one.

`python -m bench.strangers` starts a server with the usual limits behind a trusted proxy, so that
the strangers come from many addresses: guests who sign up, reads of what needs no sign-in, and 200
guests at sockets whose stakes are refused because betting is not open. The dealer gives a command
every 30 ms.
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
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

ADDRESSES = 40
PER_ADDRESS = 8  # connections
PAUSE_S = 0.03
GUESTS = 200  # at sockets
STAKES_A_SECOND = 30  # of each: as many commands as a patron may give
STAKE = {"type": "place-stake", "wager": "tie", "position": 1, "cents": 1000}
READS = ("/api/v1/lobby", "/api/v1/games", "/api/v1/games/tiger", "/", "/api/v1/tables/rapid")
PREFIX = "/api/v1"
IN_VAIN = "refused stakes"


def serve() -> None:
    """Serve a table with a dealer until stopped; guests are admitted."""
    from msgspec.structs import replace

    from punto.floor.dealing_times import DealingTimes
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
    with (
        opened(sys.argv[2], dealing_times=DealingTimes(betting_ms=3_600_000)) as (casino, _),
        listen(0) as socket,
    ):
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


async def stake_in_vain(port: int) -> None:
    """Guests at sockets who send stakes while betting is closed, until this process is ended."""
    from websockets.asyncio.client import connect

    async def sign_up(number: int) -> tuple[str, str]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address_of(number)}
        writer.write(request("POST", f"{PREFIX}/guests", headers, b'{"bearer":true}'))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        found = msgspec.json.decode(await reader.readexactly(length))
        writer.close()
        return found["me"]["id"], found["token"]

    async def join(number: int) -> tuple[str, Any]:
        name, token = await sign_up(number)
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": address_of(number)}
        uri = f"ws://127.0.0.1:{port}{PREFIX}/tables/rapid/live"
        options: Any = {"compression": None, "open_timeout": None, "ping_interval": None}
        return name, await connect(uri, additional_headers=headers, **options)

    async def play(name: str, socket: Any) -> None:
        for key in count():
            give = {"type": "give", "id": f"k{key}", "command": STAKE | {"patron": name}}
            await socket.send(msgspec.json.encode(give).decode())
            await asyncio.sleep(1 / STAKES_A_SECOND)

    async def take_all(socket: Any) -> None:
        async for _ in socket:
            pass

    seated = [await join(number) for number in range(GUESTS)]
    sys.stdout.write("seated\n")
    sys.stdout.flush()
    playing = [play(name, socket) for name, socket in seated]
    await asyncio.gather(*playing, *(take_all(socket) for _, socket in seated))


def address_of(number: int) -> str:
    return f"198.51.100.{number % ADDRESSES}"


async def beside_guests(port: int, token: str, seconds: float) -> list[str]:
    """A dealer's latencies with guests at sockets, in a process of their own, beside it."""
    command = [sys.executable, "-m", "bench.strangers", "guests", str(port)]
    with Popen(command, stdout=PIPE, stderr=None) as guests:
        assert guests.stdout is not None
        await asyncio.to_thread(guests.stdout.readline)
        took = sorted(await deal(port, token, seconds))
        guests.kill()
    return [*shown(took), ""]


def shown(took: list[float]) -> list[str]:
    parts = [took[int(len(took) * part)] for part in (0.5, 0.99)]
    return [f"{each * 1000:.0f} ms" for each in (*parts, took[-1])]


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
    rate, all_of = done / seconds, len(counts) / seconds
    return [*shown(took), f"{rate:.0f} of {all_of:.0f} a second"]


def main() -> None:
    """Measure a quiet server, and the same one with each flood beside the dealer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", default="", help="one flood, beside the quiet server")
    options = parser.parse_args()
    seconds = options.seconds
    table = Table("strangers", "dealer p50", "p99", "most", "answered", box=None)
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.strangers", "serve", str(Path(folder) / "journal")]
        with Popen(command, stdout=PIPE, stderr=DEVNULL) as server:
            assert server.stdout is not None
            port, token = msgspec.json.decode(server.stdout.readline(), type=tuple[int, str])
            try:
                asyncio.run(flood(port, token, None, 1.0))
                for name, say in FLOODS.items():
                    if options.only in ("", name) or say is None:
                        table.add_row(name, *asyncio.run(flood(port, token, say, seconds)))
                if options.only in ("", IN_VAIN):
                    table.add_row(IN_VAIN, *asyncio.run(beside_guests(port, token, seconds)))
            finally:
                server.kill()
    Console(width=120).print(table)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", _]:
            serve()
        case ["guests", port]:
            asyncio.run(stake_in_vain(int(port)))
        case _:
            main()
