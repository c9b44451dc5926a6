"""SQL of the leads list: pages from an index, and totals from counters for single filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from careops.calls.leads import Lead
from careops_server.core.queries.counters import DAYS, counter_sql
from careops_server.core.queries.json_select import moment
from careops_server.core.queries.list_query import ListQuery

WHERE: Final[Mapping[str, str]] = {
    "clinic_id": "l.clinic_id = :clinic_id",
    "ad_campaign_id": "l.ad_campaign_id = :ad_campaign_id",
    "start_time": "l.created_at >= cast(cast(:start_time as date) as timestamp) at time zone 'Asia/Kolkata'",
    "end_time": "l.created_at < cast(cast(:end_time as date) + 1 as timestamp) at time zone 'Asia/Kolkata'",
}
SEARCHED: Final[Mapping[str, str]] = {"search_text": "l.search_text"}
FRONT: Final = "l.created_at <= (select max(created_at) from leads_newest)"
total_from_counters: Final = counter_sql("leads", "clinic_id", "ad_campaign_id", also=DAYS)
LEADS: Final = ListQuery(
    Lead,
    "leads l",
    read={
        "campaign_name": "a.campaign_name",
        "campaign_start_time": moment("a.start_time"),
        "campaign_end_time": moment("a.end_time"),
        "clinic_name": "c.name",
    },
    joins="join clinics c on c.id = l.clinic_id left join ad_campaigns a on a.id = l.ad_campaign_id",
    where=WHERE,
    contains=SEARCHED,
    fuzzy_search="search_text",
    order="l.created_at desc",
    deep_page_key=FRONT,
    total=total_from_counters,
)
