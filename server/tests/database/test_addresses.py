"""Database addresses with several hosts, as in libpq, and a primary that is demoted."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from careops_server.core.configuration.dsn import as_psycopg, database_of, driver_url, hosts_of
from careops_server.core.database.connection import Connection
from careops_server.core.database.database import Database
from careops_server.core.database.engine import create_pool

BOTH = "postgresql://careops:p%40ss@a.internal:5432,b.internal:5433/careops"


@pytest.mark.parametrize(
    ("written", "hosts"),
    [
        (BOTH, (("a.internal", "5432"), ("b.internal", "5433"))),
        ("postgres://a,b/careops", (("a", ""), ("b", ""))),
        ("postgresql://a,[::1]:5433/careops", (("a", ""), ("::1", "5433"))),
        ("postgresql+psycopg://u@/careops?host=/one,/two&port=5432", (("/one", "5432"), ("/two", "5432"))),
        ("postgresql://db.internal/careops", (("db.internal", ""),)),
        ("postgresql:///careops", (("", ""),)),
        ("no address at all", (("", ""),)),
    ],
)
def test_hosts_of_an_address_are_parsed(written: str, hosts: tuple[tuple[str, str], ...]) -> None:
    assert hosts_of(written) == hosts
    assert hosts_of(as_psycopg(written)) == hosts


def test_both_libraries_parse_the_same_hosts() -> None:
    url = as_psycopg(BOTH)
    dialect = make_url(url).get_dialect()()
    _, options = dialect.create_connect_args(make_url(url))
    assert options == {
        "user": "careops",
        "password": "p@ss",
        "dbname": "careops",
        "host": "a.internal,b.internal",
        "port": "5432,5433",
        "target_session_attrs": "read-write",
        "connect_timeout": "2",
    }
    assert database_of(url) == "careops"
    assert "p%40ss@/careops?" in driver_url(url)


def test_explicit_host_options_remain() -> None:
    assert "target_session_attrs=any" in as_psycopg(f"{BOTH}?target_session_attrs=any")
    assert as_psycopg("postgresql://one/careops?sslmode=require") == "postgresql+psycopg://one/careops?sslmode=require"


async def test_connection_to_a_demoted_primary_is_closed(url: str) -> None:
    database = Database(create_pool(url, pool_size=1), seconds=10)

    async def demoted(connection: Connection) -> None:
        await connection.execute(text("set default_transaction_read_only = on"))

    async def change(connection: Connection) -> int:
        row = await connection.execute(text("insert into clinics (name) values ('Asha Clinic') returning id"))
        return int(row.scalar_one())

    await database.read(demoted)
    assert await database.change(change)
    await database.close()
