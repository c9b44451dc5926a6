"""Collection of alerts: audit log, machine state, bulk reads and owed reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from careops.calls.alarms import Alarm
from careops_server.areas.alarms import queries
from careops_server.core.audit.checkpoints import find_fault
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection

LATE_SECONDS: Final = 300
"""Age of an unsealed event that raises an alert, in seconds."""


async def gather(settings: Settings, checks: Mapping[str, Mapping[str, Any]], connection: Connection) -> list[Alarm]:
    """Return the current alerts. ``checks`` are the results of ``/ready``."""
    return [
        *await _of_trail(settings, connection),
        *_of_machine(checks),
        *await queries.bulk_reads(connection),
        *await queries.owed_reviews(connection),
    ]


async def _of_trail(settings: Settings, connection: Connection) -> list[Alarm]:
    if await find_fault(settings, connection) == "gone back":
        return [Alarm(kind="trail_gone_back")]
    late = max(LATE_SECONDS, 3 * settings.audit_seal_seconds)
    since = await queries.not_sealed_since(connection, late)
    return [] if since is None else [Alarm(kind="trail_not_sealed", at=since)]


def _of_machine(checks: Mapping[str, Mapping[str, Any]]) -> Iterator[Alarm]:
    wrong = {kind: check for kind, check in checks.items() if not check["ok"]}
    if "disk" in wrong:
        yield Alarm(kind="disk", number=wrong["disk"]["free_bytes"] // 2**20)
    if "clock" in wrong:
        yield Alarm(kind="clock", number=round(wrong["clock"]["seconds_off"]))
    if "store" in wrong:
        yield Alarm(kind="store")
    if "migrations" in wrong:
        yield Alarm(kind="migrations")
