"""Leads: the list, exports and uploads."""

from __future__ import annotations

from dataclasses import replace

import psycopg

from bench.area_list import AreaList, measure_list
from bench.config import Config
from bench.generate_rows import FIRST, LAST, PHONE, Fill, one_of
from bench.report import Findings
from bench.sections import leads_files
from bench.servers import our_server

_CAMPAIGNS = 2_000
LEADS = Fill(
    "leads",
    ("leads",),
    [
        f"""
        insert into ad_campaigns (clinic_id, campaign_name, start_time, end_time)
        select c.ids[1 + mod(n * 3, cardinality(c.ids))], 'Bench ' || n, now() - interval '180 days', now()
        from generate_series(0, {_CAMPAIGNS - 1}) n, (select array_agg(id order by id) as ids from clinics) c
        """,
        f"""
        with a as materialized (
            select substr(campaign_name, 7)::int as place, id, clinic_id from ad_campaigns
            where campaign_name like 'Bench %%'
        )
        insert into leads
            (clinic_id, ad_campaign_id, first_name, last_name, phone_number, email, utm_details, created_at)
        select a.clinic_id, case when mod(n, 7) > 0 then a.id end, {FIRST}, {LAST}, {PHONE},
            case when mod(n, 3) = 0 then 'p' || n || '@patient.example' end,
            jsonb_build_object(
                'utm_source', {one_of(("google", "facebook", "instagram"), "n / 7")}, 'utm_medium', 'cpc',
                'utm_campaign', 'checkup ' || mod(n, 40)
            ),
            now() - (%(rows)s - n) * (interval '180 days' / %(rows)s)
        from generate_series(1, cast(%(rows)s as bigint)) n
        join a on a.place = case when mod(n, 20) = 0 then 0 else 1 + mod(n * 7919, {_CAMPAIGNS - 1}) end
        """,
    ],
)
_OF_CAMPAIGN = "select id, clinic_id from ad_campaigns where campaign_name = any(%s) order by campaign_name"
_MONTH = """
    select to_char(max(created_at) - interval '60 days', 'YYYY-MM-DD'),
        to_char(max(created_at) - interval '30 days', 'YYYY-MM-DD')
    from leads
"""


def _narrowed(connection: psycopg.Connection) -> list[str]:
    (busy, clinic), (other_campaign, other) = connection.execute(_OF_CAMPAIGN, [["Bench 0", "Bench 7"]]).fetchall()
    (begin, end) = connection.execute(_MONTH).fetchall()[0]
    days = f"start_time={begin}&end_time={end}"
    return [
        *(
            "",
            f"clinic_id={clinic}",
            f"ad_campaign_id={busy}",
            f"clinic_id={other}",
            f"ad_campaign_id={other_campaign}",
            days,
        ),
        *(f"clinic_id={other}&{days}", f"ad_campaign_id={other_campaign}&{days}"),
    ]


_LIST = AreaList(
    "Leads' list",
    LEADS,
    "/api/admin/ad_campaign_leads",
    _narrowed,
    """
    select first_name || ' ' || last_name, phone_number from leads where phone_number like '1%%'
    order by md5(id::text) limit %s
    """,
    "all of them, and by clinic, campaign, days and two of these together; a clinic has a twentieth. Half of the "
    "searches are names, half parts of a number.",
)


def measure(setting: Config) -> Findings:
    """Measure the list, then files."""
    rows = setting.rows(2_000_000)
    findings = measure_list(_LIST, setting, rows)
    with setting.worlds.copy_of(setting.worlds.filled(LEADS, rows)) as url:
        with our_server(url, postgres=setting.worlds.pid) as ours:
            target = replace(ours, path_of=lambda n: f"/api/admin/ad_campaign_leads?page={n % 20 + 1}")
            leads_files.measure(findings, setting, target, url)
    return findings
