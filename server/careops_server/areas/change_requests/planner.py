"""Job that plans a large revision: it lists the changes, previews them in parts, and stores their digest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from careops.calls import change_requests as calls
from careops.errors import ApiError, InvalidInput, Problem, Unavailable
from careops_server.areas.change_requests import (
    filters,
    news_queries,
    plan_queries,
    policies,
    preview,
    queries,
    run_context,
    run_control,
    undo,
)
from careops_server.areas.change_requests.preview import Bindings
from careops_server.areas.change_requests.states import is_planning
from careops_server.core.approvals.revisions import PlannedChange, digest_of, group_changes
from careops_server.core.context import Context
from careops_server.core.database.connection import Connection
from careops_server.core.jobs import queries as jobs
from careops_server.core.jobs.definitions import JobContext, JobKind

JOB_NAME: Final = "change_requests.plan"
PART: Final = 500
"""Changes that are stored at a time."""
READ: Final = 2_000
"""Changes that are read at a time for the digest."""


class Planner:
    """Plan of requests that consist of these calls, whose filters are those of the lists."""

    def __init__(self, bindings: Bindings, lists: Bindings, apply_job: JobKind) -> None:
        self._bindings = bindings
        self._lists = lists
        self._apply_job = apply_job
        self.job = JobKind(JOB_NAME, self._run, self._give_up)

    async def _run(self, job: JobContext) -> Mapping[str, Any]:
        answer = {"request_id": job.parameters["request_id"]}
        database = job.services.database
        request = await database.change(partial(self._lock, job))
        if request is None:
            return answer
        try:
            await self._plan(job, request)
        except Unavailable:
            raise  # the job is retried
        except ApiError as error:
            await self._give_up(job, _reason(error))
        return answer

    async def _give_up(self, job: JobContext, problem: str) -> None:
        """Close the request, because its changes cannot be planned."""
        await job.services.database.change(partial(self._end, job, problem))

    async def close_cancelled(self, job: JobContext, context: Context) -> None:
        """Close the request whose job a person has cancelled."""
        request = await self._lock(job, context.connection)
        if request is None:
            return
        await queries.close(context.connection, request.id, context.actor.user, reason="closed", note=None)
        after = {"status": "closed", "reason": "closed", "note": None}
        await run_context.record_step(context, request, "change_request.close", before={"status": "open"}, after=after)
        context.publish(run_context.CHANNEL, run_context.EVENT, request_id=request.id)

    async def _lock(self, job: JobContext, connection: Connection) -> queries.LockedRequest | None:
        """Lock the request. Return None if this job does not plan it any more."""
        request = await queries.lock_request(connection, job.parameters["request_id"], list(self._bindings))
        return request if request is not None and is_planning(request) and request.job_id == job.id else None

    async def _plan(self, job: JobContext, request: queries.LockedRequest) -> None:
        database = job.services.database
        context = run_context.context_of(job)
        context = await database.read(
            lambda connection: run_context.as_author(context.with_connection(connection), request)
        )
        if job.row["total"] is None:
            await self._store_list(job, request, context)
        load = partial(plan_queries.list_planned, id=request.id, revision=request.revision)
        while job.done < job.row["total"]:
            listed = await database.read(partial(load, after_position=job.done, most=PART))
            planned = await preview.preview_listed(self._bindings, listed, context)
            if not await job.run_step(partial(self._store_part, job, planned), parts=len(planned)):
                return
        planned = []
        while len(planned) < job.done:
            planned += await database.read(partial(load, after_position=len(planned), most=READ))
        # In a thread, because a process whose event loop is silent for seconds is replaced.
        summary = await asyncio.to_thread(_summarize, request, planned)
        await database.change(partial(self._finish, job, planned, *summary))

    async def _store_list(self, job: JobContext, request: queries.LockedRequest, context: Context) -> None:
        listed, matches, excluded = await self._list(request, context)
        if request.canary is not None and request.canary.targets > len(listed):
            raise InvalidInput(Problem(calls.CANARY_TOO_LARGE, "canary.targets", str(len(listed))))

        async def store(connection: Connection) -> dict[str, Any] | None:
            if not await jobs.lock_attempt(connection, job.id, job.attempt):
                return None
            if await self._lock(job, connection) is not None:
                await plan_queries.store_list(connection, request, listed, matches, excluded=excluded)
            return await jobs.expect(connection, job.id, job.attempt, len(listed))

        await job.save(store)

    async def _list(
        self, request: queries.LockedRequest, context: Context
    ) -> tuple[Sequence[PlannedChange], Sequence[calls.RequestFilter], int]:
        """Return the changes that were not previewed, the filters that selected their records, and the number of
        changes that cannot be undone.
        """
        database = context.services.database
        if request.is_undo:
            inverses, excluded = await undo.list_inverses(
                self._bindings, context, undoes=request.undoes, undoes_run=request.undoes_run
            )
            return inverses, (), excluded
        proposed = await database.read(partial(plan_queries.read_asked, id=request.id, revision=request.revision))
        if proposed is None:
            changes = await database.read(partial(plan_queries.list_repeated, id=request.id))
            return preview.list_changes(changes), (), 0
        matches, _ = await filters.match_filters(self._bindings, self._lists, proposed, context)
        resolved = await filters.resolve_filters(self._lists, proposed, matches, context)
        listed = preview.list_changes(resolved.changes)
        await preview.check_parameters(self._bindings, listed, resolved.origins, context.actor)
        return listed, resolved.filters, 0

    async def _store_part(self, job: JobContext, planned: Sequence[PlannedChange], connection: Connection) -> bool:
        """Store the effect of the next changes. Return whether the request is still being planned."""
        request = await self._lock(job, connection)
        if request is None:
            return False
        await plan_queries.store_plans(connection, request, planned)
        await run_context.raise_changed(run_context.context_of(job).with_connection(connection), request.id)
        return True

    async def _finish(
        self,
        job: JobContext,
        planned: Sequence[PlannedChange],
        digest: str,
        groups: Sequence[calls.ChangeGroup],
        connection: Connection,
    ) -> None:
        """Store the digest, so that the request can be reviewed and applied."""
        request = await self._lock(job, connection)
        if request is None:
            return
        await plan_queries.finish_plan(connection, request, planned, groups, digest=digest)
        context = run_context.context_of(job).with_connection(connection)
        await policies.record_policies(connection, request.id, request.revision, request.writer_ids)
        if request.apply_from is not None:
            await run_control.enqueue_start(context, self._apply_job, request.id, request.revision, request.apply_from)
        await news_queries.tell(connection, request.id, "same_records", but=request.author_id)
        after = {"revision": request.revision, "digest": digest, "targets": len(planned)}
        await run_context.record_step(context, request, "change_request.plan", before={}, after=after)
        await run_context.raise_changed(context, request.id)

    async def _end(self, job: JobContext, reason: str, connection: Connection) -> None:
        """Close a request whose changes cannot be planned."""
        request = await self._lock(job, connection)
        if request is None:
            return
        context = run_context.context_of(job).with_connection(connection)
        await run_context.end_request(context, request, "closed", "not_planned", reason)
        await run_context.raise_changed(context, request.id)


def _summarize(request: queries.LockedRequest, planned: Sequence[PlannedChange]) -> tuple[str, list[calls.ChangeGroup]]:
    """Return digest and groups. Raises ``InvalidInput`` for two changes of the same field."""
    if not request.is_undo:
        preview.check_fields(planned, range(len(planned)))
    digest = digest_of(request.texts, planned, undoes=request.undoes, undoes_run=request.undoes_run)
    return digest, group_changes(planned)


def _reason(error: ApiError) -> str:
    """Return the first problem with its place and detail."""
    problem = error.problems[0]
    place = ", ".join(text for text in (problem.source, problem.detail) if text)
    return f"{problem.title}: {place}" if place else problem.title
