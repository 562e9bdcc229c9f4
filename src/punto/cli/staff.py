"""`punto staff`: who works here, told to the database itself, before anybody can sign in."""

from contextlib import closing
from secrets import token_urlsafe
from typing import Annotated, Literal

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

POSITIONS = {position.name.lower().replace("_", "-"): position for position in Position}


def staff(
    action: Annotated[Literal["add", "list"], Parameter(help="What to do: add or list.")],
    name: Annotated[str, Parameter(help="The name to sign in with.")] = "",
    /,
    *,
    position: Annotated[str, Parameter(help=f"One of {', '.join(POSITIONS)}.")] = "dealer",
    tables: Annotated[
        tuple[str, ...], Parameter(help="A table they work at, * for all; give it again for each.")
    ] = (),
    journal: Annotated[
        str, Parameter(help="Where everything is kept: a file, or postgresql://…")
    ] = "punto.journal",
    json: Json = False,
) -> None:
    """Add a member of staff with a random password, or list those there are."""
    try:
        from punto.web.signing import SignIns
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Accounts need more packages: pip install 'punto[web]'."
        ) from missing
    from punto.floor.clock import Clock
    from punto.journal.people import Kind, People
    from punto.journal.store import Store

    if action == "add" and position not in POSITIONS:
        raise Refused(Reason.UNREADABLE_REQUEST, f"A position is one of {', '.join(POSITIONS)}.")
    store = Store(journal)
    with closing(store):
        store.create()
        people = People(store)
        if action == "add":
            password = token_urlsafe(12)
            SignIns(people, Clock()).add(name, Kind.STAFF, password, POSITIONS[position], tables)
            made = {"name": name, "position": position, "tables": tables, "password": password}
            if json:
                print_json(made)
            else:
                text = f"{name} may sign in with the password {password}, shown this once."
                console().print(text, highlight=False, markup=False)
            return
        found = people.all(Kind.STAFF)
    if json:
        print_json(
            [
                {
                    "name": each.id,
                    "position": each.position.title if each.position else "",
                    "tables": each.tables,
                    "disabled": each.disabled,
                }
                for each in found
            ]
        )
        return
    for each in found:
        title = each.position.title if each.position else ""
        line = f"{each.id:<26}{title:<26}{' '.join(each.tables)}{' (disabled)' * each.disabled}"
        console().print(line, highlight=False, markup=False)
