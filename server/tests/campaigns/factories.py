"""Test data for the calls of campaigns, used by the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def campaign_id(stage: Stage, values: dict[str, Any]) -> int:
    """An active campaign of a new clinic."""
    id: int = await stage.sql(
        "insert into ad_campaigns (clinic_id, campaign_name) values (:clinic_id, 'Free eye check') returning id",
        clinic_id=await stage.clinic(),
    )
    return id
