"""What the calls of jobs are about, made for the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.stage import Stage
from sqlalchemy import text


async def job_id(stage: Stage, given: dict[str, Any]) -> int:
    """A job that waits. Jobs are the installation's own, also where it is a gateway."""
    statement = text("insert into jobs (kind, parameters) values ('made.up', '{}') returning id")
    async with stage.services.database.engine.begin() as connection:
        made: int = (await connection.execute(statement)).scalar_one()
    return made


async def retry_job(stage: Stage, given: dict[str, Any]) -> None:
    """It failed."""
    statement = text("update jobs set state = 'failed', problem = 'No.', ended_at = now() where id = :id")
    async with stage.services.database.engine.begin() as connection:
        await connection.execute(statement, {"id": given["job_id"]})
