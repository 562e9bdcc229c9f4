"""Commands that go to a server: which one, and who asks."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.client import Client
    from punto.web.signing import SignIns

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
    Parameter(help="Without a server: where everything is kept, a file or postgresql://…"),
]
USUAL_JOURNAL = "punto.journal"


@contextmanager
def signed_in(servers: tuple[str, ...], who: str) -> "Iterator[Client]":
    """A client that has come in; signed out again afterwards."""
    client = open_client(servers)
    try:
        if not who:
            raise Refused(Reason.NOT_SIGNED_IN, "Say who you are: --as NAME, or PUNTO_NAME.")
        client.sign_in(who, ask_password(who))
        try:
            yield client
        finally:
            with suppress(Refused):
                client.sign_out()
    finally:
        client.close()


def at_either(
    servers: tuple[str, ...],
    who: str,
    journal: str,
    there: "Callable[[Client], T]",
    here: "Callable[[SignIns], T]",
) -> T:
    """Asked of a server; or of the database itself, where none or a journal is named."""
    if servers and not journal:
        with signed_in(servers, who) as client:
            return there(client)
    from punto.cli.accounts import accounts

    with accounts(journal or USUAL_JOURNAL) as sign_ins:
        return here(sign_ins)


def open_client(servers: tuple[str, ...]) -> "Client":
    """A client of these servers; nobody is signed in yet."""
    try:
        from punto.client import Client
        from punto.client.connection import USUAL
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "This needs more packages: pip install 'punto[web]'."
        ) from missing
    return Client(servers or USUAL)


def ask_password(who: str) -> str:
    """The password, from PUNTO_PASSWORD or from whoever sits at the terminal."""
    password = os.environ.get("PUNTO_PASSWORD", "")
    if password:
        return password
    if not sys.stdin.isatty():
        raise Refused(Reason.NOT_SIGNED_IN, "Set PUNTO_PASSWORD: nobody is here to be asked.")
    from getpass import getpass

    return getpass(f"Password of {who}: ")
