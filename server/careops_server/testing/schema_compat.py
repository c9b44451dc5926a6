"""Check that migrations only add to the schema.

During a rollout, servers of the old version work with the schema of the new one. Therefore the schema only grows
between versions that may run together; unused parts are removed one version later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, LiteralString

import psycopg
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

from careops_server.core.database.engine import create_admin_engine
from careops_server.core.database.schema_revision import VERSIONS

BASE: Final = "0401"
"""Revision of the oldest version whose servers may run beside this one's, 1.0. Moving it forward allows dropping the
parts that only older servers needed.
"""

_COLUMNS: LiteralString = """
    select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.atthasdef or a.attidentity <> ''
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped
"""
_RULES: LiteralString = """
    select c.relname, pg_get_constraintdef(r.oid), array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(r.conkey)
    )
    from pg_constraint r join pg_class c on c.oid = r.conrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and r.contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ', ' INDEX '), array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey)
    )
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and i.indisunique
"""
_FUNCTIONS: LiteralString = """
    select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') ' || pg_get_function_result(p.oid)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
"""


@dataclass(frozen=True)
class Column:
    """Properties of a column that statements depend on."""

    kind: str
    required: bool
    filled: bool
    """A row that does not name it gets a default."""


@dataclass(frozen=True)
class Shape:
    """Parts of the schema that a server's statements depend on."""

    columns: dict[tuple[str, str], Column]
    rules: dict[tuple[str, str], frozenset[str]]
    """Constraints by table and definition, with their columns."""
    functions: frozenset[str]


def migrate_upto(url: str, revision: str) -> None:
    """Migrate an empty database to a revision."""
    script = ScriptDirectory(str(VERSIONS.parent), version_locations=[str(VERSIONS)])
    with EnvironmentContext(Config(), script, fn=lambda at, _: script._upgrade_revs(revision, at)) as environment:
        with create_admin_engine(url, lock_ms=4_000).begin() as connection:
            environment.configure(connection=connection)
            environment.run_migrations()


def snapshot(connection: psycopg.Connection[Any]) -> Shape:
    """Read the schema from a database's catalogue."""
    columns = {
        (table, name): Column(*properties) for table, name, *properties in connection.execute(_COLUMNS).fetchall()
    }
    rules = {(table, rule): frozenset(about) for table, rule, about in connection.execute(_RULES).fetchall()}
    return Shape(columns, rules, frozenset(name for (name,) in connection.execute(_FUNCTIONS).fetchall()))


def removed(before: Shape, after: Shape) -> list[str]:
    """Return the differences in ``after`` that break servers which know ``before``, one sentence each."""
    tables = {table for table, _ in before.columns}
    messages = [f"the function {name} is gone" for name in before.functions - after.functions]
    for (table, name), was in before.columns.items():
        now, column = after.columns.get((table, name)), f"{table}.{name}"
        if now is None:
            messages.append(f"{column} is gone")
            continue
        if now.kind != was.kind:
            messages.append(f"{column} is {now.kind} and was {was.kind}")
        if now.required != was.required:
            messages.append(f"{column} {'must be filled' if now.required else 'may be null'} now")
        if was.filled and not now.filled:
            messages.append(f"{column} has no default any more")
    for (table, name), new in after.columns.items():
        if (table, name) not in before.columns and table in tables and new.required and not new.filled:
            messages.append(f"{table}.{name} is new, and must be filled by who does not know it")
    for (table, rule), about in after.rules.items():
        column_names = {name for name in about if (table, name) in before.columns}
        if (table, rule) not in before.rules and table in tables and (column_names or not about):
            messages.append(f"{table} has a new rule: {rule}")
    messages += [f"{table} has lost a rule: {rule}" for table, rule in before.rules if (table, rule) not in after.rules]
    return sorted(messages)
