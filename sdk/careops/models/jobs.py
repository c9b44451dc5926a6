"""Background jobs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from careops.contract import Model

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]


class Job(Model):
    """Background job of the server, with its progress."""

    id: int
    """Id of the job."""
    kind: str
    """Kind of work: area and name, such as ``data_generation.cms``."""
    state: JobState | str
    """``waiting`` to start or to be retried, ``running``, ``done``, ``failed`` or ``cancelled``."""
    done: int
    """Number of completed parts. They stay completed if the rest fails."""
    total: int | None = None
    """Number of parts; null while unknown."""
    attempt: int
    """Number of attempts."""
    asked_by: str | None = None
    """Name of the user who requested it; null if the server did."""
    asked_at: datetime
    """Time of the request, in UTC."""
    due_at: datetime
    """Earliest time at which it runs, in UTC."""
    started_at: datetime | None = None
    """Time of the first start, in UTC; null if not started."""
    ended_at: datetime | None = None
    """Time when it was done, failed or cancelled, in UTC; null before."""
    result: dict[str, JsonValue] | None = None
    """Result, figures by name; null before it is done."""
    problem: str | None = None
    """Reason of the failure, also of the last attempt; null if there was none."""
