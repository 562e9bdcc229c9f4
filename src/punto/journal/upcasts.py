"""Old formats: what commands and events of an earlier schema look like in the next one.

The bytes on disk, and so their hashes, stay as they are; an upcast is applied to what is read.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

Raw = dict[str, Any]  # a command or an event as JSON has it, with its `type`


def unchanged(raw: Raw) -> Raw:
    return raw


class Upcast(Struct, frozen=True):
    """A step from one schema to the next, with a name that says what it is about."""

    name: str
    command: Callable[[Raw], Raw] = unchanged
    event: Callable[[Raw], Raw] = unchanged


# From this schema to the one after it. What is not said in an old entry has its default.
UPCASTS: dict[int, Upcast] = {1: Upcast("nothing needed a second approval")}
