"""Everything that can go wrong, drawn first::

    CareOpsError
    ├── NotSent             nothing left this machine
    │   └── InvalidToken    the call needs a token and there is none
    ├── NoAnswer            the platform could not be reached, or fell silent
    ├── UnreadableAnswer    something answered, but not with this call's answer
    └── Refused             the platform said no; ``status``, ``problems`` and ``request_id`` tell why
        ├── InvalidInput    400, 422   a parameter does not fit
        ├── Unauthorized    401        not signed in, or no longer
        ├── Forbidden       403        signed in, but not allowed
        ├── NotFound        404
        │   └── NotOffered  404     the platform does not know the call: it is an addition of careops
        ├── Conflict        409        it clashes with what is there
        ├── Stale           412        somebody changed the record after it was read; ``newest`` tells how
        ├── TooLarge        413
        ├── TooManyRequests 429        ``retry_after`` seconds
        ├── Unavailable     503        ``retry_after`` seconds
        └── ServerError     any other 5xx

The server raises the same classes, so a gateway passes an upstream's refusal through unchanged. Every error has a
``next_step``: one sentence for the person who reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from careops.constants import NOT_OFFERED

GENERIC_TITLE = "There was some error while processing the request."


@dataclass(frozen=True)
class Problem:
    """One reason of a refusal: the field or thing it is about, and a sentence for people."""

    title: str
    source: str = ""
    detail: str | None = None
    newest: Any = None
    """What the field holds now, where the refusal is ``Stale``."""
    scope: str | None = None
    """The scope that a program's key lacks, where the refusal is ``Forbidden`` for that reason."""


class CareOpsError(Exception):
    """Anything this package raises on purpose."""

    next_step: str = "Try again; if it stays, report the request id."
    status: int = 0
    """The answer's HTTP status; 0 when there was none."""
    request_id: str | None = None
    """What the platform's log calls the request; None when it was not sent, or the platform does not say."""


class NotSent(CareOpsError):
    """The call was refused before it left this machine."""


class InvalidToken(NotSent):
    """The call needs a token, and the stored one is missing or not a string (A 8)."""

    next_step = "Sign in first."

    def __init__(self) -> None:
        super().__init__("Invalid token provided")


class NoAnswer(CareOpsError):
    """The platform could not be reached or did not answer in time."""

    next_step = "Check the address and the network, then try again."


class UnreadableAnswer(CareOpsError):
    """Something answered, but not in the documented form: a proxy's page, another program, another version."""

    next_step = "Check that the address is the platform's API, not a web page."

    def __init__(self, message: str, *, status: int = 0, request_id: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.request_id = request_id


class Refused(CareOpsError):
    """The platform said no."""

    status: int = 400
    title: ClassVar[str] = GENERIC_TITLE

    def __init__(
        self,
        *problems: Problem | str,
        source: str = "",
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        version: str | None = None,
    ) -> None:
        given = [Problem(p, source) if isinstance(p, str) else p for p in problems]
        self.problems: tuple[Problem, ...] = tuple(given) or (Problem(self.title, source),)
        self.status = status or type(self).status
        self.request_id = request_id
        self.retry_after = retry_after
        self.version = version
        super().__init__(self.problems[0].title)

    @property
    def source(self) -> str:
        """What the first problem is about."""
        return self.problems[0].source


class InvalidInput(Refused):
    """A parameter does not fit; each problem names its field."""

    status = 422
    next_step = "Correct the named field and try again."


class Unauthorized(Refused):
    """Nobody is signed in, or no longer."""

    status = 401
    title = "Unauthorized!"
    next_step = "Sign in again."


class Forbidden(Refused):
    """Somebody is signed in, and is not allowed to."""

    status = 403
    title = "Your account may not do this"
    next_step = "Ask a super admin."

    @property
    def missing_scope(self) -> str | None:
        """The scope that the program's key would need; None if the refusal has another reason."""
        return next((problem.scope for problem in self.problems if problem.scope), None)


class NotFound(Refused):
    """There is no such thing, or none the caller may know of."""

    status = 404
    title = "Not found"
    next_step = "Check the id."


class NotOffered(NotFound):
    """The platform does not know the call: an addition of careops, asked of another platform or of an older careops."""

    title = "This platform does not offer this"
    next_step = "Go on without it: only a careops platform answers this call."

    def __init__(self, *, request_id: str | None = None) -> None:
        super().__init__(source=NOT_OFFERED, request_id=request_id)


class Conflict(Refused):
    """It clashes with what is there."""

    status = 409
    next_step = "Look at the current state, then decide."


class Stale(Refused):
    """The record is no longer as it was when it was read. ``version`` is its newest one: send with it to insist."""

    status = 412
    title = "Somebody else has changed this meanwhile"
    next_step = "Read it again, then decide what to keep."

    @property
    def newest(self) -> Mapping[str, Any]:
        """What the fields that differ hold now, by their place in the record (``location.city``)."""
        return {problem.source: problem.newest for problem in self.problems if problem.source}


class TooLarge(Refused):
    """The request has more bytes than such a call may."""

    status = 413
    title = "The request is too large"
    next_step = "Send less at once."


class TooManyRequests(Refused):
    """It was asked too often. ``retry_after`` says in how many seconds to try again, where it is known."""

    status = 429
    title = "Too many attempts. Please wait a moment and try again."
    next_step = "Wait, then try again."


class Unavailable(Refused):
    """The platform cannot answer now. ``retry_after`` says in how many seconds it may, where it is known."""

    status = 503
    title = "The service is busy. Please try again in a moment."
    next_step = "Try again in a moment."


class ServerError(Refused):
    """The platform failed, and cannot say why."""

    status = 500


BY_STATUS: Mapping[int, type[Refused]] = {
    400: InvalidInput,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Stale,
    413: TooLarge,
    422: InvalidInput,
    429: TooManyRequests,
    503: Unavailable,
}


def refusal(
    status: int,
    payload: Any,
    *,
    request_id: str | None = None,
    retry_after: float | None = None,
    version: str | None = None,
) -> Refused:
    """The error an answer stands for, whatever shape its body has."""
    problems = _problems(payload)
    if isinstance(payload, Mapping) and isinstance(payload.get("request_id"), str):
        request_id = payload["request_id"]
    if status == 404 and problems and problems[0].source == NOT_OFFERED:  # a gateway says so of what is behind it
        return NotOffered(request_id=request_id)
    kind = BY_STATUS.get(status, ServerError if status >= 500 else Refused)
    return kind(*problems, status=status, request_id=request_id, retry_after=retry_after, version=version)


def _problems(payload: Any) -> Sequence[Problem]:
    errors = payload.get("errors") if isinstance(payload, Mapping) else None
    if not errors and isinstance(payload, Mapping) and isinstance(payload.get("data"), Mapping):
        errors = payload["data"].get("errors")
    if isinstance(errors, Mapping):
        errors = [errors]
    if not isinstance(errors, Sequence) or isinstance(errors, str):
        return []
    return [
        Problem(
            str(e["title"]),
            str(e.get("source") or ""),
            str(e["detail"]) if e.get("detail") else None,
            e.get("newest"),
            str(e["scope"]) if e.get("scope") else None,
        )
        for e in errors
        if isinstance(e, Mapping) and e.get("title")
    ]
