"""OpenTelemetry traces of calls. Disabled, and OpenTelemetry not imported, until ``trace()``.

>>> from careops.tracing import trace
>>> trace()
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from careops.client.request_flow import NoResponse, Reply, SendRequest

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

tracers: list[Tracer] = []
"""Active tracer; empty while tracing is disabled."""


def trace(provider: TracerProvider | None = None) -> None:
    """Trace each request of all clients as a span, and send its ``traceparent`` to the platform.

    A span has the call's name, method, status and request id, but no address, parameter or personal data. ``provider``
    is your program's; by default the global one of OpenTelemetry. Requires the extra ``tracing``.
    """
    from opentelemetry.trace import get_tracer

    tracers[:] = [get_tracer("careops", tracer_provider=provider)]


def untrace() -> None:
    """Disable tracing."""
    tracers.clear()


@dataclass(frozen=True)
class CallSpan:
    """Traced request."""

    step: SendRequest
    """Request as it is sent."""
    span: Span | None = None

    def record(self, outcome: Reply | NoResponse) -> Reply | NoResponse:
        """Record the outcome."""
        if self.span is not None:
            if isinstance(outcome, Reply):
                self.span.set_attribute("http.response.status_code", outcome.status)
                if outcome.request_id is not None:
                    self.span.set_attribute("careops.request_id", outcome.request_id)
            if isinstance(outcome, NoResponse) or outcome.status >= 500:
                _fail(self.span)
        return outcome


@contextmanager
def traced(step: SendRequest) -> Iterator[CallSpan]:
    """Create a span around a request while tracing is enabled, except for requests to other hosts."""
    if not step.call:
        yield CallSpan(step)
        return
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    attributes = {"http.request.method": step.wire.method}
    with tracers[0].start_as_current_span(
        step.call, kind=SpanKind.CLIENT, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        carrier: dict[str, Any] = {}
        TraceContextTextMapPropagator().inject(carrier)
        yield CallSpan(replace(step, headers={**step.headers, **carrier}), span)


def _fail(span: Span) -> None:
    from opentelemetry.trace import StatusCode

    span.set_status(StatusCode.ERROR)
