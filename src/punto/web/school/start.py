"""A practice house is opened: its records, and the first accounts of those who run it."""

from contextlib import suppress
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from punto.journal.people.people import ALL_TABLES, Kind
from punto.refusals import Refused
from punto.rules.staff import Position
from punto.web.school.school import School

if TYPE_CHECKING:
    from punto.web.casino import Casino

# A trainer sets papers and sees the class; an examiner approves, and adds the students' accounts.
FIRST = {"trainer": Position.PIT_SUPERVISOR, "examiner": Position.PIT_MANAGER}


def open_school(casino: "Casino", name: str) -> dict[str, str]:
    """Open the records and add the first accounts where missing; returns their new passwords."""
    casino.school = School(casino.store, casino.host, casino.clock)
    casino.school.open(name)
    passwords = {}
    for person, position in FIRST.items():
        if casino.people.find(person) is None:
            password = token_urlsafe(12)
            with suppress(Refused):  # another node has just added them, and prints the password
                casino.sessions.add(person, Kind.STAFF, password, position, (ALL_TABLES,))
                passwords[person] = password
    return passwords
