"""Upcasts: convert commands and events of an earlier schema to the next one when they are read.

The bytes on disk, and so their hashes, stay as they are.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

Raw = dict[str, Any]  # a command or event as JSON, with its `type`


def unchanged(raw: Raw) -> Raw:
    return raw


class Upcast(Struct, frozen=True):
    """A conversion from one schema to the next, with a descriptive name."""

    name: str
    command: Callable[[Raw], Raw] = unchanged
    event: Callable[[Raw], Raw] = unchanged


# By the schema converted from. A field missing from an old entry has its default.
UPCASTS: dict[int, Upcast] = {}
