"""Handler of the list of staff."""

from __future__ import annotations

from careops.calls.staff import ListStaff, StaffAccount
from careops_server.areas.staff import queries
from careops_server.core.context import Context


async def list_staff(call: ListStaff, context: Context) -> list[StaffAccount]:
    """Return the accounts that may sign in; behind a gateway, those that signed in through it lately."""
    elsewhere = context.services.upstream is not None
    return await queries.list_staff(context.connection, call.search_text, elsewhere=elsewhere)
