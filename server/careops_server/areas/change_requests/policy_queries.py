"""SQL of approval policies, freeze periods and emergency applications."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import bindparam, text
from sqlalchemy.dialects.postgresql import JSONB

from careops.calls.change_requests import SaveFreezePeriods
from careops.calls.session import User, stored_account_type
from careops.constants import ACCOUNT_TYPES
from careops.models.approval_policies import ApprovalPolicy, Bypass, FreezePeriod, PolicyToSave
from careops_server.areas.change_requests import queries
from careops_server.areas.change_requests.undo_queries import APPROVALS_LAST
from careops_server.core.approvals.counter_queries import RECENT
from careops_server.core.approvals.policies import calls_of_effect
from careops_server.core.database import tables
from careops_server.core.database.connection import Connection
from careops_server.core.database.row_statements import insert_row, update_row

_DELETE_POLICIES = text("delete from approval_policies")
_ADD_POLICY = text("""
    insert into approval_policies (call, condition, field, at_least, approvals, roles, enabled)
    values (:call, :condition, coalesce(:field, ''), :at_least, :approvals, :roles, :enabled)
""")
_DELETE_FREEZES = text("delete from freeze_periods")
_ADD_FREEZE = insert_row(tables.freeze_periods, "starts_at ends_at reason")
_CURRENT_FREEZE = text("""
    select starts_at, ends_at, reason from freeze_periods
    where clock_timestamp() >= starts_at and clock_timestamp() < ends_at order by ends_at desc limit 1
""")
_OF_REVISION: Final = "t.request_id = q.id and t.revision = q.revision and t.call = any(p.calls)"
# Records of the whole request, also of the parts that were applied, and those that the person changed lately.
_RECORDS: Final = f"""(
    select coalesce(max(person.records), 0) from (
        select count(*) as records from unnest(q.people) member (id) cross join lateral (
            select record from approval_counts where person_id = member.id and call = p.policy ->> 'call' and {RECENT}
            union
            select coalesce(t.resource_type, '') || ':' || record.id
            from change_request_targets t cross join lateral (
                select distinct i.id from jsonb_each(t.parameters) l
                    cross join lateral unnest(
                        case jsonb_typeof(l.value)
                            when 'array' then array(select jsonb_array_elements_text(l.value))
                            else string_to_array(l.value #>> '{{}}', ',')
                        end
                    ) i (id)
                where l.key = 'ids' or l.key like '%\\_ids'
                union all
                select case when exists (
                        select from jsonb_each_text(t.parameters) k where k.value = t.resource_id
                    ) then t.resource_id else t.request_id || ' ' || t.position end
                where not exists (
                    select from jsonb_object_keys(t.parameters) k where k = 'ids' or k like '%\\_ids'
                )
            ) record
            where {_OF_REVISION} and t.planned = 'change' and t.outcome in ('left', 'done')
        ) counted group by member.id
    ) person
)"""
_IS_COVERED: Final = f"""
    case p.policy ->> 'condition'
        when 'targets' then {_RECORDS} >= (p.policy ->> 'at_least')::numeric
        when 'field' then exists (
            select from change_request_targets t
            where {_OF_REVISION} and case when jsonb_typeof(t.parameters -> (p.policy ->> 'field')) = 'number'
                then (t.parameters ->> (p.policy ->> 'field'))::numeric >= (p.policy ->> 'at_least')::numeric
                else false end
        )
        when 'staff_blocked' then exists (
            select from change_request_targets t
                join user_accounts a on a.user_id = (t.parameters ->> 'user_id')::bigint
            where {_OF_REVISION} and a.account_type = any(:types) and t.parameters ->> 'user_status' <> 'ACTIVE'
        )
        when 'devices' then exists (
            select from change_request_targets t
            where {_OF_REVISION} and case when t.parameters ? 'app_type'
                then (select count(*) from devices d where d.app_type = t.parameters ->> 'app_type')
                else (select count(*) from devices) end >= (p.policy ->> 'at_least')::numeric
        )
        else p.policy ->> 'condition' in ('always', 'loosened')
    end
"""
_PEOPLE_OF: Final = """
    array(
        select distinct person.id
        from unnest(v.writer_ids || c.author_id || c.applied_by_id || cast(:applier_id as bigint)) person (id)
        where person.id is not null
    )
"""
_PEOPLE = text(f"""
    select {_PEOPLE_OF}
    from change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
    where c.id = :id
""")
# For an undo, the approvals of the undone request count, too.
_COVERING = text(f"""
    select q.id, q.calls, p.policy, array(
        select jsonb_build_array(w.user_name, array(
            select a.account_type from user_accounts a where a.user_id = w.user_id
        ), w.is_of_undone is not true)
        from (
            select distinct on (w.user_id) w.user_id, w.user_name, w.reviewed_at, o.id = q.undoes as is_of_undone
            from change_requests o join change_request_reviews w on w.request_id = o.id and w.revision = o.revision
                join users u on u.id = w.user_id and u.user_status = 'ACTIVE'
            where o.id in (q.id, q.undoes) and w.verdict = 'approve' and w.ended_at is null
                and (o.id = q.id or o.ended_at > now() - interval '{APPROVALS_LAST.total_seconds():.0f} seconds')
                and w.user_id not in ({queries.WRITERS.format("q.id")})
                and w.user_id not in ({queries.WRITERS.format("o.id")})
            order by w.user_id, is_of_undone
        ) w order by w.is_of_undone, w.reviewed_at
    ) as approvers
    from (
        select c.id, c.revision, v.calls, v.undoes, v.policies, {_PEOPLE_OF} as people
        from change_requests c join change_request_revisions v on v.request_id = c.id and v.revision = c.revision
        where c.id = any(:ids)
    ) q cross join lateral (
        select s.policy, cast(null as text[]) as calls, s.number
        from jsonb_array_elements(q.policies) with ordinality s (policy, number)
        union all
        select n.entry -> 'policy', array(select jsonb_array_elements_text(n.entry -> 'calls')), n.number + 1000
        from jsonb_array_elements(:policies) with ordinality n (entry, number)
        where n.entry -> 'calls' ?| q.calls
            and n.entry -> 'policy' not in (select s.policy from jsonb_array_elements(q.policies) s (policy))
    ) p
    where p.calls is null or {_IS_COVERED}
    order by q.id, p.number
""").bindparams(bindparam("policies", type_=JSONB))
_STORE_POLICIES = update_row(tables.change_request_revisions, "policies", key="request_id revision")
_STAFF = text("""
    select array_agg(a.account_type) from user_accounts a join users u on u.id = a.user_id and u.user_status = 'ACTIVE'
    where a.account_type = any(:types) group by a.user_id
""")
_ADD_BYPASS = insert_row(tables.change_request_bypasses, "request_id job_id revision user_id user_name reason")
_HAS_OTHER_SUPER_ADMIN = text("""
    select exists (
        select from user_accounts a join users u on u.id = a.user_id
        where a.account_type = 'super_admin' and a.user_id <> :user_id and (
            u.user_status = 'ACTIVE' or exists (
                select from audit_events e where e.resource_type = 'user' and e.resource_id = cast(u.id as text)
                    and e.occurred_at > now() - interval '24 hours' and e.before ->> 'user_status' = 'ACTIVE'
            )
        )
    ) or exists (
        select from sessions s where s.account_type = 'super_admin' and s.user_id <> :user_id
            and s.last_used_at > now() - interval '24 hours'
    )
""")
_IS_BYPASSED = text("""
    select exists (select from change_request_bypasses where request_id = :id and job_id = :job_id)
""")
_BYPASSES = text("""
    select user_id, user_name, reason, revision, bypassed_at, reviewed_by, reviewed_at, comment
    from change_request_bypasses where request_id = :id order by bypassed_at desc
""")
_REVIEW_BYPASSES = text("""
    update change_request_bypasses
    set reviewed_by_id = :user_id, reviewed_by = :name, reviewed_at = clock_timestamp(), comment = :comment
    where request_id = :id and reviewed_at is null and user_id <> :user_id returning revision
""")


class Covering(NamedTuple):
    """Policy that covers a request, and those who approve it."""

    request_id: int
    calls: list[str]
    """Calls of the request."""
    policy: ApprovalPolicy
    approvers: list[tuple[str, list[str], bool]]
    """Names and account types of the active users whose approval may count, and whether it is one of this request, not
    of the undone one.
    """


async def replace_policies(connection: Connection, policies: Sequence[PolicyToSave]) -> None:
    """Replace all policies."""
    await connection.execute(_DELETE_POLICIES)
    for policy in policies:
        await connection.execute(_ADD_POLICY, policy.model_dump())


async def replace_freezes(connection: Connection, periods: Sequence[FreezePeriod]) -> None:
    """Replace all freeze periods."""
    await connection.execute(_DELETE_FREEZES)
    for period in periods:
        await connection.execute(_ADD_FREEZE, period.model_dump())


async def find_freeze(connection: Connection, calls: Collection[str]) -> FreezePeriod | None:
    """Return the freeze period that stops these calls now, the one that ends last. None stops an end of a freeze."""
    if set(calls) == {SaveFreezePeriods.__name__}:
        return None
    row = (await connection.execute(_CURRENT_FREEZE)).mappings().one_or_none()
    return None if row is None else FreezePeriod.model_validate(row)


async def list_covering(
    connection: Connection, ids: Sequence[int], policies: Iterable[ApprovalPolicy], applier_id: int | None = None
) -> list[Covering]:
    """Return the policies that covered requests when they were made, and those of these that cover them now, as changes
    of their people and of who applies them.
    """
    entries = [{"policy": policy.model_dump(mode="json"), "calls": calls_of_effect(policy.call)} for policy in policies]
    values = {"ids": list(ids), "policies": entries, "applier_id": applier_id, "types": list(ACCOUNT_TYPES)}
    rows = await connection.execute(_COVERING, values)
    return [Covering(row.id, row.calls, ApprovalPolicy.model_validate(row.policy), row.approvers) for row in rows]


async def list_people(connection: Connection, id: int) -> list[int]:
    """Return the ids of the people whose changes a request makes: its author's people, and who applies it."""
    return (await connection.execute(_PEOPLE, {"id": id, "applier_id": None})).scalar_one(list)


async def store_policies(connection: Connection, id: int, revision: int, policies: Sequence[ApprovalPolicy]) -> None:
    """Store the policies that cover a revision when it is made."""
    values = {
        "request_id": id,
        "revision": revision,
        "policies": [policy.model_dump(mode="json") for policy in policies],
    }
    await connection.execute(_STORE_POLICIES, values)


async def list_staff_types(connection: Connection) -> list[str | None]:
    """Return the account type of each active member of staff."""
    rows = (await connection.execute(_STAFF, {"types": list(ACCOUNT_TYPES)})).scalars()
    return [stored_account_type(set(account_types)) for account_types in rows]


async def add_bypass(
    connection: Connection, request: queries.LockedRequest, job_id: int, user: User, reason: str
) -> None:
    """Store an emergency application."""
    values = {"request_id": request.id, "revision": request.revision, "job_id": job_id, "reason": reason}
    await connection.execute(_ADD_BYPASS, {**values, "user_id": user.id, "user_name": user.name})


async def has_other_super_admin(connection: Connection, user_id: int) -> bool:
    """Return whether another account was an active super admin in the past 24 hours."""
    return (await connection.execute(_HAS_OTHER_SUPER_ADMIN, {"user_id": user_id})).scalar_one(bool)


async def is_bypassed(connection: Connection, id: int, job_id: int) -> bool:
    """Return whether a job applies a request in an emergency."""
    return (await connection.execute(_IS_BYPASSED, {"id": id, "job_id": job_id})).scalar_one(bool)


async def list_bypasses(connection: Connection, id: int) -> list[Bypass]:
    """Return the emergency applications of a request, newest first."""
    return [Bypass.model_validate(row) for row in (await connection.execute(_BYPASSES, {"id": id})).mappings()]


async def review_bypasses(connection: Connection, id: int, by: User, comment: str | None) -> int:
    """Review the emergency applications of others, and return their number."""
    values = {"id": id, "user_id": by.id, "name": by.name, "comment": comment}
    return len(list((await connection.execute(_REVIEW_BYPASSES, values)).scalars()))
