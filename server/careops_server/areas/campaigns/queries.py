"""SQL of ad campaigns."""

from __future__ import annotations

from typing import Final

from sqlalchemy import text

from careops.calls.campaigns import NO_CAMPAIGN, AdCampaign, CampaignPulse
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.references import Reference
from careops_server.core.queries.row_updates import UpdatableTable

CAMPAIGN: Final = UpdatableTable(
    tables.ad_campaigns,
    frozenset({"active", "campaign_status", "social_platforms"}),
    also=frozenset({"clinic_id"}),
)
CAMPAIGN_REF: Final = Reference("ad_campaigns", "campaign_id", NO_CAMPAIGN)
_READ: Final = {
    "clinic_name": "(select c.name from clinics c where c.id = a.clinic_id)",
    "campaign_leads_count": """(
        select cast(coalesce(sum(t.total), 0) as bigint) from leads_totals t
        where t.dimension = 'ad_campaign_id' and t.key = cast(a.id as text)
    )""",
}
CAMPAIGNS: Final = ListQuery(
    AdCampaign,
    "ad_campaigns a",
    read=_READ,
    where={"clinic_id": "a.clinic_id = :clinic_id"},
    total=counter_sql("ad_campaigns"),
)
FOUND_CAMPAIGNS: Final = ListQuery(
    AdCampaign,
    "ad_campaigns a",
    read=_READ,
    where={
        "clinic_id": "a.clinic_id = :clinic_id",
        "ended": "coalesce(a.active and a.end_time < now(), false) = :ended",
    },
)
_PULSE = text("""
    with came as (
        select cast(created_at at time zone 'Asia/Kolkata' as date) as day, utm_details ->> 'utm_source' as source
        from leads where ad_campaign_id = :id
    ), latest as (
        select coalesce(max(day), cast(now() at time zone 'Asia/Kolkata' as date)) as day from came
    )
    select json_build_object(
        'days', (
            select json_agg(json_build_object('day', latest.day - back, 'leads', (
                select count(*) from came where came.day = latest.day - back
            )) order by back desc) from latest, generate_series(0, 29) back
        ),
        'sources', (
            select coalesce(json_agg(counted), '[]') from (
                select source, count(*) as leads from came group by 1 order by 2 desc, 1 nulls last limit 10
            ) counted
        )
    )
""")


async def read_campaign_pulse(connection: Connection, campaign_id: int) -> CampaignPulse:
    """Return the leads of a campaign by day and by source. Raises ``NotFound``."""
    await CAMPAIGN_REF.find(connection, campaign_id)
    pulse = (await connection.execute(_PULSE, {"id": campaign_id})).scalar_one()
    return CampaignPulse.model_validate(pulse)
