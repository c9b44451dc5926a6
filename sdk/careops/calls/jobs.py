"""Jobs: what takes longer than a request, done in the background and never lost. Our own addition (S-6)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field, JsonValue

from careops.areas import Area, ClientT, each_row, verb
from careops.contract import SUPER, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Id
from careops.shapes import items, record

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]
NO_JOB: Final = "There is no job with this id"
NOT_OPEN: Final = "This job has ended already"
NOT_ENDED: Final = "Only a job that failed or was cancelled can be tried again"
LONGEST_KIND: Final = 80
_JOB: Final[dict[str, Any]] = {
    "id": 12,
    "kind": "data_generation.cms",
    "state": "running",
    "done": 3,
    "total": 8,
    "attempt": 1,
    "asked_by": "Harpreet Kaur",
    "asked_at": "2026-11-20T09:31:07Z",
    "due_at": "2026-11-20T09:31:07Z",
    "started_at": "2026-11-20T09:31:08Z",
    "ended_at": None,
    "result": None,
    "problem": None,
}


class Job(Model):
    """Something the server does in the background, and how far it has come."""

    id: int
    """What identifies the job."""
    kind: str
    """What it does: the area and its name there, such as ``data_generation.cms``."""
    state: JobState | str
    """``waiting`` for its turn or for another try, ``running``, ``done``, ``failed`` or ``cancelled``."""
    done: int
    """Parts of it that are done; they stay done, whatever happens to the rest."""
    total: int | None = None
    """Parts it has; null while that is not known."""
    attempt: int
    """How often it was begun or gone on with."""
    asked_by: str | None = None
    """The name of who asked for it; null when the server did."""
    asked_at: datetime
    """When it was asked for, in UTC."""
    due_at: datetime
    """When its turn is at the earliest, in UTC."""
    started_at: datetime | None = None
    """When it was begun first, in UTC; null while it was not."""
    ended_at: datetime | None = None
    """When it was done, failed or cancelled, in UTC; null before."""
    result: dict[str, JsonValue] | None = None
    """What came of it, figures by name; null before it is done."""
    problem: str | None = None
    """Why it failed, or why the last try did; null when nothing went wrong."""


class ListJobs(Paged, Call[Page[Job]]):
    """Jobs, newest first. Our own addition (S-6)."""

    route = Get("/careops/jobs", access=SUPER, forwarded=True, answer=items("data.jobs"))
    example = Example(call={"state": "running"}, answer={"items": [_JOB], "total_records": 1, "total_pages": 1})

    state: JobState | None = None
    """Only those in this state."""
    kind: Annotated[str, Field(min_length=1, max_length=LONGEST_KIND)] | None = None
    """Only those that do this, such as ``data_generation.cms``; or all of an area, ``data_generation``."""


class ReadJob(Call[Job]):
    """One job, as it stands now. Our own addition (S-6)."""

    route = Get("/careops/jobs/{job_id}", access=SUPER, forwarded=True, answer=record("data"))
    example = Example(call={"job_id": 12}, answer=_JOB)

    job_id: Id
    """The job to look at."""


class RetryJob(Call[Job]):
    """Go on with a job that failed or was cancelled, from where it stopped. Our own addition (S-6).

    Refused with 409 while it is open, and once it is done.
    """

    route = Post("/careops/jobs/{job_id}/retry", access=SUPER, forwarded=True, answer=record("data"), event="job.retry")
    example = Example(call={"job_id": 12}, answer={**_JOB, "state": "waiting"})

    job_id: Id
    """The job to try again."""


class CancelJob(Call[Job]):
    """Stop a job that waits or runs. What it has done stays done. Our own addition (S-6).

    Refused with 409 when it has ended.
    """

    route = Post(
        "/careops/jobs/{job_id}/cancel", access=SUPER, forwarded=True, answer=record("data"), event="job.cancel"
    )
    example = Example(call={"job_id": 12}, answer={**_JOB, "state": "cancelled", "ended_at": "2026-11-20T09:31:20Z"})

    job_id: Id
    """The job to stop."""


class Jobs(Area[ClientT]):
    """``client.jobs``: what the server does in the background."""

    list = verb(ListJobs)
    each = each_row(ListJobs)
    read = verb(ReadJob)
    retry = verb(RetryJob)
    cancel = verb(CancelJob)
