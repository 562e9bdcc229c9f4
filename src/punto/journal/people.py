"""Who may come in: people and devices with what they may do, and who is signed in now."""

from collections.abc import Collection, Iterable, Mapping
from enum import Enum
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from punto.journal.failures import Conflict
from punto.journal.notices import CHAIN, Matter, Notice, add_notices
from punto.journal.reading import one_of
from punto.journal.schema import people, sign_ins
from punto.journal.store import Store
from punto.refusals import Reason, Refused
from punto.rules.staff import Position

ALL_TABLES = "*"


class Kind(Enum):
    """What a person is to the house."""

    STAFF = "staff"
    PATRON = "patron"
    GUEST = "guest"
    DEVICE = "device"


class Duty(Enum):
    """What a device is there for."""

    DISPLAY = "display"  # shows a table to everybody
    TERMINAL = "terminal"  # a patron signs in at it
    READER = "reader"  # reads the cards of its tables


class Person(Struct, frozen=True):
    """Somebody, or a device, with an account here."""

    id: str
    kind: Kind
    position: Position | None = None
    tables: tuple[str, ...] = ()  # where staff and devices are assigned
    secret: str = ""
    disabled: bool = False
    failures: int = 0
    locked_until_ms: int = 0
    duty: Duty | None = None  # a device's

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.id}>"

    def at(self, table: str) -> bool:
        """Whether this table is theirs: patrons choose, the others are assigned."""
        if self.kind in (Kind.PATRON, Kind.GUEST):
            return True
        return table in self.tables or ALL_TABLES in self.tables


class SignIn(Struct, frozen=True):
    """Somebody is signed in, since when, and when they last did something."""

    token: str  # its hash
    person: str
    began_ms: int
    used_ms: int


class People:
    """Accounts and sign-ins on disk."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, person: Person, noted: Iterable[Notice] = ()) -> None:
        """Make an account; a name that is taken is refused."""
        try:
            with self._store.writing([CHAIN]) as writing:
                writing.connection.execute(sa.insert(people), _row(person))
                add_notices(writing.connection, noted)
        except Conflict:
            raise Refused(
                Reason.NAME_TAKEN, f"There is a {person.id[:40]!r} already: take another name."
            ) from None

    def find(self, name: str) -> Person | None:
        return self._one(people.c.id == name)

    def find_device(self, secret: str) -> Person | None:
        """The device whose key has this hash."""
        return self._one(sa.and_(people.c.kind.in_(_texts(Kind.DEVICE)), people.c.secret == secret))

    def all(self, kind: Kind) -> list[Person]:
        query = sa.select(people).where(people.c.kind.in_(_texts(kind))).order_by(people.c.id)
        with self._store.reading() as reading:
            return [_person(row) for row in reading.connection.execute(query)]

    def search(self, kind: Kind, begins: str, after: str, limit: int) -> list[Person]:
        """Accounts whose names begin so, in the order of their names, after one of them."""
        query = (
            sa.select(people)
            .where(people.c.kind == kind.value, people.c.id > after)
            .where(people.c.id.startswith(begins, autoescape=True))
            .order_by(people.c.id)
            .limit(limit)
        )
        with self._store.reading() as reading:
            return [_person(row) for row in reading.connection.execute(query)]

    def put(self, person: Person, noted: Iterable[Notice] = (), *, ends: bool = False) -> None:
        """Write an account as it is now; one that is disabled is signed out in the same moment.

        `ends` signs out others too; what is noted of it is written with it or not at all.
        """
        with self._store.writing([CHAIN]) as writing:
            changed = sa.update(people).where(people.c.id == person.id).values(**_row(person))
            writing.connection.execute(changed)
            add_notices(writing.connection, noted)
            if person.disabled or ends:
                writing.connection.execute(
                    sa.delete(sign_ins).where(sign_ins.c.person == person.id)
                )

    def fail(self, name: str, now_ms: int, until_ms: int, failures_max: int) -> None:
        """Count a wrong password where everybody sees it; too many lock the account."""
        failures = people.c.failures + 1
        locked = sa.case((failures >= failures_max, until_ms), else_=people.c.locked_until_ms)
        counted = sa.update(people).where(people.c.id == name)
        with self._store.writing([CHAIN]) as writing:
            execute = writing.connection.execute
            execute(counted.values(failures=failures, locked_until_ms=locked))
            now = execute(sa.select(people.c.failures).where(people.c.id == name)).scalar() or 0
            after = {"failures": now}
            noted = [Notice(Matter.SIGN_IN_FAILED, now_ms, name, about="a password", after=after)]
            if now >= failures_max:
                after = {"locked_until_ms": until_ms}
                noted.append(Notice(Matter.LOCKED_OUT, now_ms, name, after=after))
            add_notices(writing.connection, noted)

    def sign_in(self, sign_in: SignIn) -> None:
        self._write(sa.insert(sign_ins), asdict(sign_in))

    def signed_in(self, token: str) -> tuple[SignIn, Person] | None:
        """The sign-in under this hash, and whose it is."""
        query = (
            sa.select(sign_ins.c.person, sign_ins.c.began_ms, sign_ins.c.used_ms, people)
            .join_from(sign_ins, people, sign_ins.c.person == people.c.id)
            .where(sign_ins.c.token == token)
        )
        with self._store.reading() as reading:
            row = reading.connection.execute(query).first()
        return None if row is None else (SignIn(token, *row[:3]), _person(row))

    def signed_in_all(self, tokens: Collection[str]) -> dict[str, tuple[SignIn, Person]]:
        """Those of these hashes under which somebody is signed in, and who."""
        query = sa.select(sign_ins, people).join_from(
            sign_ins, people, sign_ins.c.person == people.c.id
        )
        with self._store.reading() as reading:
            these = query.where(one_of(sign_ins.c.token, tokens, reading.dialect))
            return {
                row.token: (
                    SignIn(row.token, row.person, row.began_ms, row.used_ms),
                    _person(row),
                )
                for row in reading.connection.execute(these)
            }

    def use(self, used_ms: Mapping[str, int]) -> None:
        """Write down when sign-ins were last used, in one transaction."""
        changed = (
            sa.update(sign_ins)
            .where(sign_ins.c.token == sa.bindparam("key"))
            .values(used_ms=sa.bindparam("at"))
        )
        self._write(changed, [{"key": token, "at": ms} for token, ms in used_ms.items()])

    def sign_out(self, token: str) -> None:
        self._write(sa.delete(sign_ins).where(sign_ins.c.token == token))

    def _one(self, wanted: sa.ColumnElement[bool]) -> Person | None:
        with self._store.reading() as reading:
            row = reading.connection.execute(sa.select(people).where(wanted)).first()
        return None if row is None else _person(row)

    def _write(self, statement: Any, row: Any = None) -> None:
        with self._store.writing([]) as writing:
            writing.connection.execute(statement, row)


def _kind(kind: Kind, duty: Duty | None) -> str:
    """How it is written what somebody is: a display is plainly a device, as all once were."""
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
        "failures": person.failures,
        "locked_until_ms": person.locked_until_ms,
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
        row.failures,
        row.locked_until_ms,
        Duty(duty or "display") if kind == Kind.DEVICE.value else None,
    )
