"""Whether a database has the tables, indexes and constraints of a journal, and nothing more.

A trigger changes what later commands write, a view or a table can stand in for another, a missing
index or constraint lets in what it would have refused, and so does one that was worded otherwise.
On SQLite the statements that made the tables are compared word by word; PostgreSQL keeps none, so
there it is the parts that they would have. What belongs to an extension of PostgreSQL is left out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import sqlalchemy as sa

from punto.journal.schema import metadata

REVISIONS = "alembic_version"  # where the migrations note which of them were run
NEWEST_REVISION = "0001"

Parts = dict[str, str]  # what a table has, by kind and name, and how it is made

_SQLITE_HOOKS = sa.text(
    "SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view')"
)
_SQLITE_STATEMENTS = sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
_POSTGRES_COLUMNS = sa.text(
    """
    SELECT column_name, format_type(atttypid, atttypmod), column_default, collation_name
    FROM information_schema.columns
    JOIN pg_attribute ON attname = column_name
    AND attrelid = format('%I.%I', table_schema, table_name)::regclass
    WHERE table_schema = current_schema() AND table_name = CAST(:name AS text)
    """
)
_POSTGRES_CHECKS = sa.text(
    """
    SELECT conname,
    pg_get_expr(conbin, conrelid) || CASE WHEN convalidated THEN '' ELSE ', unproved' END
    FROM pg_constraint WHERE contype = 'c'
    AND conrelid = format('%I.%I', current_schema(), CAST(:name AS text))::regclass
    """
)
_POSTGRES_IS_PLAIN = sa.text(
    """
    SELECT relpersistence = 'p' AND NOT relrowsecurity
    AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled <> 'O')
    FROM pg_class WHERE oid = format('%I.%I', current_schema(), CAST(:name AS text))::regclass
    """
)
_POSTGRES_HOOKS = sa.text(
    """
    SELECT 'trigger ' || tgname FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
    UNION ALL
    SELECT 'rule ' || rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'view ' || relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('v', 'm', 'f')
    AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )
    """
)


def changed_schema(connection: sa.Connection) -> Iterator[str]:
    """What is missing from the database, differs or was added to it."""
    found = sa.inspect(connection)
    wanted = {*metadata.tables, REVISIONS}
    there = set(found.get_table_names())
    for name in sorted(wanted - there):
        yield f"the table {name} is missing"
    for name in sorted(there - wanted):
        yield f"the table {name} is none of a journal's"
    for name, table in sorted(metadata.tables.items()):
        if name in there:
            declared = _declared(table, connection.dialect.name)
            yield from _differences(name, declared, _found(found, name))
    yield from _reworded(connection, sorted(there & metadata.tables.keys()))
    hooks = _SQLITE_HOOKS if connection.dialect.name == "sqlite" else _POSTGRES_HOOKS
    for hook in sorted(connection.execute(hooks).scalars()):
        yield f"the {hook} is none of a journal's"
    if REVISIONS in there:
        query = sa.select(sa.column("version_num", sa.Text)).select_from(sa.table(REVISIONS))
        versions = list(connection.execute(query).scalars())
        if versions != [NEWEST_REVISION]:
            yield f"{REVISIONS} says {', '.join(map(str, versions)) or 'nothing'}"


def mistyped_keys(connection: sa.Connection) -> Iterator[str]:
    """Text columns that rows are found and ordered by and that hold something else.

    SQLite lets any column hold anything.
    """
    if connection.dialect.name != "sqlite":
        return
    found = sa.inspect(connection)
    for name in sorted(metadata.tables.keys() & set(found.get_table_names())):
        table, there = metadata.tables[name], {each["name"] for each in found.get_columns(name)}
        keys = {each.name for each in table.primary_key.columns} | {"stream"}
        for column in (each for each in table.columns if each.name in keys & there):
            if isinstance(column.type, sa.Text):
                query = sa.select(column).where(sa.func.typeof(column) != "text").limit(1)
                if connection.execute(query).first() is not None:
                    yield f"the column {column.name} of {name} holds something other than text"


def _reworded(connection: sa.Connection, names: Sequence[str]) -> Iterator[str]:
    """Types, defaults, collations and conditions that are not those of a journal."""
    if connection.dialect.name == "sqlite":
        made = {each.name: str(each.sql) for each in connection.execute(_SQLITE_STATEMENTS)}
        for name in names:
            table = metadata.tables[name]
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            if _words(made[name]) != _statement(sa.schema.CreateTable(table), connection):
                yield f"the table {name} was not made as a journal's is"
            for index in indexes:
                text = made.get(str(index.name))
                if text and _words(text) != _statement(sa.schema.CreateIndex(index), connection):
                    yield f"the index {index.name} was not made as a journal's is"
        return
    for name in names:
        table, rows = metadata.tables[name], {"name": name}
        wanted = {
            each.name: (each.type.compile(connection.dialect).lower(), None, None)
            for each in table.columns
        }
        for column, *how in connection.execute(_POSTGRES_COLUMNS, rows):
            if wanted.get(column, tuple(how)) != tuple(how):
                yield f"the column {column} of {name} is not as a journal's is: {how}"
        checks = {
            each.name: _bare(str(each.sqltext))
            for each in table.constraints
            if isinstance(each, sa.CheckConstraint)
        }
        for check, condition in connection.execute(_POSTGRES_CHECKS, rows):
            if checks.get(check, _bare(condition)) != _bare(condition):
                yield f"the check {check} of {name} is {condition}"
        if not connection.execute(_POSTGRES_IS_PLAIN, rows).scalar():
            yield f"the table {name} is not logged, hides rows, or does not check references"


def _statement(statement: sa.schema.ExecutableDDLElement, connection: sa.Connection) -> list[str]:
    return _words(str(statement.compile(dialect=connection.dialect)))


def _words(statement: str) -> list[str]:
    """The words of a statement, however it is spaced."""
    return re.findall(r"\w+|[^\w\s]", statement)


def _bare(condition: str) -> str:
    """A condition without the brackets and spaces that PostgreSQL adds."""
    return re.sub(r"[\s()]", "", condition).lower()


def _differences(table: str, declared: Parts, found: Parts) -> Iterator[str]:
    for part in sorted(declared.keys() - found.keys()):
        yield f"the {part} of {table} is missing"
    for part in sorted(found.keys() - declared.keys()):
        yield f"the {part} of {table} is none of a journal's"
    for part in sorted(declared.keys() & found.keys()):
        if declared[part] != found[part]:
            yield f"the {part} of {table} is {found[part]}, not {declared[part]}"


def _declared(table: sa.Table, dialect: str) -> Parts:
    parts = {f"column {each.name}": _null(each.nullable) for each in table.columns}
    parts["primary key"] = _columns(each.name for each in table.primary_key.columns)
    for index in table.indexes:
        columns = _columns(each.name for each in index.columns)
        parts[f"index {index.name}"] = _unique(index.unique) + columns
    for rule in table.constraints:
        limit = rule._ddl_if
        if limit is not None and limit.dialect != dialect:
            continue
        if isinstance(rule, sa.UniqueConstraint):
            parts[f"constraint {rule.name}"] = _columns(each.name for each in rule.columns)
        elif isinstance(rule, sa.CheckConstraint) and rule.name:
            parts[f"check {rule.name}"] = ""
        elif isinstance(rule, sa.ForeignKeyConstraint):
            parts[f"reference of {_columns(rule.column_keys)}"] = rule.referred_table.name
    return parts


def _found(inspector: sa.Inspector, table: str) -> Parts:
    columns = inspector.get_columns(table)
    parts = {f"column {each['name']}": _null(each["nullable"]) for each in columns}
    parts["primary key"] = _columns(inspector.get_pk_constraint(table)["constrained_columns"])
    for index in inspector.get_indexes(table):
        if not index.get("duplicates_constraint"):
            named = _columns(index["column_names"])
            parts[f"index {index['name']}"] = _unique(index["unique"]) + named
    for unique in inspector.get_unique_constraints(table):
        parts[f"constraint {unique['name']}"] = _columns(unique["column_names"])
    for check in inspector.get_check_constraints(table):
        if check["name"]:
            parts[f"check {check['name']}"] = ""
    for key in inspector.get_foreign_keys(table):
        parts[f"reference of {_columns(key['constrained_columns'])}"] = key["referred_table"]
    return parts


def _columns(names: Iterable[str | None]) -> str:
    return "(" + ", ".join(map(str, names)) + ")"


def _unique(unique: bool | None) -> str:
    return "unique " if unique else ""


def _null(nullable: bool | None) -> str:
    return "optional" if nullable else "required"
