"""Where a trace is told of requests, statements and jobs. Without ``traces_url`` nothing is: nothing is imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine

if TYPE_CHECKING:
    from careops_server.observe.spans import Spans
    from careops_server.settings import Settings

_UNTOLD: Final = nullcontext()
_spans: list[Spans] = []
"""This process's, one entry for each application that uses them: in tests there are two."""


def start(settings: Settings, engine: Engine) -> None:
    """Begin, where the settings say where traces are sent."""
    if settings.traces_url is None:
        return
    from careops_server.observe.spans import Spans

    spans = _spans[0] if _spans else Spans(settings)
    _spans.append(spans)
    spans.watch(engine)


def stop() -> None:
    """Send what is left, and end, once the last application does. Takes a few seconds where nobody takes it."""
    if _spans and (spans := _spans.pop()) not in _spans:
        spans.end()


def received(request: Any, route: str) -> None:
    """A call has come in: whatever follows in this task belongs to it. A socket has no end that could be told."""
    if _spans and route.startswith("api") and "upgrade" not in request.headers:
        request.ctx.span = _spans[0].received(request.method, route, request.headers)


def answered(request: Any, status: int, request_id: str) -> None:
    """It is answered."""
    if _spans and hasattr(request.ctx, "span"):
        _spans[0].answered(request.ctx.span, status, request_id)


def parent() -> str | None:
    """The ``traceparent`` of whatever is under way, for what goes on with it later; None where nothing is traced."""
    return _spans[0].parent() if _spans else None


def statement(text: bytes) -> AbstractContextManager[None]:
    """Around a statement that goes past SQLAlchemy."""
    return _spans[0].statement(text) if _spans else _UNTOLD


@contextmanager
def job(kind: str, number: int, asked_in: str | None) -> Iterator[None]:
    """Around a job, in the trace of the request that asked for it."""
    if not _spans:
        yield
        return
    with _spans[0].job(kind, number, asked_in):
        yield
