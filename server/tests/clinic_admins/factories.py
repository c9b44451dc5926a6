"""Test data for the calls of clinic admins, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def admin_id(stage: Stage, values: dict[str, Any]) -> int:
    """An admin of that clinic."""
    return await stage.clinic_admin(values["clinic_id"])


async def phone_number(stage: Stage, values: dict[str, Any]) -> str:
    """An unused number."""
    return stage.phone()
