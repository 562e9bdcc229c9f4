"""Requests about accounts that take two people, stored until a second person approves them.

A password or a device's key is hashed before the request is stored.
"""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from punto.rules.staff import Position

PEOPLE = "people:"  # the stream name of such requests; not a valid table name
MANAGER = Position.PIT_MANAGER  # from here up, changing an account takes two people


class AddStaff(Struct, frozen=True, tag="add-staff"):
    """Add a member of staff."""

    name: str
    position: Position
    tables: tuple[str, ...]
    secret: str


class MoveStaff(Struct, frozen=True, tag="move-staff"):
    """Change a member of staff's position and tables."""

    name: str
    position: Position
    tables: tuple[str, ...]


class ResetPassword(Struct, frozen=True, tag="reset-password"):
    """Set a new password."""

    name: str
    secret: str


class ResetSecondFactor(Struct, frozen=True, tag="reset-second-factor"):
    """Remove the second factor, so that its owner sets up another."""

    name: str


class AddReader(Struct, frozen=True, tag="add-reader"):
    """Add a card reader, which says which cards are dealt; its key is known to the requester."""

    name: str
    tables: tuple[str, ...]
    secret: str


class EnableReader(Struct, frozen=True, tag="enable-reader"):
    """Enable a card reader that was disabled."""

    name: str


AccountRequest: TypeAlias = (
    AddStaff | MoveStaff | ResetPassword | ResetSecondFactor | AddReader | EnableReader
)

_decoder: msgspec.json.Decoder[AccountRequest] = msgspec.json.Decoder(AccountRequest)


def decode_account_request(data: bytes) -> AccountRequest:
    return _decoder.decode(data)


def shown(request: AccountRequest) -> dict[str, Any]:
    """A request as its approver sees it, without the secret."""
    found: dict[str, Any] = {"type": str(type(request).__struct_config__.tag), "name": request.name}
    if isinstance(request, AddStaff | MoveStaff):
        found |= {"position": request.position.title, "tables": list(request.tables)}
    if isinstance(request, AddReader):
        found |= {"tables": list(request.tables)}
    return found
