"""Spans by OpenTelemetry. Names and numbers only: no address, no parameter, no SQL value, nobody's data."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

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
from sqlalchemy import Engine, event

from careops import __version__, tracing
from careops_server.settings import Settings

_NOTHING: Final = Context()
_W3C: Final = TraceContextTextMapPropagator()
_VERB = re.compile(r"\s*(\w+)")
_TABLE = re.compile(r"\b(?:from|into|update|join)\s+([a-z_][a-z0-9_]*)", re.IGNORECASE)
_SQL: Final = {"db.system.name": "postgresql"}


def exporter_for(settings: Settings) -> SpanExporter:
    """Where spans are sent."""
    return OTLPSpanExporter(endpoint=settings.traces_url)


class _Kept(RandomIdGenerator):
    """Numbers of traces that the share keeps: whoever has the same share keeps them, too."""

    def __init__(self, share: TraceIdRatioBased) -> None:
        self._bound = share.bound

    def generate_trace_id(self) -> int:
        return random.getrandbits(64) << 64 | random.randrange(1, self._bound)  # noqa: S311 (nobody's secret)

    def is_trace_id_random(self) -> bool:
        return False  # its latter half is drawn from a part of all numbers


class Spans:
    """The spans of this process."""

    def __init__(self, settings: Settings) -> None:
        share = TraceIdRatioBased(settings.traces_share)
        self._share = settings.traces_share
        # A caller may say that it does not trace; that it does says no more than which trace: the share is ours.
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
        # Most requests begin their trace here and are not kept: asking a sampler would cost more than they do.
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
        """Send what is left."""
        tracing.untrace()
        self._provider.shutdown()

    def received(self, method: str, route: str, headers: Mapping[str, str]) -> Span:
        """A span for a request; what follows in this task is below it."""
        given = headers.get("traceparent")
        if given is None and random.random() >= self._share:  # noqa: S311 (nobody's secret)
            attach(self._below_unkept)
            return self._unkept
        tracer = self._first if given is None else self._tracer
        span = tracer.start_span(
            f"{method} {route}",
            _NOTHING if given is None else _W3C.extract({"traceparent": given}, _NOTHING),
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
        # What an exception says may be about somebody: the log has it, with the request's id.
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
        """A span for a statement below a span that is kept."""
        if trace.get_current_span().is_recording():
            with self._asked(text.decode()):
                yield
        else:
            yield

    @contextmanager
    def _asked(self, statement: str) -> Iterator[None]:
        # Nothing is ever below a statement, so it need not be what follows is below; and what it is below is kept, so
        # that no sampler has to be asked.
        named = summary(statement)
        span = self._first.start_span(named, kind=SpanKind.CLIENT, attributes={**_SQL, "db.query.summary": named})
        try:
            yield
        except BaseException:
            span.set_status(StatusCode.ERROR)
            raise
        finally:
            span.end()

    def watch(self, engine: Engine) -> None:
        """A span for each statement below a span that is kept.

        In the dialect's own place: an engine whose statements are listened to costs every request that borrows a
        connection, and each statement 40 µs, kept or not.
        """

        def one(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
            return self._told(statement, lambda: context.dialect.do_execute(cursor, statement, parameters, context))

        def many(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
            return self._told(statement, lambda: context.dialect.do_executemany(cursor, statement, parameters, context))

        def bare(cursor: Any, statement: str, context: Any) -> bool:
            return self._told(statement, lambda: context.dialect.do_execute_no_params(cursor, statement, context))

        event.listen(engine, "do_execute", one)
        event.listen(engine, "do_executemany", many)
        event.listen(engine, "do_execute_no_params", bare)

    def _told(self, statement: str, carry_out: Callable[[], object]) -> bool:
        """Whether it has been carried out; the dialect does so otherwise."""
        if not trace.get_current_span().is_recording():
            return False
        with self._asked(statement):
            carry_out()
        return True


@lru_cache(2048)
def summary(statement: str) -> str:
    """``select clinics``: what a statement does and to which table, without a word of what it looks for."""
    verb, table = _VERB.match(statement), _TABLE.search(statement)
    return " ".join(found[1].lower() for found in (verb, table) if found)
