"""A typed client: signs in, looks, gives commands, follows a table over its socket."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from secrets import token_bytes, token_hex
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from punto.ledger.cage import commands as cage
from punto.ledger.cage.vouchers import write_code
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.people import Patron
from punto.web.asking import sent
from punto.web.history import PlayedView, RoundLine
from punto.web.live import Snapshot
from punto.web.people_routes import DeviceKey, SignedIn
from punto.web.refusing import No
from punto.web.sockets import Answer
from punto.web.table_routes import Done, TableLine
from punto.web.telling import Push
from punto.web.views import MeView, TableView

T = TypeVar("T")
ANSWER_S = 30.0
FRAME_BYTES_MAX = 4_000_000  # what a server sends at most; a full snapshot is far smaller

ME = Patron("")  # commands say nothing of their giver: that is whoever is signed in
Frame = Snapshot | Push | Answer
_frames: msgspec.json.Decoder[Snapshot | Push | Answer] = msgspec.json.Decoder(Frame)


class Client:
    """One person's, or one device's, way to a house."""

    def __init__(self, address: str = "http://127.0.0.1:8000", token: str = "") -> None:
        self.address = address.rstrip("/")
        self.http = httpx.Client(base_url=self.address, timeout=ANSWER_S)
        self._run = token_hex(8)  # keys are never used again by a later client
        self._numbers = count(1)
        self.token = ""
        if token:
            self._take(token)

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sign_in(self, name: str, password: str) -> MeView:
        """Come in with an account; the token is kept here."""
        wanted = {"name": name, "password": password, "bearer": True}
        return self._come_in("/api/v1/sign-in", wanted)

    def come_as_guest(self) -> MeView:
        """Come in as a guest, where the house has guests."""
        return self._come_in("/api/v1/guests", {"bearer": True})

    def sign_out(self) -> None:
        self.post("/api/v1/sign-out", {}, dict[str, bool])

    def me(self) -> MeView:
        return self.get("/api/v1/me", MeView)

    def tables(self) -> list[TableLine]:
        return self.get("/api/v1/tables", list[TableLine])

    def table(self, name: str) -> TableView:
        return self.get(f"/api/v1/tables/{name}", TableView)

    def rounds(self, name: str, before: int | None = None, limit: int = 20) -> list[RoundLine]:
        page = f"&before={before}" if before is not None else ""
        return self.get(f"/api/v1/tables/{name}/rounds?limit={limit}{page}", list[RoundLine])

    def round(self, name: str, number: int) -> PlayedView:
        return self.get(f"/api/v1/tables/{name}/rounds/{number}", PlayedView)

    def give(self, name: str, command: c.Command, key: str = "") -> Done:
        """Give a table's command; given again under the same key it is done once."""
        path = f"/api/v1/tables/{name}/commands"
        return self.post(path, sent(command), Done, key=key or self._key())

    def give_cage(
        self, command: cage.Command, *, code: str = "", key: str = ""
    ) -> list[dict[str, Any]]:
        """Give the cage's command; where it is about a voucher, `code` is the voucher's."""
        body = sent(command)
        if "code" in body:
            body["code"] = code
        path = "/api/v1/cage/commands"
        return self.post(path, body, list[dict[str, Any]], key=key or self._key())

    def cash_out(self, patron: str, cents: int, key: str = "") -> str:
        """Credits become a voucher: its code, which is money and is kept nowhere else."""
        code = write_code(token_bytes(16))
        self.give_cage(cage.CashOut(patron, cents, "", by=ME), code=code, key=key)
        return code

    def add_device(self, name: str, tables: tuple[str, ...]) -> DeviceKey:
        return self.post("/api/v1/devices", {"name": name, "tables": tables}, DeviceKey)

    def get(self, path: str, shape: type[T]) -> T:
        return _read(self.http.get(path), shape)

    def post(self, path: str, body: object, shape: type[T], key: str = "") -> T:
        headers = {"Idempotency-Key": key} if key else {}
        return _read(self.http.post(path, json=body, headers=headers), shape)

    @contextmanager
    def watch(self, name: str, after: int | None = None) -> Iterator["Watch"]:
        """A table, live; `after` resumes behind an event's number."""
        query = f"?after={after}" if after is not None else ""
        address = f"{self.address.replace('http', 'ws', 1)}/api/v1/tables/{name}/live{query}"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        with connect(
            address, additional_headers=headers, max_size=FRAME_BYTES_MAX, proxy=None
        ) as socket:
            yield Watch(socket)

    def _come_in(self, path: str, body: dict[str, object]) -> MeView:
        self.http.headers.pop("Authorization", None)
        self.http.get("/health")  # brings the token against forged requests along
        forged = self.http.cookies.get("csrftoken") or ""
        answer = self.http.post(path, json=body, headers={"x-csrftoken": forged})
        signed_in = _read(answer, SignedIn)
        self._take(signed_in.token or "")
        return signed_in.me

    def _take(self, token: str) -> None:
        self.token = token
        self.http.headers["Authorization"] = f"Bearer {token}"

    def _key(self) -> str:
        return f"{self._run}-{next(self._numbers)}"


class Watch:
    """One socket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = 0
        self.view: TableView | None = None
        self._numbers = count(1)
        self._run = token_hex(8)

    def next(self, wait_s: float = ANSWER_S) -> Frame:
        """The next frame; TimeoutError where none comes."""
        frame = _frames.decode(self.socket.recv(timeout=wait_s))
        if isinstance(frame, Snapshot | Push):
            self.seq, self.view = frame.seq, frame.view
        return frame

    def give(self, command: c.Command, key: str = "") -> Answer:
        """Give a command and wait for its answer; pushes that come first are taken in."""
        key = key or f"{self._run}-{next(self._numbers)}"
        self.send({"type": "give", "id": key, "command": sent(command)})
        while True:
            frame = self.next()
            if isinstance(frame, Answer) and frame.id == key:
                return frame

    def send(self, message: object) -> None:
        self.socket.send(msgspec.json.encode(message).decode())

    def rest(self, wait_s: float = 0.5) -> Iterator[Frame]:
        """Whatever comes, until nothing has for so long."""
        while True:
            try:
                yield self.next(wait_s)
            except (TimeoutError, ConnectionClosed):
                return


def _read(answer: httpx.Response, shape: type[T]) -> T:
    """What was asked for; a refusal is raised as the one it is."""
    if answer.is_success:
        return msgspec.json.decode(answer.content, type=shape)
    try:
        said = msgspec.json.decode(answer.content, type=No)
        reason = Reason(said.reason)
    except (msgspec.MsgspecError, ValueError):
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"The server answered {answer.status_code}: is it Punto's?"
        ) from None
    raise Refused(reason, said.sentence, clause=said.clause)
