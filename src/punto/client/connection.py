"""The connection to one or more servers, with failover to the next."""

from collections.abc import Mapping, Sequence
from itertools import count
from secrets import token_hex
from ssl import SSLError
from typing import TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from punto.client.trust import NO_ONE, check_trusted, trust
from punto.refusals import Reason, Refused
from punto.web.errors import RefusalView, refusal_from

T = TypeVar("T")
USUAL = "http://127.0.0.1:8000"
ANSWER_S = 30.0
CONNECT_S = 5.0
CLOSE_S = 1.0  # how long to wait for a server to confirm the close
FRAME_BYTES_MAX = 4_000_000  # far larger than a full snapshot
NOTHING_DONE = (503,)  # from the server: the request was not executed
NO_NODE = (502, 503, 504)  # also from a proxy in front of the servers


class Connection:
    """Requests and sockets to any of these servers that answers."""

    def __init__(
        self, addresses: str | Sequence[str] = USUAL, token: str = "", certificate: str = ""
    ) -> None:
        """`certificate` is a PEM file with authorities to trust beside the machine's own."""
        several = (addresses,) if isinstance(addresses, str) else tuple(addresses)
        self.addresses = tuple(_checked(each) for each in several)
        self.trust = trust(self.addresses, certificate)
        self.http = httpx.Client(
            base_url=self.address,
            timeout=httpx.Timeout(ANSWER_S, connect=CONNECT_S),
            verify=self.trust or NO_ONE,
        )
        self._run = token_hex(8)  # so that no other client reuses a key
        self._numbers = count(1)
        self.token = ""
        if token:
            self.take(token)

    @property
    def address(self) -> str:
        """Return the server that is tried first."""
        return self.addresses[0]

    def move_on(self) -> None:
        """Switch to the next server."""
        first, *rest = self.addresses
        self.addresses = (*rest, first)
        self.http.base_url = self.address

    def close(self) -> None:
        self.http.close()

    def take(self, token: str) -> None:
        """Authenticate with this token or key from now on."""
        self.token = token
        self.http.headers["Authorization"] = f"Bearer {token}"

    def key(self) -> str:
        """Return a new idempotency key."""
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
        """Send one request to each server in turn until one answers.

        Idempotent requests (reads, and commands with a key) are retried after any failure; others
        only if they cannot have arrived.
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
            except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
                check_trusted(failure, self.address)
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
        raise self.unreachable()

    def socket(self, path: str) -> ClientConnection:
        """Open a socket to the current server; raise OSError if it does not answer."""
        address = self.address.replace("http", "ws", 1) + path
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            # Opened here and closed by the caller: it outlives this call.
            return connect(
                address,
                additional_headers=headers,
                max_size=FRAME_BYTES_MAX,
                open_timeout=CONNECT_S,
                close_timeout=CLOSE_S,
                proxy=None,
                ssl=self.trust if address.startswith("wss") else None,
            ).__enter__()
        except SSLError as failure:
            check_trusted(failure, self.address)
            raise
        except InvalidHandshake as answered:
            raise OSError(str(answered)) from None

    def unreachable(self) -> Refused:
        """Return the refusal that no server answers."""
        where = " or ".join(sorted(self.addresses))
        return Refused(
            Reason.NO_SERVER,
            "No server answers at {where}: start it, or name another.",
            where=where,
        )


def path_to(*parts: object) -> str:
    """Return a path under the API, with each part escaped.

    >>> path_to("tables", "t1/../x", "rounds", 7)
    '/api/v1/tables/t1%2F..%2Fx/rounds/7'
    """
    return "/".join(("/api/v1", *(quote(str(part), safe="") for part in parts)))


def read(answer: httpx.Response, shape: type[T]) -> T:
    """Decode an answer; raise the server's refusal, if it is one."""
    check(answer)
    try:
        return msgspec.json.decode(answer.content, type=shape)
    except msgspec.MsgspecError:
        raise _stranger(answer) from None


def check(answer: httpx.Response) -> None:
    """Raise the server's refusal, if the answer is one."""
    if answer.is_success:
        return
    try:
        said = msgspec.json.decode(answer.content, type=RefusalView)
        refused = refusal_from(said)
    except (msgspec.MsgspecError, ValueError):
        raise _stranger(answer) from None
    raise refused


def _stranger(answer: httpx.Response) -> Refused:
    return Refused(
        Reason.UNREADABLE_REQUEST,
        "The server answered {status_code}: is it Punto's?",
        status_code=answer.status_code,
    )


def _checked(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Write a server as {usual}, not {address!r}.",
            usual=USUAL,
            address=address[:60],
        )
    return address.rstrip("/")
