"""Test data for the calls of jobs, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def job_id(stage: Stage, values: dict[str, Any]) -> int:
    """A queued job."""
    id: int = await stage.sql("insert into jobs (kind, parameters) values ('made.up', '{}') returning id")
    return id


async def retry_job(stage: Stage, values: dict[str, Any]) -> None:
    """Fail the job first."""
    await stage.sql(
        "update jobs set state = 'failed', problem = 'No.', ended_at = now() where id = :id", id=values["job_id"]
    )
