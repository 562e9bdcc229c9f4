"""The way to a house: one server or several, the next one where the first does not answer."""

from collections.abc import Mapping, Sequence
from itertools import count
from secrets import token_hex
from typing import TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from punto.refusals import Reason, Refused
from punto.web.refusing import No

T = TypeVar("T")
USUAL = "http://127.0.0.1:8000"
ANSWER_S = 30.0
CONNECT_S = 5.0
FRAME_BYTES_MAX = 4_000_000  # what a server sends at most; a full snapshot is far smaller
NOTHING_DONE = (503,)  # the server says so itself
NO_NODE = (502, 503, 504)  # said by what stands before the servers, too


class Connection:
    """Requests and sockets to whichever of these servers answers."""

    def __init__(self, addresses: str | Sequence[str] = USUAL, token: str = "") -> None:
        several = (addresses,) if isinstance(addresses, str) else tuple(addresses)
        self.addresses = tuple(_checked(each) for each in several)
        self.http = httpx.Client(
            base_url=self.address, timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S)
        )
        self._run = token_hex(8)  # keys are never used again by a later client
        self._numbers = count(1)
        self.token = ""
        if token:
            self.take(token)

    @property
    def address(self) -> str:
        """The server that is asked first."""
        return self.addresses[0]

    def move_on(self) -> None:
        """Ask the next server from here on."""
        first, *rest = self.addresses
        self.addresses = (*rest, first)
        self.http.base_url = self.address

    def close(self) -> None:
        self.http.close()

    def take(self, token: str) -> None:
        """Come in with this token or key from here on."""
        self.token = token
        self.http.headers["Authorization"] = f"Bearer {token}"

    def key(self) -> str:
        """A key for a command that was not given before."""
        return f"{self._run}-{next(self._numbers)}"

    def get(self, path: str, shape: type[T]) -> T:
        return read(self.ask("GET", path), shape)

    def post(self, path: str, body: object, shape: type[T], key: str = "") -> T:
        headers = {"Idempotency-Key": key} if key else {}
        return read(self.ask("POST", path, body, headers, harmless=bool(key)), shape)

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        harmless: bool = False,
    ) -> httpx.Response:
        """One request, to each server in turn until one answers.

        What may be done twice without harm is asked again wherever it got lost: looking, and
        commands under a key. Anything else only where it cannot have arrived.
        """
        harmless = harmless or method == "GET"
        content = None if body is None else msgspec.json.encode(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        for attempt in range(len(self.addresses)):
            last = attempt == len(self.addresses) - 1
            try:
                answer = self.http.request(
                    method, path, content=content, headers={**kind, **(headers or {})}
                )
            except (httpx.ConnectError, httpx.ConnectTimeout):
                self.move_on()
                continue
            except httpx.TransportError:
                self.move_on()
                if harmless:
                    continue
                raise Refused(
                    Reason.NO_SERVER, "The server went away: look whether it was done."
                ) from None
            if last or answer.status_code not in (NO_NODE if harmless else NOTHING_DONE):
                return answer
            self.move_on()
        raise self.nobody()

    def socket(self, path: str) -> ClientConnection:
        """A socket to the server asked first; OSError where it does not answer."""
        address = self.address.replace("http", "ws", 1) + path
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            # Entered here and closed by whoever has it: it outlives this call.
            return connect(
                address,
                additional_headers=headers,
                max_size=FRAME_BYTES_MAX,
                open_timeout=CONNECT_S,
                proxy=None,
            ).__enter__()
        except InvalidHandshake as answered:
            raise OSError(str(answered)) from None

    def nobody(self) -> Refused:
        """No server is there."""
        where = " or ".join(sorted(self.addresses))
        return Refused(
            Reason.NO_SERVER, f"No server answers at {where}: start it, or name another."
        )


def path_to(*parts: object) -> str:
    """An address under the API; whatever stands in a part stays in it.

    >>> path_to("tables", "t1/../x", "rounds", 7)
    '/api/v1/tables/t1%2F..%2Fx/rounds/7'
    """
    return "/".join(("/api/v1", *(quote(str(part), safe="") for part in parts)))


def read(answer: httpx.Response, shape: type[T]) -> T:
    """What was asked for; a refusal is raised as the one it is."""
    check(answer)
    try:
        return msgspec.json.decode(answer.content, type=shape)
    except msgspec.MsgspecError:
        raise _stranger(answer) from None


def check(answer: httpx.Response) -> None:
    """Raise a refusal as the one it is."""
    if answer.is_success:
        return
    try:
        said = msgspec.json.decode(answer.content, type=No)
        reason = Reason(said.reason)
    except (msgspec.MsgspecError, ValueError):
        raise _stranger(answer) from None
    raise Refused(reason, said.sentence, clause=said.clause)


def _stranger(answer: httpx.Response) -> Refused:
    return Refused(
        Reason.UNREADABLE_REQUEST, f"The server answered {answer.status_code}: is it Punto's?"
    )


def _checked(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"Write a server as {USUAL}, not {address[:60]!r}."
        )
    return address.rstrip("/")
