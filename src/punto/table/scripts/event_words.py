"""Events in the words of a script: amounts, times and positions as a script writes them."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from punto.money import print_amount
from punto.rules.staff import Position
from punto.table.events import Event
from punto.table.scripts.times import print_time


def words_of(event: Event, digits: int) -> list[str]:
    """What an event says: the name of a field for yes, nothing for no."""
    said: list[str] = []
    for name, value in _values(event):
        if value is True:
            said.append(name.replace("_", "-"))
        elif isinstance(value, Position):
            said.append(value.typed)
        elif isinstance(value, Enum):
            said.append(str(value.value))
        elif name == "until":
            said.append(print_time(value))
        elif name.endswith("cents"):
            said.append(written(value, digits))
        elif value is not False:
            said.append(str(value))
    return said


def numbers_of(event: Event) -> list[str]:
    """The numbers in an event as they are recorded: minor units, milliseconds, ranks."""
    numbers = (value for _, value in _values(event) if type(value) is not bool)
    return [str(int(value)) for value in numbers if isinstance(value, int)]


def written(cents: int, digits: int) -> str:
    """An amount as scripts write it, without decimals that are zero.

    >>> written(10_000, 2), written(10_050, 2)
    ('100', '100.50')
    """
    return print_amount(cents, digits).removesuffix(f".{'0' * digits}")


def _values(event: Event) -> Iterator[tuple[str, Any]]:
    """Each name, number, choice and yes or no in an event, with its field."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str | int | Enum):
                yield name, each
