"""Test data for the calls of clinic doctors, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def doctor_id(stage: Stage, values: dict[str, Any]) -> int:
    """A doctor without a clinic."""
    return await stage.doctor()


async def clinic_doctor_id(stage: Stage, values: dict[str, Any]) -> int:
    """A doctor at that clinic."""
    return await stage.clinic_doctor(values["clinic_id"])
