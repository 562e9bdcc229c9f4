"""`punto staff`: who works here, told to a server, or to the database itself for the first."""

from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.network import Journal, Servers, Who, at_either, signed_in
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

POSITIONS = {position.name.lower().replace("_", "-"): position for position in Position}

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
        raise Refused(Reason.UNREADABLE_REQUEST, f"A position is one of {', '.join(POSITIONS)}.")
    password = token_urlsafe(12)
    from punto.journal.people import Kind

    at_either(
        server,
        who,
        journal,
        lambda client: client.add_staff(name, password, POSITIONS[position], tables).name,
        lambda sign_ins: sign_ins.add(name, Kind.STAFF, password, POSITIONS[position], tables).id,
    )
    if json:
        print_json({"name": name, "position": position, "tables": tables, "password": password})
        return
    text = f"{name} may sign in with the password {password}, shown this once."
    console().print(text, highlight=False, markup=False)


def list_staff(
    *, server: Servers = (), who: Who = "", journal: Journal = "", json: Json = False
) -> None:
    """List who works here."""
    from punto.journal.people import Kind

    found = at_either(
        server,
        who,
        journal,
        lambda client: [
            (each.name, each.position, each.tables, each.disabled) for each in client.staff()
        ],
        lambda sign_ins: [
            (each.id, each.position.title if each.position else "", each.tables, each.disabled)
            for each in sign_ins.people.all(Kind.STAFF)
        ],
    )
    print_people(found, ("name", "position", "tables", "disabled"), json=json)


def disable_staff(name: Name, /, *, server: Servers = (), who: Who = "") -> None:
    """Disable an account, a patron's or a device's too: they are signed out at once."""
    with signed_in(server, who) as client:
        client.disable(name)
    console().print(f"{name} is disabled.", markup=False)


def enable_staff(name: Name, /, *, server: Servers = (), who: Who = "") -> None:
    """Enable an account, or let in one that wrong passwords have locked."""
    with signed_in(server, who) as client:
        client.enable(name)
    console().print(f"{name} may come in again.", markup=False)


def print_people(
    found: Sequence[tuple[str, str, tuple[str, ...], bool]],
    names: tuple[str, str, str, str],
    *,
    json: bool,
) -> None:
    """Accounts, a line each."""
    if json:
        print_json([dict(zip(names, each, strict=True)) for each in found])
        return
    out = console()
    for name, what, tables, disabled in found:
        line = f"{name:<26}{what:<26}{' '.join(tables)}{' (disabled)' * disabled}"
        out.print(line, highlight=False, markup=False)
