"""Source of Today: campaigns past their end that are still active."""

from __future__ import annotations

from typing import Final

from careops.calls.campaigns import UpdateAdCampaign
from careops_server.core.today import TodaySource

SOURCE: Final = TodaySource(
    "campaigns",
    "ad_campaigns t",
    verb="end",
    needs=UpdateAdCampaign,
    index="ix_ad_campaigns_active_end_time",
    at="t.end_time",
    open="t.active and t.end_time is not null",
    reason="cast(t.end_time as text)",
    record="'campaign:' || t.id",
    fields={"title": "t.campaign_name", "detail": "c.name"},
    joins="join clinics c on c.id = t.clinic_id",
    touched_by=frozenset({"campaigns"}),
)
