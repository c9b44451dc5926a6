"""Spans by OpenTelemetry. Names and numbers only: no address, no parameter, no SQL value, nobody's data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from opentelemetry import trace
from opentelemetry.context import Context, attach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Engine, event

from careops import __version__, tracing
from careops_server.settings import Settings

_NOTHING: Final = Context()
_W3C: Final = TraceContextTextMapPropagator()
_VERB = re.compile(r"\s*(\w+)")
_TABLE = re.compile(r"\b(?:from|into|update|join)\s+([a-z_][a-z0-9_]*)", re.IGNORECASE)
_KEY: Final = "_careops_span"
_SQL: Final = {"db.system.name": "postgresql"}


def exporter_for(settings: Settings) -> SpanExporter:
    """Where spans are sent."""
    return OTLPSpanExporter(endpoint=settings.traces_url)


class Spans:
    """The spans of this process."""

    def __init__(self, settings: Settings) -> None:
        share = TraceIdRatioBased(settings.traces_share)
        # A caller may say that it does not trace; that it does says no more than which trace: the share is ours.
        sampler = ParentBased(share, remote_parent_sampled=share)
        named = {
            "service.name": "careops",
            "service.version": __version__,
            "deployment.environment.name": settings.environment,
        }
        self._provider = TracerProvider(sampler=sampler, resource=Resource(named), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter_for(settings)))
        self._tracer = self._provider.get_tracer("careops")
        tracing.trace(self._provider)

    def end(self) -> None:
        """Send what is left."""
        tracing.untrace()
        self._provider.shutdown()

    def received(self, method: str, route: str, headers: Mapping[str, str]) -> Span:
        """A span for a request; what follows in this task is below it."""
        given = {"traceparent": headers["traceparent"]} if "traceparent" in headers else {}
        span = self._tracer.start_span(
            f"{method} {route}",
            _W3C.extract(given, _NOTHING),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": method, "http.route": route},
        )
        # Not taken back: a connection's next request attaches its own.
        attach(set_span_in_context(span, _NOTHING))
        return span

    def answered(self, span: Span, status: int, request_id: str) -> None:
        """End it."""
        if span.is_recording():
            span.set_attributes({"http.response.status_code": status, "careops.request_id": request_id})
            if status >= 500:
                span.set_status(StatusCode.ERROR)
        span.end()
        attach(_NOTHING)

    def parent(self) -> str | None:
        """What a later span is to be below."""
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get("traceparent")

    @contextmanager
    def job(self, kind: str, number: int, asked_in: str | None) -> Iterator[None]:
        """A span for a job."""
        context = _W3C.extract({"traceparent": asked_in} if asked_in else {}, _NOTHING)
        attributes: dict[str, str | int] = {"careops.job": kind, "careops.job_id": number}
        with self._around(f"job {kind}", SpanKind.CONSUMER, attributes, context):
            yield

    @contextmanager
    def statement(self, text: bytes) -> Iterator[None]:
        """A span for a statement below a span that is kept."""
        if not trace.get_current_span().is_recording():
            yield
            return
        named = summary(text.decode())
        with self._around(named, SpanKind.CLIENT, {**_SQL, "db.query.summary": named}):
            yield

    @contextmanager
    def _around(
        self, name: str, kind: SpanKind, attributes: Mapping[str, str | int], context: Context | None = None
    ) -> Iterator[None]:
        # What an exception says may be about somebody: the log has it, with the request's id.
        with self._tracer.start_as_current_span(
            name, context, kind, attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException:
                span.set_status(StatusCode.ERROR)
                raise

    def watch(self, engine: Engine) -> None:
        """A span for each statement below a span that is kept."""

        def begin(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
            if not trace.get_current_span().is_recording():
                return
            named = summary(statement)
            attributes = {**_SQL, "db.query.summary": named}
            connection.info[_KEY] = self._tracer.start_span(named, kind=SpanKind.CLIENT, attributes=attributes)

        def done(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
            if (span := connection.info.pop(_KEY, None)) is not None:
                span.end()

        def failed(context: Any) -> None:
            connection = context.connection
            if connection is not None and (span := connection.info.pop(_KEY, None)) is not None:
                span.set_status(StatusCode.ERROR)
                span.end()

        event.listen(engine, "before_cursor_execute", begin)
        event.listen(engine, "after_cursor_execute", done)
        event.listen(engine, "handle_error", failed)


@lru_cache(2048)
def summary(statement: str) -> str:
    """``select clinics``: what a statement does and to which table, without a word of what it looks for."""
    verb, table = _VERB.match(statement), _TABLE.search(statement)
    return " ".join(found[1].lower() for found in (verb, table) if found)
