"""Rate limits on commands and on recorded refusals, per person and per table."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from msgspec import Struct

KEYS_MAX = 20_000  # buckets held; the least recently used, most likely full again, is dropped


class Rate(Struct, frozen=True):
    """How many at once, and how many a second after that."""

    burst: int
    per_s: float


PATRON = Rate(150, 30)  # one patron's commands: every chip of a full layout, then taps
STAFF = Rate(500, 100)
TABLE = Rate(10_000, 5_000)  # commands of all patrons at one table
REFUSED = Rate(20, 0.2)  # recorded refusals of one patron at one table
CALLS = Rate(10, 0.2)  # calls of one member of staff to the pit
TABLE_REFUSED = Rate(200, 5)  # of all patrons at one table
# Refusals that patrons get at sockets; with more of them, those who get them are read slowly.
PACE_PATRON = Rate(40, 5)
PACE_ADDRESS = Rate(200, 25)  # of all guests from one address
PACE_TABLE = Rate(200, 50)  # of all patrons at one table
PAUSE_S_MAX = 1.5


class Bucket:
    """The tokens left of a rate, and when they were counted."""

    __slots__ = ("_at_s", "_rate", "left")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self.left: float = rate.burst
        self._rate = rate
        self._at_s = now_s

    def fill(self, now_s: float) -> None:
        """Add the tokens of the time that has passed."""
        if now_s > self._at_s:
            filled = self.left + (now_s - self._at_s) * self._rate.per_s
            self.left = min(self._rate.burst, filled)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take one token; False if there is none."""
        self.fill(now_s)
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A token bucket for each key."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._lock = Lock()

    def take(self, key: str) -> bool:
        """Take one token from this bucket; False if it is empty."""
        with self._lock:
            now_s = self._clock()
            return self._bucket(key, now_s).take(now_s)

    def spend(self, key: str, cost: float) -> float:
        """Take so many tokens; returns how many seconds to wait if there are too few."""
        with self._lock:
            bucket = self._filled(key)
            if bucket.left < cost:
                return (cost - bucket.left) / self._rate.per_s
            bucket.left -= cost
            return 0.0

    def charge(self, key: str, cost: float) -> float:
        """Take so many tokens, even if there are too few: those that come next wait for it.

        Returns how many seconds it takes until none are owed.
        """
        with self._lock:
            bucket = self._filled(key)
            bucket.left = max(bucket.left - cost, -self._rate.burst)
            return max(0.0, -bucket.left / self._rate.per_s)

    def _filled(self, key: str) -> Bucket:
        now_s = self._clock()
        bucket = self._bucket(key, now_s)
        bucket.fill(now_s)
        return bucket

    def _bucket(self, key: str, now_s: float) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, now_s)
        self._buckets[key] = bucket  # at the end, so that the first is the least recently used
        if len(self._buckets) > KEYS_MAX:
            del self._buckets[next(iter(self._buckets))]
        return bucket


class CommandBudget:
    """Limits the commands of each person, and of all patrons together at one table.

    Staff do not share a table's budget, so patrons cannot use up the dealer's.
    """

    def __init__(
        self,
        patron: Rate = PATRON,
        staff: Rate = STAFF,
        table: Rate = TABLE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._patrons = Buckets(patron, clock)
        self._staff = Buckets(staff, clock)
        self._tables = Buckets(table, clock)

    def take(self, person: str, table: str, *, is_patron: bool) -> bool:
        """Take one command from the budget; False if it is used up."""
        if not is_patron:
            return self._staff.take(person)
        return self._patrons.take(person) and self._tables.take(table)


class RefusalBudget:
    """Limits the refusals of patrons that are recorded in the journal; the rest are only counted.

    A refused command takes as much space in the journal as an accepted one, but costs nothing.
    """

    def __init__(
        self,
        patron: Rate = REFUSED,
        table: Rate = TABLE_REFUSED,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._patrons = Buckets(patron, clock)
        self._tables = Buckets(table, clock)

    def take(self, table: str, patron: str) -> bool:
        """Take one refusal from the budget; False if it is not to be recorded."""
        return self._patrons.take(f"{table}/{patron}") and self._tables.take(table)


class RefusalPace:
    """How long a patron who was refused waits until the next command is read.

    A refusal is as much work as an accepted command, and can be had for nothing. Only those who are
    refused wait, and only once there have been many: by them, from a guest's address, or at the
    table.
    """

    def __init__(
        self,
        patron: Rate = PACE_PATRON,
        address: Rate = PACE_ADDRESS,
        table: Rate = PACE_TABLE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._patrons = Buckets(patron, clock)
        self._addresses = Buckets(address, clock)
        self._tables = Buckets(table, clock)

    def pause_s(self, patron: str, table: str, address: str = "") -> float:
        """Count a refusal; returns for how long the patron is not read. Guests have an address."""
        waits_s = [self._patrons.charge(patron, 1), self._tables.charge(table, 1)]
        if address:
            waits_s.append(self._addresses.charge(address, 1))
        return min(max(waits_s), PAUSE_S_MAX)
