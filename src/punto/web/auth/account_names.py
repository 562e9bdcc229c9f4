"""Which names an account may have."""

from punto.journal.people.people import Kind
from punto.refusals import Reason, Refused
from punto.text import is_person_name, is_reserved_name


def check_account_name(name: str, kind: Kind) -> None:
    """Refuse a name that no account can have, or that the house has itself."""
    if not is_person_name(name):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A name has up to 40 small letters, digits, dots and dashes: choose such a name.",
        )
    if kind is not Kind.GUEST and is_reserved_name(name):
        raise Refused(
            Reason.NAME_TAKEN, "{name!r} is a name of the house: take another name.", name=name
        )
