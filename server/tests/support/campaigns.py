"""Ad campaigns."""

from __future__ import annotations

from typing import Any

from server.tests.support.stage import Stage


async def add_campaign(stage: Stage, clinic_id: int | None = None, **columns: Any) -> int:
    """Insert a campaign with these columns. Return its id."""
    values = {"clinic_id": clinic_id or await stage.clinic(), "campaign_name": "Free eye check", **columns}
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    campaign_id: int = await stage.sql(f"insert into ad_campaigns ({names}) values ({places}) returning id", **values)  # noqa: S608 (a test's own names)
    return campaign_id
