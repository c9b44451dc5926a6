"""Traces of calls, for programs that make theirs with OpenTelemetry. Off, and nothing imported, until ``trace()``.

>>> from careops.tracing import trace
>>> trace()
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from careops.conversation import Reply, Send, Silence

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider

_tracers: list[Tracer] = []
"""The one in use; none while nothing is traced."""


def trace(provider: TracerProvider | None = None) -> None:
    """From now on each request of every client is a span, and its ``traceparent`` travels to the platform.

    A span is named by its call and tells method, status and request id: no address, no parameter, nobody's data.
    ``provider`` is your program's; without it the one OpenTelemetry has. Needs ``careops[tracing]``.
    """
    from opentelemetry.trace import get_tracer

    _tracers[:] = [get_tracer("careops", tracer_provider=provider)]


def untrace() -> None:
    """Trace nothing any more."""
    _tracers.clear()


@dataclass(frozen=True)
class Traced:
    """A request on its way."""

    step: Send
    """As it is sent."""
    span: Span | None = None

    def told(self, outcome: Reply | Silence) -> Reply | Silence:
        """Note what came of it."""
        if self.span is not None:
            if isinstance(outcome, Reply):
                self.span.set_attribute("http.response.status_code", outcome.status)
                if outcome.request_id is not None:
                    self.span.set_attribute("careops.request_id", outcome.request_id)
            if isinstance(outcome, Silence) or outcome.status >= 500:
                _fail(self.span)
        return outcome


@contextmanager
def traced(step: Send) -> Iterator[Traced]:
    """A span around a request, where something is traced. What is no call of the platform's goes to others: untold."""
    if not _tracers or not step.call:
        yield Traced(step)
        return
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    attributes = {"http.request.method": step.wire.method}
    with _tracers[0].start_as_current_span(
        step.call, kind=SpanKind.CLIENT, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        carrier: dict[str, Any] = {}
        TraceContextTextMapPropagator().inject(carrier)
        yield Traced(replace(step, headers={**step.headers, **carrier}), span)


def _fail(span: Span) -> None:
    from opentelemetry.trace import StatusCode

    span.set_status(StatusCode.ERROR)
