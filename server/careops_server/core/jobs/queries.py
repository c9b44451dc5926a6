"""SQL of jobs: enqueued in a transaction, leased for some seconds at a time, and run step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, LiteralString

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops.calls.jobs import Job
from careops_server.core.database.connection import Connection
from careops_server.core.queries.list_query import ListQuery

LEASE_SECONDS: Final = 8
"""Lease of a job. If the process does not renew it, another one takes the job over."""

JOBS: Final = ListQuery(
    Job, "jobs j", where={"state": "j.state = :state", "kind": "(j.kind = :kind or starts_with(j.kind, :kind || '.'))"}
)
_ASK = text("""
    insert into jobs (kind, parameters, only_one, asked_by, asked_by_id, asked_by_type, request_id, traceparent, due_at)
    values (:kind, :parameters, :only_one, :asked_by, :asked_by_id, :asked_by_type, :request_id, :traceparent,
        coalesce(cast(:due_at as timestamptz), now()))
    on conflict (only_one) where state in ('waiting', 'running') do nothing
    returning id
""").bindparams(bindparam("parameters", type_=JSONB))
_THE_ONE = text("select id from jobs where only_one = :only_one and state in ('waiting', 'running')")
_OPEN: Final = """
    (state = 'waiting' and due_at <= now() or state = 'running' and leased_until < now())
    and state in ('waiting', 'running')
"""
_WAITS = text(f"select exists (select from jobs where {_OPEN})")
# Locked jobs are skipped even if their lease has expired, because a process is writing their progress.
_CLAIM = text(f"""
    with next as (select id from jobs where {_OPEN} order by due_at, id limit 1 for update skip locked)
    update jobs j set state = 'running', attempt = j.attempt + 1,
        failures = j.failures + case j.state when 'running' then 1 else 0 end,
        leased_until = clock_timestamp() + make_interval(secs => {LEASE_SECONDS}),
        started_at = coalesce(j.started_at, clock_timestamp()), claimed_by = :claimed_by
    from next where j.id = next.id
    returning j.*
""")
_END_LEASES = text("""
    update jobs set leased_until = clock_timestamp() - interval '1 millisecond'
    where state = 'running' and claimed_by = :claimed_by
""")
_OURS: Final = "id = :id and attempt = :attempt and state = 'running'"
_HOLD = text(f"select true from jobs where {_OURS} for update")
_KEEP = text(f"""
    update jobs set leased_until = clock_timestamp() + make_interval(secs => {LEASE_SECONDS})
    where {_OURS} returning true
""")
_EXPECT = text(f"update jobs set total = :total where {_OURS} returning *")
_ADVANCE = text(f"update jobs set done = done + :parts, failures = 0, problem = null where {_OURS} returning *")
_END = text(f"""
    update jobs set state = :state, result = :result, problem = :problem, leased_until = null,
        ended_at = clock_timestamp() where {_OURS} returning *
""").bindparams(bindparam("result", type_=JSONB(none_as_null=True)))
_GIVE_BACK = text(f"""
    update jobs set state = 'waiting', leased_until = null, failures = failures + :failures, problem = :problem,
        due_at = clock_timestamp() + make_interval(secs => :seconds) where {_OURS} returning *
""")
_ONE = text("select * from jobs where id = :id")
_LOCK = text("select * from jobs where id = :id for update")
_RETRY = text("""
    update jobs set state = 'waiting', failures = 0, due_at = now(), ended_at = null where id = :id returning *
""")
# Two counts with separate indexes: monitoring reads them every few seconds, and ended jobs stay for long.
IN_TROUBLE: Final[LiteralString] = """
    select
        (select count(*) from jobs where state in ('waiting', 'running')
            and case state when 'running' then leased_until else due_at end < now() - interval '1 minute') as stalled,
        (select count(*) from jobs where state = 'failed' and ended_at > now() - interval '24 hours') as failed
"""
_IN_TROUBLE = text(IN_TROUBLE)
_CANCEL = text("""
    update jobs set state = 'cancelled', leased_until = null, ended_at = now() where id = :id returning *
""")


async def enqueue(connection: Connection, values: Mapping[str, Any]) -> int:
    """Enqueue a job and return its number, or that of the open job with the same ``only_one``."""
    while True:
        job_id = await enqueue_unique(connection, values)
        if job_id is not None:
            return job_id
        # The open job may have ended between the two statements; then a new one is created.
        running_id: int | None = (
            await connection.execute(_THE_ONE, {"only_one": values["only_one"]})
        ).scalar_one_or_none()
        if running_id is not None:
            return running_id


async def enqueue_unique(connection: Connection, values: Mapping[str, Any]) -> int | None:
    """Enqueue a job and return its number, None if a job with the same ``only_one`` is open."""
    return (await connection.execute(_ASK, values)).scalar_one_or_none(int)


async def has_due(connection: Connection) -> bool:
    """Return whether there are jobs to run now."""
    return bool((await connection.execute(_WAITS)).scalar_one())


async def claim(connection: Connection, claimed_by: str | None = None) -> dict[str, Any] | None:
    """Claim the next job for the process of a supervisor, None if no job is due."""
    return _row(await connection.execute(_CLAIM, {"claimed_by": claimed_by}))


async def end_leases(connection: Connection, claimed_by: str) -> int:
    """End the leases of a supervisor's job process, which is dead. Return their number."""
    return (await connection.execute(_END_LEASES, {"claimed_by": claimed_by})).rowcount


async def lock_attempt(connection: Connection, id: int, attempt: int) -> bool:
    """Return whether this attempt still holds the job, and lock it until the transaction ends."""
    return (await connection.execute(_HOLD, {"id": id, "attempt": attempt})).first() is not None


async def renew_lease(connection: Connection, id: int, attempt: int) -> bool:
    """Renew the lease. Return whether this attempt still holds the job."""
    return (await connection.execute(_KEEP, {"id": id, "attempt": attempt})).first() is not None


async def expect(connection: Connection, id: int, attempt: int, total: int) -> dict[str, Any] | None:
    """Set the number of steps. Return None if the job was lost."""
    return _row(await connection.execute(_EXPECT, {"id": id, "attempt": attempt, "total": total}))


async def complete_steps(connection: Connection, id: int, attempt: int, parts: int) -> dict[str, Any] | None:
    """Record completed steps. Return None if the job was lost."""
    return _row(await connection.execute(_ADVANCE, {"id": id, "attempt": attempt, "parts": parts}))


async def finish(
    connection: Connection, id: int, attempt: int, *, result: Mapping[str, Any] | None, problem: str | None
) -> dict[str, Any] | None:
    """End the job: failed with a problem, else done. Return None if the job was lost."""
    state = "done" if problem is None else "failed"
    values = {"id": id, "attempt": attempt, "state": state, "result": result, "problem": problem}
    return _row(await connection.execute(_END, values))


async def requeue(
    connection: Connection, id: int, attempt: int, *, failures: int, seconds: float, problem: str | None
) -> dict[str, Any] | None:
    """Requeue the job after ``seconds``. Return None if the job was lost."""
    values = {"id": id, "attempt": attempt, "failures": failures, "seconds": seconds, "problem": problem}
    return _row(await connection.execute(_GIVE_BACK, values))


async def count_stuck_and_failed(connection: Connection) -> tuple[int, int]:
    """Return the number of due jobs that no process runs, and of those that failed within the last day."""
    row = (await connection.execute(_IN_TROUBLE)).one_row()
    return row.stalled, row.failed


async def read_job(connection: Connection, id: int) -> dict[str, Any] | None:
    """Return a job, None if there is no such job."""
    return _row(await connection.execute(_ONE, {"id": id}))


async def lock_job(connection: Connection, id: int) -> dict[str, Any] | None:
    """Lock a job until the transaction ends. Return None if there is no such job."""
    return _row(await connection.execute(_LOCK, {"id": id}))


async def retry(connection: Connection, id: int) -> dict[str, Any]:
    """Requeue an ended job."""
    return dict((await connection.execute(_RETRY, {"id": id})).mappings().one_row())


async def cancel(connection: Connection, id: int) -> dict[str, Any]:
    """Cancel a job."""
    return dict((await connection.execute(_CANCEL, {"id": id})).mappings().one_row())


def _row(result: Any) -> dict[str, Any] | None:
    row = result.mappings().one_or_none()
    return None if row is None else dict(row)
