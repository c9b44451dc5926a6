"""Emergency application of a request, and the review that another super admin owes."""

from __future__ import annotations

from typing import Final

from careops.calls.change_requests import NOT_OWED, OWN_BYPASS, ReviewBypass
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import Conflict, Forbidden
from careops_server.areas.change_requests import policy_queries
from careops_server.areas.change_requests.queries import LockedRequest
from careops_server.core.approvals.looser_lists import LOOSENING_CALLS
from careops_server.core.context import Context

ALERT_CHANNEL: Final = "admin"
ALERT_EVENT: Final = "change_request_bypassed"
"""Event for open consoles of super admins, which read the alerts again."""


async def check_second_super_admin(request: LockedRequest, context: Context) -> None:
    """Raise ``Conflict`` if another super admin can approve a looser policy or an early end of a freeze period."""
    is_loosening = not LOOSENING_CALLS.isdisjoint(request.calls)
    if is_loosening and await policy_queries.has_other_super_admin(context.connection, context.actor.user.id):
        raise Conflict(title_of("second_super_admin_needed"), source="request_id")


async def review(call: ReviewBypass, request: LockedRequest, context: Context) -> Empty:
    """Review the emergency applications of others."""
    user, connection = context.actor.user, context.connection
    owed = [one for one in await policy_queries.list_bypasses(connection, request.id) if one.reviewed_at is None]
    if not owed:
        raise Conflict(NOT_OWED, source="request_id")
    reviewed = await policy_queries.review_bypasses(
        connection, request.id, user_id=user.id, name=user.name, comment=call.comment
    )
    if not reviewed:
        raise Forbidden(OWN_BYPASS, source="request_id")
    context.changed("change_request", request.id, before={"review": "owed"}, after={"review": user.name})
    context.publish(ALERT_CHANNEL, ALERT_EVENT, request_id=request.id)
    return Empty()
