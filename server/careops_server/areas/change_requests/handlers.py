"""Handlers of change requests: preview, proposal, reviews, and the start of applying."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from careops.calls import change_requests as calls
from careops.constants import CONFIRMED_MINUTES, MAX_OPEN_REQUESTS, STEP_UP_REQUIRED
from careops.contract import Binding, Empty, Page, RawJson
from careops.error_codes import title_of
from careops.errors import Conflict, Forbidden
from careops_server.areas.change_requests import (
    again,
    authority,
    conditions,
    detail,
    filters,
    news_queries,
    plan_queries,
    planner,
    policies,
    policy_queries,
    preview,
    queries,
    revision_queries,
    run_control,
    run_queries,
    undo,
    undo_queries,
)
from careops_server.areas.change_requests.apply import JOB_NAME, apply_request
from careops_server.areas.change_requests.preview import LaterPlan, PlannedRevision
from careops_server.areas.change_requests.run_context import CHANNEL, EVENT
from careops_server.areas.change_requests.states import check_step
from careops_server.areas.records.access import named_resources
from careops_server.core.approvals.looser_lists import LOOSENING_CALLS
from careops_server.core.approvals.revisions import PlannedChange, digest_of, group_changes
from careops_server.core.auth import queries as sessions
from careops_server.core.context import Context
from careops_server.core.jobs.definitions import JobContext, JobKind
from careops_server.core.queries.records import read_or_404

CONFIRM = title_of("confirmation_required")
SECOND_SUPER_ADMIN = title_of("second_super_admin_needed")
TOO_MANY_OPEN = title_of("too_many_open_requests", count=MAX_OPEN_REQUESTS)
ALERT_CHANNEL, ALERT_EVENT = "admin", "change_request_bypassed"
"""Event for open consoles of super admins, which read the alerts again."""


class _OneRequest(Protocol):
    """A call about one request."""

    @property
    def request_id(self) -> int: ...


class ChangeRequests:
    """Handlers for requests that consist of these calls."""

    def __init__(self, bindings: Sequence[Binding[Context]]) -> None:
        self._lists = {binding.call.__name__: binding for binding in bindings if not binding.call.route.mutates}
        self.apply_job = JobKind(JOB_NAME, self._run)
        self.policies = policies.Policies(preview.supported_bindings(bindings))
        loosening = [
            calls.SaveApprovalPolicies.handled_by(self.policies.save),
            calls.SaveFreezePeriods.handled_by(policies.save_freezes),
        ]
        self._bindings = preview.supported_bindings([*bindings, *loosening])
        self._planner = planner.Planner(self._bindings, self._lists, self.apply_job)
        self.plan_job, self.close_cancelled = self._planner.job, self._planner.close_cancelled

    async def _run(self, job: JobContext) -> Mapping[str, Any]:
        return await apply_request(self._bindings, self.apply_job, job)

    async def plan_loosely(self, call: calls.PreviewChangeRequest, context: Context) -> Sequence[PlannedChange]:
        """Preview the changes; invalid ones are listed."""
        return (await self._plan(call.changes, context, strict=False)).planned

    async def preview(
        self, call: calls.PreviewChangeRequest, context: Context, planned: Sequence[PlannedChange]
    ) -> calls.ChangePreview:
        """Return the effect of changes."""
        return preview.summarize(planned)

    async def plan(
        self, call: calls.CreateChangeRequest | calls.ReviseChangeRequest, context: Context
    ) -> PlannedRevision:
        """Preview the changes; invalid ones are refused, and very many are left to a job."""
        return await self._plan(call.changes, context, strict=True)

    async def _plan(
        self, changes: Sequence[calls.ProposedChange], context: Context, *, strict: bool
    ) -> PlannedRevision:
        preview.check_supported(self._bindings, changes, context)
        matches, count = await filters.match_filters(self._bindings, self._lists, changes, context)
        if strict and preview.needs_job(count):
            return PlannedRevision(
                later=LaterPlan(count, list(dict.fromkeys(change.call for change in changes)), changes)
            )
        resolved = await filters.resolve_filters(self._lists, changes, matches, context)
        planned = await preview.preview_changes(self._bindings, resolved, context, strict=strict)
        return PlannedRevision(planned, resolved.filters)

    async def create(
        self, call: calls.CreateChangeRequest, context: Context, plan: PlannedRevision
    ) -> calls.ChangeRequestDetail:
        """Store a request with its first revision."""
        return await self._create(call, context, plan)

    async def _create(
        self,
        texts: calls.RevisionTexts,
        context: Context,
        plan: PlannedRevision,
        *,
        proposed_from: int | None = None,
        carried_writer_ids: Collection[int] = (),
        objections_of: Sequence[int] = (),
        **undone: Any,
    ) -> calls.ChangeRequestDetail:
        """Store a request with its first revision, and the objections that stand to other requests."""
        connection, user = context.connection, context.actor.user
        if await queries.count_open(connection, user.id) >= MAX_OPEN_REQUESTS:
            raise Conflict(TOO_MANY_OPEN)
        await run_control.check_texts(connection, texts, plan.count, self._allowed(context))
        id = await queries.create_request(connection, user, proposed_from, sorted(carried_writer_ids))
        await self._add_revision(id, 1, texts, context, plan, **undone)
        await queries.carry_objections(connection, id, objections_of)
        return await self._detail(id, context, is_new=True)

    async def revise(
        self, call: calls.ReviseChangeRequest, context: Context, plan: PlannedRevision
    ) -> calls.ChangeRequestDetail:
        """Store another revision of an open request."""
        request = await self._lock("revise", call, context)
        if request.is_undo:
            raise Conflict(calls.IS_UNDO, source="request_id")
        if request.author_id != _caller(context):
            raise Forbidden(calls.NOT_AUTHOR, source="request_id")
        connection = context.connection
        await run_control.check_texts(connection, call, plan.count, self._allowed(context), id=request.id)
        number = await queries.start_revision(connection, request.id)
        await self._add_revision(request.id, number, call, context, plan)
        await news_queries.tell(connection, request.id, "revision", but=_caller(context))
        return await self._detail(request.id, context, is_new=True)

    async def plan_again(
        self, call: calls.ProposeAgain, context: Context
    ) -> tuple[again.ChangesAgain, PlannedRevision]:
        """Preview changes of another request; invalid ones are listed."""
        source = await context.services.database.change(
            lambda connection: again.lock_source(self._bindings, call, context.with_connection(connection))
        )
        if not source.changes:
            return source, PlannedRevision(later=LaterPlan(source.count, source.request.calls, source.body))
        return source, await self._plan(source.changes, context, strict=False)

    async def propose_again(
        self, call: calls.ProposeAgain, context: Context, plan: tuple[again.ChangesAgain, PlannedRevision]
    ) -> calls.ChangeRequestDetail:
        """Store a request with changes of another one, which ends if it is open."""
        source, planned = plan
        locked = await again.lock_source(self._bindings, call, context)
        if not locked.count:
            raise Conflict(calls.NOTHING_TO_REPEAT, source="outcomes")
        if locked != source:
            raise Conflict(calls.OTHER_REVISION, source="request_id")  # it has gone on since the plan
        request, connection = locked.request, context.connection
        answer = await self._create(
            again.texts_of(call, request),
            context,
            planned,
            proposed_from=request.id,
            carried_writer_ids=await queries.list_writers(connection, request.id),
            objections_of=[request.id],
        )
        new_id = answer.request.id
        await queries.mark_again(connection, request, call.outcomes, new_id=new_id)
        if request.status == "open":
            await self._close(request, context, reason="proposed_again", note=str(new_id))
        return answer

    async def plan_undo(self, call: calls.UndoChangeRequest | calls.UndoRun, context: Context) -> PlannedRevision:
        """Preview the changes that undo a request or a bulk run."""
        return await undo.plan_undo(self._bindings, call, context)

    async def undo(
        self, call: calls.UndoChangeRequest, context: Context, plan: PlannedRevision
    ) -> calls.ChangeRequestDetail:
        """Store the request that undoes another one."""
        undone = await undo.lock_undoable(self._bindings, call.request_id, context)
        await undo.check_not_undone(context.connection, undone.id)
        return await self._create(
            undo.texts_of(call, f"Undo: {undone.title}", f"Undo of change request {undone.id}"),
            context,
            plan,
            objections_of=await undo_queries.list_undos(context.connection, undone.id),
            undoes=undone.id,
        )

    async def undo_run(self, call: calls.UndoRun, context: Context, plan: PlannedRevision) -> calls.ChangeRequestDetail:
        """Store the request that undoes a bulk run. Raises ``Conflict`` if another one undoes it."""
        await undo.check_run_not_undone(self._bindings, call.run, context)
        named = f"Undo of the bulk run {call.run}"
        return await self._create(undo.texts_of(call, named, named), context, plan, undoes_run=call.run)

    async def _add_revision(
        self,
        id: int,
        number: int,
        texts: calls.RevisionTexts,
        context: Context,
        plan: PlannedRevision,
        *,
        undoes: int | None = None,
        undoes_run: str | None = None,
    ) -> None:
        connection, planned = context.connection, plan.planned
        digest = digest_of(texts, planned, undoes=undoes, undoes_run=undoes_run)
        await plan_queries.add_revision(
            connection,
            id,
            number,
            texts,
            plan,
            group_changes(planned),
            digest=digest,
            revised_by=context.actor.user.name,
            writer_ids=sorted(context.actor.people_ids),
            undoes=undoes,
            undoes_run=undoes_run,
        )
        if texts.apply_from is not None:
            await self._check_password(plan.calls, context)
        if plan.later is not None:
            await queries.update(connection, id, job_id=await context.enqueue(self.plan_job, {"request_id": id}))
        else:
            await policies.record_policies(connection, id, number, context.actor.people_ids)
            await news_queries.tell(connection, id, "same_records", but=context.actor.user.id)
            if texts.apply_from is not None:
                await run_control.enqueue_start(context, self.apply_job, id, number, texts.apply_from)
        stored_filters = [
            request_filter.model_dump(include={"call", "list_name", "where"}) for request_filter in plan.filters
        ]
        undone = {"undoes": undoes, "undoes_run": undoes_run, "filters": stored_filters or None}
        facts = {"title": texts.title, "revision": number, "digest": digest, "targets": plan.count}
        facts |= {name: value for name, value in undone.items() if value is not None}
        _report(context, id, after=facts)

    async def list_requests(
        self, call: calls.ListChangeRequests, context: Context
    ) -> RawJson[Page[calls.ListedRequest]]:
        """Return one page of the requests that the caller may see."""
        connection, allowed = context.connection, self._allowed(context)
        has_open = call.status in (None, "open")
        ids = await queries.list_open(connection, allowed) if has_open else []
        needing = await policies.list_needing(connection, ids)
        lost = await authority.list_without_access(connection, self._bindings, ids)
        return await queries.LISTED.page(
            connection, call, allowed=allowed, needing=needing, lost=lost, user_id=_caller(context)
        )

    async def list_authors(self, call: calls.ListRequestAuthors, context: Context) -> list[calls.RequestAuthor]:
        """Return the authors of the requests that the caller may see."""
        return await queries.list_authors(context.connection, self._allowed(context))

    async def read(self, call: calls.ReadChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """Return a request."""
        return await self._detail(call.request_id, context)

    async def compare(self, call: calls.CompareRevisions, context: Context) -> calls.RevisionDifference:
        """Return the difference between two revisions. Raises ``NotFound`` if one does not exist."""
        request = await self._read(call.request_id, context)
        connection, allowed = context.connection, self._allowed(context)
        revision = call.revision or request.revision
        against = revision - 1 if call.against is None else call.against
        named = named_resources(context.actor)
        return await revision_queries.compare(connection, request.id, revision, against, allowed=allowed, named=named)

    async def mark_read(self, call: calls.MarkChangeRequestRead, context: Context) -> Empty:
        """Mark the news of a request as read by the caller."""
        request, user_id = await self._read(call.request_id, context), context.actor.user.id
        unread = await news_queries.mark_read(context.connection, request.id, user_id)
        context.changed("change_request_news", request.id, before={"unread": unread}, after={"unread": []})
        return Empty()

    async def list_targets(
        self, call: calls.ListRequestTargets, context: Context
    ) -> RawJson[Page[calls.RequestTarget]]:
        """Return one page of the changes of a request."""
        request = await self._read(call.request_id, context)
        named = named_resources(context.actor)
        return await queries.TARGETS.page(context.connection, call, revision=request.revision, named=named)

    async def review(self, call: calls.ApproveChangeRequest | calls.ObjectToChangeRequest, context: Context) -> Empty:
        """Approve the current revision, or object to it."""
        is_approval = isinstance(call, calls.ApproveChangeRequest)
        verdict: calls.Verdict = "approve" if is_approval else "object"
        request = await self._lock(verdict, call, context)
        connection, user = context.connection, context.actor.user
        await self._check_no_writer(request, context)
        await queries.end_reviews(connection, request.id, user.id, user)
        await queries.add_review(connection, request, user, verdict, call.reason)
        await news_queries.tell(connection, request.id, "approval" if is_approval else "objection", but=user.id)
        _report(context, request.id, after={"revision": request.revision, "digest": request.digest, "verdict": verdict})
        return Empty()

    async def withdraw(self, call: calls.WithdrawReview, context: Context) -> Empty:
        """End the verdicts of the caller."""
        request = await self._lock("withdraw", call, context)
        user = context.actor.user
        if not await queries.end_reviews(context.connection, request.id, user.id, user):
            raise Conflict(calls.NO_OBJECTION, source="request_id")
        _report(context, request.id, after={"verdict": "withdrawn"})
        return Empty()

    async def dismiss(self, call: calls.DismissObjection, context: Context) -> Empty:
        """End the objection of another user."""
        request = await self._lock("dismiss", call, context)
        await self._check_no_writer(request, context)
        ended = await queries.end_reviews(
            context.connection,
            request.id,
            call.objector_id,
            context.actor.user,
            only_objections=True,
            reason=call.reason,
        )
        if not ended:
            raise Conflict(calls.NO_OBJECTION, source="objector_id")
        _report(context, request.id, after={"dismissed_objection_of": call.objector_id, "reason": call.reason})
        return Empty()

    async def _check_no_writer(self, request: queries.LockedRequest, context: Context) -> None:
        """Raise ``Forbidden`` for the author and everyone who wrote a revision."""
        if context.actor.user.id in await queries.list_writers(context.connection, request.id):
            raise Forbidden(calls.OWN_REQUEST, source="request_id")

    async def apply(self, call: calls.ApplyChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """Start the job that applies the changes."""
        return await self._start(await self._lock("apply", call, context), context)

    async def bypass(self, call: calls.BypassChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """Start the job without the approvals, in a freeze period or outside of its window."""
        request = (await self._lock("bypass", call, context)).without_schedule
        is_loosening = not LOOSENING_CALLS.isdisjoint(request.calls)
        if is_loosening and await policy_queries.has_other_super_admin(context.connection, context.actor.user.id):
            raise Conflict(SECOND_SUPER_ADMIN, source="request_id")
        await conditions.check_objections(context.connection, request)
        job_id = await self._enqueue(request, context, reason=call.reason)
        await policy_queries.add_bypass(context.connection, request, job_id, context.actor.user, call.reason)
        context.publish(ALERT_CHANNEL, ALERT_EVENT, request_id=request.id)
        return await self._detail(request.id, context)

    async def review_bypass(self, call: calls.ReviewBypass, context: Context) -> Empty:
        """Review the emergency applications of others."""
        request, user = await self._lock(None, call, context), context.actor.user
        bypasses = await policy_queries.list_bypasses(context.connection, request.id)
        if all(bypass.reviewed_at is not None for bypass in bypasses):
            raise Conflict(calls.NOT_OWED, source="request_id")
        if not await policy_queries.review_bypasses(context.connection, request.id, user, call.comment):
            raise Forbidden(calls.OWN_BYPASS, source="request_id")
        context.changed("change_request", request.id, before={"review": "owed"}, after={"review": user.name})
        context.publish(ALERT_CHANNEL, ALERT_EVENT, request_id=request.id)
        return Empty()

    async def _start(self, request: queries.LockedRequest, context: Context) -> calls.ChangeRequestDetail:
        """Check the conditions of applying, and enqueue the job."""
        await self._check_password(request.calls, context)
        applied = request.model_copy(update={"applied_by_id": context.actor.user.id})
        await conditions.check_conditions(context.connection, self._bindings, applied)
        await self._enqueue(request, context)
        return await self._detail(request.id, context)

    async def _enqueue(self, request: queries.LockedRequest, context: Context, **facts: str) -> int:
        """Enqueue the job, and return its number."""
        job_id = await run_control.enqueue_run(context, self.apply_job, request)
        after = {"status": "applying", "targets": request.left, **facts}
        _report(context, request.id, before={"status": request.status}, after=after)
        return job_id

    async def pause(self, call: calls.PauseChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """Pause the run before its next part."""
        request = await self._lock("pause", call, context)
        if request.paused_at is not None:
            raise Conflict(calls.NOT_RUNNING, source="request_id")
        await run_control.pause(context.connection, request.id, reason="user", by=context.actor.user.name)
        await run_queries.cancel_waiting(context.connection, request.job_id)
        _report(context, request.id, before={"paused": False}, after={"paused": True})
        return await self._detail(request.id, context)

    async def resume(self, call: calls.ResumeChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """Enqueue another job for a run that is paused or waits."""
        request = await self._lock("resume", call, context)
        if request.paused_at is None and request.waits_until is None and request.is_running:
            raise Conflict(calls.NOT_PAUSED, source="request_id")
        await run_queries.cancel_waiting(context.connection, request.job_id)
        return await self._start(request, context)

    async def stop(self, call: calls.StopChangeRequest, context: Context) -> calls.ChangeRequestDetail:
        """End the run before its next part."""
        request = await self._lock("stop", call, context)
        status, user = request.status_when_ended, context.actor.user
        await queries.end(context.connection, request.id, status, reason="stopped", note=user.name, by_id=user.id)
        await run_queries.cancel_waiting(context.connection, request.job_id)
        _report(context, request.id, before={"status": request.status}, after={"status": status})
        return await self._detail(request.id, context)

    async def close(self, call: calls.CloseChangeRequest, context: Context) -> Empty:
        """Close an open request."""
        request = await self._lock("close", call, context)
        await self._close(request, context, reason="closed", note=call.reason)
        await run_queries.cancel_waiting(context.connection, request.job_id)
        return Empty()

    async def _close(self, request: queries.LockedRequest, context: Context, *, reason: str, note: str | None) -> None:
        await queries.close(context.connection, request.id, context.actor.user, reason=reason, note=note)
        after = {"status": "closed", "reason": reason, "note": note}
        _report(context, request.id, before={"status": request.status}, after=after)

    def _allowed(self, context: Context) -> list[str]:
        return authority.allowed_calls(self._bindings, context.actor)

    async def _lock(self, step: str | None, call: _OneRequest, context: Context) -> queries.LockedRequest:
        """Lock a request for a step, in the revision that the call names.

        Raises ``NotFound``, or ``Conflict`` in another state or revision.
        """
        request = await authority.lock_visible(self._bindings, call.request_id, context)
        await news_queries.mark_read(context.connection, request.id, context.actor.user.id)
        if step is not None:
            check_step(step, request)
        if getattr(call, "digest", None) not in (None, request.digest):
            raise Conflict(calls.OTHER_REVISION, source="digest")
        return request

    async def _check_password(self, names: Sequence[str], context: Context) -> None:
        """Raise ``Forbidden`` if one of the calls requires the caller's password, and it was not given recently."""
        if not any(self._bindings[name].call.route.step_up for name in names):
            return
        if not await sessions.confirmed(context.connection, context.actor.session_id, CONFIRMED_MINUTES):
            raise Forbidden(CONFIRM, source=STEP_UP_REQUIRED)

    async def _read(self, id: int, context: Context) -> calls.ChangeRequest:
        return await read_or_404(
            context.connection, queries.REQUESTS, queries.REQUEST, id, allowed=self._allowed(context)
        )

    async def _detail(self, id: int, context: Context, *, is_new: bool = False) -> calls.ChangeRequestDetail:
        request = await self._read(id, context)
        return await detail.read_detail(self._bindings, self._lists, request, context, is_new=is_new)


def _caller(context: Context) -> int:
    """Return the id of the caller; that of an API key is negative."""
    return context.actor.user.id


def _report(context: Context, id: int, *, after: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> None:
    """Report a step for the audit log and for open pages."""
    context.changed("change_request", id, before=before, after=after)
    context.publish(CHANNEL, EVENT, request_id=id)
