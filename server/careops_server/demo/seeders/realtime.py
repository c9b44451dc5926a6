"""Demo realtime events: deployments of the last weeks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Final

from careops_server.demo.seeders import Row, SeedContext, Seeder

_DAYS_AGO: Final = (24, 17, 9, 3)


def _rows(world: SeedContext, table: str) -> Iterator[Row]:
    for days in _DAYS_AGO:
        at = world.until - timedelta(days=days, minutes=world.random.randrange(300))
        build = sha256(at.isoformat().encode()).hexdigest()[:12]
        yield ("admin", "deployment", f'{{"build": "{build}"}}', at)


MAKER: Final = Seeder({"realtime_events": ("channel", "event", "data", "raised_at")}, _rows)
