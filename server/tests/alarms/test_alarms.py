"""Alerts for super admins: a rolled back or unsealed audit log, machine limits, and unusually many reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from prometheus_client import REGISTRY
from server.tests.support.leads import lead
from server.tests.support.stage import BILLING, CARE, SUPER, Stage, running_app

from careops.calls import all_calls
from careops.calls.alarms import Alarm
from careops.calls.audit import ListAuditTrails
from careops.calls.campaigns import ListAdCampaigns
from careops.calls.clinics import ReadClinic
from careops.calls.doctors import ListDoctors, ReadDoctor
from careops.calls.leads import ListLeads
from careops.calls.payments import ListPayments
from careops.calls.timeline import ReadTimeline
from careops.calls.users import ListUsers
from careops.contract import Call, RawJson
from careops.contract.personal import models_in
from careops.errors import Unavailable
from careops_server.core.audit.checkpoints import FILE
from careops_server.core.audit.event_queries import BULK_READ
from careops_server.core.configuration.settings import Settings
from careops_server.core.health import health
from careops_server.core.pipeline.bulk_read_alerts import people_in
from careops_server.core.storage.backend import HealthCheck

pytestmark = pytest.mark.own

PLACES = {"ListClinics", "ListPharmacies", "ReadPharmacy", "ListLabs", "ReadLab"}
"""Businesses have phone numbers too."""
READS = [call for call in all_calls() if not call.route.mutates]
TEAM = {"ReadActivity", "ReadSession"}
"""Colleagues and oneself."""
PERSONAL = {"phone_number", "email", "contact", "first_name", "patient"}
ORDINARY_HOUR = [
    *([ListDoctors(page=page, perpage=20) for page in range(1, 21)]),
    *([ReadDoctor(id=id) for id in range(1, 101)]),
    *([ListUsers(page=page, perpage=20) for page in range(1, 11)]),
    *([ReadTimeline(record=f"clinic:{id}") for id in range(1, 101)]),
    *([ListAuditTrails(page=page) for page in range(1, 31)]),
    *([ListPayments(clinic_id=id, perpage=20) for id in range(1, 16)]),
    *([ListLeads(clinic_id=id, perpage=20) for id in range(1, 16)]),
    *([ReadClinic(id=id) for id in range(1, 101)]),
    *([ListAdCampaigns(page=page, perpage=10) for page in range(1, 11)]),
]
"""Reads of a busy hour: 100 clinics, doctors and timelines opened, and 100 pages of lists, all of them full."""


async def alarms(stage: Stage) -> list[Alarm]:
    return await (await stage.signed_in(SUPER)).alarms.list()


async def test_healthy_installation_has_no_alarms(stage: Stage) -> None:
    assert await alarms(stage) == []


async def test_rolled_back_audit_trail_raises_an_alarm(stage: Stage) -> None:
    head = stage.settings.data_dir / FILE
    for written in (f"999:{'0' * 64}\n", "somebody was here"):
        head.write_text(written)
        assert [alarm.kind for alarm in await alarms(stage)] == ["trail_gone_back"]
    head.unlink()
    assert await alarms(stage) == []


async def test_unsealed_audit_trail_raises_an_alarm(stage: Stage) -> None:
    position = await stage.sql("select coalesce(max(position), 0) from audit_events")
    seal = (
        "insert into audit_seals (number, after_position, upto_position, entries, previous, hash, sealed_at)"
        " values (:number, 0, :upto, '', '', 'x', now() - cast(:ago as interval))"
    )
    await stage.sql(seal, number=1, upto=position, ago="10 minutes")
    event = (
        "insert into audit_events (occurred_at, recorded_at, key, event_status)"
        " values (now(), now() - interval '6 minutes', 'patient.view', 'SUCCESS')"
    )
    assert await alarms(stage) == [], "after a long rest there is nothing to seal"
    await stage.sql(event)
    (alarm,) = await alarms(stage)
    assert alarm.kind == "trail_not_sealed"
    assert alarm.at is not None
    last = await stage.sql("select max(position) from audit_events")
    await stage.sql(seal, number=2, upto=last, ago="1 second")
    assert await alarms(stage) == []


async def test_failed_readiness_checks_raise_alarms(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 2**62)
    monkeypatch.setattr(health, "MAX_CLOCK_DRIFT_SECONDS", -1.0)
    monkeypatch.setattr(health, "serves", lambda _: False)
    listed = await alarms(stage)
    assert [alarm.kind for alarm in listed] == ["disk", "clock", "migrations"]
    assert listed[0].number


@pytest.mark.proves("FAULT-33.ready")
async def test_unreachable_file_store_raises_an_alarm_and_keeps_readiness(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    probes: list[float] = []

    async def away() -> None:
        probes.append(asyncio.get_running_loop().time())
        raise Unavailable

    services = stage.app.ctx.services
    monkeypatch.setattr(services.store, "ping", away)
    monkeypatch.setattr(services.store_reach, "ok", HealthCheck(services.store).ok)
    async with stage.http(headers={"host": "localhost"}) as http:
        answers = [await http.get("/ready") for _ in range(3)]
    assert {(answer.status_code, answer.json()["status"]) for answer in answers} == {(200, "degraded")}
    assert answers[0].json()["checks"]["store"] == {"ok": False}
    assert [alarm.kind for alarm in await alarms(stage)] == ["store"]
    assert len(probes) == 1, "whoever asks often does not make the server ask its store as often"


@pytest.mark.proves("FAULT-33.silent")
async def test_silent_file_store_is_not_awaited(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("careops_server.core.storage.backend.ANSWER_SECONDS", 0.01)
    silent = asyncio.Event()
    services = stage.app.ctx.services
    monkeypatch.setattr(services.store, "ping", silent.wait)
    reach = HealthCheck(services.store)
    assert [await reach.ok(), await reach.ok()] == [False, False]
    silent.set()
    await asyncio.sleep(0)
    assert await reach.ok()


async def test_metrics_have_the_same_alarms(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def measured() -> dict[str, float]:
        async with stage.http(headers={"host": "localhost"}) as http:
            lines = (await http.get("/metrics")).text.splitlines()
        samples = (
            line.rpartition(" ")
            for line in lines
            if line.startswith(("careops_alarms{", "careops_checks_right{", "careops_jobs{"))
        )
        return {
            name: float(value) for name, _, value in samples if float(value) != name.startswith("careops_checks_right")
        }

    assert await measured() == {}
    job = (
        "insert into jobs (kind, parameters, state, {}) values ('x', jsonb_build_object(), '{}', now() - interval '{}')"
    )
    await stage.sql(job.format("due_at", "waiting", "2 minutes"))
    await stage.sql(job.format("ended_at", "failed", "2 hours"))
    monkeypatch.setattr(health, "MAX_CLOCK_DRIFT_SECONDS", -1.0)
    assert await measured() == {
        'careops_alarms{kind="clock"}': 1,
        'careops_checks_right{check="clock"}': 0,
        'careops_jobs{state="failed"}': 1,
        'careops_jobs{state="stalled"}': 1,
    }


@asynccontextmanager
async def watched(settings: Settings, database_url: str, **limits: int) -> AsyncIterator[Stage]:
    """The application with a lower limit for unusually many reads."""
    async with running_app(settings.model_copy(update=limits), database_url) as app:
        stage = Stage(app, app, app.ctx.settings)
        if not await stage.sql("select count(*) from users"):
            await stage.set()
        yield stage


async def bulk_reads(stage: Stage) -> list[Any]:
    return [event for event in await stage.events() if event["key"] == BULK_READ]


@pytest.mark.proves("SEC-64.alert")
async def test_bulk_reader_is_reported_once_an_hour(
    settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 500_000 * 3600.0
    monkeypatch.setattr("careops_server.core.rate_limits.shared_counters.time.time", lambda: now)
    async with watched(settings, database_url, people_per_hour=20) as stage:
        doctors = [await stage.doctor() for _ in range(7)]
        counted = REGISTRY.get_sample_value("careops_bulk_reads_total") or 0
        reader = await stage.signed_in(CARE)
        for _ in range(2):
            assert len((await reader.doctors.list(perpage=7)).items) == 7
        for id in doctors[:6]:
            await reader.doctors.read(id=id)
        await reader.clinics.list(perpage=500)  # clinics are not persons and do not count
        assert await bulk_reads(stage) == [], "twenty are not yet very much"
        for _ in range(3):
            await reader.doctors.read(id=doctors[0])
        (event,) = await bulk_reads(stage)
        who = await stage.sql("select id from users where phone_number = :phone", phone=CARE)
        assert (event["actor_id"], event["actor_type"]) == (who, "customer_care")
        assert (event["after"], event["resource_type"], event["event_status"]) == ({"people": 21}, "user", "SUCCESS")
        assert event["ip_address"]
        assert REGISTRY.get_sample_value("careops_bulk_reads_total") == counted + 1
        (alarm,) = [alarm for alarm in await alarms(stage) if alarm.kind != "clock"]  # the test's clock stands still
        assert (alarm.kind, alarm.who, alarm.number) == ("bulk_reads", event["actor_name"], 21)

        await (await stage.signed_in(BILLING)).doctors.read(id=doctors[0])
        assert len(await bulk_reads(stage)) == 1, "each account has its own count"
        now += 3600
        await reader.doctors.read(id=doctors[0])
        assert [event["after"] for event in await bulk_reads(stage)] == [{"people": 21}, {"people": 24}]


@pytest.mark.proves("SEC-64.read")
async def test_read_succeeds_if_the_alarm_cannot_be_stored(
    settings: Settings, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watched(settings, database_url, people_per_hour=1) as stage:
        id = await stage.doctor(phone_number="9199999999")
        reader = await stage.signed_in(CARE)
        await reader.doctors.read(id=id)

        async def away(*_: Any) -> None:
            raise Unavailable

        with monkeypatch.context() as broken:
            broken.setattr(stage.services.database, "change", away)
            assert (await reader.doctors.read(id=id)).id == id


def persons_in(kind: Any) -> bool:
    """Return True if an answer contains a field of a person, at any depth."""
    for model in models_in(kind):
        is_person = any(word in model.__name__ for word in ("Doctor", "Patient", "Person"))
        if (PERSONAL | {"name"} if is_person else PERSONAL) & model.model_fields.keys():
            return True
    return False


@pytest.mark.proves("SEC-64.counted")
@pytest.mark.parametrize("call", READS, ids=lambda call: call.__name__)
def test_read_found_by_phone_number_is_counted(call: type[Call[Any]]) -> None:
    if persons_in(call.answer_type()) and call.__name__ not in PLACES | TEAM:
        assert call.reads_people(), "mark the fields with Personal: records of people are counted (SEC-64)"


@pytest.mark.proves("SEC-64.ordinary")
def test_ordinary_hour_of_reads_stays_below_the_limit() -> None:
    page: RawJson[Any] = RawJson({"items": [], "total_records": 10**6})
    number = sum(people_in(call, page) for call in ORDINARY_HOUR)
    assert all(call.reads_people() for call in ORDINARY_HOUR)
    assert 1000 < number <= Settings.model_fields["people_per_hour"].default


@pytest.mark.proves("SEC-64.counted")
async def test_bulk_reads_of_audit_trail_are_counted(settings: Settings, database_url: str) -> None:
    async with watched(settings, database_url, people_per_hour=20) as stage:
        add = (
            "insert into audit_events (key, event_status, patient_name)"
            " select 'patient.view', 'SUCCESS', 'Mohinder Brar' from generate_series(1, 40) returning 1"
        )
        await stage.sql(add)
        reader = await stage.signed_in(BILLING)
        before = len(await bulk_reads(stage))
        for page in (1, 2):
            await reader.audit.list(page=page)
        assert len(await bulk_reads(stage)) == before
        await reader.audit.list(page=3)
        assert len(await bulk_reads(stage)) == before + 1


@pytest.mark.proves("SEC-64.exported")
async def test_export_of_leads_is_counted(settings: Settings, database_url: str) -> None:
    async with watched(settings, database_url, people_per_hour=20) as stage:
        clinic_id = await stage.clinic()
        for number in range(21):
            await lead(stage, clinic_id, phone_number=f"92000{number:05}")
        reader = await stage.signed_in(SUPER)
        before = len(await bulk_reads(stage))
        async with await reader.leads.export(clinic_id=clinic_id) as download:
            assert b"9200000020" in b"".join([piece async for piece in download])
        assert len(await bulk_reads(stage)) == before + 1


async def test_missing_signing_key_is_not_a_rollback(stage: Stage) -> None:
    """Last in this file, because the seal of the other server stays."""
    columns = "number, after_position, upto_position, entries, previous, hash, sealed_at, public_key"
    values = "900, 0, coalesce(max(position), 0), '', '', 'x', now(), repeat('e', 64)"
    await stage.sql(f"insert into audit_seals ({columns}) select {values} from audit_events")  # noqa: S608 (constants)
    async with stage.http(headers={"host": "localhost"}) as http:
        answer = await http.get("/ready")
    trail = answer.json()["checks"]["audit_trail"]
    assert (answer.status_code, answer.json()["status"], trail["ok"]) == (200, "degraded", False)
    assert "CAREOPS_AUDIT_SIGNING_KEY" in trail["reason"]
    assert not [alarm for alarm in await alarms(stage) if alarm.kind.startswith("trail")]
