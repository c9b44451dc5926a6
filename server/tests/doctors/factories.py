"""Test data for the calls of doctors, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def id(stage: Stage, values: dict[str, Any]) -> int:
    """An unverified doctor."""
    return await stage.doctor(reg_nbr="PMC-20417")
