"""Contributions of guests to the order of a shoe, limited by the address that they came from.

Guests are free: without this, one address could spoil every shoe of a table, each time as a new
guest, or fill a shoe's contributions before anyone else. A guest's name carries a keyed hash of the
address, so that the table's own record of who withheld a value shows every node, also after a
restart, which addresses did. Who is barred at one table contributes at no other meanwhile, so that
no one spoils a shoe of each.
"""

import hmac
import re
from collections.abc import Iterable
from secrets import token_hex

from punto.journal.shared_secrets import shared_secret
from punto.journal.store import Store
from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table.contributions import WITHHELD
from punto.table.people import Actor, Patron
from punto.table.shared_order import READING
from punto.table.shoe_events import patron_of_key
from punto.table.state import State

PER_ADDRESS_MAX = 10  # guests of one address who contribute to one shoe
ADDRESS_DIGITS = 8
_GUEST = re.compile(rf"(guest-[0-9a-f]{{{ADDRESS_DIGITS}}}-)[0-9a-f]+")


class GuestNames:
    """Names for new guests; all processes on one database use the same key."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    def new(self, address: str) -> str:
        """A new name for a guest from this address."""
        if not self._key:
            self._key = shared_secret(self._store, "guest-addresses", token_hex(32)).encode()
        digits = hmac.new(self._key, address.encode(), "sha256").hexdigest()[:ADDRESS_DIGITS]
        return f"guest-{digits}-{token_hex(5)}"


def check_guest(state: State, name: str) -> None:
    """Refuse a guest's contribution if too many, or one who withheld, came from the address."""
    origin = _origin(name)
    if not origin:
        return
    if origin in _origins(state.barred):
        raise _address_barred()
    shoe = state.shoe
    made = [each.contributor for each in shoe.contributions] if shoe is not None else []
    if _origins(made).count(origin) >= PER_ADDRESS_MAX:
        raise _closed(
            Message.of("As many guests from your address have contributed as one shoe takes.")
        )


def check_elsewhere(tables: Iterable[State], by: Actor) -> None:
    """Refuse the contribution of a patron or guest who is barred at another table of the house."""
    if not isinstance(by, Patron):
        return
    origin = _origin(by.id)
    for state in tables:
        if state.configuration is None:
            continue  # closed: its shoes would never come
        if any(patron_of_key(key) == by.id for key in state.barred):
            raise _closed(WITHHELD)
        if origin and origin in _origins(state.barred):
            raise _address_barred()


def _address_barred() -> Refused:
    return _closed(
        Message.of(
            "A guest from your address withheld a contribution: guests from there contribute"
            " again after some more shoes."
        )
    )


def _origins(keys: Iterable[str]) -> list[str]:
    return [_origin(patron_of_key(key)) for key in keys]


def _origin(name: str) -> str:
    """The part of a guest's name that says where they came from; empty for anyone else.

    >>> _origin("guest-01234567-89abcdef01"), _origin("ann")
    ('guest-01234567-', '')
    """
    found = _GUEST.fullmatch(name)
    return found[1] if found else ""


def _closed(message: Message) -> Refused:
    return Refused.of(Reason.CONTRIBUTIONS_CLOSED, message, READING)
