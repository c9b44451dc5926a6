"""Demo devices: the apps that owners, doctors, admins and staff use, in many versions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_USERS: Final = """
    select a.user_id, a.account_type, min(u.created_at) from user_accounts a join users u on u.id = a.user_id
    group by 1, 2 order by 1, 2 limit 50000
"""
_APPS: Final = {
    "clinic": ("cms", "cms", "billing", "growth", "auth"),
    "clinic_admin": ("cms", "billing", "auth"),
    "doctor": ("doctor", "auth"),
    "super_admin": ("admin", "wp_admin", "cc"),
    "billing_admin": ("admin", "billing"),
    "customer_care": ("admin", "cc"),
}
_VERSIONS: Final = ("4.3.0", "4.2.1", "4.2.1", "4.2.0", "4.2.0", "4.2.0", "4.1.7", "4.1.2", "4.0.9", "3.9.4")
_SYSTEMS: Final = {
    "android": ("16", "15", "15", "14", "14", "13", "12"),
    "ios": ("19.1", "19.0", "18.6", "17.7"),
    "web": ("Chrome 141", "Chrome 140", "Firefox 144", "Safari 19", "Edge 141"),
}
_TYPES: Final = ("android",) * 6 + ("ios",) * 2 + ("web",) * 3
_AT_A_DESK: Final = ("admin", "wp_admin", "cc")


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    return _generate(context, context.connection.execute(_USERS).fetchall())


def _generate(context: SeedContext, accounts: list[Row]) -> Iterator[Row]:
    random = context.random
    for user_id, account_type, joined in accounts:
        for number, app in enumerate(_APPS.get(str(account_type), ("patient",))):
            if random.random() < 0.35:
                continue
            kind = "web" if app in _AT_A_DESK else random.choice(_TYPES)
            last = context.until - timedelta(minutes=int(random.expovariate(1 / 20_000)))
            first = last - timedelta(minutes=random.randrange(600_000))
            if isinstance(joined, datetime):
                first = max(joined, first)
            key = f"{user_id}-{account_type}-{number}"
            version = random.choice(_VERSIONS)
            yield (user_id, app, key, version, kind, random.choice(_SYSTEMS[kind]), first, max(first, last))


SEEDER: Final = Seeder(
    {
        "devices": (
            "user_id",
            "app_type",
            "device_key",
            "app_version",
            "device_type",
            "device_version",
            "created_at",
            "updated_at",
        )
    },
    _rows,
)
