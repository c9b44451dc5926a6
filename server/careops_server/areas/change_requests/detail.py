"""Details of a request: its summary, its reviews, and what stands in the way of applying it."""

from __future__ import annotations

from careops.calls.change_requests import ChangeRequest, ChangeRequestDetail, RequestFilter
from careops_server.areas.change_requests import (
    authority,
    filters,
    policies,
    policy_queries,
    queries,
    stale_queries,
)
from careops_server.areas.change_requests.preview import Bindings
from careops_server.areas.change_requests.states import ENDED, is_planning
from careops_server.areas.records.access import named_resources
from careops_server.core.context import Context


async def read_detail(
    bindings: Bindings, lists: Bindings, request: ChangeRequest, context: Context, *, is_new: bool = False
) -> ChangeRequestDetail:
    """Return a request with its details.

    ``is_new``: its revision was stored in this transaction, so that no record can be stale.
    """
    connection, id = context.connection, request.id
    groups, more_groups, stored_filters = await queries.read_summary(connection, id, request.revision)
    reviews = await queries.list_reviews(connection, id)
    bypasses = await policy_queries.list_bypasses(connection, id)
    is_over = request.status in ENDED
    is_planned = not is_planning(request)
    required = [] if is_over or not is_planned else await policies.list_required(connection, request)
    # A run reports conflicts itself, and open pages read the request after each of its parts.
    is_running = request.status == "applying" and request.paused_at is None and request.waits_until is None
    has_stale = not (is_over or is_running or is_new) and is_planned
    named = named_resources(context.actor)
    stale, stale_records = await stale_queries.list_stale(connection, request, named) if has_stale else (0, [])
    labels = await queries.read_labels(
        connection,
        id,
        context.actor.user.id,
        is_stale=stale > 0,
        needing=[id] if any(approval.missing for approval in required) else [],
        lost=[] if is_over else await authority.list_without_access(connection, bindings, [id]),
    )
    return ChangeRequestDetail(
        request=request,
        groups=groups,
        more_groups=more_groups,
        reviews=reviews,
        **labels,
        stale_targets=stale,
        stale_records=stale_records,
        required_approvals=required,
        bypasses=bypasses,
        filters=stored_filters
        if is_over or is_running
        else await _counted(lists, stored_filters, context, is_new=is_new),
    )


async def _counted(
    lists: Bindings, stored: list[RequestFilter], context: Context, *, is_new: bool
) -> list[RequestFilter]:
    if is_new:
        return [request_filter.model_copy(update={"matches_now": request_filter.matched}) for request_filter in stored]
    return await filters.count_matches(lists, stored, context)
