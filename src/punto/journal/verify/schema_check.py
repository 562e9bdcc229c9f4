"""Whether a database has the tables, indexes and constraints of a journal, and nothing more.

A trigger changes what later commands write, a view or a table can stand in for another, a missing
index or constraint lets in what it would have refused. What belongs to an extension of PostgreSQL
is left out.
"""

from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from punto.journal.schema import metadata

REVISIONS = "alembic_version"  # where the migrations note which of them were run
NEWEST_REVISION = "0001"

Parts = dict[str, str]  # what a table has, by kind and name, and how it is made

_SQLITE_HOOKS = sa.text(
    "SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view')"
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
    hooks = _SQLITE_HOOKS if connection.dialect.name == "sqlite" else _POSTGRES_HOOKS
    for hook in sorted(connection.execute(hooks).scalars()):
        yield f"the {hook} is none of a journal's"
    if REVISIONS in there:
        query = sa.select(sa.column("version_num", sa.Text)).select_from(sa.table(REVISIONS))
        versions = list(connection.execute(query).scalars())
        if versions != [NEWEST_REVISION]:
            yield f"{REVISIONS} says {', '.join(map(str, versions)) or 'nothing'}"


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
