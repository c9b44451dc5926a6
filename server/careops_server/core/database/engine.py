"""Connections with timeouts for everything that could hang: psycopg's for requests, SQLAlchemy's for administration."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

import orjson
import psycopg
from psycopg.adapt import AdaptersMap
from psycopg.types.json import set_json_dumps, set_json_loads
from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool

from careops_server.core.configuration.dsn import driver_url, hosts_of
from careops_server.core.database.connection import Connection
from careops_server.core.database.connection_pool import ConnectionPool
from careops_server.core.database.failover import HostOrder

STATEMENT_MS: Final = 15_000
LOCK_MS: Final = 4_000
CONNECT_SECONDS: Final = 5
_IDLE_TRANSACTION_MS: Final = 60_000


def create_pool(url: str, *, pool_size: int = 10, application: str = "careops", follow: bool = True) -> ConnectionPool:
    """Create the pool of one worker. It connects on first use, to the primary unless ``follow`` is False."""
    options = _options(
        default_transaction_isolation=r"read\ committed",  # regardless of the database's default
        statement_timeout=STATEMENT_MS,
        lock_timeout=LOCK_MS,
        idle_in_transaction_session_timeout=_IDLE_TRANSACTION_MS,
        jit=0,  # compiling takes longer than any statement of a request
    )
    arguments = {**connect_arguments(url, application), "options": options}
    return ConnectionPool(connector(url, arguments, follow=follow), size=pool_size, url=url)


def connector(url: str, arguments: dict[str, Any], *, follow: bool = True) -> Callable[[], Awaitable[Connection]]:
    """Return a function that opens a connection. With ``follow`` it tries the last primary of several hosts first."""
    order = HostOrder(url) if follow else None
    conninfo = driver_url(url)
    adapters = AdaptersMap(psycopg.adapters)
    set_json_dumps(json_text, adapters)
    set_json_loads(orjson.loads, adapters)

    async def connect() -> Connection:
        parameters = {**arguments, **(order.parameters() if order else {})}
        driver = await psycopg.AsyncConnection.connect(conninfo, autocommit=True, context=adapters, **parameters)
        if order:
            order.record(driver.info)
        return Connection(driver)

    return connect


def create_admin_engine(url: str, *, lock_ms: int, application: str = "careops-admin") -> Engine:
    """Create a synchronous engine without a pool and statement timeout, for migrations and demo data."""
    return create_engine(
        url,
        poolclass=NullPool,
        json_serializer=json_text,
        json_deserializer=orjson.loads,
        connect_args={**connect_arguments(url, application), "options": _options(lock_timeout=lock_ms)},
    )


def connect_arguments(url: str, application: str) -> dict[str, Any]:
    """Return the connection timeouts and the keepalive settings."""
    return {
        # With several hosts, the timeout for each host is in the URL.
        **({"connect_timeout": CONNECT_SECONDS} if len(hosts_of(url)) == 1 else {}),
        "application_name": application,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": STATEMENT_MS * 2,
    }


def _options(**settings: int | str) -> str:
    # Without synchronized scans, a scan that stops early (the first 300 places) begins at the start of the table.
    return " ".join(
        ["-c timezone=UTC", "-c synchronize_seqscans=off", *(f"-c {name}={value}" for name, value in settings.items())]
    )


def json_text(value: object) -> str:
    """Serialize a value for PostgreSQL's JSON."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # an integer of more than 64 bits, from the audit parameters of a refused request
        return json.dumps(value)
