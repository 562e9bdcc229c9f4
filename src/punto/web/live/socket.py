"""One person's socket at one table: sends a snapshot and pushes, receives commands."""

import asyncio
from contextlib import ExitStack, suppress
from functools import partial
from time import monotonic
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from punto.floor.command_rates import Bucket, Rate
from punto.floor.event_log import EventLog
from punto.floor.submission import Receipt
from punto.journal.codec import Recorded
from punto.journal.errors import Conflict, Corrupt, Unavailable
from punto.journal.people.people import Kind, Person
from punto.ledger.accounts import patron
from punto.refusals import Reason, Refused
from punto.table.commands import Command
from punto.web.api.tables import Done, done
from punto.web.auth.guards import TheCasino, check_origin, person_of
from punto.web.auth.tokens import digest_of
from punto.web.casino import Casino, records_of
from punto.web.edge.addresses import address_of
from punto.web.edge.socket_counts import SocketCounts
from punto.web.edge.socket_protocol import RESTARTING, WRITE_TEXT
from punto.web.edge.strict import check_keys
from punto.web.errors import (
    TRY_LATER,
    UNREADABLE,
    RefusalView,
    close_code,
    refusal_of,
    refusal_view,
)
from punto.web.live.live_table import LiveTable
from punto.web.live.live_tables import LiveTables
from punto.web.live.squeeze import Bend
from punto.web.live.subscribers import (
    SEND_S,
    SIGNED_OUT,
    TOO_SLOW,
    Subscriber,
    Subscription,
)
from punto.web.live.turns import Turns
from punto.web.views.mine import Mine

LISTENED_TO_MAX = 48  # frames that wait for a reader, who is then listened to no longer
FRAMES = Rate(400, 100)  # from one socket; bending a card sends 60 a second
FRAMES_PAUSE_S = 0.05
REFUSED_CHECK_S = 0.05  # how often a patron who was refused often is looked at again
JOURNAL_ERRORS = (Unavailable, Conflict, Corrupt)
UNANSWERED_MAX = 32  # commands of one socket in flight
BROKEN_MAX = 20  # consecutive unreadable messages

_log = EventLog("punto.web")
CLOSED = {  # why a socket was closed, by its code
    1000: "left",
    RESTARTING: "restart",
    SIGNED_OUT: "signed-out",
    TOO_SLOW: "too-slow",
    TRY_LATER: "unavailable",
    UNREADABLE: "unreadable",
}


class Give(Struct, frozen=True, tag="give", forbid_unknown_fields=True):
    """A command and its idempotency key."""

    id: str
    command: Command


class Unreadable(Struct, frozen=True, tag="give"):
    """A message whose command cannot be read: the answer goes to its key."""

    id: str


class Here(Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """The person is still active: extends the session."""


class Answer(Struct, frozen=True, tag="answer"):
    """The answer to a command: done or refused."""

    id: str | None
    done: Done | None = None
    refused: RefusalView | None = None
    mine: Mine | None = None  # after the command, so that clients need not apply events


_messages: msgspec.json.Decoder[Give | Here | Bend] = msgspec.json.Decoder(Give | Here | Bend)
_unreadable = msgspec.json.Decoder(Unreadable)


class TableSocket:
    """Serves one socket."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        casino: Casino,
        live: LiveTables,
        person: Person,
        token: str,
        subscription: Subscription,
        address: str = "",
    ) -> None:
        self._socket = socket
        self._casino = casino
        self._live = live
        self._person = person
        self._token = token
        self._digest = digest_of(token)
        self._subscription = subscription
        self._unanswered = 0
        self._broken = 0
        self._frames = Bucket(FRAMES, monotonic())
        self._turns = live.turns.get(person.kind)  # None for those who need not take turns
        self._address = address if person.kind is Kind.GUEST else ""
        self._paused_until_s = 0.0  # not read until then, because of many refusals
        self._is_slowed = False  # one command at a time, for the same reason

    async def run(self, table: str, after: int | None) -> int:
        """Serve until either side ends it; returns the close code."""
        if self._turns is not None:
            self._casino.presence.note(table, self._person.id)
        joined, subscriber, snapshot = await self._live.join(
            table, self._person, self._token, after, self._subscription
        )
        tasks: list[asyncio.Task[int]] = []
        try:
            await self._socket.send_data(msgspec.json.encode(snapshot).decode(), mode="text")
            tasks = [
                asyncio.create_task(self._push(subscriber)),
                asyncio.create_task(self._listen(joined, subscriber)),
            ]
            ends = [*tasks, subscriber.ended]
            finished, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            return finished.pop().result()
        except Unavailable:  # the client reconnects and is sent what it missed
            return TRY_LATER
        finally:
            joined.leave(subscriber)
            if not joined.has(self._person.id):
                self._casino.presence.leave(table, self._person.id)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _push(self, subscriber: Subscriber) -> int:
        """Send the frames that wait because their client is behind; others are written at once."""
        send, waiting = self._socket.send_data, subscriber.waiting
        subscriber.write = self._socket.scope.get(WRITE_TEXT)  # type: ignore[assignment]
        while True:
            frame = await waiting.get()
            subscriber.sending_since = monotonic()
            await send(frame.decode(), mode="text")
            subscriber.sending_since = None

    async def _listen(self, joined: LiveTable, subscriber: Subscriber) -> int:
        while True:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect as left:
                return RESTARTING if left.code == RESTARTING else 1000
            while not self._frames.take(monotonic()):
                await asyncio.sleep(FRAMES_PAUSE_S)  # slows down a client that sends too many
            person = self._casino.sessions.cached(self._digest) or await self._authenticate()
            if person is None:
                return SIGNED_OUT
            if self._broken >= BROKEN_MAX:
                return UNREADABLE
            if self._turns is not None:
                await self._take_turn(self._turns)
            self._receive(joined, person, text, subscriber)
            while subscriber.waiting.qsize() >= LISTENED_TO_MAX:
                await asyncio.sleep(0.01)  # a client that does not read is not read from

    async def _take_turn(self, turns: Turns) -> None:
        """Wait until a patron's next message is due; a command gives its turn back when answered.

        A patron with many refusals waits for the answer to each command, and then for a while.
        """
        while self._is_slowed:
            left_s = self._paused_until_s - monotonic()
            if left_s <= 0 and not self._unanswered:
                break
            await asyncio.sleep(max(left_s, REFUSED_CHECK_S))
        await turns.take()

    async def _authenticate(self) -> Person | None:
        """The socket's person when the cached session is too old."""
        sessions = self._casino.sessions
        await self._live.check()
        cached = sessions.cached(self._digest)
        return cached or await asyncio.to_thread(sessions.authenticate, self._token)

    def _receive(
        self, joined: LiveTable, person: Person, text: Any, subscriber: Subscriber
    ) -> None:
        message = self._read(joined, person, text, subscriber)
        if message is None:
            self._give_back_turn()
            return
        reply = partial(self._reply, joined, person, message.id, subscriber)
        self._unanswered += 1
        try:
            self._casino.submit(
                joined.table, person, message.id, message.command, reply, self._digest
            )
        except Exception as trouble:  # refused at once, or a mistake of ours
            reply(trouble)

    def _read(
        self, joined: LiveTable, person: Person, text: Any, subscriber: Subscriber
    ) -> Give | None:
        """The command in a message; everything else is done or answered here."""
        try:
            message = _messages.decode(text)
            check_keys(text)
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError) as fault:
            _answer(subscriber, self._unreadable(joined.table, person, text, fault))
            return None
        self._broken = 0
        if isinstance(message, Here):
            return None
        if isinstance(message, Bend):
            joined.bend(person, message)
            return None
        if self._unanswered >= UNANSWERED_MAX:
            too_often = Refused(Reason.TOO_OFTEN, "Wait for answers before you ask for more.")
            _answer(subscriber, Answer(message.id, refused=refusal_view(too_often)))
            return None
        return message

    def _reply(
        self,
        joined: LiveTable,
        person: Person,
        key: str,
        subscriber: Subscriber,
        answer: Receipt | Exception,
    ) -> None:
        """Answer a command; a callback, because a task each would be too slow in a rush."""
        self._unanswered -= 1
        self._give_back_turn()
        try:
            records = records_of(answer)
            assert isinstance(answer, Receipt), "an exception is raised"
            held = answer.balances.get(patron(person.id))
            made = _done(joined, subscriber, key, records, held)
            self._is_slowed = False
        except Refused as refused:
            self._slow_down(joined.table)
            made = self._refusal(joined.table, person, key, refused)
        except Exception as error:  # the client must get an answer whatever happened
            made = _failed(key, error)
            self._casino.traffic.refusals[made.refused.reason if made.refused else ""] += 1
        _answer(subscriber, made)

    def _give_back_turn(self) -> None:
        if self._turns is not None:
            self._turns.give_back()

    def _slow_down(self, table: str) -> None:
        """Count a refusal, after which a patron who has had many is read slowly."""
        if self._turns is None:
            return
        pause_s = self._live.refusal_pace.pause_s(self._person.id, table, self._address)
        self._is_slowed = pause_s > 0
        self._paused_until_s = monotonic() + pause_s

    def _unreadable(self, table: str, person: Person, text: Any, fault: Exception) -> Answer:
        """Answer a message that cannot be read: to its key if it has one, else to no one's."""
        try:
            key = _unreadable.decode(text).id
        except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError):
            self._broken += 1
            unreadable = Refused(
                Reason.UNREADABLE_REQUEST,
                'Send {{"type":"give","id":…,"command":{{…}}}}, or {{"type":"here"}}.',
            )
            return Answer(None, refused=refusal_view(unreadable))
        self._broken = 0
        refused = Refused(Reason.UNREADABLE_REQUEST, "This is no command: {fault}.", fault=fault)
        return self._refusal(table, person, key, refused)

    def _refusal(self, table: str, person: Person, key: str, refused: Refused) -> Answer:
        self._casino.deny(person.id, f"a command at {table}", refused, table)
        self._casino.traffic.refusals[refused.reason.value] += 1
        return Answer(key, refused=refusal_view(refused))


def _done(
    joined: LiveTable,
    subscriber: Subscriber,
    key: str,
    records: tuple[Recorded, ...],
    credits_cents: int | None,
) -> Answer:
    """The answer to a command that was done, with its sender's own part after it."""
    made = done(records, subscriber.person)
    return Answer(key, made, mine=cast(Any, joined.mine(subscriber, credits_cents, made.seq)))


def _failed(key: str, error: Exception) -> Answer:
    """The answer when a command's outcome is unknown: it may be sent again under the same key."""
    if not isinstance(error, JOURNAL_ERRORS):
        _log.error("command-failed", error)
    return Answer(key, refused=refusal_view(refusal_of(error)))


def _answer(subscriber: Subscriber, answer: Answer) -> None:
    subscriber.put(msgspec.json.encode(answer))  # UNANSWERED_MAX bounds them


@websocket("/tables/{table:str}/live")
async def watch(
    socket: WebSocket[Any, Any, Any],
    casino: TheCasino,
    table: FromPath[str],
    after: FromQuery[int | None] = None,
    bends: FromQuery[bool] = False,
    board: FromQuery[bool] = False,
) -> None:
    """Follow a table live; `after` is the number of the last event the client has.

    With `bends` the client is also sent how a squeezed card is bent, and with `board` the roads
    and last rounds whenever they change.
    """
    counts: SocketCounts = socket.app.state.socket_counts
    with ExitStack() as open_socket:
        try:
            check_origin(socket, socket.app.state.origins)
            person = person_of(socket)
            casino.check_table(table, person)
            open_socket.enter_context(counts.admitted(person, address_of(socket)))
            await asyncio.to_thread(casino.check_there, table)
        except Refused as refused:
            who = getattr(socket.scope.get("user"), "id", "")
            casino.deny(who, f"WS {socket.url.path}", refused)
            casino.traffic.refusals[refused.reason.value] += 1
            await refuse_socket(socket, Answer(None, refused=refusal_view(refused)), refused)
            return
        await socket.accept()
        subscription, address = Subscription(bends, board), address_of(socket)
        live: LiveTables = socket.app.state.live
        served = TableSocket(socket, casino, live, person, socket.auth, subscription, address)
        code = await served.run(table, after)
    casino.traffic.sockets_closed[CLOSED.get(code, "other")] += 1
    if code == TOO_SLOW:
        _log.warning("subscriber-dropped", person=person.id, table=table)
    with suppress(Exception):  # it may be closed already
        async with asyncio.timeout(1.0):
            await socket.close(code=code)


async def refuse_socket(socket: WebSocket[Any, Any, Any], answer: Struct, refused: Refused) -> None:
    """Send the refusal and close; accepts first, as browsers cannot read a failed handshake."""
    code = close_code(refused.reason)
    with suppress(Exception):  # it may be closed already
        async with asyncio.timeout(SEND_S):
            await socket.accept()
            await socket.send_data(msgspec.json.encode(answer).decode())
            await socket.close(code=code, reason=refused.reason.value)
