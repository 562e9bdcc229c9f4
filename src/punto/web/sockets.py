"""The socket of one person at one table: a snapshot, then pushes; commands in, answers out."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Kind, Person
from punto.refusals import Reason, Refused
from punto.table.evolve import Corrupt
from punto.web.asking import read_for_table
from punto.web.entrance import TheHouse, check_origin, person_of
from punto.web.house import House
from punto.web.live import Live, LiveTable, Watcher
from punto.web.refusing import No, no
from punto.web.table_routes import Done, done

UNANSWERED_MAX = 32  # commands of one socket that wait for their answers
LOOK_S = 1.0  # how soon a socket ends whose owner was disabled or idle for too long
SEND_S = 10.0  # a reader who takes longer for one frame is gone
BROKEN_MAX = 20  # messages in a row that cannot be read
SIGNED_OUT, TOO_SLOW, NOT_ALLOWED, NONSENSE, AWAY = 4401, 4408, 4403, 4400, 1013


class Give(Struct, frozen=True, tag="give", forbid_unknown_fields=True):
    """A command under a key."""

    id: str
    command: msgspec.Raw


class Here(Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """I am still here."""


class Answer(Struct, frozen=True, tag="answer"):
    """What became of a command: done, or refused."""

    id: str | None
    done: Done | None = None
    refused: No | None = None


_messages: msgspec.json.Decoder[Give | Here] = msgspec.json.Decoder(Give | Here)


class Seat:
    """One socket."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], house: House, person: Person, token: str
    ) -> None:
        self._socket = socket
        self._house = house
        self._person = person
        self._token = token
        self._sending = asyncio.Lock()
        self._unanswered: set[asyncio.Task[None]] = set()
        self._broken = 0

    async def run(self, live: Live, table: str, after: int | None) -> int:
        """Serve until one side ends it; the code to close with."""
        joined, watcher, snapshot = await live.join(table, self._person, after)
        tasks: list[asyncio.Task[int]] = []
        try:
            await self._send(msgspec.json.encode(snapshot))
            tasks = [
                asyncio.create_task(self._push(watcher)),
                asyncio.create_task(self._drop(watcher)),
                asyncio.create_task(self._listen(table)),
                asyncio.create_task(self._look(table)),
            ]
            finished, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            return finished.pop().result()
        except TimeoutError:
            return TOO_SLOW
        except Unavailable:  # the database is away: whoever comes back is told what was missed
            return AWAY
        finally:
            self._leave(joined, watcher, table)
            for task in (*tasks, *self._unanswered):
                task.cancel()
            await asyncio.gather(*tasks, *self._unanswered, return_exceptions=True)

    def _leave(self, joined: LiveTable, watcher: Watcher, table: str) -> None:
        joined.leave(watcher)
        if not any(each.person.id == self._person.id for each in joined.watchers):
            self._house.presence.leave(table, self._person.id)

    async def _push(self, watcher: Watcher) -> int:
        while True:
            await self._send(await watcher.waiting.get())

    async def _drop(self, watcher: Watcher) -> int:
        await watcher.dropped.wait()
        return TOO_SLOW

    async def _look(self, table: str) -> int:
        """Whether this person still may be here; looking on alone keeps nobody signed in."""
        while True:
            if self._person.kind in (Kind.PATRON, Kind.GUEST):
                self._house.presence.hear(table, self._person.id)
            await asyncio.sleep(LOOK_S)
            with suppress(Unavailable):
                found = await asyncio.to_thread(self._house.sign_ins.who, self._token, acts=False)
                if found is None or not found.at(table):
                    return SIGNED_OUT

    async def _listen(self, table: str) -> int:
        while True:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return 1000
            sign_ins = self._house.sign_ins
            person = sign_ins.still(self._token)
            person = person or await asyncio.to_thread(sign_ins.who, self._token)
            if person is None:
                return SIGNED_OUT
            if self._broken >= BROKEN_MAX:
                return NONSENSE
            await self._hear(table, person, text)

    async def _hear(self, table: str, person: Person, text: Any) -> None:
        try:
            message = _messages.decode(text)
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError):
            self._broken += 1
            sentence = 'Send {"type":"give","id":…,"command":{…}}, or {"type":"here"}.'
            await self._answer(Answer(None, refused=No("unreadable-request", sentence)))
            return
        self._broken = 0
        if isinstance(message, Here):
            return
        if len(self._unanswered) >= UNANSWERED_MAX:
            too_often = Refused(Reason.TOO_OFTEN, "Wait for answers before you ask for more.")
            await self._answer(Answer(message.id, refused=no(too_often)))
            return
        task = asyncio.create_task(self._give(table, person, message))
        self._unanswered.add(task)
        task.add_done_callback(self._unanswered.discard)

    async def _give(self, table: str, person: Person, message: Give) -> None:
        try:
            command = read_for_table(bytes(message.command), person)
            records = await self._house.give(table, person, message.id, command)
            answer = Answer(message.id, done(records, person))
        except Refused as refused:
            self._house.deny(person.id, f"a command at {table}", refused, table)
            answer = Answer(message.id, refused=no(refused))
        except (Unavailable, Conflict, Corrupt) as trouble:
            answer = Answer(message.id, refused=No(Reason.TOO_OFTEN.value, str(trouble)))
        with suppress(TimeoutError, WebSocketDisconnect):
            await self._answer(answer)

    async def _answer(self, answer: Answer) -> None:
        await self._send(msgspec.json.encode(answer))

    async def _send(self, frame: bytes) -> None:
        async with self._sending, asyncio.timeout(SEND_S):
            await self._socket.send_data(frame.decode(), mode="text")


@websocket("/tables/{table:str}/live")
async def watch(
    socket: WebSocket[Any, Any, Any],
    house: TheHouse,
    table: FromPath[str],
    after: FromQuery[int | None] = None,
) -> None:
    """A table, live: `after` is the number of the last event this person has."""
    try:
        check_origin(socket, socket.app.state.origins)
        person = person_of(socket)
        house.check_table(table, person)
        await asyncio.to_thread(house.check_there, table)
    except Refused as refused:
        house.deny(getattr(socket.scope.get("user"), "id", ""), f"WS {socket.url.path}", refused)
        # Accepted first, so that a browser is told why: it cannot read the answer to a handshake.
        await socket.accept()
        await socket.send_data(msgspec.json.encode(Answer(None, refused=no(refused))).decode())
        await socket.close(code=NOT_ALLOWED, reason=refused.reason.value)
        return
    await socket.accept()
    code = await Seat(socket, house, person, socket.auth).run(socket.app.state.live, table, after)
    with suppress(Exception):  # it may be gone already
        async with asyncio.timeout(1.0):
            await socket.close(code=code)
