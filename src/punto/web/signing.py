"""Signing in: passwords, lockout, sign-ins that end when idle, device keys."""

import re
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Any, Protocol

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from msgspec.structs import replace

from punto.journal.notices import Matter, Notice
from punto.journal.people import Duty, Kind, People, Person, SignIn
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

FAILURES_MAX = 3
LOCKED_MS = 30 * 60_000
IDLE_MS_MAX = {  # GLI-19: the dealer's console five minutes, terminals thirty
    Kind.STAFF: 5 * 60_000,
    Kind.PATRON: 30 * 60_000,
    Kind.GUEST: 30 * 60_000,
}
NOTED_MS = 10_000  # how often it is written down that somebody did something
SOCKET_TRUSTED_MS = 2_000  # the same at a socket, where all are looked up every second
TRUSTED_MS = 1_000  # how long another process's disabling may go unseen here
PASSWORD_MIN, PASSWORD_MAX = 12, 200
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash(token_hex())  # a name nobody has takes as long as a wrong password


class Times(Protocol):
    """A clock: the time of day in milliseconds."""

    def now_ms(self) -> int: ...


class Known(Struct):
    """A sign-in as this process last saw it on disk."""

    sign_in: SignIn
    person: Person
    seen_ms: int
    used_ms: int


def _uncounted(_: Notice) -> None:
    """Where nobody keeps count."""


class SignIns:
    """Lets people in and remembers them; any number of processes may, over one database."""

    def __init__(
        self, people: People, clock: Times, count: Callable[[Notice], None] = _uncounted
    ) -> None:
        """`count` takes note of what may come in floods: who failed to come in."""
        self.people = people
        self._count = count
        self._clock = clock
        self._known: dict[str, Known] = {}
        self._lock = Lock()

    def add(
        self,
        name: str,
        kind: Kind,
        password: str = "",
        position: Position | None = None,
        tables: Iterable[str] = (),
        by: str = "",
    ) -> Person:
        """Make an account; one without a password is only ever signed in by the house."""
        if NAME.fullmatch(name) is None:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "A name has up to 40 small letters, digits, dots and dashes: take such a one.",
            )
        if password:
            check_password(password)
        secret = _hasher.hash(password) if password else ""
        person = Person(name, kind, position, tuple(tables), secret)
        self.people.add(person, self._made(person, by))
        return person

    def add_device(
        self, name: str, tables: Iterable[str], duty: Duty = Duty.DISPLAY, by: str = ""
    ) -> tuple[Person, str]:
        """Make a device's account; its key is told this once."""
        key = token_urlsafe(32)
        person = Person(name, Kind.DEVICE, None, tuple(tables), _digest(key), duty=duty)
        if NAME.fullmatch(name) is None:
            raise Refused(Reason.UNREADABLE_REQUEST, "Name the device in small letters and digits.")
        self.people.add(person, self._made(person, by))
        return person, key

    def _made(self, person: Person, by: str) -> list[Notice]:
        """What is noted of a new account; a guest is nobody's doing but their own."""
        if person.kind is Kind.GUEST:
            return []
        now_ms = self._clock.now_ms()
        return [Notice(Matter.ACCOUNT_MADE, now_ms, by, "", person.id, None, described(person))]

    def sign_in(self, name: str, password: str) -> tuple[Person, str]:
        """The person of this name and password, and a new token for them."""
        person = self.people.find(name) if NAME.fullmatch(name) else None
        right = _verify(person.secret if person and person.secret else _NOBODY, password)
        now_ms = self._clock.now_ms()
        if person is not None and person.locked_until_ms > now_ms:
            self._count(Notice(Matter.SIGN_IN_FAILED, now_ms, person.id, about="locked out"))
            raise Refused(
                Reason.LOCKED_OUT,
                "Too many wrong passwords: wait half an hour, or ask a Pit Manager to let you in.",
            )
        if person is None or not person.secret or not right or person.disabled:
            if person is not None and not right:
                anew = bool(person.locked_until_ms)  # a lock that has run out starts the count anew
                if anew:
                    self.people.put(replace(person, failures=0, locked_until_ms=0))
                self.people.fail(person.id, now_ms, now_ms + LOCKED_MS, FAILURES_MAX)
            elif person is None:  # the name may be a password that was typed into the wrong field
                self._count(Notice(Matter.SIGN_IN_FAILED, now_ms, about="a name nobody has"))
            else:
                self._count(Notice(Matter.SIGN_IN_FAILED, now_ms, person.id, about="disabled"))
            raise Refused(Reason.WRONG_PASSWORD, "Name or password is wrong: try again.")
        if person.failures or person.locked_until_ms:
            person = replace(person, failures=0, locked_until_ms=0)
            self.people.put(person)
        return person, self.let_in(person)

    def let_in(self, person: Person) -> str:
        """A new token for somebody: 256 bits, of which only the hash is kept."""
        token, now_ms = token_urlsafe(32), self._clock.now_ms()
        self.people.sign_in(SignIn(_digest(token), person.id, now_ms, now_ms))
        return token

    def who(self, token: str, *, acts: bool = True) -> Person | None:
        """Whose token this is; nobody's where it was idle for too long or its owner disabled.

        Looking on alone (`acts=False`) keeps nobody signed in.
        """
        digest, now_ms = _digest(token), self._clock.now_ms()
        known = self._look_up(digest, now_ms)
        if known is None:
            return self._device(digest)
        idle_ms_max = IDLE_MS_MAX[known.person.kind]
        if known.person.disabled or now_ms - known.used_ms >= idle_ms_max:
            self.sign_out(token)
            return None
        if acts:
            known.used_ms = now_ms
            if now_ms - known.sign_in.used_ms >= NOTED_MS:
                known.sign_in = replace(known.sign_in, used_ms=now_ms)
                self.people.use({digest: now_ms})
        return known.person

    def still(self, token: str) -> Person | None:
        """The same without asking the disk, for one who was looked up just now."""
        known = self._known.get(_digest(token))
        now_ms = self._clock.now_ms()
        if known is None or not 0 <= now_ms - known.seen_ms < SOCKET_TRUSTED_MS:
            return None
        if known.person.disabled or now_ms - known.used_ms >= IDLE_MS_MAX[known.person.kind]:
            return None
        known.used_ms = now_ms
        return known.person

    def still_all(self, tokens: Collection[str]) -> dict[str, Person]:
        """Those of these tokens whose owners may stay, asked of the disk all at once.

        Who looks on is not who acts: nobody stays signed in by it. What they did since is written
        down here too.
        """
        digests = {_digest(token): token for token in tokens}
        now_ms = self._clock.now_ms()
        found: dict[str, Person] = {}
        used_ms: dict[str, int] = {}
        for digest, (sign_in, person) in self.people.signed_in_all(digests).items():
            known = self._know(digest, sign_in, person, now_ms)
            if known.used_ms - sign_in.used_ms >= NOTED_MS:
                used_ms[digest] = known.used_ms
            if not person.disabled and now_ms - known.used_ms < IDLE_MS_MAX[person.kind]:
                found[digests[digest]] = person
        if used_ms:
            self.people.use(used_ms)
        for digest in digests.keys() - {_digest(token) for token in found}:
            device = self.people.find_device(digest)
            if device is not None and not device.disabled:
                found[digests[digest]] = device
            else:
                self.sign_out(digests[digest])
        return found

    def sign_out(self, token: str) -> None:
        digest = _digest(token)
        with self._lock:
            self._known.pop(digest, None)
        self.people.sign_out(digest)

    def change(self, person: Person, noted: Iterable[Notice] = (), *, ends: bool = False) -> None:
        """Write an account as it is now; who is disabled, or is to come anew, is out at once."""
        self.people.put(person, noted, ends=ends)
        with self._lock:
            for digest, known in list(self._known.items()):
                if known.person.id == person.id:
                    del self._known[digest]

    def _look_up(self, digest: str, now_ms: int) -> Known | None:
        known = self._known.get(digest)
        if known is not None and 0 <= now_ms - known.seen_ms < TRUSTED_MS:
            return known
        found = self.people.signed_in(digest)
        if found is None:
            with self._lock:
                self._known.pop(digest, None)
            return None
        return self._know(digest, *found, now_ms)

    def _know(self, digest: str, sign_in: SignIn, person: Person, now_ms: int) -> Known:
        with self._lock:
            before = self._known.get(digest)
            used_ms = max(sign_in.used_ms, before.used_ms if before else 0)
            self._known[digest] = known = Known(sign_in, person, now_ms, used_ms)
            return known

    def _device(self, digest: str) -> Person | None:
        device = self.people.find_device(digest)
        return None if device is None or device.disabled else device


def hashed(password: str) -> str:
    """What is kept of a password."""
    check_password(password)
    return _hasher.hash(password)


def described(person: Person) -> dict[str, Any]:
    """An account as a notice tells it, without its secrets."""
    position = person.position.title if person.position else ""
    return {
        "kind": person.kind.value,
        "position": position,
        "tables": list(person.tables),
        "disabled": person.disabled,
        "locked": bool(person.locked_until_ms),
    }


def check_password(password: str) -> None:
    """Refuse a password that is too short to keep, or longer than anybody types."""
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST, f"Take a password of at least {PASSWORD_MIN} characters."
        )


def _verify(secret: str, password: str) -> bool:
    try:
        return _hasher.verify(secret, password[:PASSWORD_MAX])
    except (VerificationError, InvalidHashError):
        return False


@lru_cache(maxsize=16_384)  # every message of a socket asks by its token
def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
