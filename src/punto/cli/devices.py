"""`punto devices`: displays, terminals and card readers, each with its own key."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.network import Journal, Servers, Who, at_either, local_user
from punto.cli.output import console, print_json
from punto.cli.staff import print_people
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.client import Client

DUTIES = ("display", "terminal", "reader")


def add_devices(
    name: Annotated[str, Parameter(help="The device's name.")],
    /,
    *,
    duty: Annotated[str, Parameter(help=f"One of {', '.join(DUTIES)}.")] = "display",
    tables: Annotated[
        tuple[str, ...], Parameter(help="A table it stands at, * for all; give it again for each.")
    ] = (),
    server: Servers = (),
    who: Who = "",
    journal: Journal = "",
    json: Json = False,
) -> None:
    """Add a device; its key is shown once."""
    if duty not in DUTIES:
        raise Refused(Reason.UNREADABLE_REQUEST, "A duty is one of {duties}.", duties=DUTIES)
    from punto.journal.people.people import Duty

    def add_there(client: "Client") -> tuple[str, str]:
        made = client.add_device(name, tables, Duty(duty))
        return made.key, made.request

    key, request = at_either(
        server,
        who,
        journal,
        add_there,
        lambda sessions: (sessions.add_device(name, tables, Duty(duty), local_user())[1], ""),
        creates=True,
    )
    if json:
        found = {"name": name, "duty": duty, "tables": tables, "key": key}
        print_json(found | ({"request": request} if request else {}))
        return
    text = f"{name} signs in with the key {key}, shown this once."
    if request:
        text += f" A second person has to approve request {request} first."
    console().print(text, highlight=False, markup=False)


def list_devices(
    *, server: Servers = (), who: Who = "", journal: Journal = "", json: Json = False
) -> None:
    """List the devices."""
    from punto.journal.people.people import Kind

    found = at_either(
        server,
        who,
        journal,
        lambda client: [
            (each.name, each.duty, each.tables, each.disabled) for each in client.devices()
        ],
        lambda sessions: [
            (each.id, each.duty.value if each.duty else "", each.tables, each.disabled)
            for each in sessions.people.all(Kind.DEVICE)
        ],
    )
    print_people(found, ("name", "duty", "tables", "disabled"), json=json)
