"""Test data for the calls of pharmacies and labs, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def pharmacy_id(stage: Stage, values: dict[str, Any]) -> int:
    """A pharmacy."""
    id: int = await stage.sql("insert into pharmacies (name) values ('Sehat') returning id")
    return id


async def lab_id(stage: Stage, values: dict[str, Any]) -> int:
    """A lab."""
    id: int = await stage.sql("insert into labs (name) values ('Sehat') returning id")
    return id
