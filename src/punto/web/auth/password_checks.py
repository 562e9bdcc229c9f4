"""Checks and hashes passwords for requests, in the queue that bounds what hashing costs."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from litestar.connection import ASGIConnection

from punto.floor.event_log import EventLog
from punto.journal.people.lockout import Attempt
from punto.journal.people.people import Person
from punto.refusals import Refused
from punto.web.auth.hash_queue import HashQueue
from punto.web.auth.sessions import Sessions, hash_password, sign_in_delay_s

T = TypeVar("T")

_log = EventLog("punto.web")


class PasswordChecks:
    """The password checks of one running application."""

    def __init__(self, sessions: Sessions, queue: HashQueue) -> None:
        self.queue = queue
        self._sessions = sessions

    async def sign_in(
        self, name: str, password: str, address: str, code: str = ""
    ) -> tuple[Person, str]:
        """Sign in with name and password; returns the person and a new token."""
        finish = partial(self._sessions.finish, name, password, code=code)
        person, token = await self.check(name, address, finish)
        _log.info("signed-in", person=person.id)
        return person, token

    async def check(self, name: str, address: str, work: Callable[[Attempt], T]) -> T:
        """Count an attempt from an address, then check it with `work`.

        The answer is delayed while many wrong passwords come for the account. A right password from
        an address that the account has signed in from is not delayed. A wrong one always is, so
        that the time of the answer reveals nothing. For the same reason whether an address goes
        first does not depend on the name that is given.
        """
        is_known = await asyncio.to_thread(self._sessions.is_known, address)
        run = partial(self.queue.run, f"address {address}", is_known=is_known)
        attempt = await run(self._sessions.begin, name, address)
        wait_s = sign_in_delay_s(attempt)
        if not attempt.is_known:
            await asyncio.sleep(wait_s)
        try:
            return await run(work, attempt, is_begun=True)
        except Refused:
            if attempt.is_known:
                await asyncio.sleep(wait_s)
            raise

    async def check_own(self, person: Person, address: str, work: Callable[[Attempt], T]) -> T:
        """Check the password of a person who is signed in, with `work`."""

        def count_and_check() -> T:
            return work(self._sessions.begin(person.id, address))

        return await self.queue.run(f"person {person.id}", count_and_check, is_known=True)

    async def hash(self, by: Person, password: str, name: str) -> str:
        """Hash a new password that `by` sets for the account with this name."""
        asker = f"person {by.id}"
        return await self.queue.run(asker, hash_password, password, name, is_known=True)


def password_checks(connection: ASGIConnection[Any, Any, Any, Any]) -> PasswordChecks:
    """The password checks of the application that serves this connection."""
    found: PasswordChecks = connection.app.state.password_checks
    return found
