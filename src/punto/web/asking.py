"""Commands as people send them, read into the ones that table and cage know."""

from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec

from punto.journal.people import Kind, Person
from punto.ledger.cage import commands as cage
from punto.ledger.cage.state import Limits
from punto.refusals import Reason, Refused
from punto.table import commands as table
from punto.table.configuration import Configuration, Range
from punto.table.people import Actor, Patron, Staff
from punto.web.outside import FROM_THE_SERVER, inner_of, inward, outer_type, outward

TABLE_COMMANDS: dict[str, type[Any]] = {
    str(each.__struct_config__.tag): each for each in get_args(table.Command)
}
CAGE_COMMANDS: dict[str, type[Any]] = {
    str(each.__struct_config__.tag): each for each in get_args(cage.Command)
}
for _inner in (Configuration, Range, Limits):
    inner_of(outer_type(_inner), _inner)

if TYPE_CHECKING:
    AskedOfTable: TypeAlias = Any
    AskedOfCage: TypeAlias = Any
else:
    AskedOfTable = outer_type(table.Command)
    AskedOfCage = outer_type(cage.Command)

_of_table = msgspec.json.Decoder(AskedOfTable)


def tag_of(asked: Any) -> str:
    """Which command this is."""
    return str(type(asked).__struct_config__.tag)


def for_table(asked: AskedOfTable, person: Person) -> table.Command:
    """The table's command, given by this person."""
    return _given(TABLE_COMMANDS[tag_of(asked)], asked, person)  # type: ignore[no-any-return]


def for_cage(asked: AskedOfCage, person: Person) -> cage.Command:
    """The cage's command, given by this person."""
    return _given(CAGE_COMMANDS[tag_of(asked)], asked, person)  # type: ignore[no-any-return]


def _given(kind: type[Any], asked: Any, person: Person) -> Any:
    return kind(**inward(asked, kind), by=actor(person))


def read_for_table(text: bytes, person: Person) -> table.Command:
    """A table's command out of JSON; refused where it is none."""
    try:
        return for_table(_of_table.decode(text), person)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise Refused(Reason.UNREADABLE_REQUEST, f"This is no command: {fault}.") from None


def actor(person: Person) -> Actor:
    """The person as table and cage know them; a device gives no commands."""
    match person.kind:
        case Kind.STAFF if person.position is not None:
            return Staff(person.id, person.position)
        case Kind.PATRON | Kind.GUEST:
            return Patron(person.id)
        case _:
            raise Refused(Reason.NOT_AUTHORISED, "A device looks on: sign in to do this.")


def sent(command: table.Command | cage.Command) -> dict[str, Any]:
    """A command as a client sends it; its voucher's code is to be put in by the one who has it."""
    return {name: each for name, each in outward(command).items() if name not in FROM_THE_SERVER}
