"""Card readers on the network: reads posted or streamed, each with its number."""

import asyncio
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath
from msgspec import Meta, Struct

from punto.floor.reads import Read, Taken
from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Person
from punto.refusals import Reason, Refused
from punto.table.evolve import Corrupt
from punto.web.entrance import TheHouse, check_origin, check_reader, person_of, readers
from punto.web.house import House
from punto.web.live import LOOK_S
from punto.web.refusing import No, no
from punto.web.sockets import AWAY, BROKEN_MAX, NONSENSE, NOT_ALLOWED
from punto.web.table_routes import Done, done
from punto.web.watcher import SEND_S, SIGNED_OUT

READS_MAX = 16  # of one request: a round has six cards

AskingRequest = Request[Person, str, Any]


class ReadsSent(Struct, frozen=True, forbid_unknown_fields=True):
    """One read or several, in order."""

    reads: Annotated[tuple[Read, ...], Meta(min_length=1, max_length=READS_MAX)]


class ReadAnswer(Struct, frozen=True, tag="read"):
    """What became of a read: done or refused, and the number of the next."""

    number: int | None
    expected: int | None  # any will do where null
    again: bool = False  # it had been taken before, and was not taken twice
    done: Done | None = None
    refused: No | None = None


class Expected(Struct, frozen=True, tag="expected"):
    """The number of the next read; any will do where null."""

    expected: int | None


SENT = Example(
    summary="Two cards, the first after a refused one",
    value={"reads": [{"number": 17, "code": "TH", "heard": 16}, {"number": 18, "code": "AS"}]},
)


@get("/tables/{table:str}/reads", sync_to_thread=True, summary="The next read's number")
def show_expected(house: TheHouse, request: AskingRequest, table: FromPath[str]) -> Expected:
    """Where a reader that was switched on goes on: numbers are each reader's own at each table."""
    reader = _reader_at(house, person_of(request), table)
    return Expected(house.reads.expected(table, reader.id))


@post(
    "/tables/{table:str}/reads",
    status_code=200,
    sync_to_thread=True,
    summary="Cards that were read",
)
def take_reads(
    house: TheHouse,
    request: AskingRequest,
    table: FromPath[str],
    data: Annotated[ReadsSent, Body(examples=[SENT])],
) -> list[ReadAnswer]:
    """An answer for each read up to the first refused one; those after it are not taken.

    A read that comes again is answered again. A number that was used for another card, or that
    leaves one out, is refused and not used.
    """
    reader = _reader_at(house, person_of(request), table)
    answers: list[ReadAnswer] = []
    for read in data.reads:
        answers.append(_answer(house.reads.take(table, reader.id, read), reader))
        if answers[-1].refused is not None:
            break
    return answers


def _reader_at(house: House, person: Person, table: str) -> Person:
    """The reader, at a table of its own that there is."""
    house.check_table(table, person)
    house.check_there(table)
    return person


def _answer(taken: Taken, reader: Person) -> ReadAnswer:
    if taken.refused is not None:
        answer = no(taken.refused)
        return ReadAnswer(taken.number, taken.expected, taken.again, refused=answer)
    return ReadAnswer(taken.number, taken.expected, taken.again, done(taken.records, reader))


_reads: msgspec.json.Decoder[Read] = msgspec.json.Decoder(Read)


class ReaderSocket:
    """One reader's socket: reads in, an answer to each out, one after the other."""

    def __init__(self, socket: WebSocket[Any, Any, Any], house: House, table: str) -> None:
        self._socket = socket
        self._house = house
        self._table = table
        self._reader = person_of(socket)
        self._token: str = socket.auth

    async def run(self) -> int:
        """Serve until one side ends it; the code to close with."""
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look())]
        try:
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return finished.pop().result()
        except (TimeoutError, Unavailable, Conflict, Corrupt):
            return AWAY  # nothing is lost: the reader comes back and sends its read again
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> int:
        reads, reader = self._house.reads, self._reader.id
        expected = await asyncio.to_thread(reads.expected, self._table, reader)
        await self._send(Expected(expected))
        broken = 0
        while broken < BROKEN_MAX:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return 1000
            if await self._who() is None:
                return SIGNED_OUT
            try:
                read = _reads.decode(text)
            except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError):
                broken += 1
                sentence = 'Send {"number":…,"code":…}, with "heard" after a refused read.'
                unreadable = No(Reason.UNREADABLE_REQUEST.value, sentence)
                await self._send(ReadAnswer(None, expected, refused=unreadable))
                continue
            broken = 0
            taken = await asyncio.to_thread(reads.take, self._table, reader, read)
            expected = taken.expected
            await self._send(_answer(taken, self._reader))
        return NONSENSE

    async def _look(self) -> int:
        """Whether the reader is still one, and at this table."""
        while True:
            await asyncio.sleep(LOOK_S)
            with suppress(Unavailable):
                if await self._who() is None:
                    return SIGNED_OUT

    async def _who(self) -> Person | None:
        found = await asyncio.to_thread(self._house.sign_ins.who, self._token, acts=False)
        return found if found is not None and found.at(self._table) else None

    async def _send(self, frame: Expected | ReadAnswer) -> None:
        async with asyncio.timeout(SEND_S):
            await self._socket.send_data(msgspec.json.encode(frame).decode(), mode="text")


@websocket("/tables/{table:str}/reads/live")
async def stream_reads(
    socket: WebSocket[Any, Any, Any], house: TheHouse, table: FromPath[str]
) -> None:
    """Reads as they come: first the number expected, then an answer to each."""
    try:
        check_origin(socket, socket.app.state.origins)
        check_reader(person_of(socket))
        await asyncio.to_thread(_reader_at, house, person_of(socket), table)
    except Refused as refused:
        # Accepted first, so that the reader is told why.
        await socket.accept()
        told = ReadAnswer(None, None, refused=no(refused))
        await socket.send_data(msgspec.json.encode(told).decode())
        await socket.close(code=NOT_ALLOWED, reason=refused.reason.value)
        return
    await socket.accept()
    code = await ReaderSocket(socket, house, table).run()
    with suppress(Exception):  # it may be gone already
        async with asyncio.timeout(1.0):
            await socket.close(code=code)


_posted = Router("", route_handlers=[show_expected, take_reads], guards=[readers])
read_routes = Router("", route_handlers=[_posted, stream_reads], tags=["readers"])
