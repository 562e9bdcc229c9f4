"""Commands submitted to a host, for tests."""

from concurrent.futures import Future

from punto.floor.host import Host
from punto.floor.submission import Receipt, Submission, make_future
from punto.journal.codec import Recorded
from tests.envelope import Given


def submit(
    host: Host, stream: str, key: str, given: Given, after: int | None = None
) -> Future[Receipt]:
    """Submit a command; the future has its receipt."""
    future, reply = make_future()
    host.submit(Submission(stream, key, given.by, given.command, given.approval, after), reply)
    return future


def ask(
    host: Host, stream: str, key: str, given: Given, after: int | None = None
) -> tuple[Recorded, ...]:
    """Submit a command and wait for what it makes happen; its refusal is raised."""
    return host.submit_and_wait(
        Submission(stream, key, given.by, given.command, given.approval, after)
    )
