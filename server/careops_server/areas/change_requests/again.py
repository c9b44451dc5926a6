"""Propose again: a new request from changes of another one, with the values of now as their base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from careops.calls.change_requests import (
    IS_UNDO,
    ProposeAgain,
    ProposedChange,
    RevisionTexts,
)
from careops.errors import Conflict
from careops_server.areas.change_requests import authority, plan_queries, preview, queries
from careops_server.areas.change_requests.preview import Bindings
from careops_server.areas.change_requests.states import check_step
from careops_server.core.context import Context


@dataclass(frozen=True)
class ChangesAgain:
    """Changes to propose again, and the state of their request."""

    request: queries.LockedRequest
    count: int
    changes: Sequence[ProposedChange]
    """The changes; none if they are too many to preview them at once."""
    body: Sequence[ProposedChange] | None = None
    """Changes and filters of a request that ended before its job had listed them."""


async def lock_source(bindings: Bindings, call: ProposeAgain, context: Context) -> ChangesAgain:
    """Lock the request and return its changes. Raises ``NotFound`` or ``Conflict``."""
    request = await authority.lock_visible(bindings, call.request_id, context)
    check_step("propose_again", request)
    if request.is_undo:
        raise Conflict(IS_UNDO, source="request_id")
    body = await plan_queries.read_unlisted(context.connection, request) if "left" in call.outcomes else None
    if body is not None:
        return ChangesAgain(request, request.targets, (), body)
    count = await queries.count_again(context.connection, request, call.outcomes)
    if preview.needs_job(count):
        return ChangesAgain(request, count, ())
    rows = await queries.list_again(context.connection, request, call.outcomes)
    return ChangesAgain(request, count, [ProposedChange(**row) for row in rows])


def texts_of(call: ProposeAgain, request: queries.LockedRequest) -> RevisionTexts:
    """Return the texts of the new request: those of the call, and otherwise those of the source."""
    texts = {name: getattr(call, name) for name in RevisionTexts.model_fields}
    for name in ("title", "reason", "ticket"):
        texts[name] = texts[name] or getattr(request, name)
    return RevisionTexts.model_construct(**texts)
