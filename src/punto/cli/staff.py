"""`punto staff`: staff accounts, through a server, or directly in the database for the first."""

from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Annotated

from cyclopts import Parameter

from punto.cli.accounts import reset_password
from punto.cli.arguments import Json
from punto.cli.network import (
    USUAL_JOURNAL,
    Journal,
    Servers,
    Who,
    ask_new_password,
    ask_password,
    at_either,
    enter,
    local_user,
    open_client,
    signed_in,
)
from punto.cli.output import console, print_json
from punto.cli.patrons import print_password, set_password
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS

Name = Annotated[str, Parameter(help="The name they sign in with.")]


def add_staff(
    name: Name,
    /,
    *,
    position: Annotated[str, Parameter(help=f"One of {', '.join(POSITIONS)}.")] = "dealer",
    tables: Annotated[
        tuple[str, ...], Parameter(help="A table they work at, * for all; give it again for each.")
    ] = (),
    server: Servers = (),
    who: Who = "",
    journal: Journal = "",
    json: Json = False,
) -> None:
    """Add a member of staff with a random password, which is shown once."""
    if position not in POSITIONS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )
    password = token_urlsafe(12)
    from punto.journal.people.people import Kind

    at_either(
        server,
        who,
        journal,
        lambda client: client.add_staff(name, password, POSITIONS[position], tables).name,
        lambda sessions: (
            sessions.add(name, Kind.STAFF, password, POSITIONS[position], tables, local_user()).id
        ),
        creates=True,
    )
    if json:
        print_json({"name": name, "position": position, "tables": tables, "password": password})
        return
    text = f"{name} may sign in with the password {password}, shown this once."
    console().print(text, highlight=False, markup=False)


def list_staff(
    *, server: Servers = (), who: Who = "", journal: Journal = "", json: Json = False
) -> None:
    """List the members of staff."""
    from punto.journal.people.people import Kind

    found = at_either(
        server,
        who,
        journal,
        lambda client: [
            (each.name, each.position, each.tables, each.disabled) for each in client.staff()
        ],
        lambda sessions: [
            (each.id, each.position.title if each.position else "", each.tables, each.disabled)
            for each in sessions.people.all(Kind.STAFF)
        ],
    )
    print_people(found, ("name", "position", "tables", "disabled"), json=json)


def disable_staff(name: Name, /, *, server: Servers = (), who: Who = "") -> None:
    """Disable an account of staff, a patron or a device; it is signed out immediately."""
    with signed_in(server, who) as client:
        client.disable(name)
    console().print(f"{name} is disabled.", markup=False)


def enable_staff(name: Name, /, *, server: Servers = (), who: Who = "") -> None:
    """Enable an account, or unlock one that wrong passwords have locked."""
    with signed_in(server, who) as client:
        client.enable(name)
    console().print(f"{name} may sign in again.", markup=False)


def reset_staff(
    name: Name,
    /,
    *,
    server: Servers = (),
    who: Who = "",
    journal: Journal = "",
    json: Json = False,
) -> None:
    """Give someone a new random password, which is shown once; it signs them out."""
    password = token_urlsafe(12)
    waits = at_either(
        server,
        who,
        journal,
        lambda client: set_password(client, name, password),
        lambda sessions: reset_password(sessions, name, password, local_user()),
    )
    print_password(name, password, json=json, waits=waits)


def unlock_staff(name: Name, /, *, journal: Journal = "") -> None:
    """Clear the failed sign-ins of a name, directly in the database."""
    from punto.cli.accounts import accounts

    with accounts(journal or USUAL_JOURNAL) as sessions:
        sessions.attempts.unlock(name)
    console().print(f"{name} may try again from every address.", markup=False)


def password_staff(*, server: Servers = (), who: Who = "") -> None:
    """Change your own password; you are signed out everywhere else."""
    with open_client(server) as client:
        if not who:
            raise Refused(Reason.NOT_SIGNED_IN, "Say who you are: --as NAME, or PUNTO_NAME.")
        current = ask_password(who)
        enter(client, who, current)
        client.change_own_password(current, ask_new_password(who))
        client.sign_out()
    console().print(f"{who} has a new password.", markup=False)


def factor_staff(*, server: Servers = (), who: Who = "") -> None:
    """Set up a second factor: scan the code with an authenticator, then type what it shows."""
    if not who:
        raise Refused(Reason.NOT_SIGNED_IN, "Say who you are: --as NAME, or PUNTO_NAME.")
    with open_client(server) as client:
        password = ask_password(who)
        made = client.set_up_second_factor(who, password)
        console().print(f"{made.uri}\nSecret: {made.secret}", highlight=False, markup=False)
        import segno

        segno.make(made.uri, micro=False).terminal(compact=True)
        code = input("Code that it shows: ").strip()
        client.set_up_second_factor(who, password, code)
    console().print(f"{who} now signs in with a code.", markup=False)


def print_people(
    found: Sequence[tuple[str, str, tuple[str, ...], bool]],
    names: tuple[str, str, str, str],
    *,
    json: bool,
) -> None:
    """Print accounts, one per line."""
    if json:
        print_json([dict(zip(names, each, strict=True)) for each in found])
        return
    out = console()
    for name, what, tables, disabled in found:
        line = f"{name:<26}{what:<26}{' '.join(tables)}{' (disabled)' * disabled}"
        out.print(line, highlight=False, markup=False)
