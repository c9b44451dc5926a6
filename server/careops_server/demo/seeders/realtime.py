"""Demo realtime events: deployments of the last weeks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_DAYS_AGO: Final = (24, 17, 9, 3)


def _rows(context: SeedContext, table: str) -> Iterator[Row]:
    for days in _DAYS_AGO:
        at = context.until - timedelta(days=days, minutes=context.random.randrange(300))
        build = sha256(at.isoformat().encode()).hexdigest()[:12]
        yield ("admin", "deployment", f'{{"build": "{build}"}}', at)


SEEDER: Final = Seeder({"realtime_events": ("channel", "event", "data", "raised_at")}, _rows)
