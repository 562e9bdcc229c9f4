"""Accounts of people and devices, what they may do, and their sessions."""

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.changes import ACCOUNT_CHANGE, PERSON, append_change, record_change
from punto.journal.errors import Conflict
from punto.journal.notices import CHAIN, Notice, NoticeKind, add_notices, last_notice
from punto.journal.people.lockout import Attempts
from punto.journal.read_transaction import one_of
from punto.journal.schema import account_changes, people, sessions
from punto.journal.store import Store
from punto.journal.streams import CAGE
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

ALL_TABLES = "*"
FAR_STEPS = 10  # further ahead than any authenticator's clock


class Kind(Enum):
    """The kind of an account."""

    STAFF = "staff"
    PATRON = "patron"
    GUEST = "guest"
    DEVICE = "device"


class Duty(Enum):
    """What a device is for."""

    DISPLAY = "display"  # shows a table to everybody
    TERMINAL = "terminal"  # a patron signs in at it
    READER = "reader"  # reads the cards of its tables


def is_code_used(last: int, step: int) -> bool:
    """Whether the code of a time step has been used, or one after it.

    A last step far ahead was used while the machine's clock was wrong: it does not count.

    >>> is_code_used(7, 7), is_code_used(7, 8), is_code_used(7_000, 8)
    (True, False, False)
    """
    return step <= last <= step + FAR_STEPS


class Person(Struct, frozen=True):
    """The account of a person or device."""

    id: str
    kind: Kind
    position: Position | None = None
    tables: tuple[str, ...] = ()  # where staff and devices are assigned
    secret: str = ""
    disabled: bool = False
    duty: Duty | None = None  # a device's
    second_factor: str = ""  # a TOTP secret
    code_step: int = 0  # the time step of the last code used

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.id}>"

    def covers(self, tables: Collection[str]) -> bool:
        """Whether they are assigned to all of these tables, or to every table if none is given."""
        return all(self.at(each) for each in tables or (ALL_TABLES,))

    def at(self, table: str) -> bool:
        """Whether they may be at this table: patrons choose, the others are assigned.

        The cage must be assigned by name.
        """
        if self.kind in (Kind.PATRON, Kind.GUEST):
            return True
        return table in self.tables or (ALL_TABLES in self.tables and table != CAGE)


class SignIn(Struct, frozen=True):
    """A session: whose, since when, and when it was last used."""

    token: str  # its hash
    person: str
    began_ms: int
    used_ms: int


class Change(Struct, frozen=True):
    """A change of an account: what was done, by whom and when."""

    matter: NoticeKind
    by: str
    at_ms: int
    approver: str = ""  # the second person, if one was needed


class People:
    """The stored accounts and sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def attempts(self, fresh: str) -> Attempts:
        """The sign-in attempts; `fresh` is a secret for a new database."""
        return Attempts(self._store, fresh)

    def add(self, person: Person, change: Change | None = None) -> None:
        """Create an account; refused if the name is taken."""
        try:
            with self._store.begin_write([CHAIN]) as transaction:
                transaction.connection.execute(sa.insert(people), _row(person))
                record_change(transaction.connection, PERSON, person.id)
                _record(transaction.connection, change, None, person)
        except Conflict:
            raise Refused(
                Reason.NAME_TAKEN,
                "There is a {person!r} already: take another name.",
                person=person.id[:40],
            ) from None

    def change(
        self,
        name: str,
        edit: Callable[[Person], Person],
        change: Change | None = None,
        *,
        ends: bool = False,
    ) -> Person:
        """Change an account; if that disables it, end its sessions.

        The account is read, edited and written under one lock, and only the edited columns are
        written, so that no concurrent change is lost. `ends` ends its sessions in any case.
        """
        with self._store.begin_write([CHAIN]) as transaction:
            connection = transaction.connection
            wanted = sa.select(people).where(people.c.id == name).with_for_update()
            row = connection.execute(wanted).first()
            if row is None:
                raise Refused(
                    Reason.UNKNOWN_PERSON, "There is nobody called {name!r}.", name=name[:40]
                )
            before = _person(row)
            after = edit(before)
            old, new = _row(before), _row(after)
            values = {key: each for key, each in new.items() if each != old[key]}
            if values:
                same = [people.c[key] == each for key, each in old.items()]
                connection.execute(sa.update(people).where(*same).values(**values))
                record_change(connection, PERSON, name)
            _record(connection, change, before, after)
            if after.disabled or ends:
                connection.execute(sa.delete(sessions).where(sessions.c.person == name))
        return after

    def find(self, name: str) -> Person | None:
        return self._one(people.c.id == name)

    def find_device(self, secret: str) -> Person | None:
        """Find the device whose key has this hash."""
        return self._one(sa.and_(people.c.kind.in_(_texts(Kind.DEVICE)), people.c.secret == secret))

    def all(self, kind: Kind) -> list[Person]:
        query = sa.select(people).where(people.c.kind.in_(_texts(kind))).order_by(people.c.id)
        with self._store.begin_read() as transaction:
            return [_person(row) for row in transaction.connection.execute(query)]

    def search(self, kind: Kind, begins: str, after: str, limit: int) -> list[Person]:
        """Accounts whose names have this prefix, ordered by name, after the given name."""
        query = (
            sa.select(people)
            .where(people.c.kind == kind.value, people.c.id > after)
            .where(people.c.id.startswith(begins, autoescape=True))
            .order_by(people.c.id)
            .limit(limit)
        )
        with self._store.begin_read() as transaction:
            return [_person(row) for row in transaction.connection.execute(query)]

    def sign_in(self, sign_in: SignIn, secret: str, code_step: int = 0) -> bool:
        """Open a session; False if the person was disabled or got a new password meanwhile.

        It uses up the code of a second factor; False if that was used before.
        """
        with self._store.begin_write([]) as transaction:
            wanted = sa.select(people).where(people.c.id == sign_in.person).with_for_update()
            row = transaction.connection.execute(wanted).first()
            if row is None or row.disabled or row.secret != secret:
                return False
            if code_step:
                if is_code_used(row.code_step, code_step):
                    return False
                used = sa.update(people).where(people.c.id == sign_in.person)
                transaction.connection.execute(used.values(code_step=code_step))
            transaction.connection.execute(sa.insert(sessions), asdict(sign_in))
        return True

    def signed_in(self, token: str) -> tuple[SignIn, Person] | None:
        """The session with this token hash, and its person."""
        query = (
            sa.select(sessions.c.person, sessions.c.began_ms, sessions.c.used_ms, people)
            .join_from(sessions, people, sessions.c.person == people.c.id)
            .where(sessions.c.token == token)
        )
        with self._store.begin_read() as transaction:
            row = transaction.connection.execute(query).first()
        return None if row is None else (SignIn(token, *row[:3]), _person(row))

    def signed_in_all(self, tokens: Collection[str]) -> dict[str, tuple[SignIn, Person]]:
        """The sessions with these token hashes, and their people."""
        query = sa.select(sessions, people).join_from(
            sessions, people, sessions.c.person == people.c.id
        )
        with self._store.begin_read() as transaction:
            these = query.where(one_of(sessions.c.token, tokens, transaction.dialect))
            return {
                row.token: (
                    SignIn(row.token, row.person, row.began_ms, row.used_ms),
                    _person(row),
                )
                for row in transaction.connection.execute(these)
            }

    def use(self, used_ms: Mapping[str, int]) -> None:
        """Record when sessions were last used, in one transaction."""
        changed = (
            sa.update(sessions)
            .where(sessions.c.token == sa.bindparam("key"))
            .values(used_ms=sa.bindparam("at"))
        )
        self._write(changed, [{"key": token, "at": ms} for token, ms in used_ms.items()])

    def sign_out(self, token: str) -> None:
        self._write(sa.delete(sessions).where(sessions.c.token == token))

    def _one(self, wanted: sa.ColumnElement[bool]) -> Person | None:
        with self._store.begin_read() as transaction:
            row = transaction.connection.execute(sa.select(people).where(wanted)).first()
        return None if row is None else _person(row)

    def _write(self, statement: Any, row: Any = None) -> None:
        with self._store.begin_write([]) as transaction:
            transaction.connection.execute(statement, row)


def _kind(kind: Kind, duty: Duty | None) -> str:
    """The stored kind; a display is stored as a plain device, because all devices once were."""
    return kind.value if duty in (None, Duty.DISPLAY) else f"{kind.value}/{duty.value}"


def _texts(kind: Kind) -> list[str]:
    return (
        [kind.value, *(_kind(kind, duty) for duty in Duty)] if kind is Kind.DEVICE else [kind.value]
    )


def _row(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "kind": _kind(person.kind, person.duty),
        "rank": person.position or 0,
        "tables": " ".join(person.tables),
        "secret": person.secret,
        "disabled": person.disabled,
        "second_factor": person.second_factor,
        "code_step": person.code_step,
    }


def _person(row: Any) -> Person:
    kind, _, duty = row.kind.partition("/")
    return Person(
        row.id,
        Kind(kind),
        Position(row.rank) if row.rank else None,
        tuple(row.tables.split()),
        row.secret,
        row.disabled,
        Duty(duty or "display") if kind == Kind.DEVICE.value else None,
        row.second_factor,
        row.code_step,
    )


def described(person: Person) -> dict[str, Any]:
    """An account for a notice, without its secrets."""
    return {
        "kind": person.kind.value,
        "position": person.position.title if person.position else "",
        "tables": list(person.tables),
        "disabled": person.disabled,
        "second_factor": bool(person.second_factor),
    }


def _record(
    connection: sa.Connection, change: Change | None, before: Person | None, after: Person
) -> None:
    """Record a change in the notices, and in the index of who changed whose account."""
    if change is None:
        return
    was, now = described(before) if before else None, described(after)
    if change.approver:
        now["approver"] = change.approver
    add_notices(
        connection,
        [Notice(change.matter, change.at_ms, change.by, "", after.id, was, now)],
    )
    if after.kind not in (Kind.STAFF, Kind.PATRON):
        return  # no one else approves or witnesses anything, or is handed cards
    values = {
        "number": last_notice(connection)[0],  # of its notice
        "person": after.id,
        "changed_by": change.by,
        "kind": change.matter.value,
        "at_ms": change.at_ms,
    }
    connection.execute(sa.insert(account_changes), values)
    append_change(connection, ACCOUNT_CHANGE, str(values["number"]), values)
