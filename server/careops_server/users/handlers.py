"""Users of the platform."""

from __future__ import annotations

from careops.calls.users import UpdateUser
from careops.contract import Done
from careops.errors import Conflict, NotFound
from careops_server.context import Context
from careops_server.session import queries as sessions
from careops_server.users import queries

NO_USER = "There is no user with this id"
NOT_YOURSELF = "You cannot change your own status"


async def update_user(call: UpdateUser, context: Context) -> Done:
    """Switch a user's flags or status. A user who is no longer active is signed out everywhere."""
    user = await queries.USER.lock(context.connection, id=call.user_id)
    if user is None:
        raise NotFound(NO_USER, source="user_id")
    changed = user.differing(call.changes)
    if "user_status" in changed and call.user_id == context.actor.user.id:
        raise Conflict(NOT_YOURSELF, source="user_status")
    if changed.get("user_status", "ACTIVE") != "ACTIVE":
        for session_id in await sessions.end_all(context.connection, call.user_id, f"user {call.user_status}"):
            context.services.sessions.forget(session_id)
    context.changed("user", call.user_id, **await user.set(context.connection, changed))
    return Done()
