"""OpenTelemetry spans with names and numbers only: no addresses, parameters, SQL values or personal data."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from opentelemetry import trace
from opentelemetry.context import Context, attach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON, ParentBased, TraceIdRatioBased
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from careops import __version__, tracing
from careops_server.core.configuration.settings import Settings

_NOTHING: Final = Context()
_W3C: Final = TraceContextTextMapPropagator()
_BEFORE_TABLE: Final = frozenset({"from", "into", "update", "join"})
_SQL: Final = {"db.system.name": "postgresql"}


def exporter_for(settings: Settings) -> SpanExporter:
    """Return the exporter for spans."""
    return OTLPSpanExporter(endpoint=settings.traces_url)


class _Kept(RandomIdGenerator):
    """Generator of trace ids within the sampled share. Other services with the same share keep the same traces."""

    def __init__(self, share: TraceIdRatioBased) -> None:
        self._bound = share.bound

    def generate_trace_id(self) -> int:
        return random.getrandbits(64) << 64 | random.randrange(1, self._bound)  # noqa: S311 (not a secret)

    def is_trace_id_random(self) -> bool:
        return False  # its lower half is limited to a part of all numbers


class Spans:
    """Spans of this process."""

    def __init__(self, settings: Settings) -> None:
        share = TraceIdRatioBased(settings.traces_share)
        self._share = settings.traces_share
        # A caller may turn tracing off. If it turns tracing on, only its trace id is used: the share of this server
        # applies.
        sampler = ParentBased(share, remote_parent_sampled=share)
        named = {
            "service.name": "careops",
            "service.version": __version__,
            "deployment.environment.name": settings.environment,
        }
        self._provider = TracerProvider(sampler=sampler, resource=Resource(named), shutdown_on_exit=False)
        sending = BatchSpanProcessor(exporter_for(settings))
        self._provider.add_span_processor(sending)
        self._tracer = self._provider.get_tracer("careops")
        # Most requests start a trace here and are not sampled. A sampler would cost more than they do.
        first = TracerProvider(
            sampler=ALWAYS_ON, resource=Resource(named), id_generator=_Kept(share), shutdown_on_exit=False
        )
        first.add_span_processor(sending)
        self._first = first.get_tracer("careops")
        ids = RandomIdGenerator()
        unkept = SpanContext(ids.generate_trace_id(), ids.generate_span_id(), is_remote=False)
        self._unkept = NonRecordingSpan(unkept)
        self._below_unkept = set_span_in_context(self._unkept, _NOTHING)
        tracing.trace(self._provider)

    def end(self) -> None:
        """Send remaining spans and stop."""
        tracing.untrace()
        self._provider.shutdown()

    def received(self, method: str, route: str, headers: Mapping[str, str]) -> Span:
        """Start a span for a request, the parent of later spans in this task."""
        parent = headers.get("traceparent")
        if parent is None and random.random() >= self._share:  # noqa: S311 (not a secret)
            attach(self._below_unkept)
            return self._unkept
        tracer = self._first if parent is None else self._tracer
        span = tracer.start_span(
            f"{method} {route}",
            _NOTHING if parent is None else _W3C.extract({"traceparent": parent}, _NOTHING),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": method, "http.route": route},
        )
        # Never detached: the next request of a connection attaches another context.
        attach(set_span_in_context(span, _NOTHING))
        return span

    def end_request(self, span: Span, status: int, request_id: str) -> None:
        """End the span of a request."""
        if span.is_recording():
            span.set_attributes({"http.response.status_code": status, "careops.request_id": request_id})
            if status >= 500:
                span.set_status(StatusCode.ERROR)
        span.end()
        attach(_NOTHING)

    def parent(self) -> str | None:
        """Return the ``traceparent`` for later spans."""
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get("traceparent")

    @contextmanager
    def job(self, kind: str, number: int, asked_in: str | None) -> Iterator[None]:
        """Trace a job."""
        context = _W3C.extract({"traceparent": asked_in} if asked_in else {}, _NOTHING)
        attributes: dict[str, str | int] = {"careops.job": kind, "careops.job_id": number}
        # An exception's message may contain personal data. The log has it, with the request's id.
        with self._tracer.start_as_current_span(
            *(f"job {kind}", context, SpanKind.CONSUMER, attributes),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield
            except BaseException:
                span.set_status(StatusCode.ERROR)
                raise

    @contextmanager
    def statement(self, text: bytes) -> Iterator[None]:
        """Trace a statement if its parent span is sampled."""
        if trace.get_current_span().is_recording():
            with self._statement_span(text.decode()):
                yield
        else:
            yield

    @contextmanager
    def _statement_span(self, statement: str) -> Iterator[None]:
        # A statement has no child spans, so it is not attached to the context. Its parent is sampled, so it needs no
        # sampler.
        named = summary(statement)
        span = self._first.start_span(named, kind=SpanKind.CLIENT, attributes={**_SQL, "db.query.summary": named})
        try:
            yield
        except BaseException:
            span.set_status(StatusCode.ERROR)
            raise
        finally:
            span.end()


@lru_cache(2048)
def summary(statement: str) -> str:
    """Return a statement's verb and table, such as ``select clinics``, without any values."""
    words = [word.rstrip(",);") for word in statement.lower().split()]
    tables = (table for before, table in pairwise(words) if before in _BEFORE_TABLE and table.isidentifier())
    return " ".join([*words[:1], *islice(tables, 1)])
