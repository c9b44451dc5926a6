"""Generated data of the clinics with a phone number: a job adds it in steps, exactly once even after a crash."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.job_kills import killed_after_a_step
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from sqlalchemy import text

from careops import Forbidden, InvalidInput
from careops.calls.data_generation import NO_CLINIC, CreateCmsData, Generation
from careops_server.core.configuration.settings import Settings
from careops_server.core.database.connection import Connection
from careops_server.core.idempotency.keys import IdempotencyKey
from careops_server.processes.job_worker import drain

# A gateway forwards the call; only the platform knows the result.
pytestmark = pytest.mark.own


async def counts(stage: Stage, clinic_id: int) -> dict[str, int]:
    """Number of rows of a clinic, by table."""
    tables = ("audit_events", "payments", "ad_campaigns", "leads")
    of_clinic = {
        table: await stage.sql(f"select count(*) from {table} where clinic_id = :id", id=clinic_id)  # noqa: S608 (constants)
        for table in tables
    }
    return {**of_clinic, "referrals": await stage.sql("select count(*) from referrals")}


async def test_generated_clinic_has_weeks_of_records_and_metrics(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    clinic_id = await stage.clinic(phone_number=phone)
    before = await counts(stage, clinic_id)
    generation = await client.data_generation.cms(phone_number=phone)
    assert [(clinic.id, clinic.name) for clinic in generation.clinics] == [(clinic_id, "Navjeevan Polyclinic")]
    assert generation.state == "waiting"
    assert generation.job_id is not None
    await drain(stage.services)
    job = await client.jobs.read(job_id=generation.job_id)
    assert (job.state, job.done, job.total, job.result, job.problem) == ("done", 3, 3, {"clinics": 1}, None)
    after = await counts(stage, clinic_id)
    assert after["payments"] - before["payments"] == 25
    assert after["referrals"] - before["referrals"] == 8
    assert 300 < after["audit_events"] - before["audit_events"] < 500
    metrics = (await client.clinics.read(id=clinic_id)).metrics
    assert metrics is not None
    visits = await stage.sql(
        "select count(*) from audit_events where clinic_id = :id and key = 'appointment.create'"
        " and event_status = 'SUCCESS'",
        id=clinic_id,
    )
    assert metrics.total_patient_visits == visits > 0
    assert min(metrics.total_bills, metrics.total_careplans, metrics.total_doctor_referrals) > 0
    assert metrics.latest_patient_visit is not None
    assert (await client.payments.list(clinic_id=clinic_id)).total_records == 25


async def test_growth_data_are_campaigns_with_leads(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    clinic_id = await stage.clinic(phone_number=phone)
    await client.data_generation.growth(phone_number=phone)
    await drain(stage.services)
    numbers = await counts(stage, clinic_id)
    assert numbers["ad_campaigns"] == 3
    assert numbers["leads"] > 0
    assert numbers["audit_events"] == 1, "that it was asked for"
    strangers = await stage.sql(
        "select count(*) from leads l join ad_campaigns c on c.id = l.ad_campaign_id"
        " where l.clinic_id = :id and c.clinic_id <> :id",
        id=clinic_id,
    )
    assert strangers == 0


async def test_running_generation_is_not_repeated(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    clinic_id = await stage.clinic(phone_number=phone)
    first, second = [await client.data_generation.cms(phone_number=phone) for _ in range(2)]
    assert first.job_id == second.job_id
    await drain(stage.services)
    assert (await counts(stage, clinic_id))["payments"] == 25
    third = await client.data_generation.cms(phone_number=phone)
    assert third.job_id != first.job_id
    await drain(stage.services)
    assert (await counts(stage, clinic_id))["payments"] == 50


async def test_clinics_of_an_owner_are_filled_together(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    owner = await stage.user(phone)
    ids = [await stage.clinic(user_id=owner, phone_number=stage.phone()) for _ in range(2)]
    job = await client.data_generation.growth(phone_number=phone)
    assert [clinic.id for clinic in job.clinics] == ids
    await drain(stage.services)
    assert [(await counts(stage, clinic_id))["ad_campaigns"] for clinic_id in ids] == [3, 3]


async def test_number_of_a_clinic_selects_its_owner(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    owner = await stage.user(stage.phone())
    ids = [await stage.clinic(user_id=owner, phone_number=number) for number in (stage.phone(), phone)]
    await stage.clinic(user_id=await stage.user(stage.phone()), phone_number=stage.phone())
    job = await client.data_generation.growth(phone_number=phone)
    assert [clinic.id for clinic in job.clinics] == ids
    nobodys = stage.phone()
    alone = await stage.clinic(phone_number=nobodys)
    job = await client.data_generation.growth(phone_number=nobodys)
    assert [clinic.id for clinic in job.clinics] == [alone]
    await drain(stage.services)


async def test_owner_with_many_clinics_is_accepted(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    owner = await stage.user(phone)
    await stage.sql(
        "insert into clinics (name, user_id) select 'Branch ' || n, :owner from generate_series(1, 201) n", owner=owner
    )
    job = await client.data_generation.growth(phone_number=phone)
    assert len(job.clinics) == 201
    await client.jobs.cancel(job_id=job.job_id or 0)


async def test_process_killed_between_steps_repeats_none(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    clinic_id = await stage.clinic(phone_number=phone)
    before = await counts(stage, clinic_id)
    await client.data_generation.cms(phone_number=phone)
    for _ in range(3):
        await killed_after_a_step(stage, "data_generation.cms")
    await drain(stage.services)
    after = await counts(stage, clinic_id)
    assert after["payments"] - before["payments"] == 25
    assert after["referrals"] - before["referrals"] == 8
    assert after["audit_events"] - before["audit_events"] < 500


async def test_clinic_deleted_before_its_turn_is_skipped(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    gone = await stage.clinic(phone_number=phone)
    stays = await stage.clinic(phone_number=phone)
    job = await client.data_generation.growth(phone_number=phone)
    await stage.sql("delete from clinics where id = :id", id=gone)
    await drain(stage.services)
    assert (await counts(stage, stays))["ad_campaigns"] == 3
    assert job.job_id is not None
    assert (await client.jobs.read(job_id=job.job_id)).state == "done"


async def test_number_without_a_clinic_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(SUPER)
    before = await stage.sql("select count(*) from jobs")
    with pytest.raises(InvalidInput, match=NO_CLINIC) as refused:
        await client.data_generation.cms(phone_number=stage.phone())
    assert refused.value.problems[0].source == "phone_number"
    assert await stage.sql("select count(*) from jobs") == before


async def test_clinics_of_a_number_are_listed_before_generation(stage: Stage) -> None:
    client, phone, other = await stage.signed_in(SUPER), stage.phone(), stage.phone()
    owner = await stage.user(phone)
    ids = [await stage.clinic(user_id=owner, phone_number=number) for number in (other, stage.phone())]
    jobs = await stage.sql("select count(*) from jobs")
    for owner_phone in (phone, other):
        clinics = await client.data_generation.list_clinics(phone_number=owner_phone)
        assert [clinic.id for clinic in clinics] == ids
        assert {clinic.name for clinic in clinics} == {"Navjeevan Polyclinic"}
    assert await client.data_generation.list_clinics(phone_number=stage.phone()) == []
    assert await stage.sql("select count(*) from jobs") == jobs


async def test_generations_have_their_number_and_clinics(stage: Stage) -> None:
    client, phone = await stage.signed_in(SUPER), stage.phone()
    owner = await stage.user(phone)
    ids = [await stage.clinic(user_id=owner, phone_number=stage.phone()) for _ in range(2)]
    job = await client.data_generation.growth(phone_number=phone)
    await stage.sql("insert into jobs (kind, parameters) values ('made.up', '{}')")
    newest = (await client.data_generation.list(perpage=1)).items[0]
    assert (newest.id, newest.kind, newest.state) == (job.job_id, "data_generation.growth", "waiting")
    assert newest.phone_number == phone
    assert [(clinic.id, clinic.name) for clinic in newest.clinics] == [(id, "Navjeevan Polyclinic") for id in ids]
    await drain(stage.services)
    await stage.sql("update clinics set name = 'Navjeevan Eye Care' where id = :id", id=ids[0])
    await stage.sql("delete from clinics where id = :id", id=ids[1])
    newest = (await client.data_generation.list(perpage=1)).items[0]
    assert newest.state == "done"
    assert [clinic.name for clinic in newest.clinics] == ["Navjeevan Eye Care"]


@pytest.mark.parametrize("phone", [CARE, BILLING])
async def test_generation_is_for_super_admins_only(stage: Stage, phone: str) -> None:
    client = await stage.signed_in(phone)
    with pytest.raises(Forbidden):
        await client.data_generation.cms(phone_number="9815000041")
    with pytest.raises(Forbidden):
        await client.data_generation.growth(phone_number="9815000041")
    with pytest.raises(Forbidden):
        await client.data_generation.list_clinics(phone_number="9815000041")
    with pytest.raises(Forbidden):
        await client.data_generation.list()


async def test_answer_waits_for_the_end_of_the_job(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(stage.settings.__dict__, "job_answer_seconds", 30)
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await stage.clinic(phone_number=phone)
    stage.services.jobs_asked.clear()
    answer = asyncio.ensure_future(client.data_generation.growth(phone_number=phone))
    await stage.services.jobs_asked.wait()
    await drain(stage.services)
    assert (await answer).state == "done"


def test_gateway_waits_longer_than_the_platform() -> None:
    assert Settings.model_fields["upstream_seconds"].default > Settings.job_answer_seconds + 2


async def test_rolled_back_job_is_not_awaited(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a deadlock, the retried transaction finds that another one has answered the same request."""
    client, phone = await stage.signed_in(SUPER), stage.phone()
    await stage.clinic(phone_number=phone)
    claim, keep = IdempotencyKey.acquire, IdempotencyKey.store
    claims: list[IdempotencyKey] = []
    meanwhile: list[Generation] = []
    call = CreateCmsData(phone_number=phone)

    async def claim_late(once: IdempotencyKey, connection: Connection) -> dict[str, Any] | None:
        claims.append(once)
        if len(claims) == 2:
            meanwhile.append(await client.send(call, idempotency_key="sent-at-once"))
        return await claim(once, connection)

    async def keep_after_a_deadlock(once: IdempotencyKey, connection: Connection, answer: dict[str, Any]) -> None:
        if len(claims) == 1:
            await connection.execute(text("do $$ begin raise exception 'tried' using errcode = '40P01'; end $$"))
        await keep(once, connection, answer)

    monkeypatch.setattr(IdempotencyKey, "acquire", claim_late)
    monkeypatch.setattr(IdempotencyKey, "store", keep_after_a_deadlock)
    answer = await client.send(call, idempotency_key="sent-at-once")
    assert len(claims) == 3
    assert answer == meanwhile[0]
    assert (await client.jobs.read(job_id=answer.job_id or 0)).state == "waiting"
