"""Calls that this version has removed. For one release they answer 410 with the name of their replacement."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from careops.error_codes import title_of
from careops.errors import ApiError, Problem
from careops_server.core.http.sanic_types import SanicApp, SanicRequest


class RemovedCall(NamedTuple):
    """Route of a removed call, the call to make instead, and the version without it."""

    method: str
    path: str
    replacement: str
    release: str


_REQUEST: Final = "/api/careops/change_requests/<request_id:str>"
_PROPOSAL: Final = "/api/careops/broadcasts/proposals/<proposal_id:str>"
REMOVED_CALLS: Final[Mapping[str, RemovedCall]] = {
    "ApproveBroadcast": RemovedCall("POST", f"{_PROPOSAL}/approve", "ApproveChangeRequest", "1.1"),
    "DeclineBroadcast": RemovedCall("POST", f"{_PROPOSAL}/decline", "ObjectToChangeRequest", "1.1"),
    "ListProposals": RemovedCall("GET", "/api/careops/broadcasts/proposals", "ListChangeRequests", "1.1"),
    "ReadOwnKey": RemovedCall("GET", "/api/careops/keys/own", "ReadSession", "1.1"),
    "RetryFailedChanges": RemovedCall("POST", f"{_REQUEST}/retry_failed", "ProposeAgain", "1.1"),
    "TakeOverChangeRequest": RemovedCall("POST", f"{_REQUEST}/take_over", "ProposeAgain", "1.1"),
}
CALL_REMOVED: Final = title_of("call_removed")


def mount_removed(app: SanicApp) -> None:
    """Add the routes of removed calls."""
    for name, call in REMOVED_CALLS.items():
        handler = _refusal_of(call.replacement)
        app.route(call.path, name=f"removed_{name}", methods=[call.method], ignore_body=True)(handler)


def _refusal_of(replacement: str) -> Callable[..., Coroutine[Any, Any, NoReturn]]:
    async def refuse(request: SanicRequest, **_: str) -> NoReturn:
        raise ApiError(Problem(CALL_REMOVED, detail=replacement), status=410)

    return refuse
