"""What the calls of leads are about, made for the tests of every call."""

from __future__ import annotations

from typing import Any

from server.tests.campaigns import made as campaigns
from server.tests.stage import Stage


async def ad_campaign_id(stage: Stage, given: dict[str, Any]) -> int:
    """A campaign."""
    return await campaigns.campaign_id(stage, given)
