"""Key figures of a clinic: exact, bounded, and only about records that the caller may list."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from server.tests.support.stage import BILLING, CARE, SUPER, Stage

from careops import Forbidden, NotFound
from careops.calls.clinics import ClinicSummary, FollowUpsSummary, PaymentsSummary
from careops_server.areas.clinics import summary_queries

pytestmark = pytest.mark.own


async def pay(stage: Stage, clinic_id: int, *, status: str, amount: str, days: int = 0) -> None:
    await stage.sql(
        "insert into payments (clinic_id, billing_payment_status, amount, created_at)"
        " values (:clinic_id, :status, :amount, now() - make_interval(days => :days))",
        clinic_id=clinic_id,
        status=status,
        amount=amount,
        days=days,
    )


async def figures(stage: Stage, clinic_id: int, phone: str = SUPER) -> ClinicSummary:
    return await (await stage.signed_in(phone)).clinics.read_summary(clinic_id=clinic_id)


async def test_new_clinic_has_zeros(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    read = await figures(stage, clinic_id)
    assert read.modules_total == len(stage.module_ids) + 3
    assert read == ClinicSummary(
        modules_on=0,
        modules_total=read.modules_total,
        doctors=0,
        doctors_unverified=0,
        staff=0,
        locations=1,
        admins=0,
        has_bank_details=False,
        payments=PaymentsSummary(total=0, recent_amount=Decimal(0), recent_failed=0),
        follow_ups=FollowUpsSummary(open=0),
    )


async def test_figures_of_a_clinic_are_right(stage: Stage) -> None:
    group = await stage.sql("insert into clinic_groups (name) values ('Navjeevan') returning id")
    clinic_id, other = [await stage.clinic(clinic_group_id=group, ipd_enabled=True) for _ in range(2)]
    client = await stage.signed_in(CARE)
    await client.modules.activate(clinic_id=clinic_id, module_id=stage.module_ids["Billing"])
    await stage.clinic_doctor(clinic_id, verified=True)
    await stage.clinic_doctor(clinic_id)
    await stage.clinic_doctor(other)
    await stage.clinic_admin(clinic_id)
    for sql in (
        "insert into clinic_staff (clinic_id, name) values (:id, 'Balwinder Sandhu')",
        "insert into clinic_metrics (clinic_id, latest_patient_visit) values (:id, '2026-09-29')",
        "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
        " values (:id, '314159265358979', 'Pi Polyclinic', 'State Bank of India', 'SBIN0000001')",
    ):
        await stage.sql(sql, id=clinic_id)
    await pay(stage, clinic_id, status="captured", amount="400.95")
    await pay(stage, clinic_id, status="success", amount="100.05", days=29)
    await pay(stage, clinic_id, status="failed", amount="12", days=3)
    await pay(stage, clinic_id, status="pending", amount="5", days=3)
    await pay(stage, clinic_id, status="captured", amount="7", days=31)
    await pay(stage, other, status="failed", amount="7")
    ref = f"clinic:{clinic_id}"
    for day in (date(2099, 11, 30), date(2099, 11, 29)):
        await client.follow_ups.create(record=ref, what="Call back", owner_role="customer_care", due=day)
    closed = await client.follow_ups.create(record=ref, what="Mail", owner_role="customer_care", due=date(2099, 1, 1))
    assert closed.id is not None
    await client.follow_ups.close(follow_up_id=closed.id, state="done")
    read = await figures(stage, clinic_id)
    assert (read.modules_on, read.doctors, read.doctors_unverified, read.staff, read.locations) == (2, 2, 1, 1, 2)
    assert (read.admins, read.latest_patient_visit, read.has_bank_details) == (1, date(2026, 9, 29), True)
    assert read.payments is not None
    assert (read.payments.total, float(read.payments.recent_amount), read.payments.recent_failed) == (5, 501.0, 1)
    assert read.follow_ups == FollowUpsSummary(open=2, next_due=date(2099, 11, 29))


async def test_every_staff_role_reads_the_same(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    assert await figures(stage, clinic_id, CARE) == await figures(stage, clinic_id, BILLING)


async def test_counts_are_exact(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    await stage.sql(
        "insert into clinic_staff (clinic_id, name) select :id, 'Balwinder' from generate_series(1, 1001)", id=clinic_id
    )
    assert (await figures(stage, clinic_id)).staff == 1001


@pytest.mark.parametrize("source", summary_queries.SOURCES, ids=lambda source: source.call.__name__)
async def test_figures_of_forbidden_lists_are_omitted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, source: Any
) -> None:
    clinic_id = await stage.clinic()
    monkeypatch.setattr(source.call, "route", replace(source.call.route, access=frozenset({"super_admin"})))
    everything = (await figures(stage, clinic_id, SUPER)).model_dump()
    read = (await figures(stage, clinic_id, CARE)).model_dump()
    names = {name for name, _ in source.fields}
    assert {name for name in read if read[name] is None and everything[name] is not None} == names - {
        "latest_patient_visit"
    }


async def test_a_key_without_other_scopes_reads_only_the_clinic(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    read = await (await stage.program("clinics:read")).clinics.read_summary(clinic_id=clinic_id)
    assert (read.doctors, read.payments, read.follow_ups) == (0, None, None)
    with pytest.raises(Forbidden):
        await (await stage.program("payments:read")).clinics.read_summary(clinic_id=clinic_id)


async def test_unknown_clinic_is_refused(stage: Stage) -> None:
    with pytest.raises(NotFound, match="There is no clinic"):
        await figures(stage, 999_999_999)
