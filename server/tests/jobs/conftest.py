"""A job kind that writes one row per step, and helpers to enqueue it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
from server.tests.support.stage import Stage
from sqlalchemy import text

from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobContext, JobKind
from careops_server.core.principal import Origin

WRITE = text("insert into release_notes (title, note_text, publish) values (:title, 'Step', false)")
Hook = Callable[[JobContext], Awaitable[None]]


async def nothing(job: JobContext) -> None:
    """No hook."""


class Scribe:
    """Job that writes ``steps`` rows. Calls ``before`` before each row and ``between`` after it."""

    def __init__(self) -> None:
        self.before: Hook = nothing
        self.kind = JobKind("tests.scribe", self.run)
        self.kinds = {self.kind.name: self.kind}

    async def run(self, job: JobContext) -> Mapping[str, Any]:
        await job.set_total(job.parameters["steps"])
        while job.done < job.parameters["steps"]:
            await self.before(job)
            title = f"{job.parameters['title']} {job.done}"

            async def write(connection: Connection, title: str = title) -> None:
                await connection.execute(WRITE, {"title": title})

            await job.run_step(write)
        return {"rows": job.done}


class Desk:
    """Enqueues jobs like a handler, and reads the rows that they wrote."""

    def __init__(self, stage: Stage, scribe: Scribe) -> None:
        self.stage = stage
        self.scribe = scribe

    async def ask(self, title: str, *, steps: int = 3, only_one: str | None = None) -> int:
        """Enqueue a job. Return its id."""
        services = self.stage.services
        context = Context(services, Origin("request-1", "", ""), None)

        async def work(connection: Connection) -> int:
            return await context.with_connection(connection).enqueue(
                self.scribe.kind, {"title": title, "steps": steps}, only_one=only_one
            )

        return await services.database.change(work)

    async def written(self, title: str) -> list[str]:
        """Titles with this prefix, in the order of writing."""
        rows = await self.stage.rows(
            "select title from release_notes where title like :like order by id", like=f"{title} %"
        )
        return [row["title"] for row in rows]

    async def job(self, id: int) -> Mapping[str, Any]:
        """The job's row."""
        [row] = await self.stage.rows("select * from jobs where id = :id", id=id)
        return row


@pytest.fixture
def scribe() -> Scribe:
    return Scribe()


@pytest.fixture
def desk(stage: Stage, scribe: Scribe) -> Desk:
    return Desk(stage, scribe)
