"""Handlers of ad campaigns."""

from __future__ import annotations

from careops.calls import campaigns as calls
from careops.contract import Empty
from careops_server.areas.campaigns import queries
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match
from careops_server.core.queries.records import lock_or_404, read_or_404

list_ad_campaigns = queries.CAMPAIGNS.handle
find_ad_campaigns = queries.FOUND_CAMPAIGNS.handle


async def read_campaign_pulse(call: calls.ReadCampaignPulse, context: Context) -> calls.CampaignPulse:
    """Return the leads of a campaign by day and by source. Raises ``NotFound``."""
    return await queries.read_campaign_pulse(context.connection, call.campaign_id)


async def read_ad_campaign(call: calls.ReadAdCampaign, context: Context) -> calls.AdCampaign:
    """Return a campaign. Raises ``NotFound``."""
    return await read_or_404(context.connection, queries.CAMPAIGNS, queries.CAMPAIGN_REF, call.campaign_id)


async def update_ad_campaign(call: calls.UpdateAdCampaign, context: Context) -> Empty:
    """Set the given fields that differ. Raises ``NotFound``."""
    campaign = await lock_or_404(context.connection, queries.CAMPAIGN, queries.CAMPAIGN_REF, call.campaign_id)
    await check_if_match(call, context, read_ad_campaign)
    difference = await campaign.set(context.connection, call.changes)
    context.changed("ad_campaign", call.campaign_id, clinic_id=campaign["clinic_id"], **difference)
    return Empty()
