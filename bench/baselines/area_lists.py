"""Handwritten lists of the other areas: one statement each, with totals from the counters of the triggers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from psycopg.rows import DictRow

Answer = dict[str, Any]
_SEARCHED = {"search_text": "p.search_text like %(search_text)s"}


def _both_inside(name: str) -> Callable[[list[DictRow], Answer], Answer]:
    return lambda rows, totals: {"success": True, "data": {name: rows, **totals}}


def _in_front(name: str) -> Callable[[list[DictRow], Answer], Answer]:
    return lambda rows, totals: {"success": True, "data": {name: rows}, **totals}


def _attributes(rows: list[DictRow], totals: Answer) -> Answer:
    data = [{"id": row["id"], "attributes": row} for row in rows]
    return {"success": True, "data": data, "meta": totals}


@dataclass(frozen=True)
class ByHand:
    """One list: ``fields`` are selected from the rows ``p`` of the page with their ``joins``."""

    table: str
    fields: str
    answer: Callable[[list[DictRow], Answer], Answer]
    joins: str = ""
    order: str = "p.id desc"
    where: Mapping[str, str] = field(default_factory=dict)
    """Conditions by query parameter."""
    counters: Mapping[str, str] = field(default_factory=dict)
    """Counter for a list filtered by that parameter only; every other total is counted."""

    def statement(self, filters: frozenset[str]) -> str:
        """Return the statement for a page with its total in each row."""
        narrowed = [{**self.where, **_SEARCHED}[name] for name in sorted(filters)]
        where = " and ".join(["true", *narrowed])
        counter = self._counter(filters)
        total = (
            f"select coalesce(sum(total), 0)::bigint from {self.table}_totals where {counter}"
            if counter
            else f"select count(*) from {self.table} p where {where}"
        )
        return f"""
            select {self.fields}, ({total}) as total
            from (
                select * from {self.table} p where {where} order by {self.order} limit %(limit)s offset %(offset)s
            ) p {self.joins} order by {self.order}
        """

    def _counter(self, filters: frozenset[str]) -> str | None:
        if not filters:
            return "dimension = 'all'"
        if filters == {"start_time", "end_time"}:
            return "dimension = 'day' and key between %(start_time)s and %(end_time)s"
        return self.counters.get(next(iter(filters))) if len(filters) == 1 else None


_ACCOUNTS = """
    (select coalesce(json_agg(json_build_object(
        'email', c.email, 'account_type', a.account_type, 'role', coalesce(a.role, 'owner'), 'clinic_id', c.id,
        'clinic_name', c.name, 'doctor_id', d.id, 'doctor_name', nullif(concat_ws(' ', d.first_name, d.last_name), ''),
        'lab_id', null, 'lab_name', null, 'pharmacy_id', null, 'pharmacy_name', null) order by a.id), '[]')
     from user_accounts a
     left join clinics c on c.id = a.subject_id and a.account_type in ('clinic', 'hospital_clinic', 'clinic_admin')
     left join doctors d on d.id = a.subject_id and a.account_type = 'doctor'
     where a.user_id = p.id) as user_accounts,
    (select a.account_type from user_accounts a where a.user_id = p.id order by a.id limit 1) as account
"""
_TAGS = """
    (select coalesce(json_agg(json_build_object('id', t.id, 'tag_name', t.tag_name) order by lower(t.tag_name)), '[]')
     from news_article_tags l join news_tags t on t.id = l.news_tag_id where l.news_article_id = p.id) as news_tags
"""
LISTS: Mapping[str, ByHand] = {
    "doctors": ByHand(
        "doctors",
        "p.id, concat_ws(' ', p.first_name, p.last_name) as name, p.phone_number, p.speciality, p.reg_nbr, p.status,"
        " p.verified",
        _both_inside("doctors"),
        where={"filter_text": "p.verified = (%(filter_text)s = 'verified')"},
        counters={"filter_text": "dimension = 'verified' and key = %(filter_text)s"},
    ),
    "users": ByHand(
        "users",
        "p.id, p.name, p.phone_number, p.verified_at, p.email, p.user_status as status, p.platform,"
        f" p.packages_enabled, p.growth_enabled, {_ACCOUNTS}",
        _both_inside("users"),
        where={"active_users": "(p.user_status = 'ACTIVE') = %(active_users)s::text::boolean"},
        counters={"active_users": "dimension = 'active_users' and key = %(active_users)s"},
    ),
    "news": ByHand(
        "news_articles",
        "p.id, p.title, p.event_name, p.news_text, p.news_type, p.news_date, p.source_name, p.source_link,"
        f" p.source_thumbnail_url, p.photo_url, p.published, {_TAGS}, p.viewed_count, p.shared_count, p.city, p.state,"
        " p.basic_clinic_specialities, p.news_label, p.basic_pharma_id, f.name as pharma_name, p.event_start_ts,"
        " p.event_end_ts, p.all_day, p.event_type, p.credit_hours, p.source_changed_at",
        _attributes,
        joins="left join pharma_firms f on f.id = p.basic_pharma_id",
        order="p.news_date desc, p.id desc",
        where={"published": "p.published = %(published)s::text::boolean", "news_type": "p.news_type = %(news_type)s"},
        counters={
            "published": "dimension = 'published' and key = %(published)s",
            "news_type": "dimension = 'news_type' and key = %(news_type)s",
        },
    ),
    "leads": ByHand(
        "leads",
        "p.id, p.created_at, p.ad_campaign_id, a.campaign_name, p.clinic_id, c.name as clinic_name, p.first_name,"
        " p.last_name, p.phone_number, p.email, a.start_time as campaign_start_time, a.end_time as campaign_end_time,"
        " p.utm_details",
        _in_front("leads"),
        joins="join clinics c on c.id = p.clinic_id left join ad_campaigns a on a.id = p.ad_campaign_id",
        order="p.created_at desc, p.id desc",
        where={
            "clinic_id": "p.clinic_id = %(clinic_id)s::text::bigint",
            "ad_campaign_id": "p.ad_campaign_id = %(ad_campaign_id)s::text::bigint",
            "start_time": "p.created_at >= (%(start_time)s::text::date)::timestamp at time zone 'Asia/Kolkata'",
            "end_time": "p.created_at < (%(end_time)s::text::date + 1)::timestamp at time zone 'Asia/Kolkata'",
        },
        counters={
            "clinic_id": "dimension = 'clinic_id' and key = %(clinic_id)s",
            "ad_campaign_id": "dimension = 'ad_campaign_id' and key = %(ad_campaign_id)s",
        },
    ),
}
