"""`punto devices`: displays, terminals and card readers, each with a key of its own."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.network import Journal, Servers, Who, at_either
from punto.cli.output import console, print_json
from punto.cli.staff import print_people
from punto.refusals import Reason, Refused

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
        raise Refused(Reason.UNREADABLE_REQUEST, f"A duty is one of {', '.join(DUTIES)}.")
    from punto.journal.people import Duty

    key = at_either(
        server,
        who,
        journal,
        lambda client: client.add_device(name, tables, Duty(duty)).key,
        lambda sign_ins: sign_ins.add_device(name, tables, Duty(duty))[1],
    )
    if json:
        print_json({"name": name, "duty": duty, "tables": tables, "key": key})
        return
    text = f"{name} comes in with the key {key}, shown this once."
    console().print(text, highlight=False, markup=False)


def list_devices(
    *, server: Servers = (), who: Who = "", journal: Journal = "", json: Json = False
) -> None:
    """List the devices there are."""
    from punto.journal.people import Kind

    found = at_either(
        server,
        who,
        journal,
        lambda client: [
            (each.name, each.duty, each.tables, each.disabled) for each in client.devices()
        ],
        lambda sign_ins: [
            (each.id, each.duty.value if each.duty else "", each.tables, each.disabled)
            for each in sign_ins.people.all(Kind.DEVICE)
        ],
    )
    print_people(found, ("name", "duty", "tables", "disabled"), json=json)
