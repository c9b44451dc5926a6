"""Test data for the calls of universities, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def university_id(stage: Stage, values: dict[str, Any]) -> int:
    """A university without a rank."""
    insert = "insert into universities (name) values (:name) returning id"
    id: int = await stage.sql(insert, name=await name(stage, values))
    return id


async def name(stage: Stage, values: dict[str, Any]) -> str:
    """An unused name."""
    return f"University {stage.phone()}"
