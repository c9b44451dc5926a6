"""Alerts about the installation, for super admins. Our own addition (S-6)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from careops.contract import SUPER, Call, Example, Get, Model
from careops.contract.envelopes import page_in
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method

AlarmKind = Literal[
    "trail_gone_back",
    "trail_not_sealed",
    "bulk_reads",
    "request_bypassed",
    "disk",
    "clock",
    "store",
    "migrations",
]


class Alarm(Model):
    """Condition that a super admin must act on."""

    kind: AlarmKind | str
    """Kind of the alert.

    The audit trail is unsealed or differs from the one that was sealed here, a user reads very many personal records, a
    change request was applied in an emergency and its review is owed, or ``/ready`` reports a problem although requests
    are answered.
    """
    at: datetime | None = None
    """Time when it happened or began; null for a condition that holds now."""
    who: Annotated[str | None, Personal("name", "staff")] = None
    """User whom it concerns; null if it concerns no user."""
    number: int | None = None
    """Figure of the alert, null if it has none.

    Personal records within an hour, id of a change request, MiB free on the disk, or seconds of clock deviation.
    """


class ListAlarms(Call[list[Alarm]]):
    """List the current alerts, most severe first; empty if there are none. Our own addition (SEC-57, SEC-64)."""

    route = Get("/careops/alarms", access=SUPER, answer=page_in("data"))
    example = Example(
        call={},
        answer=[{"kind": "bulk_reads", "at": "2026-11-20T09:31:07Z", "who": "Harpreet Kaur", "number": 2010}],
    )


class Alarms(Resource[ClientT]):
    """``client.alarms``: alerts about the installation."""

    list = method(ListAlarms)
