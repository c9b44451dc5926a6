"""Exceptions of the SDK::

    CareOpsError
    ├── NotSent             nothing was sent
    │   └── InvalidToken    the call needs a token and there is none
    ├── ConnectionFailed    the platform could not be reached or did not answer
    ├── InvalidResponse     an answer in an undocumented form
    └── ApiError            the platform refused; ``status``, ``problems`` and ``request_id`` tell why
        ├── InvalidInput    400, 422   a parameter is invalid
        ├── Unauthorized    401        no session, or it is over
        ├── Forbidden       403        the session or key lacks the permission
        ├── NotFound        404
        │   └── NotSupported 404    the platform does not know the call: it is an addition of careops
        ├── Conflict        409        conflicts with existing data
        │   └── ApprovalRequired 409   a policy requires approval; ``change_request`` is the request to propose
        ├── PreconditionFailed 412     the record changed after it was read; ``newest`` has the values
        ├── PayloadTooLarge 413
        ├── TooManyRequests 429        ``retry_after`` seconds
        ├── Unavailable     503        ``retry_after`` seconds
        └── ServerError     any other 5xx

The server raises the same classes, so a gateway passes an upstream's refusal through unchanged. Every error has a
``next_step``: one sentence for the person who reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from careops.constants import NOT_OFFERED
from careops.error_codes import Title, find_title, parameters_of, title_of

GENERIC_TITLE = title_of("request_failed")


@dataclass(frozen=True)
class Problem:
    """One reason of a refusal: its field or subject, a message for people and a code for programs."""

    title: str
    source: str = ""
    detail: str | None = None
    newest: Any = None
    """Current value of the field, if the refusal is ``PreconditionFailed``."""
    scope: str | None = None
    """Missing scope of an API key, if that is the reason of a ``Forbidden``."""
    code: str | None = field(default=None, compare=False)
    """Stable code of ``careops.error_codes``; None for an unknown sentence of a platform without codes."""
    change_request: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    """Title and changes of the request to propose, if the refusal is ``ApprovalRequired``."""
    policy: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    """The policy that requires an approval, if the refusal is ``ApprovalRequired``."""
    details: Sequence[Title] = field(default=(), compare=False, repr=False)
    """Messages of which ``detail`` consists, one per line; empty if these have no codes."""

    def __post_init__(self) -> None:
        if self.code is None and isinstance(self.title, Title):
            object.__setattr__(self, "code", self.title.code)
        if not self.details and isinstance(self.detail, Title):
            object.__setattr__(self, "details", (self.detail,))

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the values in the title by the names of its placeholders: a number, a text, or a message with
        ``title``, ``code`` and ``parameters``. Empty if there are none, and for unknown sentences.
        """
        return parameters_of(self.title)


class CareOpsError(Exception):
    """Base class of all exceptions of this package."""

    next_step: str = "Try again; if it stays, report the request id."
    status: int = 0
    """HTTP status of the answer; 0 without an answer."""
    request_id: str | None = None
    """Id of the request in the platform's log; None if it was not sent, or if the platform sends none."""


class NotSent(CareOpsError):
    """The call was refused before anything was sent."""


class InvalidToken(NotSent):
    """The call needs a token, and the stored one is missing or not a string (A 8)."""

    next_step = "Sign in first."

    def __init__(self) -> None:
        super().__init__("Invalid token provided")


class ConnectionFailed(CareOpsError):
    """The platform could not be reached or did not answer in time."""

    next_step = "Check the address and the network, then try again."


class InvalidResponse(CareOpsError):
    """An answer arrived in an undocumented form: from a proxy, another program or another version."""

    next_step = "Check that the address is the platform's API, not a web page."

    def __init__(self, message: str, *, status: int = 0, request_id: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.request_id = request_id


_NEXT_STEPS: Final = {
    "change_request_own": "Ask a colleague to review it.",
    "bypass_own": "Ask another super admin to review it.",
}
"""Next steps of codes for which that of the class does not help."""


class ApiError(CareOpsError):
    """The platform refused the request."""

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
        entries = [Problem(p, source) if isinstance(p, str) else p for p in problems]
        self.problems: tuple[Problem, ...] = tuple(entries) or (Problem(self.title, source),)
        self.status = status or type(self).status
        self.request_id = request_id
        self.retry_after = retry_after
        self.version = version
        self.next_step = _NEXT_STEPS.get(self.problems[0].code or "", type(self).next_step)
        super().__init__(self.problems[0].title)

    @property
    def source(self) -> str:
        """Source of the first problem."""
        return self.problems[0].source

    @property
    def code(self) -> str | None:
        """Code of the first problem."""
        return self.problems[0].code


class InvalidInput(ApiError):
    """A parameter is invalid; each problem names its field."""

    status = 422
    next_step = "Correct the named field and try again."


class Unauthorized(ApiError):
    """There is no session, or it is over."""

    status = 401
    title = title_of("unauthorized")
    next_step = "Sign in again."


class Forbidden(ApiError):
    """The session or key lacks the permission."""

    status = 403
    title = title_of("forbidden")
    next_step = "Ask a super admin."

    @property
    def missing_scope(self) -> str | None:
        """Return the missing scope of the API key; None if the refusal has another reason."""
        return next((problem.scope for problem in self.problems if problem.scope), None)


class NotFound(ApiError):
    """The record does not exist, or the caller may not know of it."""

    status = 404
    title = title_of("not_found")
    next_step = "Check the id."


class NotSupported(NotFound):
    """The platform does not know the call: an addition of careops, sent to another platform or an older careops."""

    title = title_of("not_offered")
    next_step = "Continue without it: only a careops platform answers this call."

    def __init__(self, *, request_id: str | None = None) -> None:
        super().__init__(source=NOT_OFFERED, request_id=request_id)


class Conflict(ApiError):
    """The request conflicts with existing data."""

    status = 409
    next_step = "Look at the current state, then decide."


class ApprovalRequired(Conflict):
    """A policy requires that others approve this change first. Nothing was changed or proposed."""

    title = title_of("approval_required")
    next_step = "Propose it, so that others can approve it: careops requests propose."

    @property
    def change_request(self) -> Mapping[str, Any]:
        """Return title and changes of the request that is needed. ``reason`` has to be added::

        client.change_requests.create(**error.change_request, reason="They signed the contract")
        """
        return next((problem.change_request for problem in self.problems if problem.change_request), {})


class PreconditionFailed(ApiError):
    """The record has changed since it was read. ``version`` is its current version; send it with the change to
    overwrite."""

    status = 412
    title = title_of("version_changed")
    next_step = "Read it again, then decide what to keep."

    @property
    def newest(self) -> Mapping[str, Any]:
        """Current values of the fields that differ, by their path in the record (``location.city``)."""
        return {problem.source: problem.newest for problem in self.problems if problem.source}


class PayloadTooLarge(ApiError):
    """The request is larger than allowed for this call."""

    status = 413
    title = title_of("request_too_large")
    next_step = "Send less at once."


class TooManyRequests(ApiError):
    """The rate limit was exceeded. ``retry_after`` is the number of seconds to wait, if known."""

    status = 429
    title = title_of("too_many_attempts")
    next_step = "Wait, then try again."


class Unavailable(ApiError):
    """The platform is temporarily unavailable. ``retry_after`` is the number of seconds to wait, if known."""

    status = 503
    title = title_of("busy")
    next_step = "Try again in a moment."


class ServerError(ApiError):
    """The platform failed without a known reason."""

    status = 500


BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidInput,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: PreconditionFailed,
    413: PayloadTooLarge,
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
) -> ApiError:
    """Build the exception for an answer with any form of body."""
    problems = _problems(payload)
    if isinstance(payload, Mapping) and isinstance(payload.get("request_id"), str):
        request_id = payload["request_id"]
    # a gateway reports this about the platform behind it
    if status == 404 and problems and problems[0].source == NOT_OFFERED:
        return NotSupported(request_id=request_id)
    if status == ApprovalRequired.status and any(problem.code == "approval_required" for problem in problems):
        return ApprovalRequired(*problems, status=status, request_id=request_id)
    kind = BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
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
            read_message(e),
            str(e.get("source") or ""),
            str(e["detail"]) if e.get("detail") else None,
            e.get("newest"),
            str(e["scope"]) if e.get("scope") else None,
            change_request=e["change_request"] if isinstance(e.get("change_request"), Mapping) else None,
            policy=e["policy"] if isinstance(e.get("policy"), Mapping) else None,
            details=_messages(e.get("details")),
        )
        for e in errors
        if _is_message(e)
    ]


_MAX_DEPTH: Final = 2
"""Maximum depth of messages within messages. Ours have one level."""


def read_message(message: Mapping[str, Any], depth: int = 0) -> Title:
    """Return the title of a problem or message as the platform sent it, without values of an undocumented form. From a
    platform without codes it has the code and the values of its sentence.
    """
    if not message.get("code"):
        return find_title(str(message["title"]))
    sent = message.get("parameters")
    values: dict[str, object] = {}
    for name, value in sent.items() if isinstance(sent, Mapping) else ():
        if isinstance(value, str | int):
            values[name] = value
        elif depth < _MAX_DEPTH and _is_message(value):
            values[name] = read_message(value, depth + 1)
    return Title(str(message["title"]), str(message["code"]), values)


def _messages(sent: Any) -> list[Title]:
    return [read_message(each) for each in sent if _is_message(each)] if isinstance(sent, list) else []


def _is_message(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.get("title"))
