"""Demo API keys: one in use, one never used, one revoked. The keys themselves are unknown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

# Name, scopes, days since creation, days until expiry, days since the last use, revoked.
_KEYS: Final = (
    ("clinic app", ["audit:write", "devices:write"], 61, 304, 0, False),
    ("monthly report", ["clinics:read", "ListAuditTrails"], 20, 70, None, False),
    ("old importer", ["universities:write"], 140, 225, 32, True),
)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    for name, scopes, created_at, ends, used, revoked in _KEYS:
        last = None if used is None else context.until - timedelta(days=used, minutes=context.random.randrange(5, 50))
        yield (
            name,
            context.random.randbytes(32),
            "".join(context.random.choices("bcdfghjkmnpqrstvwxyz23456789", k=4)),
            scopes,
            600,
            context.until - timedelta(days=created_at),
            "Harpreet Kaur",
            context.until + timedelta(days=ends),
            context.until - timedelta(days=30) if revoked else None,
            last,
            None if last is None else "203.0.113.7",
        )


SEEDER: Final = Seeder(
    {
        "program_keys": (
            "name",
            "token_hash",
            "ends_with",
            "scopes",
            "per_minute",
            "created_at",
            "created_by",
            "expires_at",
            "revoked_at",
            "last_used_at",
            "last_used_from",
        )
    },
    _rows,
)
