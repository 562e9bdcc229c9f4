"""Changes to accounts: who may change whose, and which changes need a second person.

Staff may change accounts of strictly lower positions whose tables are all their own. Adding or
moving a manager or resetting a manager's password takes two people, and so does resetting a
patron's, because it gives access to the patron's money. So does adding or enabling a card reader,
because it says which cards are dealt. Such a request is held for approval.
"""

from collections.abc import Callable

from msgspec.structs import replace

from punto.journal.notices import NoticeKind
from punto.journal.people.account_requests import (
    MANAGER,
    AccountRequest,
    AddReader,
    AddStaff,
    EnableReader,
    MoveStaff,
    ResetPassword,
    ResetSecondFactor,
)
from punto.journal.people.people import Duty, Kind, Person
from punto.refusals import Reason, Refused
from punto.rules.staff import Position
from punto.web.auth.account_names import check_account_name
from punto.web.auth.sessions import NAME, Sessions, check_table_names


class AccountChanges:
    """Changes accounts on behalf of staff, checked against the account's current state."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def check(self, by: Person, request: AccountRequest) -> bool:
        """Refuse a change this person may not make; returns whether it takes a second person."""
        match request:
            case AddStaff(name=name, position=position, tables=tables):
                check_account_name(name, Kind.STAFF)
                check_below(by, position)
                check_tables(by, tables)
                return position >= MANAGER
            case MoveStaff(name=name, position=position, tables=tables):
                person = self._find(name)
                check_move(by, person, position, tables)
                return max(position, person.position or position) >= MANAGER
            case ResetPassword(name=name) | ResetSecondFactor(name=name):
                person = self._find(name)
                check_password_of(by, person)
                is_manager = person.position is not None and person.position >= MANAGER
                return is_manager or person.kind is Kind.PATRON
            case AddReader(name=name, tables=tables):
                check_account_name(name, Kind.DEVICE)
                check_tables(by, tables)
                return True
            case EnableReader(name=name):
                check_changeable(by, self._find(name))
                return True

    def lacks_second_factor(self, person: Person, position: Position) -> bool:
        """Whether the house requires a second factor for this position, and the person has none."""
        return self._sessions.lacks_second_factor(person, position)

    def target(self, request: AccountRequest) -> tuple[Position | None, tuple[str, ...]]:
        """The highest position that a request concerns, and the tables."""
        if isinstance(request, AddStaff):
            return request.position, request.tables
        if isinstance(request, AddReader):
            return None, request.tables
        found = self._sessions.people.find(request.name)
        position = found.position if found else None
        tables = found.tables if found else ()
        if isinstance(request, MoveStaff):
            return max(request.position, position or request.position), (*tables, *request.tables)
        return position, tables

    def do(self, by: Person, request: AccountRequest, approver: str = "") -> Person:
        """Make a change; it is checked again in the same transaction."""
        match request:
            case AddStaff(name=name, position=position, tables=tables, secret=secret):
                self.check(by, request)
                person = Person(name, Kind.STAFF, position, tables, secret)
                return self._sessions.add_person(person, by.id, approver)
            case MoveStaff(name=name, position=position, tables=tables):

                def move(person: Person) -> Person:
                    check_move(by, person, position, tables)
                    return replace(person, position=position, tables=tables)

                return self._change(by, name, move, NoticeKind.ACCOUNT_CHANGED, approver)
            case ResetPassword(name=name, secret=secret):

                def reset(person: Person) -> Person:
                    check_password_of(by, person)
                    return replace(person, secret=secret)

                matter = NoticeKind.PASSWORD_CHANGED
                return self._change(by, name, reset, matter, approver, ends=True)
            case ResetSecondFactor(name=name):

                def forget(person: Person) -> Person:
                    check_password_of(by, person)
                    return replace(person, second_factor="")

                matter = NoticeKind.SECOND_FACTOR_CHANGED
                return self._change(by, name, forget, matter, approver, ends=True)
            case AddReader(name=name, tables=tables, secret=secret):
                self.check(by, request)
                reader = Person(name, Kind.DEVICE, None, tables, secret, duty=Duty.READER)
                return self._sessions.add_person(reader, by.id, approver)
            case EnableReader(name=name):
                return self._enable(by, name, approver)

    def is_reader(self, name: str) -> bool:
        """Whether the account of this name is a card reader's."""
        found = self._sessions.people.find(name) if NAME.fullmatch(name) else None
        return found is not None and found.duty is Duty.READER

    def enable(self, by: Person, name: str) -> Person:
        """Enable an account and clear its failed attempts; a card reader's takes two people."""
        return self._enable(by, name)

    def _enable(self, by: Person, name: str, approver: str = "") -> Person:
        def edit(person: Person) -> Person:
            check_changeable(by, person)
            return replace(person, disabled=False)

        changed = self._change(by, name, edit, NoticeKind.ACCOUNT_ENABLED, approver)
        self._sessions.attempts.unlock(name)
        return changed

    def disable(self, by: Person, name: str) -> Person:
        """Disable an account; allowed to any higher position that shares a table with it."""

        def edit(person: Person) -> Person:
            shared = person.kind is Kind.PATRON or any(map(by.at, person.tables))
            if not shared:
                check_changeable(by, person)
            check_below(by, person.position)
            return replace(person, disabled=True)

        return self._change(by, name, edit, NoticeKind.ACCOUNT_DISABLED)

    def _find(self, name: str) -> Person:
        found = self._sessions.people.find(name) if NAME.fullmatch(name) else None
        if found is None:
            raise _unknown(name)
        return found

    def _change(
        self,
        by: Person,
        name: str,
        edit: Callable[[Person], Person],
        matter: NoticeKind,
        approver: str = "",
        *,
        ends: bool = False,
    ) -> Person:
        if NAME.fullmatch(name) is None:
            raise _unknown(name)
        return self._sessions.change(name, edit, matter, by.id, approver, ends=ends)


def check_changeable(by: Person, person: Person) -> None:
    """Refuse an account that is not below `by`, or works at a table that `by` does not."""
    check_below(by, person.position)
    if person.kind in (Kind.STAFF, Kind.DEVICE) and not by.covers(person.tables):
        raise Refused(
            Reason.NOT_AUTHORISED, "Change the accounts of those who work at your tables alone."
        )


def check_below(by: Person, position: Position | None) -> None:
    """Refuse a position that is not below that of `by`."""
    if position is not None and (by.position is None or by.position <= position):
        raise Refused(
            Reason.NOT_AUTHORISED, "This needs a position above {position}.", position=position
        )


def check_tables(by: Person, tables: tuple[str, ...]) -> None:
    """Refuse an assignment to a malformed table name or to a table that `by` does not work at."""
    check_table_names(tables)
    if not by.covers(tables):
        raise Refused(Reason.NOT_AUTHORISED, "Assign people only to tables of your own.")


def check_move(by: Person, person: Person, position: Position, tables: tuple[str, ...]) -> None:
    check_changeable(by, person)
    if person.kind is not Kind.STAFF:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{person} is no member of staff.", person=person.id
        )
    check_below(by, position)
    check_tables(by, tables)


def check_password_of(by: Person, person: Person) -> None:
    check_changeable(by, person)
    if person.kind not in (Kind.STAFF, Kind.PATRON):
        raise Refused(Reason.UNREADABLE_REQUEST, "A guest or a device has no password.")


def _unknown(name: str) -> Refused:
    return Refused(Reason.UNKNOWN_PERSON, "There is nobody called {name!r}.", name=name[:40])
