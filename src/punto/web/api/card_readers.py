"""Card readers: numbered reads, sent by POST or over a socket."""

import asyncio
from contextlib import ExitStack, suppress
from typing import Annotated, Any

import msgspec
from litestar import Router, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath
from msgspec import Meta, Struct

from punto.floor.card_reads import Read, Taken
from punto.journal.errors import Conflict, Corrupt, Unavailable
from punto.journal.people.people import Person
from punto.refusals import Reason, Refused
from punto.web.api.tables import Done, done
from punto.web.auth.guards import (
    AskingRequest,
    TheCasino,
    check_origin,
    check_reader,
    person_of,
    readers,
)
from punto.web.casino import Casino
from punto.web.edge.addresses import address_of
from punto.web.edge.socket_counts import SocketCounts
from punto.web.edge.strict import check_keys
from punto.web.errors import TRY_LATER, UNREADABLE, RefusalView, refusal_view
from punto.web.live.live_tables import CHECK_S
from punto.web.live.socket import BROKEN_MAX, refuse_socket
from punto.web.live.subscribers import SEND_S, SIGNED_OUT

READS_MAX = 16  # of one request: a round has six cards


class ReadsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One or more reads, in order."""

    reads: Annotated[tuple[Read, ...], Meta(min_length=1, max_length=READS_MAX)]


class ReadAnswer(Struct, frozen=True, tag="read"):
    """The answer to a read: done or refused, and the next expected number."""

    number: int | None
    expected: int | None  # null accepts any number
    again: bool = False  # a repeat of an earlier read, not taken twice
    done: Done | None = None
    refused: RefusalView | None = None


class Expected(Struct, frozen=True, tag="expected"):
    """The number of the next read; null accepts any number."""

    expected: int | None


SENT = Example(
    summary="Two cards, the first after a refused one",
    value={
        "reads": [{"number": 17, "code": "TH", "acknowledged": 16}, {"number": 18, "code": "AS"}]
    },
)


@get("/tables/{table:str}/reads", sync_to_thread=True, summary="The number of the next read")
def show_expected(casino: TheCasino, request: AskingRequest, table: FromPath[str]) -> Expected:
    """Where a reader continues after a restart; each reader has its own numbers at each table."""
    reader = _reader_at(casino, person_of(request), table)
    return Expected(casino.reads.expected(table, reader.id))


@post(
    "/tables/{table:str}/reads",
    status_code=200,
    sync_to_thread=True,
    summary="Send card reads",
)
def take_reads(
    casino: TheCasino,
    request: AskingRequest,
    table: FromPath[str],
    data: Annotated[ReadsRequest, Body(examples=[SENT])],
) -> list[ReadAnswer]:
    """Answers each read up to the first refused one; those after it are not taken.

    A repeated read gets the same answer. A number that was used for another card, or that skips
    one, is refused and remains free.
    """
    reader = _reader_at(casino, person_of(request), table)
    answers: list[ReadAnswer] = []
    for read in data.reads:
        answers.append(_answer(casino.reads.take(table, reader.id, read), reader))
        if answers[-1].refused is not None:
            break
    return answers


def _reader_at(casino: Casino, person: Person, table: str) -> Person:
    """The reader; refused if the table does not exist or is not one of its own."""
    casino.check_table(table, person)
    casino.check_there(table)
    return person


def _answer(taken: Taken, reader: Person) -> ReadAnswer:
    if taken.refused is not None:
        answer = refusal_view(taken.refused)
        return ReadAnswer(taken.number, taken.expected, taken.again, refused=answer)
    return ReadAnswer(taken.number, taken.expected, taken.again, done(taken.records, reader))


_reads: msgspec.json.Decoder[Read] = msgspec.json.Decoder(Read)


class ReaderSocket:
    """Serves one reader's socket: answers each read in turn."""

    def __init__(self, socket: WebSocket[Any, Any, Any], casino: Casino, table: str) -> None:
        self._socket = socket
        self._casino = casino
        self._table = table
        self._reader = person_of(socket)
        self._token: str = socket.auth

    async def run(self) -> int:
        """Serve until either side ends it; returns the close code."""
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._run_checks())]
        try:
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return finished.pop().result()
        except (TimeoutError, Unavailable, Conflict, Corrupt):
            return TRY_LATER  # the reader reconnects and repeats its read
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> int:
        reads, reader = self._casino.reads, self._reader.id
        expected = await asyncio.to_thread(reads.expected, self._table, reader)
        await self._send(Expected(expected))
        broken = 0
        while broken < BROKEN_MAX:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return 1000
            if await self._authenticate() is None:
                return SIGNED_OUT
            try:
                read = _reads.decode(text)
                check_keys(text)
            except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError):
                broken += 1
                unreadable = Refused(
                    Reason.UNREADABLE_REQUEST,
                    'Send {{"number":…,"code":…}}, with "acknowledged" after a refused read.',
                )
                await self._send(ReadAnswer(None, expected, refused=refusal_view(unreadable)))
                continue
            broken = 0
            taken = await asyncio.to_thread(reads.take, self._table, reader, read)
            expected = taken.expected
            await self._send(_answer(taken, self._reader))
        return UNREADABLE

    async def _run_checks(self) -> int:
        """Check again and again that the reader is enabled and assigned to this table."""
        while True:
            await asyncio.sleep(CHECK_S)
            with suppress(Unavailable):
                if await self._authenticate() is None:
                    return SIGNED_OUT

    async def _authenticate(self) -> Person | None:
        found = await asyncio.to_thread(self._casino.sessions.authenticate, self._token, acts=False)
        return found if found is not None and found.at(self._table) else None

    async def _send(self, frame: Expected | ReadAnswer) -> None:
        async with asyncio.timeout(SEND_S):
            await self._socket.send_data(msgspec.json.encode(frame).decode(), mode="text")


@websocket("/tables/{table:str}/reads/live")
async def stream_reads(
    socket: WebSocket[Any, Any, Any], casino: TheCasino, table: FromPath[str]
) -> None:
    """Stream reads: the server first sends the expected number, then answers each read."""
    counts: SocketCounts = socket.app.state.socket_counts
    with ExitStack() as open_socket:
        try:
            check_origin(socket, socket.app.state.origins)
            reader = person_of(socket)
            check_reader(reader)
            open_socket.enter_context(counts.admitted(reader, address_of(socket)))
            await asyncio.to_thread(_reader_at, casino, reader, table)
        except Refused as refused:
            await refuse_socket(
                socket, ReadAnswer(None, None, refused=refusal_view(refused)), refused
            )
            return
        await socket.accept()
        code = await ReaderSocket(socket, casino, table).run()
    with suppress(Exception):  # it may be closed already
        async with asyncio.timeout(1.0):
            await socket.close(code=code)


_posted = Router("", route_handlers=[show_expected, take_reads], guards=[readers])
card_reader_routes = Router("", route_handlers=[_posted, stream_reads], tags=["readers"])
