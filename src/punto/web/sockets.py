"""The socket of one person at one table: a snapshot, then pushes; commands in, answers out."""

import asyncio
from contextlib import suppress
from functools import partial
from logging import getLogger
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from punto.floor.batch import Told
from punto.journal.failures import Conflict, Unavailable
from punto.journal.people import Kind, Person
from punto.refusals import Reason, Refused
from punto.table.commands import Command
from punto.table.evolve import Corrupt
from punto.web.approving import answered
from punto.web.asking import read_for_table
from punto.web.bending import Bend
from punto.web.entrance import TheHouse, check_origin, person_of
from punto.web.house import House
from punto.web.live import Live
from punto.web.live_table import LiveTable
from punto.web.refusing import No, no
from punto.web.table_routes import Done, done
from punto.web.watcher import SIGNED_OUT, Wants, Watcher

LISTENED_TO_MAX = 48  # frames that wait for a reader, who is then listened to no longer
TROUBLES = (Unavailable, Conflict, Corrupt)
UNANSWERED_MAX = 32  # commands of one socket that wait for their answers
BROKEN_MAX = 20  # messages in a row that cannot be read
MISTAKE = "Something went wrong here: send it again, or call for support."
NOT_ALLOWED, NONSENSE, AWAY = 4403, 4400, 1013

_log = getLogger("punto.web")


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


_messages: msgspec.json.Decoder[Give | Here | Bend] = msgspec.json.Decoder(Give | Here | Bend)


class Seat:
    """One socket."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        house: House,
        live: Live,
        person: Person,
        token: str,
        wants: Wants,
    ) -> None:
        self._socket = socket
        self._house = house
        self._live = live
        self._person = person
        self._token = token
        self._wants = wants
        self._unanswered: set[asyncio.Task[None]] = set()
        self._stakes = 0  # that are unanswered too
        self._broken = 0

    async def run(self, table: str, after: int | None) -> int:
        """Serve until one side ends it; the code to close with."""
        if self._person.kind in (Kind.PATRON, Kind.GUEST):
            self._house.presence.hear(table, self._person.id)
        joined, watcher, snapshot = await self._live.join(
            table, self._person, self._token, after, self._wants
        )
        tasks: list[asyncio.Task[int]] = []
        try:
            await self._socket.send_data(msgspec.json.encode(snapshot).decode(), mode="text")
            tasks = [
                asyncio.create_task(self._push(watcher)),
                asyncio.create_task(self._listen(joined, watcher)),
            ]
            ways = [*tasks, watcher.ended]
            finished, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            return finished.pop().result()
        except Unavailable:  # the database is away: whoever comes back is told what was missed
            return AWAY
        finally:
            joined.leave(watcher)
            if not joined.has(self._person.id):
                self._house.presence.leave(table, self._person.id)
            for task in (*tasks, *self._unanswered):
                task.cancel()
            await asyncio.gather(*tasks, *self._unanswered, return_exceptions=True)

    async def _push(self, watcher: Watcher) -> int:
        """Send whatever waits, pushes and answers alike."""
        send, waiting = self._socket.send_data, watcher.waiting
        while True:
            frame = await waiting.get()
            watcher.sending_since = monotonic()
            await send(frame.decode(), mode="text")
            watcher.sending_since = None

    async def _listen(self, joined: LiveTable, watcher: Watcher) -> int:
        while True:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return 1000
            person = self._house.sign_ins.still(self._token) or await self._looked_up()
            if person is None:
                return SIGNED_OUT
            if self._broken >= BROKEN_MAX:
                return NONSENSE
            self._hear(joined, person, text, watcher)
            while watcher.waiting.qsize() >= LISTENED_TO_MAX:
                await asyncio.sleep(0.01)  # who does not read answers is not listened to

    async def _looked_up(self) -> Person | None:
        """Who this is, where it was too long ago that everybody was looked up."""
        sign_ins = self._house.sign_ins
        await self._live.looked()
        still = sign_ins.still(self._token)
        return still or await asyncio.to_thread(sign_ins.who, self._token)

    def _hear(self, joined: LiveTable, person: Person, text: Any, watcher: Watcher) -> None:
        table = joined.table
        try:
            message = _messages.decode(text)
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError):
            self._broken += 1
            sentence = 'Send {"type":"give","id":…,"command":{…}}, or {"type":"here"}.'
            _answer(watcher, Answer(None, refused=No("unreadable-request", sentence)))
            return
        self._broken = 0
        if isinstance(message, Here):
            return
        if isinstance(message, Bend):
            joined.bend(person, message)
            return
        if len(self._unanswered) + self._stakes >= UNANSWERED_MAX:
            too_often = Refused(Reason.TOO_OFTEN, "Wait for answers before you ask for more.")
            _answer(watcher, Answer(message.id, refused=no(too_often)))
            return
        try:
            command = read_for_table(bytes(message.command), person)
            hear = partial(self._staked, table, person, message.id, watcher)
            if self._house.stake(table, person, message.id, command, hear):
                self._stakes += 1
                return
        except Refused as refused:
            _answer(watcher, self._refusal(table, person, message.id, refused))
            return
        task = asyncio.create_task(self._give(table, person, message.id, command, watcher))
        self._unanswered.add(task)
        task.add_done_callback(self._unanswered.discard)

    def _staked(
        self, table: str, person: Person, key: str, watcher: Watcher, told: Told | Exception
    ) -> None:
        """What became of a stake; there are thousands a second, and a task for each costs more."""
        self._stakes -= 1
        if isinstance(told, Exception):
            _answer(watcher, _trouble(key, told))
        elif told.refused is not None:
            _answer(watcher, self._refusal(table, person, key, answered(told.refused)))
        else:
            _answer(watcher, Answer(key, done(told.records, person)))

    async def _give(
        self, table: str, person: Person, key: str, command: Command, watcher: Watcher
    ) -> None:
        try:
            records = await self._house.give(table, person, key, command)
            answer = Answer(key, done(records, person))
        except Refused as refused:
            answer = self._refusal(table, person, key, refused)
        except Exception as trouble:  # whatever it was, somebody waits for an answer
            answer = _trouble(key, trouble)
        _answer(watcher, answer)

    def _refusal(self, table: str, person: Person, key: str, refused: Refused) -> Answer:
        self._house.deny(person.id, f"a command at {table}", refused, table)
        return Answer(key, refused=no(refused))


def _trouble(key: str, trouble: Exception) -> Answer:
    """The answer where nobody can say what became of a command: the same key may be sent again."""
    if isinstance(trouble, TROUBLES):
        return Answer(key, refused=No(Reason.TOO_OFTEN.value, str(trouble)))
    _log.error("a command was not answered", exc_info=trouble)
    return Answer(key, refused=No(Reason.TOO_OFTEN.value, MISTAKE))


def _answer(watcher: Watcher, answer: Answer) -> None:
    watcher.waiting.put_nowait(msgspec.json.encode(answer))  # of these there are not many


@websocket("/tables/{table:str}/live")
async def watch(
    socket: WebSocket[Any, Any, Any],
    house: TheHouse,
    table: FromPath[str],
    after: FromQuery[int | None] = None,
    bends: FromQuery[bool] = False,
    board: FromQuery[bool] = False,
) -> None:
    """A table, live: `after` is the number of the last event this person has.

    With `bends` they are told, too, how a card is bent that somebody squeezes, and with `board`
    what is on the roads whenever that changes.
    """
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
    seat = Seat(socket, house, socket.app.state.live, person, socket.auth, Wants(bends, board))
    code = await seat.run(table, after)
    with suppress(Exception):  # it may be gone already
        async with asyncio.timeout(1.0):
            await socket.close(code=code)
