"""Sign-in attempts, counted by name and address before any password is checked.

Names without an account are counted the same way, so that no answer reveals which names exist.
"""

import hmac

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace

from punto.journal.schema import sign_in_attempts as attempts
from punto.journal.shared_secrets import shared_secret
from punto.journal.store import Store

FAILURES_MAX = 3
LOCKED_MS = 30 * 60_000  # how long a name is locked for an address, and failures count
PENDING_MS_MAX = 15_000  # a check not finished by then counts as failed: its server stopped
REMEMBERED_MS = 90 * 24 * 3_600_000  # how long an address is known after a sign-in
PRUNED_MAX = 5_000  # rows deleted at once
EVERYWHERE = ""  # the address that counts failures from all addresses
ANYONE = ""  # the name that says when anyone last signed in from an address


class Attempt(Struct, frozen=True):
    """A counted attempt, before the password is checked."""

    name: str  # a keyed hash, like the address
    address: str
    is_locked: bool = False
    is_crowded: bool = False  # the allowed number of attempts is already being checked
    is_known: bool = False  # the name signed in from this address before
    failures: int = 0  # of this name, from all addresses


class _Row(Struct, frozen=True):
    """The stored row of one name and address."""

    name: str
    address: str
    failures: int = 0
    pending: int = 0
    at_ms: int = 0
    locked_until_ms: int = 0
    signed_in_ms: int = -REMEMBERED_MS


_COLUMNS = [attempts.c[name] for name in _Row.__struct_fields__]


class Attempts:
    """The sign-in attempts of all processes on one database."""

    def __init__(self, store: Store, fresh: str) -> None:
        """`fresh` is a new secret to hash names with, used if the database has none yet."""
        self._store = store
        self._fresh = fresh
        self._key = b""
        self._pruned_ms = 0

    def begin(self, name: str, address: str, now_ms: int) -> Attempt:
        """Count an attempt before its password is checked."""
        key, place = self._hash("name", name), self._hash("address", address)
        with self._store.begin_write([f"sign-in:{key}"]) as transaction:
            connection = transaction.connection
            row = _read(connection, key, place, now_ms)
            failures = _read(connection, key, EVERYWHERE, now_ms).failures
            known = now_ms - row.signed_in_ms < REMEMBERED_MS
            attempt = Attempt(key, place, is_known=known, failures=failures)
            if row.locked_until_ms > now_ms:
                return replace(attempt, is_locked=True)
            if row.failures + row.pending >= FAILURES_MAX:
                return replace(attempt, is_crowded=True)
            _write(connection, replace(row, pending=row.pending + 1, at_ms=now_ms))
            self._prune(connection, now_ms)
        return attempt

    def is_known(self, address: str, now_ms: int) -> bool:
        """Whether anyone has signed in from this address with a password not long ago."""
        place = self._hash("address", address)
        with self._store.begin_read() as transaction:
            row = _read(transaction.connection, ANYONE, place, now_ms)
        return now_ms - row.signed_in_ms < REMEMBERED_MS

    def fail(self, attempt: Attempt, now_ms: int) -> int:
        """Record a wrong password; return how many there were from this address (three lock)."""
        with self._store.begin_write([f"sign-in:{attempt.name}"]) as transaction:
            row = _ended(transaction.connection, attempt, now_ms)
            failures = row.failures + 1
            locked_ms = now_ms + LOCKED_MS if failures >= FAILURES_MAX else 0
            row = replace(row, failures=failures, at_ms=now_ms, locked_until_ms=locked_ms)
            _write(transaction.connection, row)
            total = _read(transaction.connection, attempt.name, EVERYWHERE, now_ms)
            total = replace(total, failures=total.failures + 1, at_ms=now_ms)
            _write(transaction.connection, total)
        return failures

    def withdraw(self, attempt: Attempt, now_ms: int) -> None:
        """Stop counting an attempt that neither succeeded nor failed: a code is still needed."""
        with self._store.begin_write([f"sign-in:{attempt.name}"]) as transaction:
            _write(transaction.connection, _ended(transaction.connection, attempt, now_ms))

    def succeed(self, attempt: Attempt, now_ms: int) -> None:
        """Record a right password: reset this address's failures, and make it known."""
        locked = [f"sign-in:{each}" for each in (attempt.name, attempt.address)]
        with self._store.begin_write(locked) as transaction:
            row = _ended(transaction.connection, attempt, now_ms)
            row = replace(row, failures=0, at_ms=now_ms, locked_until_ms=0, signed_in_ms=now_ms)
            _write(transaction.connection, row)
            anyone = _Row(ANYONE, attempt.address, at_ms=now_ms, signed_in_ms=now_ms)
            _write(transaction.connection, anyone)

    def unlock(self, name: str) -> None:
        """Clear the failures of a name from every address."""
        key = self._hash("name", name)
        values = {"failures": 0, "pending": 0, "locked_until_ms": 0}
        with self._store.begin_write([f"sign-in:{key}"]) as transaction:
            these = sa.update(attempts).where(attempts.c.name == key)
            transaction.connection.execute(these.values(**values))

    def _hash(self, kind: str, text: str) -> str:
        if not self._key:
            self._key = shared_secret(self._store, "sign-in-attempts", self._fresh).encode()
        content = f"{kind}:{text}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, content, "sha256").hexdigest()

    def _prune(self, connection: sa.Connection, now_ms: int) -> None:
        """Delete expired rows, once a minute."""
        if now_ms - self._pruned_ms < 60_000:
            return
        self._pruned_ms = now_ms
        over = sa.and_(
            attempts.c.at_ms < now_ms - LOCKED_MS,
            attempts.c.signed_in_ms < now_ms - REMEMBERED_MS,
        )
        old = sa.select(attempts.c.name, attempts.c.address).where(over).limit(PRUNED_MAX)
        these = sa.tuple_(attempts.c.name, attempts.c.address).in_(old)
        connection.execute(sa.delete(attempts).where(these))


def _ended(connection: sa.Connection, attempt: Attempt, now_ms: int) -> _Row:
    """The row of an attempt whose check has ended."""
    row = _read(connection, attempt.name, attempt.address, now_ms)
    return replace(row, pending=max(0, row.pending - 1))


def _read(connection: sa.Connection, name: str, address: str, now_ms: int) -> _Row:
    """The current row: old failures have expired, and checks that never finished have failed."""
    these = sa.and_(attempts.c.name == name, attempts.c.address == address)
    found = connection.execute(sa.select(*_COLUMNS).where(these)).first()
    if found is None:
        return _Row(name, address)
    row = _Row(*found)
    age_ms = now_ms - row.at_ms
    if age_ms >= LOCKED_MS or 0 < row.locked_until_ms <= now_ms:
        return replace(row, failures=0, pending=0, locked_until_ms=0)
    if row.pending and age_ms >= PENDING_MS_MAX:
        failures = row.failures + row.pending
        locked_ms = row.at_ms + LOCKED_MS if failures >= FAILURES_MAX else 0
        return replace(row, failures=failures, pending=0, locked_until_ms=locked_ms)
    return row


def _write(connection: sa.Connection, row: _Row) -> None:
    these = sa.and_(attempts.c.name == row.name, attempts.c.address == row.address)
    values = asdict(row)
    if not connection.execute(sa.update(attempts).where(these).values(**values)).rowcount:
        connection.execute(sa.insert(attempts), values)
