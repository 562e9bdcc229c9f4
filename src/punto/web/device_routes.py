"""Devices: displays, terminals and card readers, each let in by a key of its own."""

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.openapi.spec import Example
from litestar.params import Body
from msgspec import Struct

from punto.journal.people import Duty, Kind, Person
from punto.web.entrance import TheHouse, person_of, pit_managers
from punto.web.people_routes import Name, Tables, check_tables

AskingRequest = Request[Person, str, Any]


class DeviceWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A device, what it is there for, and where it stands; table `*` is all."""

    name: Name
    tables: Tables = ()
    duty: Duty = Duty.DISPLAY


class DeviceKey(Struct, frozen=True):
    """A device's key, told this once."""

    name: str
    key: str


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


@get("/devices", sync_to_thread=True, summary="The devices there are")
def list_devices(house: TheHouse) -> list[DeviceLine]:
    """Every device, what it is there for, and where."""
    return [
        DeviceLine(each.id, each.duty.value if each.duty else "", each.tables, each.disabled)
        for each in house.people.all(Kind.DEVICE)
    ]


@post("/devices", sync_to_thread=True, summary="Add a device")
def add_device(
    house: TheHouse,
    request: AskingRequest,
    data: Annotated[DeviceWanted, Body(examples=[WANTED])],
) -> DeviceKey:
    """A display and a terminal look on, a reader deals; the key is told this once."""
    check_tables(person_of(request), data.tables)
    device, key = house.sign_ins.add_device(data.name, data.tables, data.duty)
    return DeviceKey(device.id, key)


device_routes = Router(
    "", route_handlers=[list_devices, add_device], guards=[pit_managers], tags=["people"]
)
