"""Devices: displays, terminals and card readers, each with a key of its own."""

from typing import Annotated

from litestar import Router, get, post
from litestar.openapi.spec import Example
from litestar.params import Body
from msgspec import Struct

from punto.journal.people.account_requests import AddReader
from punto.journal.people.people import Duty, Kind
from punto.web.api.people import Name, Tables
from punto.web.auth.account_changes import check_tables
from punto.web.auth.guards import AskingRequest, TheCasino, person_of, pit_managers
from punto.web.auth.tokens import new_token


class DeviceRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A device, its duty and its tables; table `*` is all."""

    name: Name
    tables: Tables = ()
    duty: Duty = Duty.DISPLAY


class DeviceKey(Struct, frozen=True):
    """A device's key, returned only once.

    `request` is the request for approval that a card reader waits for; its key is good once a
    second person has approved it.
    """

    name: str
    key: str
    request: str = ""


class DeviceLine(Struct, frozen=True):
    """A device in the list, without its key."""

    name: str
    duty: str
    tables: tuple[str, ...]
    disabled: bool


WANTED = Example(
    summary="A card reader at one table",
    value={"name": "reader-7", "tables": ["t7"], "duty": "reader"},
)


@get("/devices", sync_to_thread=True, summary="All devices")
def list_devices(casino: TheCasino) -> list[DeviceLine]:
    """Every device with its duty and tables."""
    return [
        DeviceLine(each.id, each.duty.value if each.duty else "", each.tables, each.disabled)
        for each in casino.people.all(Kind.DEVICE)
    ]


@post("/devices", sync_to_thread=True, summary="Add a device")
def add_device(
    casino: TheCasino,
    request: AskingRequest,
    data: Annotated[DeviceRequest, Body(examples=[WANTED])],
) -> DeviceKey:
    """Displays and terminals only watch; a reader deals, so it waits for a second person.

    The key is returned only here.
    """
    by = person_of(request)
    if data.duty is Duty.READER:
        key, digest = new_token()
        wanted = AddReader(data.name, data.tables, digest)
        held, _ = casino.approval_queue.hold_reader(by, wanted)
        return DeviceKey(data.name, key, held.id)
    check_tables(by, data.tables)
    device, key = casino.sessions.add_device(data.name, data.tables, data.duty, by.id)
    return DeviceKey(device.id, key)


device_routes = Router(
    "", route_handlers=[list_devices, add_device], guards=[pit_managers], tags=["people"]
)
