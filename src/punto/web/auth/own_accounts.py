"""Changes that people make to their own accounts: their password and second factor."""

from msgspec.structs import replace

from punto.floor.clock import Clock
from punto.journal.notices import NoticeKind
from punto.journal.people.lockout import Attempt
from punto.journal.people.people import Kind, Person, is_code_used
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.web.auth.second_factor import (
    PENDING,
    Enrolment,
    code_step,
    has_second_factor,
    new_enrolment,
)
from punto.web.auth.sessions import Sessions, hash_password


class OwnAccounts:
    """Changes that only the owner of an account may make."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._clock = clock

    def change_password(self, person: Person, current: str, password: str, attempt: Attempt) -> str:
        """Change the password and sign the owner out everywhere; returns a new token."""
        verified = self._sessions.verify_password(person.id, current, attempt)
        self._sessions.attempts.succeed(attempt, self._clock.now_ms())
        secret = hash_password(password, person.id)

        def edit(now: Person) -> Person:
            if now.secret != verified.secret or now.disabled:
                raise Refused(Reason.NOT_SIGNED_IN, "The account has changed: sign in again.")
            return replace(now, secret=secret)

        changed = self._sessions.change(
            person.id, edit, NoticeKind.PASSWORD_CHANGED, person.id, ends=True
        )
        return self._sessions.open_session(changed)

    def set_up_second_factor(
        self, name: str, password: str, attempt: Attempt, casino: str, code: str = ""
    ) -> Enrolment | None:
        """Without a code, return a new secret; with the first code, put the secret in force."""
        person = self._sessions.verify_password(name, password, attempt)
        if person.kind is not Kind.STAFF or has_second_factor(person):
            raise self._sessions.second_factor_needed(
                attempt, Message.of("There is one already: ask for it to be reset.")
            )
        now_ms = self._clock.now_ms()
        if not code:
            made = new_enrolment(name, casino)
            self._set_factor(person, PENDING + made.secret)
            self._sessions.attempts.withdraw(attempt, now_ms)
            return made
        factor, machine_ms = person.second_factor, self._clock.machine_ms()
        step = code_step(factor, code, machine_ms) if factor else 0
        if not step or is_code_used(person.code_step, step):
            raise self._sessions.record_failure(person, attempt, "a code")
        self._set_factor(person, person.second_factor.removeprefix(PENDING), step)
        self._sessions.attempts.succeed(attempt, now_ms)
        return None

    def _set_factor(self, person: Person, factor: str, step: int = 0) -> None:
        def edit(now: Person) -> Person:
            if (now.secret, now.second_factor) != (person.secret, person.second_factor):
                raise Refused(Reason.NOT_SIGNED_IN, "The account has changed: try again.")
            return replace(now, second_factor=factor, code_step=step or now.code_step)

        self._sessions.change(person.id, edit, NoticeKind.SECOND_FACTOR_CHANGED, person.id)
