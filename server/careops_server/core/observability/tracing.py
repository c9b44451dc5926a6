"""Tracing of requests, statements and jobs. Without ``traces_url`` nothing is traced or imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from careops_server.core.configuration.settings import Settings
    from careops_server.core.observability.otel import Spans

_UNTOLD: Final = nullcontext()
_spans: list[Spans] = []
"""Spans of this process, with one entry for each application that uses them. Tests have two."""


def start(settings: Settings) -> None:
    """Start tracing if the settings have a ``traces_url``."""
    if settings.traces_url is None:
        return
    from careops_server.core.observability.otel import Spans

    spans = _spans[0] if _spans else Spans(settings)
    _spans.append(spans)


def stop() -> None:
    """Send remaining spans and stop, once the last application stops. It takes a few seconds if the collector is
    unreachable.
    """
    if _spans and (spans := _spans.pop()) not in _spans:
        spans.end()


def received(request: Any, route: str) -> None:
    """Start the trace of a request. WebSockets are not traced, because they have no clear end."""
    if _spans and route.startswith("api") and "upgrade" not in request.headers:
        request.ctx.span = _spans[0].received(request.method, route, request.headers)


def end_request(request: Any, status: int, request_id: str) -> None:
    """End the trace of a request."""
    if _spans and hasattr(request.ctx, "span"):
        _spans[0].end_request(request.ctx.span, status, request_id)


def parent() -> str | None:
    """Return the ``traceparent`` of the current trace for later work, None without a trace."""
    return _spans[0].parent() if _spans else None


def statement(text: bytes) -> AbstractContextManager[None]:
    """Trace a statement."""
    return _spans[0].statement(text) if _spans else _UNTOLD


@contextmanager
def job(kind: str, number: int, asked_in: str | None) -> Iterator[None]:
    """Trace a job in the trace of its request."""
    if not _spans:
        yield
        return
    with _spans[0].job(kind, number, asked_in):
        yield
