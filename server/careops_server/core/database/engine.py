"""Database engines, with timeouts for everything that could hang."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson
from sqlalchemy import Engine
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from careops_server.core.configuration.dsn import hosts_of
from careops_server.core.database.failover import follow_primary

POOL_SECONDS: Final = 2.0
"""Longest wait of a request for a free connection."""
STATEMENT_MS: Final = 15_000
LOCK_MS: Final = 4_000
CONNECT_SECONDS: Final = 5
_IDLE_TRANSACTION_MS: Final = 60_000


def create_engine(url: str, *, pool_size: int = 10, application: str = "careops") -> AsyncEngine:
    """Create the engine of one worker with at most ``pool_size`` connections, in autocommit. It connects on first use.

    It uses SQLAlchemy's pool, because psycopg's loses connections when a waiting request is cancelled on Python 3.11.
    """
    engine = _pooled(url, pool_size, application)
    follow_primary(engine.sync_engine, url)
    return engine


def create_replica_engine(url: str, *, pool_size: int = 10, application: str = "careops-lists") -> AsyncEngine:
    """Create an engine for reads of a replica, which does not follow the primary."""
    return _pooled(url, pool_size, application)


def _pooled(url: str, pool_size: int, application: str) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        # LIFO: the server process used last has its plans ready and its memory in the processor's cache.
        pool_use_lifo=True,
        pool_timeout=POOL_SECONDS,
        # A ping would cost every request a round trip; `Database` repeats the work if a connection is dead.
        pool_pre_ping=False,
        # The mode of most requests; `Database` begins a transaction for changes.
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,  # it would find nothing to roll back
        hide_parameters=True,
        json_serializer=json_text,
        json_deserializer=orjson.loads,
        connect_args={
            **connect_arguments(url, application),
            "options": _options(
                default_transaction_isolation=r"read\ committed",  # regardless of the database's default
                statement_timeout=STATEMENT_MS,
                lock_timeout=LOCK_MS,
                idle_in_transaction_session_timeout=_IDLE_TRANSACTION_MS,
                jit=0,  # compiling takes longer than any statement of a request
            ),
        },
    )


def create_admin_engine(url: str, *, lock_ms: int, application: str = "careops-admin") -> Engine:
    """Create a synchronous engine without a pool and statement timeout, for migrations and demo data."""
    return create_sync_engine(
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
