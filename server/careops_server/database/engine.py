"""Engines: how we connect to PostgreSQL, with a limit on everything that could hang."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson
from sqlalchemy import Engine
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from careops_server.database.addresses import hosts_of
from careops_server.database.hosts import follow_primary

POOL_SECONDS: Final = 2.0
"""How long a request waits for a free connection before it is refused."""
STATEMENT_MS: Final = 15_000
LOCK_MS: Final = 4_000
CONNECT_SECONDS: Final = 5
_IDLE_TRANSACTION_MS: Final = 60_000


def create_engine(url: str, *, pool_size: int = 10, application: str = "careops") -> AsyncEngine:
    """The engine of one worker with at most ``pool_size`` connections, in autocommit. Connects on first use.

    SQLAlchemy's pool, because psycopg's own loses connections when a waiting request is cancelled on Python 3.11.
    """
    engine = _pooled(url, pool_size, application)
    follow_primary(engine.sync_engine, url)
    return engine


def create_replica_engine(url: str, *, pool_size: int = 10, application: str = "careops-lists") -> AsyncEngine:
    """The same for reads of a replica, which stays where it is."""
    return _pooled(url, pool_size, application)


def _pooled(url: str, pool_size: int, application: str) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=pool_size,
        max_overflow=0,
        # The one used last: its server process has the plans ready and its memory in the processor's cache.
        pool_use_lifo=True,
        pool_timeout=POOL_SECONDS,
        # A ping would cost every request a round trip; `Database` does the work again when a connection proves dead.
        pool_pre_ping=False,
        # What most requests need; `Database` asks for a transaction where it changes something.
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,  # it would find nothing to roll back
        hide_parameters=True,
        json_serializer=json_text,
        json_deserializer=orjson.loads,
        connect_args={
            **connect_arguments(url, application),
            "options": _options(
                default_transaction_isolation=r"read\ committed",  # whatever else the database's own default is
                statement_timeout=STATEMENT_MS,
                lock_timeout=LOCK_MS,
                idle_in_transaction_session_timeout=_IDLE_TRANSACTION_MS,
                jit=0,  # compiling takes longer than any statement of a request
            ),
        },
    )


def create_admin_engine(url: str, *, lock_ms: int, application: str = "careops-admin") -> Engine:
    """A synchronous engine without a pool for migrations and the demo world; statements may take their time."""
    return create_sync_engine(
        url,
        poolclass=NullPool,
        json_serializer=json_text,
        json_deserializer=orjson.loads,
        connect_args={**connect_arguments(url, application), "options": _options(lock_timeout=lock_ms)},
    )


def connect_arguments(url: str, application: str) -> dict[str, Any]:
    """How long a connection is waited for, and when one that fell silent counts as dead."""
    return {
        # Of several hosts each has its share: it stands in the address.
        **({"connect_timeout": CONNECT_SECONDS} if len(hosts_of(url)) == 1 else {}),
        "application_name": application,
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": STATEMENT_MS * 2,
    }


def _options(**settings: int | str) -> str:
    # A scan that stops early (the first 300 places) begins at the beginning, not where another one happens to be.
    return " ".join(
        ["-c timezone=UTC", "-c synchronize_seqscans=off", *(f"-c {name}={value}" for name, value in settings.items())]
    )


def json_text(value: object) -> str:
    """A value as PostgreSQL takes JSON."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # a whole number of more than 64 bits, in what somebody asked for and was refused
        return json.dumps(value)
