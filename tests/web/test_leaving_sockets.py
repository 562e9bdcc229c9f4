"""A socket that is about to end takes no frame, and keeps no other socket from its frames."""

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import pytest
from websockets.frames import Close, Frame, Opcode

from punto.rules.staff import Position
from punto.table import commands as c
from punto.web.casino import Casino
from punto.web.edge.socket_protocol import SocketProtocol
from punto.web.live.frames import Push
from tests.envelope import Given
from tests.floor.tables import DEALER, MANAGER
from tests.submission import ask
from tests.web.served import credits_table, open_session, served

T = TypeVar("T")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path) as (casino, address):
        ask(casino.host, "t1", "open", Given(c.OpenTable(credits_table()), MANAGER))
        yield casino, address


def protocols() -> list[SocketProtocol]:
    """The server's side of every open socket: it serves in a thread of this process."""
    found = (each for each in gc.get_objects() if isinstance(each, SocketProtocol))
    return [each for each in found if each.handshake_complete and not each.disconnected]


def on_loop(protocol: SocketProtocol, do: Callable[[], T]) -> T:
    """Do something on the server's event loop, as one step of it."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(do())
        except BaseException as error:
            future.set_exception(error)

    protocol.loop.call_soon_threadsafe(run)
    return future.result(60)


def says_goodbye(protocol: SocketProtocol) -> None:
    frame = Frame(Opcode.CLOSE, Close(1000, "").serialize())
    protocol.data_received(frame.serialize(mask=True))


def breaks_off(protocol: SocketProtocol) -> None:
    protocol.transport.abort()


@pytest.mark.parametrize("leaves", [says_goodbye, breaks_off])
def test_others_are_pushed_to_while_one_is_leaving(
    place: tuple[Casino, str], leaves: Callable[[SocketProtocol], None]
) -> None:
    """Between the end of a connection and that of its subscription a push may come."""
    casino, address = place
    before = set(map(id, protocols()))
    client = open_session(casino, address, "dealer", Position.DEALER, "t1")
    with client.watch("t1") as first, client.watch("t1") as second:
        for watch in (first, second):
            watch.next()
        leaving, *_ = [each for each in protocols() if id(each) not in before]
        staying = second if leaving.client == first.socket.local_address else first
        assert on_loop(leaving, lambda: leaving.write_text(b'{"type":"ping"}'))

        def leave_and_write() -> bool:
            leaves(leaving)
            return leaving.write_text(b'{"type":"ping"}')

        assert not on_loop(leaving, leave_and_write)
        ask(casino.host, "t1", "load", Given(c.LoadShoe("one"), DEALER))
        pushed: list[str] = []
        while "shoe-loaded" not in pushed:
            frame = staying.next()
            assert isinstance(frame, Push)
            pushed += [each.type for each in frame.events]
