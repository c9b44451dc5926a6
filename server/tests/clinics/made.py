"""What the calls of clinics are about, made for the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.stage import Stage


async def clinic_id(stage: Stage, given: dict[str, Any]) -> int:
    """A clinic of its own."""
    return await stage.clinic()


async def id(stage: Stage, given: dict[str, Any]) -> int:
    """A clinic of its own."""
    return await stage.clinic()


async def phone_number(stage: Stage, given: dict[str, Any]) -> str:
    """A number nobody has yet."""
    return stage.phone()
