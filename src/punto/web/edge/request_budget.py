"""The requests that each person and each address may send.

A person who is signed in is counted by name, because many terminals may share one address. Guests,
who cost nothing to be, and everybody else are counted by their address.
"""

from collections.abc import Callable
from hashlib import sha256
from time import monotonic

from litestar.types import Scope
from msgspec import Struct

from punto.floor.command_rates import Buckets, Rate
from punto.journal.people.people import Kind, Person
from punto.web.edge.addresses import network_of
from punto.web.edge.bounds import COOKIE_VALUE, own_cookies

REQUESTS_PER_PERSON = 100  # a second
REQUESTS_PER_ADDRESS = 200
BURST_S = 10  # the requests of this many seconds may come at once: pages load, a shift begins
TOKENS_MAX = 20_000  # whose owners are remembered
SESSION_COOKIES = (b"punto", b"__Host-punto")
BEARER = b"Bearer "


class Asker(Struct, frozen=True):
    """Who is counted: a person, or an address."""

    name: str
    is_person: bool


class RequestBudget:
    """A token bucket for each person and each address; used only on the event loop."""

    def __init__(
        self,
        per_person: int = REQUESTS_PER_PERSON,
        per_address: int = REQUESTS_PER_ADDRESS,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`per_person` and `per_address` are requests a second, for long."""
        self._people = Buckets(Rate(per_person * BURST_S, per_person), clock)
        self._addresses = Buckets(Rate(per_address * BURST_S, per_address), clock)
        self._owners: dict[bytes, str] = {}  # whose token it is, by a digest of the token

    def asker_of(self, scope: Scope) -> Asker:
        """Who sends a request: a person if their token was seen before, else an address."""
        owner = self._owners.get(_digest(scope))
        if owner is not None:
            return Asker(owner, is_person=True)
        client = scope.get("client")
        return Asker(network_of(client[0] if client else ""), is_person=False)

    def take(self, asker: Asker, cost: float) -> float:
        """Take a request from the budget; returns how many seconds to wait if it is used up."""
        return self._buckets(asker).spend(asker.name, cost)

    def charge(self, asker: Asker, cost: float) -> None:
        """Take what a request cost more than was known when it came."""
        self._buckets(asker).charge(asker.name, cost)

    def learn(self, scope: Scope) -> None:
        """Remember whose token a request had, or forget one that has ended."""
        digest = _digest(scope)
        if not digest or "user" not in scope:
            return
        self._owners.pop(digest, None)
        person = scope["user"]
        if isinstance(person, Person) and person.kind is not Kind.GUEST:
            self._owners[digest] = person.id
            if len(self._owners) > TOKENS_MAX:
                del self._owners[next(iter(self._owners))]  # the least recently used

    def _buckets(self, asker: Asker) -> Buckets:
        return self._people if asker.is_person else self._addresses


def _digest(scope: Scope) -> bytes:
    """A digest of the token that a request has; empty if it has none."""
    cookies = []
    for name, value in scope["headers"]:
        if name == b"authorization" and value.startswith(BEARER):
            token = value.removeprefix(BEARER)
            return sha256(token).digest() if COOKIE_VALUE.fullmatch(token) else b""
        if name == b"cookie":
            cookies.append(value)
    own = own_cookies(cookies) if cookies else {}
    return next((sha256(own[name]).digest() for name in SESSION_COOKIES if name in own), b"")
