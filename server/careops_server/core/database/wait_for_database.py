"""Wait for an external PostgreSQL at start, because after a power cut it may come up later than the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import psycopg

from careops_server.core.database.pooler import PoolerError, check_direct
from careops_server.core.observability.logs import log

_PAUSES: Final = (0.2, 0.5, 1.0, 2.0)
_SAID_EACH_SECONDS: Final = 10.0
_STARTING: Final = "57P03"
"""SQLSTATE of a PostgreSQL that is starting or stopping."""


class DatabaseAwayError(Exception):
    """The database could not be reached in time. The message names the time and the last reason."""


def wait_for(url: str, *, seconds: float, pause: Callable[[float], None] = time.sleep) -> None:
    """Return when the database accepts connections. Raises ``DatabaseAwayError``, ``PoolerError``.

    Permanent errors fail at once: a wrong password, a missing database, a connection pooler.
    """
    begun, logged_at, tries = time.monotonic(), float("-inf"), 0
    while True:
        try:
            check_direct(url)
        except PoolerError:
            raise
        except psycopg.OperationalError as error:
            now, reason = time.monotonic(), " ".join(str(error).split())
            if error.sqlstate not in (None, _STARTING) or _is_refusal(reason):
                raise DatabaseAwayError(f"The database refuses us: {reason}") from None
            if now - begun >= seconds:
                raise DatabaseAwayError(
                    f"The database could not be reached for {seconds:g} seconds: {reason}"
                ) from None
            if now - logged_at >= _SAID_EACH_SECONDS:
                logged_at = now
                log.warning("waiting for the database", for_seconds=round(seconds - (now - begun)), reason=reason)
            pause(min(_PAUSES[min(tries, len(_PAUSES) - 1)], max(0.0, seconds - (now - begun))))
            tries += 1
        else:
            if tries:
                log.info("database available", after_seconds=round(time.monotonic() - begun, 1))
            return


def _is_refusal(reason: str) -> bool:
    """Return whether PostgreSQL refused the connection.

    psycopg has no SQLSTATE for that before a connection is made.
    """
    return "FATAL:" in reason and not any(
        word in reason for word in ("starting up", "shutting down", "in recovery", "not yet accepting", "too many")
    )
