"""Test data for batches of changes, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def targets(stage: Stage, values: dict[str, Any]) -> list[dict[str, Any]]:
    """A clinic without modules, with its own key."""
    clinic_id = await stage.clinic()
    parameters = {"clinic_id": clinic_id, "module_id": stage.module_ids["Billing"]}
    return [{"key": f"every-call-{clinic_id}", "parameters": parameters}]
