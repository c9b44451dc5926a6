"""Jobs: work that takes longer than a request, done in the background and stored durably. Our own addition (S-6)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import Field, JsonValue

from careops.constants import JobState as JobState
from careops.contract import SUPER, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Id
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

NO_JOB: Final = title_of("job_not_found")
NOT_OPEN: Final = title_of("job_ended")
NOT_ENDED: Final = title_of("job_not_repeatable")
MAX_KIND_LENGTH: Final = 80
JOB: Final[dict[str, Any]] = {
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
    asked_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who requested it; null if the server did."""
    asked_at: datetime
    """Time of the request, in UTC."""
    due_at: datetime
    """Earliest time at which it runs, in UTC."""
    started_at: datetime | None = None
    """Time of the first start, in UTC; null if not started."""
    ended_at: datetime | None = None
    """Time when it was done, failed or cancelled, in UTC; null before."""
    result: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Result, figures by name; null before it is done."""
    problem: str | None = None
    """Reason of the failure, also of the last attempt; null if there was none."""


class ListJobs(PageParams, Call[Page[Job]]):
    """List jobs, newest first. Our own addition (S-6)."""

    route = Get("/careops/jobs", access=SUPER, forwarded=True, answer=array_in("data.jobs"))
    example = Example(call={"state": "running"}, answer=one_page(JOB))

    state: JobState | None = None
    """Only jobs in this state."""
    kind: Annotated[str, Field(min_length=1, max_length=MAX_KIND_LENGTH)] | None = None
    """Only jobs of this kind, such as ``data_generation.cms``, or of an area, such as ``data_generation``."""


class ReadJob(Call[Job]):
    """Return the current state of one job. Our own addition (S-6)."""

    route = Get("/careops/jobs/{job_id}", access=SUPER, forwarded=True, answer=object_in("data"))
    example = Example(call={"job_id": 12}, answer=JOB)

    job_id: Id
    """Id of the job."""


class RetryJob(Call[Job]):
    """Resume a failed or cancelled job at the part where it stopped. Our own addition (S-6).

    Refused with 409 if it is open or done.
    """

    route = Post(
        "/careops/jobs/{job_id}/retry", access=SUPER, forwarded=True, answer=object_in("data"), event="job.retry"
    )
    example = Example(call={"job_id": 12}, answer={**JOB, "state": "waiting"})

    job_id: Id
    """Id of the job."""


class CancelJob(Call[Job]):
    """Cancel a waiting or running job. Completed parts stay completed. Our own addition (S-6).

    Refused with 409 if it has ended.
    """

    route = Post(
        "/careops/jobs/{job_id}/cancel", access=SUPER, forwarded=True, answer=object_in("data"), event="job.cancel"
    )
    example = Example(call={"job_id": 12}, answer={**JOB, "state": "cancelled", "ended_at": "2026-11-20T09:31:20Z"})

    job_id: Id
    """Id of the job."""


class Jobs(Resource[ClientT]):
    """``client.jobs``: background jobs of the server."""

    list = method(ListJobs)
    each = each_row(ListJobs)
    read = method(ReadJob)
    retry = method(RetryJob)
    cancel = method(CancelJob)
