"""Test data for the calls of product modules, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def module_id(stage: Stage, values: dict[str, Any]) -> int:
    """A module that exists on every stage."""
    return stage.module_ids["Billing"]


async def deactivate_spec_module(stage: Stage, values: dict[str, Any]) -> None:
    """Activate the module first: deactivating an inactive one changes nothing and writes no event."""
    await stage.sql("insert into clinic_spec_modules values (:clinic_id, :module_id, now())", **values)
