"""Bulk change of records other than clinics: the engine does not depend on clinics."""

from __future__ import annotations

import pytest
from sdk.tests.bulk.admins_platform import AdminsPlatform, DeleteAdmins

from careops.bulk import AddPayments, BulkRun, Outcome, apply, parse_ids
from careops.calls.clinic_admins import ListClinicAdmins


async def test_all_records_of_any_list_are_targets() -> None:
    platform = AdminsPlatform(set(range(1, 1201)))
    async with platform.client() as client:
        run = await apply(client, DeleteAdmins(41), ListClinicAdmins(clinic_id=41))
    assert run.counts[Outcome.DONE] == 1200
    assert platform.admins == set()


async def test_listed_fields_need_no_second_read() -> None:
    platform = AdminsPlatform({7, 8, 9})
    async with platform.client() as client:
        run = await apply(client, DeleteAdmins(41), parse_ids([7, 9]))
    assert {row.target: row.outcome.value for row in run.rows()} == {7: "done", 9: "done"}
    assert platform.admins == {8}
    assert sum(isinstance(call, ListClinicAdmins) for call in platform.received) == 2


async def test_deleted_admin_is_unchanged() -> None:
    platform = AdminsPlatform({7})
    async with platform.client() as client:
        run = await apply(client, DeleteAdmins(41), parse_ids([7, 8]), dry_run=True)
    assert [(row.target, row.outcome.value) for row in run.rows()] == [(7, "planned"), (8, "unchanged")]
    assert platform.admins == {7}


async def test_changes_from_tables_have_no_list() -> None:
    platform = AdminsPlatform(set())
    async with platform.client() as client:
        run = BulkRun(client, AddPayments())
        with pytest.raises(TypeError, match="No list names what 'payments add-manual' changes"):
            await run.plan_where(ListClinicAdmins(clinic_id=41))  # type: ignore[arg-type]  # the error under test
