"""PostgreSQL versions that careops works with."""

from __future__ import annotations

from typing import Final

MIN_MAJOR: Final = 15


class UnsupportedPostgresError(Exception):
    """The PostgreSQL server is older than the oldest supported version."""


def check_version(server_version: int) -> None:
    """Raise ``UnsupportedPostgresError`` for an old server. ``server_version`` is libpq's number, such as 150018."""
    if (major := server_version // 10_000) < MIN_MAJOR:
        raise UnsupportedPostgresError(f"PostgreSQL {major} is too old: use PostgreSQL {MIN_MAJOR} or newer")
