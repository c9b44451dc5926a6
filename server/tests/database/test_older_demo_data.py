"""Demo data of an older version, in that version's tables: migrated, extended, and equal to new demo data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, LiteralString

import psycopg
import pytest
from psycopg import sql
from server.tests.support.demo_data import MOMENT, digest

from careops_server.core.configuration.dsn import driver_url
from careops_server.core.database.migrate import migrate, pending
from careops_server.demo import create_demo_data, extend_demo_data, seeders
from careops_server.testing.postgres import BARE, TestPostgres
from careops_server.testing.schema_compat import migrate_upto

pytestmark = pytest.mark.slow

Connection = psycopg.Connection[tuple[object, ...]]
FIRST: Final = "0022"
"""Schema of a version with only clinics, modules, payments and the audit log."""
_COLUMNS: LiteralString = """
    select c.relname::text, array_agg(a.attname::text order by a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> 'alembic_version'
    group by 1 order by 1
"""
_IDENTITIES: LiteralString = """
    select pg_get_serial_sequence(c.relname, a.attname), c.relname::text, a.attname::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not c.relispartition
"""


def columns(connection: Connection) -> dict[str, list[str]]:
    """Columns of each table, without generated ones."""
    return {str(table): list(names) for table, names in connection.execute(_COLUMNS).fetchall()}  # type: ignore[call-overload]  # an array


def copy(table: str, names: list[str], source: Connection, target: Connection) -> None:
    fields = sql.SQL(", ").join(map(sql.Identifier, names))
    rows = sql.SQL("copy (select {} from {}) to stdout").format(fields, sql.Identifier(table))
    into = sql.SQL("copy {} ({}) from stdin").format(sql.Identifier(table), fields)
    with source.cursor().copy(rows) as reader, target.cursor().copy(into) as writer:
        for piece in reader:
            writer.write(piece)


@pytest.fixture
def older(postgres: TestPostgres, url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Demo data of that version: as much of today's as its tables can hold."""
    with monkeypatch.context() as before_there_were_any:
        before_there_were_any.setattr(seeders, "SEEDERS", {})
        create_demo_data(url, size="demo", until=MOMENT, trail=False)
    then = postgres.new_database(BARE)
    migrate_upto(then, FIRST)
    with psycopg.connect(driver_url(url)) as source, psycopg.connect(driver_url(then)) as target:
        target.execute("set session_replication_role = replica")  # counters maintained by triggers are copied, too
        now = columns(source)
        for table, names in columns(target).items():
            target.execute(sql.SQL("delete from {}").format(sql.Identifier(table)))
            copy(table, [name for name in names if name in now[table]], source, target)
        for sequence, table, name in target.execute(_IDENTITIES).fetchall():
            highest = sql.SQL("select setval(%s, coalesce(max({}), 1)) from {}")
            target.execute(highest.format(sql.Identifier(str(name)), sql.Identifier(str(table))), [sequence])
    yield then
    postgres.drop(then)


def test_older_demo_data_is_migrated_and_extended(older: str, url: str) -> None:
    assert len(pending(older)) > 40
    migrate(older)
    assert extend_demo_data(older, until=MOMENT) == list(seeders.SEEDERS)
    assert extend_demo_data(older, until=MOMENT) == [], "everything is there already"
    extend_demo_data(url, until=MOMENT)
    assert digest(older) == digest(url), "and what was there is as of today, too"
    with psycopg.connect(driver_url(url)) as new, psycopg.connect(driver_url(older)) as grown:
        for maker in seeders.SEEDERS.values():
            for table in maker.columns:
                counted = sql.SQL("select count(*) from {}").format(sql.Identifier(table))
                (rows,), (expected,) = grown.execute(counted).fetchone() or (), new.execute(counted).fetchone() or ()
                assert rows == expected != 0, table
