"""Open connections by address, and those whose client does not read."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

import msgspec
from msgspec import Struct

from punto.floor.command_rates import Buckets, Rate
from punto.web.edge.addresses import network_of

READ_S = 10.0  # for a client to drain a full send buffer
CONNECTIONS_PER_ADDRESS = 1_024  # HTTP and WebSocket together
CONNECTIONS_MAX = 65_536
REFUSALS = Rate(200, 20)  # of requests that reach no application, to one address


class Connections(Struct):
    """How many connections each address has to this process."""

    per_address: int = CONNECTIONS_PER_ADDRESS
    proxies: Collection[str] = ()  # they carry many clients, so only the total limits them
    counts: Counter[str] = Counter()
    total: int = CONNECTIONS_MAX  # of all addresses; one address may use at most half
    open: int = 0
    idle: dict[object, Callable[[], None]] = {}  # without a request, longest first, and their ends
    refusals: Buckets = msgspec.field(default_factory=lambda: Buckets(REFUSALS))

    def may_refuse(self, address: str) -> bool:
        """Whether a malformed request from this address is answered; else it is only closed."""
        return address in self.proxies or self.refusals.take(network_of(address))

    def add(self, address: str) -> bool:
        """Count a connection; returns False, and counts nothing, at the limit.

        When all there can be are open, the one that has been without a request for longest ends:
        connections that say nothing, from however many addresses, keep out no one who does.
        """
        most = self.total if address in self.proxies else min(self.per_address, self.total // 2)
        address = network_of(address)
        if self.counts[address] >= most:
            return False
        if self.open >= self.total:
            if not self.idle:
                return False
            self.idle.pop(next(iter(self.idle)))()
        self.open += 1
        self.counts[address] += 1
        return True

    def remove(self, address: str) -> None:
        self.open -= 1
        address = network_of(address)
        self.counts[address] -= 1
        if self.counts[address] <= 0:
            del self.counts[address]


class ReadTimeout:
    """Drops a connection whose client does not read."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(READ_S, transport.abort)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
