"""Test data for the calls of timelines, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def record(stage: Stage, values: dict[str, Any]) -> str:
    """A clinic."""
    return f"clinic:{await stage.clinic()}"
