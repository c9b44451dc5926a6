"""Bulk import of clinic doctors: requests and their number."""

from __future__ import annotations

import io

import httpx
from sdk.tests.bulk.bulk_platform import BulkPlatform, quick

from careops.bulk import AddDoctors, BulkRun, read_doctors
from careops.calls.clinic_doctors import FindDoctors
from careops.calls.clinics import ReadClinic
from careops.contract import Call


def nobody_known(call: Call[object]) -> httpx.Response | None:
    """Answer as a platform without doctors."""
    return httpx.Response(200, json=FindDoctors.write_answer([])) if isinstance(call, FindDoctors) else None


async def test_clinic_is_read_once_for_all_its_doctors() -> None:
    platform = BulkPlatform(clinics=3, before=nobody_known)
    rows = [f"{clinic},98123456{clinic}{number},500" for clinic in (1, 2, 3) for number in range(5)]
    async with platform.client() as client:
        run = BulkRun(client, AddDoctors(), pace=quick())
        await run.plan(read_doctors(io.BytesIO("\n".join(["clinic_id,phone,fees", *rows]).encode())))
        await run.dry_run()
    assert sorted(call.id for call in platform.calls(ReadClinic)) == [1, 2, 3]
    assert len(platform.calls(FindDoctors)) == 15
    assert {row.reason for row in run.rows()} == {
        "We could not find any doctor on the product with this number; invite them"
    }
    run.close()


async def test_rows_of_an_unknown_clinic_are_refused() -> None:
    platform = BulkPlatform(clinics=1, before=nobody_known)
    async with platform.client() as client:
        run = BulkRun(client, AddDoctors(), pace=quick())
        await run.plan(read_doctors(io.BytesIO(b"clinic_id,phone,fees\n9,9812345670,500\n9,9812345671,500\n")))
        await run.dry_run()
    assert [row.reason for row in run.rows()] == ["There is no clinic with this id"] * 2
    run.close()
