"""What a super admin should look at in the installation itself. Our own addition (S-6)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from careops.areas import Area, ClientT, verb
from careops.contract import SUPER, Call, Example, Get, Model
from careops.shapes import rows

AlarmKind = Literal[
    "trail_gone_back", "trail_not_sealed", "bulk_reads", "broadcast_waits", "disk", "clock", "store", "migrations"
]


class Alarm(Model):
    """Something that somebody has to look at."""

    kind: AlarmKind | str
    """What it is about.

    The audit trail (it is not the one that was sealed here, or is not sealed any more), somebody who reads very many
    records of people, a broadcast that waits for a second person's approval, or what ``/ready`` complains of although
    requests are answered.
    """
    at: datetime | None = None
    """When it happened or began; null for what is so right now."""
    who: str | None = None
    """Who it is about; null when it is about nobody."""
    number: int | None = None
    """Records of people within an hour, devices of a broadcast, MiB left on the disk, or seconds the clock is off."""


class ListAlarms(Call[list[Alarm]]):
    """What has to be looked at, the gravest first; nothing when all is well. Our own addition (SEC-57, SEC-64)."""

    route = Get("/careops/alarms", access=SUPER, answer=rows("data"))
    example = Example(
        call={},
        answer=[{"kind": "bulk_reads", "at": "2026-11-20T09:31:07Z", "who": "Harpreet Kaur", "number": 2010}],
    )


class Alarms(Area[ClientT]):
    """What has to be looked at."""

    list = verb(ListAlarms)
