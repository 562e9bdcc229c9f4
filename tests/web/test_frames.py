"""WebSocket protocol errors: invalid frames, compression bombs, partial handshakes."""

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from punto.client import Client
from punto.floor.batch import Batch
from punto.floor.host import Host
from punto.journal.streams import CAGE
from punto.ledger.cage import commands as cage
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.web.casino import Casino
from punto.web.errors import INTERNAL_ERROR
from punto.web.live.frames import Push
from tests.envelope import Given
from tests.submission import ask
from tests.web.served import SECOND, add_everybody, come_in, credits_table, served

DEALER = Staff("dealer", Position.DEALER)
MANAGER = Staff("manager", Position.ASSISTANT_CASINO_MANAGER)
TEXT, BINARY, CONTINUED, PING = 1, 2, 0, 9
FINAL = 0x80
ids = count(1)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, Client]]:
    folder: Path = tmp_path_factory.mktemp("frames")
    with served(folder) as (casino, address):
        add_everybody(casino)
        ask(
            casino.host,
            CAGE,
            "fund",
            Given(cage.BuyCredits("patron", 10_000_000), DEALER, approval=SECOND),
        )
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        ask(casino.host, "t1", "load", Given(c.LoadShoe("first"), DEALER))
        ask(casino.host, "t1", "bets", Given(c.OpenBetting(), DEALER))
        yield casino, come_in(address, "patron")


def goes_on(client: Client) -> None:
    """Another socket at the same table is served as if nothing had happened."""
    with client.watch("t1") as watch:
        assert isinstance(watch.next(5.0), Push)
        placed = watch.give(c.PlaceStake("patron", "player", next(ids) % 7 + 1, 1000))
        assert placed.done is not None
        withdrawn = watch.give(c.WithdrawStake(placed.done.events[0].fields["stake"]))
        assert withdrawn.done is not None


@contextmanager
def raw(client: Client, *, upgraded: bool = True, after: str = "") -> Iterator[socket.socket]:
    """A socket whose bytes we write ourselves."""
    host, port = client.address.removeprefix("http://").split(":")
    lines = [
        f"GET /api/v1/tables/t1/live{after} HTTP/1.1",
        f"Host: {host}:{port}",
        f"Authorization: Bearer {client.token}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    with socket.create_connection((host, int(port)), timeout=60) as opened:
        if upgraded:
            opened.sendall("\r\n".join([*lines, "", ""]).encode())
            assert opened.recv(12) == b"HTTP/1.1 101"
        else:
            opened.sendall("\r\n".join(lines).encode())
        yield opened


def frame(opcode: int, payload: bytes, *, masked: bool = True, length: int | None = None) -> bytes:
    """A frame, or what is almost one."""
    size = len(payload) if length is None else length
    bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", opcode, bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", opcode, bit | 126, size)
    else:
        head = struct.pack("!BBQ", opcode, bit | 127, size)
    return head + (bytes(4) if masked else b"") + payload


HALF = b" " * 40_000
BROKEN = {
    "unmasked": frame(FINAL | TEXT, b"{}", masked=False),
    "a kind there is not": frame(FINAL | 11, b"{}"),
    "bits that mean nothing": frame(FINAL | 0x70 | TEXT, b"{}"),
    "the end of what never began": frame(FINAL | CONTINUED, b"{}"),
    "a beginning in a beginning": frame(TEXT, b"{") + frame(TEXT, b"{"),
    "text that is none": frame(FINAL | TEXT, b"\xff\xfe\xc0"),
    "a ping too long": frame(FINAL | PING, bytes(200)),
    "a length without an end": frame(FINAL | TEXT, b"x", length=2**62),
    "a length below nothing": frame(FINAL | TEXT, b"x", length=2**63),
    "pieces that come to too much": frame(TEXT, HALF) + frame(CONTINUED, HALF),
    "no frame at all": bytes(range(256)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_frame_ends_its_socket_alone(place: tuple[Casino, Client], what: str) -> None:
    with raw(place[1]) as opened:
        opened.sendall(BROKEN[what])
        assert ends(opened)
    goes_on(place[1])


def ends(opened: socket.socket) -> bool:
    """Whether the server closes it: reading to the end takes no longer than its patience."""
    try:
        while opened.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_a_bomb_is_not_unpacked(place: tuple[Casino, Client]) -> None:
    """A frame of a few thousand bytes that would become fifty million."""
    client = place[1]
    address = f"{client.address.replace('http', 'ws')}/api/v1/tables/t1/live"
    headers = {"Authorization": f"Bearer {client.token}"}
    with connect(address, additional_headers=headers, proxy=None, compression="deflate") as bomb:
        bomb.recv(timeout=60)
        assert bomb.protocol.extensions == []  # nothing is ever unpacked
        with suppress(ConnectionClosed):
            bomb.send("0" * 50_000_000)
            while bomb.recv(timeout=60):
                pass
    assert bomb.close_code in (1006, 1009)  # it may be cut off before it has sent all
    goes_on(client)


@pytest.mark.parametrize(
    "flood",
    [frame(FINAL | PING, b"?") * 2_000, frame(TEXT, b"{") + frame(CONTINUED, b" ") * 5_000],
    ids=["pings", "fragments"],
)
def test_a_flood_of_frames_holds_nobody_up_and_is_cut_off(
    place: tuple[Casino, Client], flood: bytes
) -> None:
    with raw(place[1]) as opened:
        with suppress(ConnectionError):  # it may be cut off before it has sent all
            opened.sendall(flood)
        goes_on(place[1])
        assert ends(opened)


def test_half_a_handshake_holds_nobody_up(place: tuple[Casino, Client]) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(raw(place[1], upgraded=False))
        goes_on(place[1])


@pytest.mark.parametrize(
    "after", ["?after=-1", "?after=0", f"?after={10**30}", "?after=&after=1", "?after=1&after=2"]
)
def test_any_number_may_be_asked_for(place: tuple[Casino, Client], after: str) -> None:
    with raw(place[1], after=after) as opened:
        told = b""
        while b'"push"' not in told and (more := opened.recv(65_536)):
            told += more
    assert b'"push"' in told
    goes_on(place[1])


def test_what_is_no_number_is_not_let_in(place: tuple[Casino, Client]) -> None:
    client = place[1]
    answer = client.http.get(
        "/api/v1/tables/t1/live?after=many",
        headers={
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        },
    )
    assert 400 <= answer.status_code < 500
    goes_on(client)


def test_who_speaks_before_listening_and_leaves_is_taken_at_his_word(
    place: tuple[Casino, Client],
) -> None:
    """The command came before the snapshot was read, and nobody waited for the answer."""
    casino, client = place
    stake = c.PlaceStake("patron", "tie", 2, 1000)
    with client.watch("t1") as watch:
        watch.send({"type": "give", "id": "hasty", "command": stake})
        while casino.host.look("t1").state.round.staked("tie") == 0:  # type: ignore[union-attr]
            pass
    again = client.give("t1", stake, key="hasty")
    assert casino.host.look("t1").state.round.staked("tie") == 1000  # type: ignore[union-attr]
    client.give("t1", c.WithdrawStake(again.events[0].fields["stake"]))


def test_a_mistake_of_ours_is_answered_and_the_socket_goes_on(
    place: tuple[Casino, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, client = place

    def mistaken(*_: object) -> None:
        raise ZeroDivisionError

    for broken, command in (
        (Batch, c.PlaceStake("patron", "player", 1, 1000)),
        (Host, c.SqueezeCards(Side.PLAYER)),
    ):
        with client.watch("t1") as watch, monkeypatch.context() as patch:
            assert isinstance(watch.next(5.0), Push)
            patch.setattr(broken, "take" if broken is Batch else "submit", mistaken)
            answer = watch.give(command)
            assert answer.refused is not None
            assert answer.refused.sentence == str(INTERNAL_ERROR)
    goes_on(client)
