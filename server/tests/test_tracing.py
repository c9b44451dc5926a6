"""Traces: from a client through the server to its statements and jobs, if enabled, without personal data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import psycopg
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode
from server.tests.support.stage import PASSWORD, SUPER, UNLIMITED, Stage, running_app
from sqlalchemy import text

from careops import AsyncCareOps
from careops.calls.clinics import ListClinics
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.engine import create_pool
from careops_server.core.observability import otel, tracing
from careops_server.processes.job_worker import drain

pytestmark = pytest.mark.own
TERM = "Zafirabad Bahadur"


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """The exporter that receives the spans of these tests."""
    memory = InMemorySpanExporter()
    monkeypatch.setattr(otel, "exporter_for", lambda settings: memory)
    return memory


@asynccontextmanager
async def traced(settings: Settings, database_url: str, share: float = 1) -> AsyncIterator[Stage]:
    """A server with tracing."""
    own = settings.model_copy(
        update={
            "traces_url": "http://127.0.0.1:1/v1/traces",
            "traces_share": share,
            "job_answer_seconds": 0,
            **UNLIMITED,
        }
    )
    async with running_app(own, database_url) as app:
        yield Stage(app, app, own)


async def signed_in(server: Stage) -> AsyncCareOps:
    client = server.client()
    await client.sign_in(SUPER, PASSWORD)
    return client


def named(exporter: InMemorySpanExporter) -> Iterator[tuple[str, ReadableSpan]]:
    for span in exporter.get_finished_spans():
        yield span.name, span


async def test_trace_connects_client_and_statements(
    stage: Stage, settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    async with traced(settings, database_url) as server:
        client = await signed_in(server)
        await client.clinics.list(search_text=TERM)
    spans = dict(named(exporter))
    client_span, answered = spans["ListClinics"], spans["GET api/admin/clinics"]
    assert client_span.parent is None
    assert answered.parent is not None
    assert answered.parent.span_id == client_span.context.span_id
    assert answered.context.trace_id == client_span.context.trace_id
    assert dict(answered.attributes or {}) == {
        "http.request.method": "GET",
        "http.route": "api/admin/clinics",
        "http.response.status_code": 200,
        "careops.request_id": (client_span.attributes or {})["careops.request_id"],
    }
    below = [s for _, s in named(exporter) if s.parent is not None and s.parent.span_id == answered.context.span_id]
    assert sorted(span.name for span in below) == ["select user_accounts", "with clinics"]
    assert all((span.attributes or {})["db.system.name"] == "postgresql" for span in below)


@pytest.mark.proves("SEC-61.traces")
async def test_spans_contain_no_personal_data(
    stage: Stage, settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    async with traced(settings, database_url) as server:
        client = await signed_in(server)
        await client.clinics.list(search_text=TERM)
        await client.users.list(search_text=SUPER)
        async with server.http() as http:
            assert (await http.post("/api/auth/sign_in", json={"phone_number": SUPER, "password": TERM})).status_code
    text = "\n".join(span.to_json() for _, span in named(exporter))
    assert "ListUsers" in text
    for secret in (TERM, "Zafirabad", SUPER, PASSWORD):
        assert secret not in text
    assert not any(span.events for _, span in named(exporter)), "an exception's text may hold anything"


async def test_job_continues_the_trace_of_its_request(
    stage: Stage, settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    async with traced(settings, database_url) as server:
        client = await signed_in(server)
        await stage.clinic(phone_number=(phone := stage.phone()))
        await client.data_generation.growth(phone_number=phone)
        await drain(server.services)
    spans = dict(named(exporter))
    (job,) = [span for name, span in spans.items() if name.startswith("job ")]
    (call,) = [span for name, span in spans.items() if name.startswith("POST") and "growth" in name]
    assert job.context.trace_id == call.context.trace_id


async def test_sampling_ignores_the_caller(
    stage: Stage, settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    async with traced(settings, database_url, share=0) as server, server.http() as http:
        sampled = {"traceparent": "00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-01"}
        assert (await http.get("/api/admin/clinics", headers=sampled)).status_code == 401
    assert exporter.get_finished_spans() == ()


@pytest.mark.parametrize(("drawn", "share", "kept_ones"), [(0.2, 0.25, 1), (0.25, 0.25, 0)])
def test_servers_with_equal_share_sample_equal_traces(
    drawn: float, share: float, kept_ones: int, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new trace is sampled by its id, so servers with the same share agree; children follow their parent."""
    exporter = InMemorySpanExporter()
    monkeypatch.setattr(otel, "exporter_for", lambda settings: exporter)
    monkeypatch.setattr("careops_server.core.observability.otel.random.random", lambda: drawn)
    traced = otel.Spans(settings.model_copy(update={"traces_share": share}))
    span = traced.received("GET", "api/admin/clinics", {})
    parent = traced.parent()
    with traced.job("world.grow", 7, parent):
        pass
    traced.end_request(span, 200, "a-request")
    traced.end()
    assert parent is not None
    assert parent.endswith("-01" if kept_ones else "-00")
    assert [each.name for each in exporter.get_finished_spans()] == ["job world.grow", "GET api/admin/clinics"][
        : 2 * kept_ones
    ]
    assert all((each.context.trace_id & (2**64 - 1)) < share * 2**64 for each in exporter.get_finished_spans())


async def test_every_kind_of_statement_is_one_span(
    settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    tracing.start(settings.model_copy(update={"traces_url": "http://127.0.0.1:1/v1/traces", "traces_share": 1}))
    recorder = tracing._spans[0]
    request = recorder.received("GET", "api/admin/clinics", {})
    pool = create_pool(database_url, pool_size=1)
    async with pool.connection() as connection:
        await connection.execute(text("create temporary table told (id int)"))
        async with connection.transaction():
            await connection.execute(text("insert into told values (:id)"), {"id": 1})
            await connection.copy_rows("told", {"id": "int4"}, [(2,)])
        assert (await connection.execute(text("select count(*) from told where 5 % 2 = 1"))).scalar_one() == 2
        with pytest.raises(psycopg.ProgrammingError):
            await connection.execute(text("delete from nothing_like_it"))
    recorder.end_request(request, 200, "r")
    await pool.renew()
    tracing.stop()
    below = {
        name: s for name, s in named(exporter) if s.parent and s.parent.span_id == request.get_span_context().span_id
    }
    assert {"create", "insert told", "copy stdin", "commit", "select told", "delete nothing_like_it"} <= set(below)
    failed = [name for name, span in below.items() if span.status.status_code is StatusCode.ERROR]
    assert failed == ["delete nothing_like_it"]


async def test_failed_statement_and_malformed_header_are_harmless(
    stage: Stage, settings: Settings, database_url: str, exporter: InMemorySpanExporter
) -> None:
    async with traced(settings, database_url) as server, server.http() as http:
        for odd in ("", "00-zz", "x" * 500, "00-00000000000000000000000000000000-0000000000000000-01"):
            assert (await http.get("/api/admin/clinics", headers={"traceparent": odd})).status_code == 401
    answers = [span for name, span in named(exporter) if name == "GET api/admin/clinics"]
    assert len(answers) == 4
    assert all(span.parent is None for span in answers)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("\n  select * from clinics c where c.name like :name", "select clinics"),
        ("with next as (select id from jobs) update jobs j set x = 1", "with jobs"),
        ("insert into audit_events (key) values ('x')", "insert audit_events"),
        ("select pg_advisory_xact_lock(1)", "select"),
    ],
)
def test_statement_is_named_by_verb_and_table(statement: str, named: str) -> None:
    assert otel.summary(statement) == named


def test_disabled_tracing_imports_nothing() -> None:
    script = (
        "import sys; import careops_server.app, careops_cli.main, careops.client.sync_client;"
        " sys.exit('opentelemetry' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0  # noqa: S603 (our own words)
    assert tracing.parent() is None
    assert ListClinics.route.path == "/admin/clinics"
