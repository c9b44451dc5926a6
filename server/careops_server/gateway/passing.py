"""Passing a call on to the platform behind us."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final, TypeVar

from careops.calls import area_of
from careops.contract import Call
from careops.errors import CareOpsError, NotOffered, Refused, Unavailable
from careops_server.context import Context
from careops_server.gateway.reach import shown_address
from careops_server.observe import logs

AnswerT = TypeVar("AnswerT")
CallT = TypeVar("CallT", bound=Call[Any])
_LONGEST_REASON: Final = 300
UNREACHABLE: Final = "The platform cannot be reached. Please try again in a moment."


async def forward(call: Call[AnswerT], context: Context) -> AnswerT:
    """Ask the platform with the caller's own token; its refusals pass through unchanged."""
    route, against = call.route, call.route.against
    # A record that is not named in the path is the one whose version the change may be made against.
    named = route.path_fields or (against.route.path_fields if against else frozenset())
    fields = [str(getattr(call, name)) for name in sorted(named)]
    context.changed(area_of(type(call)), "/".join(fields), after=_said(call))
    return await ask(call, context)


async def ask(call: Call[AnswerT], context: Context) -> AnswerT:
    """The platform's answer. One that does not come, or cannot be understood, is a 503."""
    upstream = context.services.upstream
    if upstream is None:
        raise LookupError("no platform is configured")
    try:
        platform = upstream.acting_as(context.token)
        return await platform.send(call, idempotency_key=context.idempotency_key, if_match=context.if_match)
    except Refused:
        raise
    except CareOpsError as error:
        # On the request's own line of the log, beside its status 503.
        address = context.services.settings.upstream_url
        logs.note(platform=shown_address(address) if address else "", reason=str(error)[:_LONGEST_REASON])
        raise Unavailable(UNREACHABLE, retry_after=2) from error


def else_from(
    documented: Callable[[CallT, Context], Awaitable[AnswerT]],
) -> Callable[[CallT, Context], Awaitable[AnswerT]]:
    """Answers a call of our own: as the platform does, or from its ``documented`` calls where it does not offer it."""

    @wraps(documented)
    async def answer(call: CallT, context: Context) -> AnswerT:
        try:
            return await ask(call, context)
        except NotOffered:
            return await documented(call, context)

    return answer


def _said(call: Call[Any]) -> dict[str, Any]:
    """What the call asked to change; what was there before only the platform knows."""
    secret = {name for name, field in type(call).model_fields.items() if not field.repr}
    return {n: v for n, v in call.parameters.items() if n not in secret and n not in call.route.path_fields}
