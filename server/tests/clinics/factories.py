"""Test data for the calls of clinics, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def clinic_id(stage: Stage, values: dict[str, Any]) -> int:
    """A new clinic with a bank account."""
    clinic_id = await stage.clinic()
    await stage.sql(
        "insert into bank_details (clinic_id, account_no, account_name, bank_name, ifsc_code)"
        " values (:id, '314159265358979', 'Pi Polyclinic', 'State Bank of India', 'SBIN0000001')",
        id=clinic_id,
    )
    return clinic_id


async def id(stage: Stage, values: dict[str, Any]) -> int:
    """A new clinic."""
    return await stage.clinic()


async def phone_number(stage: Stage, values: dict[str, Any]) -> str:
    """An unused number."""
    return stage.phone()
