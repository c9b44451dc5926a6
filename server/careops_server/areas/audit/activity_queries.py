"""SQL of the actions of staff, counted by person and event key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import TextClause, text

from careops.calls.audit import PersonActivity
from careops.constants import ACCOUNT_TYPES
from careops_server.areas.audit.change_filter import is_change
from careops_server.areas.audit.list_queries import OF_STAFF
from careops_server.core.audit.days import DateRange
from careops_server.core.database.connection import Connection

MAX_PEOPLE: Final = 50
"""Maximum number of people."""
# The people come from the list of accounts, including blocked ones, so that each one's actions are read from the index.
_STAFF: Final = "select distinct a.user_id from user_accounts a where a.account_type = any(:types)"


@cache
def _counts(of_one: bool, of_hours: bool, changes_only: bool) -> TextClause:
    people = "select cast(:actor_id as bigint) as user_id" if of_one else _STAFF
    hour = "extract(hour from e.occurred_at at time zone 'Asia/Kolkata')::integer::text"
    hours = f"and {hour} = any(:hours)" if of_hours else ""
    changes = f"and {is_change('e.key')}" if changes_only else ""
    return text(f"""
        with counted as materialized (
            select p.user_id, c.* from ({people}) p, lateral (
                select e.key, count(*) as total, count(*) filter (where e.event_status = 'FAILED') as failed,
                    max(e.occurred_at) as last_at
                from audit_events e
                where e.actor_id = p.user_id and {OF_STAFF}
                    and e.occurred_at >= :begin and e.occurred_at < :over {hours} {changes}
                group by e.key
            ) c
        )
        select c.user_id as id, latest.name, latest.account_type, c.total, c.failed, c.last_at, c.events
        from (
            select user_id, sum(total)::bigint as total, sum(failed)::bigint as failed, max(last_at) as last_at,
                coalesce(
                    jsonb_object_agg(key, total - failed) filter (where total > failed), '{{}}'::jsonb
                ) as events
            from counted group by user_id order by sum(total) desc, user_id limit {MAX_PEOPLE}
        ) c, lateral (
            select coalesce(e.actor_name, '') as name, e.actor_type as account_type from audit_events e
            where e.actor_id = c.user_id and {OF_STAFF} and e.occurred_at = c.last_at limit 1
        ) latest
        order by c.total desc, c.user_id
    """)


async def count_actions(
    connection: Connection, days: DateRange, *, hours: Sequence[str] | None, actor_id: int | None, changes_only: bool
) -> list[PersonActivity]:
    """Return the people with the most actions on these days, at most ``MAX_PEOPLE``."""
    values: dict[str, Any] = {"begin": days.first_moment, "over": days.end_moment}
    if actor_id is None:
        values["types"] = list(ACCOUNT_TYPES)
    else:
        values["actor_id"] = actor_id
    if hours:
        values["hours"] = list(hours)
    rows = await connection.execute(_counts(actor_id is not None, bool(hours), changes_only), values)
    return [PersonActivity(**{**row, "events": _by_count(row["events"])}) for row in rows.mappings()]


def _by_count(events: dict[str, int]) -> dict[str, int]:
    return dict(sorted(events.items(), key=lambda event: (-event[1], event[0])))
