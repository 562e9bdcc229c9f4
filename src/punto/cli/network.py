"""Commands sent to a server: its address, and who signs in."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.client import Client
    from punto.web.auth.sessions import Sessions

T = TypeVar("T")

Servers = Annotated[
    tuple[str, ...],
    Parameter(
        name="--server",
        env_var="PUNTO_SERVER",
        help="A server's address, http://127.0.0.1:8000 if none; give it again for each node.",
    ),
]
Who = Annotated[
    str, Parameter(name="--as", env_var="PUNTO_NAME", help="The name you sign in with.")
]
Journal = Annotated[
    str,
    Parameter(help="Without a server: the journal, a file or postgresql://…"),
]
USUAL_JOURNAL = "punto.journal"
PASSWORD_FILE = "PUNTO_PASSWORD_FILE"


@contextmanager
def signed_in(servers: tuple[str, ...], who: str) -> "Iterator[Client]":
    """Yield a signed-in client, and sign it out afterwards."""
    client = open_client(servers)
    try:
        if not who:
            raise Refused(Reason.NOT_SIGNED_IN, "Say who you are: --as NAME, or PUNTO_NAME.")
        enter(client, who, ask_password(who))
        try:
            yield client
        finally:
            with suppress(Refused):
                client.sign_out()
    finally:
        client.close()


def enter(client: "Client", who: str, password: str) -> None:
    """Sign in, with a second-factor code if required."""
    try:
        client.sign_in(who, password)
    except Refused as refused:
        code = _ask_code() if refused.reason is Reason.SECOND_FACTOR_NEEDED else ""
        if not code:
            raise
        client.sign_in(who, password, code)


def _ask_code() -> str:
    """Read the code from PUNTO_CODE or the terminal."""
    given = os.environ.get("PUNTO_CODE", "")
    return given or (input("Code: ").strip() if sys.stdin.isatty() else "")


def at_either(
    servers: tuple[str, ...],
    who: str,
    journal: str,
    there: "Callable[[Client], T]",
    here: "Callable[[Sessions], T]",
    *,
    creates: bool = False,
) -> T:
    """Call `there` with a server's client, or `here` if a journal or no server is given.

    Only what `creates` something makes a journal where there is none.
    """
    if servers and not journal:
        with signed_in(servers, who) as client:
            return there(client)
    from punto.cli.accounts import accounts

    with accounts(journal or USUAL_JOURNAL, creates=creates) as sessions:
        return here(sessions)


def local_user() -> str:
    """Return the name that records a local change; no account can have it."""
    from getpass import getuser

    from punto.journal.people.separation import LOCAL

    try:
        return f"{LOCAL}{getuser()}"
    except (KeyError, OSError):  # a container may run as a user id without a name
        return f"{LOCAL}{os.getuid()}"


def open_client(servers: tuple[str, ...]) -> "Client":
    """Return a client of these servers, not signed in yet."""
    try:
        from punto.client import Client
        from punto.client.connection import USUAL
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "This needs more packages: pip install 'punto[web]'."
        ) from missing
    return Client(servers or USUAL)


def ask_password(who: str) -> str:
    """Read the password from PUNTO_PASSWORD, PUNTO_PASSWORD_FILE or the terminal."""
    password, path = (os.environ.get(name, "") for name in ("PUNTO_PASSWORD", PASSWORD_FILE))
    if password or path:
        return password or read_secret(path)
    if not sys.stdin.isatty():
        raise Refused(Reason.NOT_SIGNED_IN, "Set PUNTO_PASSWORD: there is no terminal.")
    from getpass import getpass

    return getpass(f"Password of {who}: ")


def ask_new_password(who: str) -> str:
    """Read a new password from PUNTO_NEW_PASSWORD, or twice from the terminal."""
    password = os.environ.get("PUNTO_NEW_PASSWORD", "")
    if password:
        return password
    if not sys.stdin.isatty():
        raise Refused(Reason.UNREADABLE_REQUEST, "Set PUNTO_NEW_PASSWORD: there is no terminal.")
    from getpass import getpass

    password = getpass(f"New password of {who}: ")
    if getpass("Again: ") != password:
        raise Refused(Reason.UNREADABLE_REQUEST, "The two passwords differ: try again.")
    return password


def read_secret(path: str) -> str:
    """The secret in a file, without the line's end."""
    try:
        found = Path(path).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        found = ""
    if not found:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "There is no secret to be read in {path!r}.", path=path
        )
    return found
