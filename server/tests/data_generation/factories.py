"""Test data for the calls of data generation, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def create_cms_data(stage: Stage, values: dict[str, Any]) -> None:
    """Create a clinic with that number."""
    await stage.clinic(phone_number=values["phone_number"])


async def create_growth_data(stage: Stage, values: dict[str, Any]) -> None:
    """Create a clinic with that number."""
    await stage.clinic(phone_number=values["phone_number"])


async def list_clinics_of_number(stage: Stage, values: dict[str, Any]) -> None:
    """Create a clinic with that number."""
    await stage.clinic(phone_number=values["phone_number"])
