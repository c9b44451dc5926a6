"""State of one request on its way through the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sanic.response import HTTPResponse

from careops.contract import Binding, Call, Route
from careops.files import Download
from careops.models.approval_policies import ApprovalPolicy
from careops_server.core.context import Context
from careops_server.core.http.sanic_types import SanicRequest
from careops_server.core.rate_limits.limiter import Permit


@dataclass(slots=True)
class Exchange:
    """A request, and what the steps so far have found out about it."""

    binding: Binding[Context]
    request: SanicRequest
    path: dict[str, str]
    """Path parameters."""
    route: Route
    context: Context
    """Origin, principal and headers of the request; the handler gets it with a connection."""
    permit: Permit | None = None
    """Seat of the admitted request in its rate limit."""
    content: Mapping[str, Any] | None = None
    """JSON of the body."""
    parsed: Call[Any] | None = None
    policies: tuple[ApprovalPolicy, ...] = ()
    """Approval policies of the change's call."""
    result: Any = None
    """Answer of the handler to a query."""
    payload: Mapping[str, Any] | Download | None = None
    """Envelope or file to send."""
    version: str | None = None
    """ETag of the answer."""
    corrections: tuple[str, ...] = ()
    """Words that a search with typo tolerance replaced."""
    has_changed: bool = False
    """True if the committed transaction changed something."""
    is_done: bool = False
    """True from the first byte of the response: an error from here on refuses nothing."""
    response: HTTPResponse | None = None
    """None if the response, a file, was sent in pieces."""

    @property
    def call(self) -> Call[Any]:
        """The parsed call."""
        if self.parsed is None:
            raise LookupError("the request was not parsed yet")
        return self.parsed

    def release(self) -> None:
        """Close uploaded files and give up the seat in the rate limit."""
        if self.parsed is not None:
            for name in self.parsed.file_fields():
                if (upload := getattr(self.parsed, name)) is not None:
                    upload.close()
        if self.permit is not None:
            self.permit.release()
