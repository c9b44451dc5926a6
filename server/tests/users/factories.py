"""Test data for the calls of users, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def user_id(stage: Stage, values: dict[str, Any]) -> int:
    """A new user."""
    return await stage.user(stage.phone())
