"""Forwarding of calls to the platform."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final, TypeVar

from careops.calls import area_of
from careops.contract import Call
from careops.error_codes import title_of
from careops.errors import ApiError, CareOpsError, NotSupported, Unavailable
from careops_server.core.context import Context
from careops_server.core.observability import logs
from careops_server.core.upstream.reach import shown_address

AnswerT = TypeVar("AnswerT")
CallT = TypeVar("CallT", bound=Call[Any])
_MAX_REASON_LENGTH: Final = 300
UNREACHABLE: Final = title_of("platform_unreachable")


async def forward(call: Call[AnswerT], context: Context) -> AnswerT:
    """Forward a call with the caller's token. Refusals of the platform pass through unchanged."""
    route, against = call.route, call.route.against
    # If the path names no record, the version belongs to the record of the call's ``against``.
    named = route.path_fields or (against.route.path_fields if against else frozenset())
    fields = [str(getattr(call, name)) for name in sorted(named)]
    context.changed(area_of(type(call)), "/".join(fields), after=_requested_change(call))
    return await call_upstream(call, context)


async def call_upstream(call: Call[AnswerT], context: Context) -> AnswerT:
    """Return the platform's answer. Raises ``Unavailable`` (503) if there is no valid answer."""
    upstream = context.services.upstream
    if upstream is None:
        raise LookupError("no platform is configured")
    try:
        platform = upstream.acting_as(context.token)
        return await platform.send(call, idempotency_key=context.idempotency_key, if_match=context.if_match)
    except ApiError:
        raise
    except CareOpsError as error:
        # In the request's log line, beside its status 503.
        address = context.services.settings.upstream_url
        logs.add_context(platform=shown_address(address) if address else "", reason=str(error)[:_MAX_REASON_LENGTH])
        raise Unavailable(UNREACHABLE, retry_after=2) from error


def with_fallback(
    documented: Callable[[CallT, Context], Awaitable[AnswerT]],
) -> Callable[[CallT, Context], Awaitable[AnswerT]]:
    """Forward an addition, and fall back to ``documented`` if the platform does not offer it."""

    @wraps(documented)
    async def answer(call: CallT, context: Context) -> AnswerT:
        try:
            return await call_upstream(call, context)
        except NotSupported:
            return await documented(call, context)

    return answer


def _requested_change(call: Call[Any]) -> dict[str, Any]:
    """Return the requested change. Only the platform knows the previous values."""
    secret = {name for name, field in type(call).model_fields.items() if not field.repr}
    return {n: v for n, v in call.parameters.items() if n not in secret and n not in call.route.path_fields}
