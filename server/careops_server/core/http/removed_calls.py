"""Calls that this version has removed. For one release they answer 410 with the name of their replacement."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final, NoReturn

from careops.error_codes import title_of
from careops.errors import ApiError, Problem
from careops_server.core.http.sanic_types import SanicApp, SanicRequest

REMOVED: Final[Mapping[str, str]] = {
    "/api/careops/change_requests/<request_id:str>/take_over": "ProposeAgain",
    "/api/careops/change_requests/<request_id:str>/retry_failed": "ProposeAgain",
    "/api/careops/broadcasts/proposals": "ListChangeRequests",
    "/api/careops/broadcasts/proposals/<proposal_id:str>/approve": "ApproveChangeRequest",
    "/api/careops/broadcasts/proposals/<proposal_id:str>/decline": "ObjectToChangeRequest",
}
"""Path, and the name of the call to make instead."""
CALL_REMOVED: Final = title_of("call_removed")


def mount_removed(app: SanicApp) -> None:
    """Add the routes of removed calls."""
    for number, (path, replacement) in enumerate(REMOVED.items()):
        app.route(path, name=f"removed{number}", methods=["GET", "POST"], ignore_body=True)(_refusal_of(replacement))


def _refusal_of(replacement: str) -> Callable[..., Coroutine[Any, Any, NoReturn]]:
    async def refuse(request: SanicRequest, **_: str) -> NoReturn:
        raise ApiError(Problem(CALL_REMOVED, detail=replacement), status=410)

    return refuse
