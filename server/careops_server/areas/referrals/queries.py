"""SQL of referrals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text

from careops.calls.referrals import NO_REFERRAL, Referral, ReportedReferral
from careops_server.core.database.connection import Connection
from careops_server.core.queries.counters import counter_sql
from careops_server.core.queries.json_select import one_object
from careops_server.core.queries.list_query import ListQuery
from careops_server.core.queries.records import select_or_404
from careops_server.core.queries.references import Reference

REFERRALS: Final = ListQuery(Referral, "referrals r", total=counter_sql("referrals"))
FOUND_REFERRALS: Final = ListQuery(
    Referral,
    "referrals r",
    where={"waiting": "(r.appointment_count = 0) = :waiting"},
    contains={"search_text": "r.search_text"},
    total=counter_sql("referrals", "waiting"),
)
REFERRAL_REF: Final = Reference("referrals", "referral_id", NO_REFERRAL)
_ONE: Final = text(f"select {one_object(Referral, 'referrals r', where='r.id = :id')}")
# In the order of keys, which prevents deadlocks between batches.
_REPORT: Final = text("""
    with reports as (
        select distinct on (t.unique_id) t.*
        from json_to_recordset(cast(:reports as json)) as t (
            unique_id text, referred_by_doctor jsonb, referred_to_doctor jsonb, appointment_count int, notes jsonb,
            changed_at timestamptz
        )
        order by t.unique_id, t.changed_at desc
    ), stored as (
        insert into referrals as r (
            unique_id, referred_by_doctor, referred_to_doctor, appointment_count, notes, changed_at
        )
        select unique_id, referred_by_doctor, referred_to_doctor, appointment_count, notes, changed_at from reports
        order by unique_id
        on conflict (unique_id) do update
        set referred_by_doctor = excluded.referred_by_doctor, referred_to_doctor = excluded.referred_to_doctor,
            appointment_count = excluded.appointment_count, notes = excluded.notes, changed_at = excluded.changed_at
        where excluded.changed_at > r.changed_at
        returning r.id, xmax = 0 as new
    )
    select coalesce(array_agg(id order by id) filter (where new), '{}'),
        coalesce(array_agg(id order by id) filter (where not new), '{}')
    from stored
""")


@dataclass(frozen=True)
class StoredReferrals:
    """Result of a batch: ids of new and of updated referrals."""

    added: Sequence[int]
    updated: Sequence[int]


async def read_referral(connection: Connection, referral_id: int) -> Referral:
    """Return a referral. Raises ``NotFound``."""
    return await select_or_404(connection, _ONE, Referral, REFERRAL_REF, id=referral_id)


async def report_referrals(connection: Connection, reports: Sequence[ReportedReferral]) -> StoredReferrals:
    """Store new reports in one statement."""
    payload = json.dumps([report.model_dump(mode="json") for report in reports])
    added, updated = (await connection.execute(_REPORT, {"reports": payload})).one_row()
    return StoredReferrals(added, updated)
