"""Demo broadcasts: upgrades of an app and a new sign-in, with the devices they reached and their responses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_SENT: Final = (
    # kind, app, days ago, old version, new version
    ("relogin", None, 21, "", ""),
    ("web_upgrade", "cms", 12, "4.1.7", "4.2.0"),
    ("web_upgrade", "doctor", 6, "4.2.0", "4.2.1"),
    ("web_upgrade", "cms", 2, "4.2.0", "4.2.1"),
)
_SHARE: Final = 0.7
"""Share of devices that respond within two weeks."""
_DEVICES: Final = "select id, user_id, app_type, app_version from devices order by id limit 20000"
_SENDER: Final = (
    "select u.name from users u join user_accounts a on a.user_id = u.id and a.account_type = 'super_admin'"
)


def _rows(context: SeedContext, table: str) -> list[Row]:
    # Both tables come from the same random numbers, so that a broadcast's counts match its ledger.
    context.random.seed(f"{context.until:%Y-%m-%d} broadcasts")
    devices = context.connection.execute(_DEVICES).fetchall()
    sender = context.connection.execute(_SENDER).fetchone()
    ids = [id for (id,) in context.connection.execute("select id from broadcasts order by sent_at").fetchall()]
    rows: list[Row] = []
    for number, (kind, app, days, old, new) in enumerate(_SENT):
        at = context.until - timedelta(days=days, minutes=context.random.randrange(300))
        ledger = list(_ledger(context, app, at, old, new, devices))
        if table == "broadcast_devices":
            rows += [(ids[number], *line) for line in ledger]
        else:
            count = sum(line[4] is not None for line in ledger)
            users = len({line[1] for line in ledger})
            rows.append((kind, app, at, sender and sender[0], len(ledger), users, count))
    return rows


def _ledger(
    context: SeedContext, app: str | None, sent: datetime, old: str, new: str, devices: list[Row]
) -> Iterator[Row]:
    for device_id, user_id, app_type, app_version in devices:
        if app is not None and app_type != app:
            continue
        followed = sent + timedelta(hours=context.random.expovariate(1 / 60))
        is_seen = context.random.random() < _SHARE and followed <= context.until
        state = (followed, new or app_version) if is_seen else (None, None)
        yield (device_id, user_id, app_type, old or app_version, *state)


SEEDER: Final = Seeder(
    {
        "broadcasts": ("kind", "app_type", "sent_at", "sent_by", "devices", "users", "seen"),
        "broadcast_devices": (
            "broadcast_id",
            "device_id",
            "user_id",
            "app_type",
            "app_version",
            "seen_at",
            "seen_version",
        ),
    },
    _rows,
    after=("devices",),
)
