"""Test data for the calls of labs, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def lab_id(stage: Stage, given: dict[str, Any]) -> int:
    """A lab."""
    made: int = await stage.sql("insert into labs (name) values ('Sehat') returning id")
    return made
