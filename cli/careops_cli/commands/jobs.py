"""``careops jobs``: background jobs of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from careops.resource_names import JOBS
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

if TYPE_CHECKING:
    from careops.calls.jobs import Job

app = Area("View, retry and cancel background jobs.")


def _progress(item: Item) -> str:
    total = item["total"]
    return f"{item['done']:,}" if total is None else f"{item['done']:,} of {total:,}"


COLUMNS = Columns(
    "Job",
    **field_columns("id", "kind", "state"),
    progress=_progress,
    **field_columns("asked_at", "asked_by", "attempt", "due_at", "started_at", "ended_at", "problem", "result"),
)
State = Literal["waiting", "running", "done", "failed", "cancelled"]
JobId = Annotated[int, typer.Argument(metavar="JOB_ID", help="The job's id, as listed.")]


@app.verb(
    "list",
    examples=["careops jobs list", "careops jobs list --state failed --columns id,kind,problem"],
    columns=COLUMNS,
)
def list_jobs(
    context: typer.Context,
    state: Annotated[State | None, typer.Option(help="Filter by state.")] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Filter by kind, or by area such as data_generation.")
    ] = None,
    *,
    pages: Pages,
) -> Table:
    """List jobs, newest first."""
    from careops.calls.jobs import ListJobs

    spare = ["due_at", "started_at", "result", "attempt", "asked_by", "problem"]
    filters = {"state": state, "kind": kind}
    return list_rows(connect(context), ListJobs, filters, columns=COLUMNS, spare=spare, noun=JOBS, pages=pages)


@app.verb("show", examples=["careops jobs show 12", "careops jobs show 12 --json"], columns=COLUMNS)
def show(context: typer.Context, job_id: JobId) -> Record:
    """Show the current state of a job."""
    return _record(connect(context).jobs.read(job_id=job_id))


@app.verb("retry", examples=["careops jobs retry 12"], columns=COLUMNS)
def retry(context: typer.Context, job_id: JobId) -> Record:
    """Retry a failed or cancelled job from its last finished step."""
    return _record(connect(context).jobs.retry(job_id=job_id), f"Job {job_id} waits for its turn.")


@app.verb("cancel", examples=["careops jobs cancel 12"], columns=COLUMNS)
def cancel(context: typer.Context, job_id: JobId) -> Record:
    """Cancel a waiting or running job. Finished steps stay."""
    return _record(connect(context).jobs.cancel(job_id=job_id), f"Job {job_id} is cancelled.")


def _record(job: Job, sentence: str = "") -> Record:
    return Record(job, COLUMNS, sentence=sentence)
