"""Test data for the calls of care cities, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def city_id(stage: Stage, values: dict[str, Any]) -> int:
    """A city at the end of the order."""
    id: int = await stage.sql(
        "insert into care_cities (name, order_number)"
        " select :name, coalesce(max(order_number), 0) + 1 from care_cities returning id",
        name=await name(stage, values),
    )
    return id


async def name(stage: Stage, values: dict[str, Any]) -> str:
    """An unused name."""
    return f"City {stage.phone()}"


async def basic_city_id(stage: Stage, values: dict[str, Any]) -> int:
    """Any id: the platform owns the catalogue of cities."""
    return 12
