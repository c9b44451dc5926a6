"""Test data for the calls of referrals, used by the tests of every call."""

from __future__ import annotations

import json
from typing import Any

from server.tests.support.stage import Stage


async def referral_id(stage: Stage, values: dict[str, Any]) -> int:
    """A referral without an appointment."""
    doctor = {"name": "Dr. Gill", "country_code": "91", "phone_number": None, "speciality": "Physician"}
    id: int = await stage.sql(
        "insert into referrals (unique_id, referred_by_doctor, referred_to_doctor)"
        " values (:unique_id, :doctor, :doctor) returning id",
        unique_id=f"REF-{stage.phone()}",
        doctor=json.dumps(doctor),
    )
    return id


async def referrals(stage: Stage, values: dict[str, Any]) -> list[dict[str, Any]]:
    """A report of a new referral."""
    (report,) = values["referrals"]
    return [{**report, "unique_id": f"REF-{stage.phone()}"}]
