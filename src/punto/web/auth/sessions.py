"""Sessions: signing in, lockout, tokens that expire when idle, and device keys."""

from collections.abc import Callable, Collection, Iterable
from secrets import token_hex
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from msgspec.structs import replace

from punto.floor.audit_writer import log_notice
from punto.floor.clock import Clock
from punto.journal.notices import Notice, NoticeKind
from punto.journal.people.lockout import FAILURES_MAX, LOCKED_MS, Attempt
from punto.journal.people.people import (
    ALL_TABLES,
    Change,
    Duty,
    Kind,
    People,
    Person,
    SignIn,
    is_code_used,
)
from punto.journal.streams import CAGE, is_table
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.text import PERSON_NAME
from punto.web.auth.account_names import check_account_name
from punto.web.auth.passwords import normalise_typed, validate_password
from punto.web.auth.second_factor import code_step, has_second_factor, lacks_second_factor
from punto.web.auth.tokens import digest_of, is_token, new_token

SIGN_IN_DELAY_S_MAX = 4.0  # for an account under attack from other addresses
IDLE_MS_MAX = {  # GLI-19: the dealer's console five minutes, terminals thirty
    Kind.STAFF: 5 * 60_000,
    Kind.PATRON: 30 * 60_000,
    Kind.GUEST: 30 * 60_000,
}
LAST_USED_SAVED_MS = 10_000  # how often a session's last use is written to the database
SOCKET_CACHED_MS = 2_000  # at a socket, where all sessions are refreshed every second
CACHED_MS = 1_000  # how long a reader may not notice a change by another process
CACHED_MAX = 50_000  # sessions
NAME = PERSON_NAME

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_DUMMY_HASH = _hasher.hash(token_hex())  # so that an unknown name takes as long to refuse
_HASH_PREFIX = "$argon2"


class CachedSession(Struct):
    """A session as this process last read it from the database."""

    sign_in: SignIn
    person: Person
    seen_ms: int
    used_ms: int


def _discard(_: Notice) -> None:
    """Discard a notice."""


class Sessions:
    """Opens and checks sessions; any number of processes may share one database."""

    def __init__(
        self, people: People, clock: Clock, count: Callable[[Notice], None] = _discard
    ) -> None:
        """`count` receives notices that may come in floods: failed attempts to sign in."""
        self.people = people
        self.attempts = people.attempts(token_hex(32))
        self.second_factor_from: Position | None = None  # the lowest position that must have one
        self._count = count
        self._clock = clock
        self._cache: dict[str, CachedSession] = {}  # by the token's digest
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
        """Add an account; no one can sign in to one without a password."""
        check_account_name(name, kind)
        assigned = check_table_names(tuple(tables))
        secret = hash_password(password, name) if password else ""
        return self.add_person(Person(name, kind, position, assigned, secret), by)

    def add_person(self, person: Person, by: str, approver: str = "") -> Person:
        """Add an account whose password is already hashed."""
        self._add(person, by, approver)
        return person

    def add_device(
        self, name: str, tables: Iterable[str], duty: Duty = Duty.DISPLAY, by: str = ""
    ) -> tuple[Person, str]:
        """Add a device's account; its key is returned only here."""
        key, digest = new_token()
        assigned = check_table_names(tuple(tables))
        person = Person(name, Kind.DEVICE, None, assigned, digest, duty=duty)
        if NAME.fullmatch(name) is None:
            raise Refused(Reason.UNREADABLE_REQUEST, "Name the device in small letters and digits.")
        check_account_name(name, Kind.DEVICE)
        self._add(person, by)
        return person, key

    def _add(self, person: Person, by: str, approver: str = "") -> None:
        change = self._creation(person, by, approver)
        self.people.add(person, change)
        _log_change(change, person)

    def _creation(self, person: Person, by: str, approver: str = "") -> Change | None:
        """The audit record of a new account; guests' accounts are not recorded."""
        if person.kind is Kind.GUEST:
            return None
        return Change(NoticeKind.ACCOUNT_MADE, by, self._clock.now_ms(), approver)

    def sign_in(
        self, name: str, password: str, address: str = "", code: str = ""
    ) -> tuple[Person, str]:
        """Sign in with name and password; returns the person and a new token."""
        return self.finish(name, password, self.begin(name, address), code)

    def begin(self, name: str, address: str) -> Attempt:
        """Count an attempt before its password is checked; refused if the name is locked.

        Names without an account are counted and locked the same way.
        """
        now_ms = self._clock.now_ms()
        attempt = self.attempts.begin(name, address, now_ms)
        if attempt.is_locked:
            person = self._find(name)
            actor = person.id if person else ""
            self._count(Notice(NoticeKind.SIGN_IN_FAILED, now_ms, actor, about="locked out"))
            raise Refused(
                Reason.LOCKED_OUT,
                "Too many wrong passwords: wait half an hour, or ask a Pit Manager to unlock you.",
            )
        if attempt.is_crowded:
            raise Refused(Reason.TOO_OFTEN, "Too many sign-ins at once: wait a moment.")
        return attempt

    def is_known(self, address: str) -> bool:
        """Whether anyone has signed in from this address with a password before."""
        return self.attempts.is_known(address, self._clock.now_ms())

    def finish(
        self, name: str, password: str, attempt: Attempt, code: str = ""
    ) -> tuple[Person, str]:
        """Check the password of a counted attempt; returns the person and a new token."""
        person = self.verify_password(name, password, attempt)
        step = 0
        if has_second_factor(person):
            step = self._check_code(person, attempt, code)
        elif self.lacks_second_factor(person, person.position):
            set_up = Message.of("Set up a second factor first, then sign in.")
            raise self.second_factor_needed(attempt, set_up)
        token = self._open_session(person, step)
        if token is None:  # the account changed, or the code was used, in the meantime
            raise self.record_failure(person, attempt, "a password")
        self.attempts.succeed(attempt, self._clock.now_ms())
        return person, token

    def lacks_second_factor(self, person: Person, position: Position | None) -> bool:
        """Whether the house requires a second factor for this position, and the person has none."""
        return lacks_second_factor(person, position, self.second_factor_from)

    def _is_over(self, session: CachedSession, now_ms: int) -> bool:
        """Whether a session has ended: idle for too long, disabled, or without what it needs now.

        A person may be given a position, while signed in, that requires a second factor.
        """
        person = session.person
        is_idle = now_ms - session.used_ms >= IDLE_MS_MAX[person.kind]
        return is_idle or person.disabled or self.lacks_second_factor(person, person.position)

    def verify_password(self, name: str, password: str, attempt: Attempt) -> Person:
        """The person with this name and password; a wrong password is counted."""
        person = self._find(name)
        has_password = person is not None and person.secret.startswith(_HASH_PREFIX)
        # An account without a password, such as a device's, takes as long to refuse.
        right = _verify(person.secret if person and has_password else _DUMMY_HASH, password)
        if person is None or not has_password or not right or person.disabled:
            about = "a disabled account" if right else "a password"
            raise self.record_failure(person, attempt, about)
        return person

    def _check_code(self, person: Person, attempt: Attempt, code: str) -> int:
        if not code:
            type_it = Message.of("Type the code that your authenticator shows.")
            raise self.second_factor_needed(attempt, type_it)
        step = code_step(person.second_factor, code, self._clock.machine_ms())
        if not step or is_code_used(person.code_step, step):
            raise self.record_failure(person, attempt, "a code")
        return step

    def second_factor_needed(self, attempt: Attempt, message: Message) -> Refused:
        """The refusal for a right password without its second factor; the attempt is uncounted."""
        self.attempts.withdraw(attempt, self._clock.now_ms())
        return Refused.of(Reason.SECOND_FACTOR_NEEDED, message)

    def _find(self, name: str) -> Person | None:
        return self.people.find(name) if NAME.fullmatch(name) else None

    def record_failure(self, person: Person | None, attempt: Attempt, about: str) -> Refused:
        """Count a failed attempt; the refusal is the same whether or not the account exists."""
        now_ms = self._clock.now_ms()
        failures = self.attempts.fail(attempt, now_ms)
        if person is None:  # the name may be a password that was typed into the wrong field
            self._count(
                Notice(NoticeKind.SIGN_IN_FAILED, now_ms, about="a name without an account")
            )
        else:
            after = {"failures": failures}
            notice = Notice(NoticeKind.SIGN_IN_FAILED, now_ms, person.id, about=about, after=after)
            self._count(notice)
            if failures >= FAILURES_MAX:
                after = {"locked_until_ms": now_ms + LOCKED_MS}
                self._count(Notice(NoticeKind.LOCKED_OUT, now_ms, person.id, after=after))
        return Refused(Reason.WRONG_PASSWORD, "Name or password is wrong: try again.")

    def open_session(self, person: Person) -> str:
        """A new token without a password check; refused if the account was disabled."""
        token = self._open_session(person)
        if token is None:
            raise Refused(Reason.NOT_SIGNED_IN, "The account has changed: sign in again.")
        return token

    def _open_session(self, person: Person, code_step: int = 0) -> str | None:
        """A new 256-bit token, stored only as a hash; None if the account changed meanwhile."""
        (token, digest), now_ms = new_token(), self._clock.now_ms()
        session = SignIn(digest, person.id, now_ms, now_ms)
        return token if self.people.sign_in(session, person.secret, code_step) else None

    def authenticate(
        self, token: str, *, acts: bool = True, is_cached: bool = True
    ) -> Person | None:
        """The person with this token; None if it expired or its owner was disabled.

        With `acts=False` the use does not extend the session. Without `is_cached` the session is
        read from the database, so that a change at another node is never missed.
        """
        if not is_token(token):
            return None
        digest, now_ms = digest_of(token), self._clock.now_ms()
        session = self._look_up(digest, now_ms, is_cached=is_cached)
        if session is None:
            return self._device(digest)
        if self._is_over(session, now_ms):
            self.sign_out(token)
            return None
        if acts:
            session.used_ms = now_ms
            if now_ms - session.sign_in.used_ms >= LAST_USED_SAVED_MS:
                session.sign_in = replace(session.sign_in, used_ms=now_ms)
                self.people.use({digest: now_ms})
        return session.person

    def cached(self, digest: str) -> Person | None:
        """The person whose token has this hash, from the cache alone; None if not read lately."""
        session = self._cache.get(digest)
        now_ms = self._clock.now_ms()
        if session is None or not 0 <= now_ms - session.seen_ms < SOCKET_CACHED_MS:
            return None
        if self._is_over(session, now_ms):
            return None
        session.used_ms = now_ms
        return session.person

    def authenticate_all(self, tokens: Collection[str]) -> dict[str, Person]:
        """Check many tokens with one query; returns the people whose sessions are still open.

        The check extends no session. It also saves when each session was last used.
        """
        digests = {digest_of(token): token for token in tokens}
        now_ms = self._clock.now_ms()
        found: dict[str, Person] = {}
        used_ms: dict[str, int] = {}
        for digest, (sign_in, person) in self.people.signed_in_all(digests).items():
            session = self._add_to_cache(digest, sign_in, person, now_ms)
            if session.used_ms - sign_in.used_ms >= LAST_USED_SAVED_MS:
                used_ms[digest] = session.used_ms
            if not self._is_over(session, now_ms):
                found[digests[digest]] = person
        if used_ms:
            self.people.use(used_ms)
        for digest in digests.keys() - {digest_of(token) for token in found}:
            device = self.people.find_device(digest)
            if device is not None and not device.disabled:
                found[digests[digest]] = device
            else:
                self.sign_out(digests[digest])
        return found

    def sign_out(self, token: str) -> None:
        digest = digest_of(token)
        with self._lock:
            self._cache.pop(digest, None)
        self.people.sign_out(digest)

    def change(
        self,
        name: str,
        edit: Callable[[Person], Person],
        matter: NoticeKind | None = None,
        by: str = "",
        approver: str = "",
        *,
        ends: bool = False,
    ) -> Person:
        """Edit the current account; disabling it, or `ends`, ends its sessions."""
        change = Change(matter, by, self._clock.now_ms(), approver) if matter else None
        changed = self.people.change(name, edit, change, ends=ends)
        _log_change(change, changed)
        with self._lock:
            for digest, session in list(self._cache.items()):
                if session.person.id == name:
                    del self._cache[digest]
        return changed

    def _look_up(self, digest: str, now_ms: int, *, is_cached: bool = True) -> CachedSession | None:
        session = self._cache.get(digest) if is_cached else None
        if session is not None and 0 <= now_ms - session.seen_ms < CACHED_MS:
            return session
        found = self.people.signed_in(digest)
        if found is None:
            with self._lock:
                self._cache.pop(digest, None)
            return None
        return self._add_to_cache(digest, *found, now_ms)

    def _add_to_cache(
        self, digest: str, sign_in: SignIn, person: Person, now_ms: int
    ) -> CachedSession:
        with self._lock:
            before = self._cache.get(digest)
            used_ms = max(sign_in.used_ms, before.used_ms if before else 0)
            if before is None and len(self._cache) >= CACHED_MAX:
                del self._cache[next(iter(self._cache))]  # the oldest
            self._cache[digest] = session = CachedSession(sign_in, person, now_ms, used_ms)
            return session

    def _device(self, digest: str) -> Person | None:
        device = self.people.find_device(digest)
        return None if device is None or device.disabled else device


def check_table_names(tables: tuple[str, ...]) -> tuple[str, ...]:
    """The tables of an account; refused if one is malformed."""
    if not all(table in (ALL_TABLES, CAGE) or is_table(table) for table in tables):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A table has small letters and digits; * is all of them, and cage is the cage.",
        )
    return tables


def hash_password(password: str, name: str) -> str:
    """Hash a new password for storage; refused if it is not acceptable for this name."""
    return _hasher.hash(validate_password(password, name))


def sign_in_delay_s(attempt: Attempt) -> float:
    """How long an attempt is delayed: longer after each wrong password from any address.

    >>> [sign_in_delay_s(Attempt("", "", failures=count)) for count in (2, 3, 4, 7, 1000)]
    [0.0, 0.25, 0.5, 4.0, 4.0]
    """
    if attempt.failures < FAILURES_MAX:
        return 0.0
    return float(min(SIGN_IN_DELAY_S_MAX, 0.25 * 2 ** min(attempt.failures - FAILURES_MAX, 16)))


def _verify(secret: str, password: str) -> bool:
    try:
        return _hasher.verify(secret, normalise_typed(password))
    except (VerificationError, InvalidHashError):
        return False


def _log_change(change: Change | None, person: Person) -> None:
    """Log a change of an account that is on disk."""
    if change is not None:
        after = {"approver": change.approver} if change.approver else None
        notice = Notice(change.matter, change.at_ms, change.by, about=person.id, after=after)
        log_notice(notice)
