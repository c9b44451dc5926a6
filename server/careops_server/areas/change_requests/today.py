"""Sources of Today: change requests that wait for the review of the caller, and news that the caller has not read."""

from __future__ import annotations

from typing import Final

from careops.calls.change_requests import ApproveChangeRequest, MarkChangeRequestRead, ReviewBypass
from careops_server.core.today import TodaySource

_TOUCHED_BY: Final = frozenset({"change_requests"})
_REVISION: Final = "change_request_revisions v on v.request_id = c.id and v.revision = c.revision"
REVIEWS: Final = TodaySource(
    "change_requests",
    "change_requests t",
    verb="review",
    needs=ApproveChangeRequest,
    index="ix_change_requests_open",
    at="t.created_at",
    open="t.status = 'open'",
    reason="cast(t.revision as text)",
    only="""t.job_id is null and t.author_id <> :user_id and not coalesce((
        select true from change_request_reviews w
        where w.request_id = t.id and w.revision = t.revision and w.user_id = :user_id
    ), false)""",
    visible="""(
        select r.calls <@ cast(:calls as text[]) from change_request_revisions r
        where r.request_id = t.id and r.revision = t.revision
    )""",
    record="'change_request:' || t.id",
    fields={"title": "v.title", "detail": "t.author_name"},
    joins=f"join change_requests c on c.id = t.id join {_REVISION}",
    touched_by=_TOUCHED_BY,
)
# A request that was applied twice in an emergency is one item.
BYPASSES: Final = TodaySource(
    "bypass_reviews",
    "change_request_bypasses t",
    verb="review",
    needs=ReviewBypass,
    index="ix_change_request_bypasses_owed",
    at="t.bypassed_at",
    open="t.reviewed_at is null",
    reason="cast(t.bypassed_at as text)",
    only="""t.user_id <> :user_id and not coalesce((
        select true from change_request_bypasses e
        where e.request_id = t.request_id and e.reviewed_at is null and e.job_id < t.job_id limit 1
    ), false)""",
    id="t.request_id",
    record="'change_request:' || t.request_id",
    fields={"title": "v.title", "detail": "t.user_name"},
    joins=f"join change_requests c on c.id = t.request_id join {_REVISION}",
    touched_by=_TOUCHED_BY,
)
# The parts that a revision has changed, compared with the last one that the caller has reviewed.
_DIFFERENCE: Final = """(
    select concat_ws(',',
        case when o.title <> v.title then 'title' end,
        case when o.reason <> v.reason then 'reason' end,
        case when o.ticket is distinct from v.ticket then 'ticket' end,
        case when o.on_conflict <> v.on_conflict then 'on_conflict' end,
        case when (o.apply_from, o.apply_until) is distinct from (v.apply_from, v.apply_until) then 'window' end,
        case when o.canary is distinct from v.canary then 'canary' end,
        case when o.after is distinct from v.after then 'after' end,
        case when (o.targets, o.groups) <> (v.targets, v.groups) then 'changes' end)
    from change_request_revisions o where o.request_id = v.request_id and o.revision = (
        select max(w.revision) from change_request_reviews w
        where w.request_id = v.request_id and w.revision < v.revision and w.user_id = t.user_id
    )
)"""
_REVIEW: Final = """(
    select concat_ws(': ', w.user_name, w.reason) from change_request_reviews w
    where w.request_id = c.id and w.ended_at is null
        and w.verdict = case t.news when 'approval' then 'approve' else 'object' end
    order by w.reviewed_at desc limit 1
)"""
_KEPT: Final = "c.end_reason = 'finished' and c.kept > 0"
# What the caller has not read, as long as it is still so.
NEWS: Final = TodaySource(
    "change_request_news",
    "change_request_readers t",
    verb="mark_read",
    priority=0,
    needs=MarkChangeRequestRead,
    index="ix_change_request_readers_unread",
    at="t.news_at",
    open="t.read_at is null",
    reason="cast(t.news_at as text)",
    only="t.user_id = :user_id",
    visible="""(
        select r.calls <@ cast(:calls as text[]) and case t.news
            when 'end' then true
            when 'missed_start' then c.missed_start_at is not null
            when 'objection' then exists (
                select from change_request_reviews w
                where w.request_id = c.id and w.verdict = 'object' and w.ended_at is null
            )
            else c.status = 'open'
        end
        from change_requests c join change_request_revisions r on r.request_id = c.id and r.revision = c.revision
        where c.id = t.request_id
    )""",
    record="'change_request:' || t.request_id",
    fields={
        "title": "v.title",
        "news": f"""
            case when t.news <> 'end' then t.news when {_KEPT} then 'kept' else coalesce(c.end_reason, 'end') end
        """,
        "detail": f"""
            case t.news
                when 'end' then case when {_KEPT} then cast(c.kept as text) else c.end_note end
                when 'revision' then {_DIFFERENCE}
                when 'same_records' then c.author_name
                when 'missed_start' then null
                else {_REVIEW}
            end
        """,
    },
    joins=f"join change_requests c on c.id = t.request_id join {_REVISION}",
    touched_by=_TOUCHED_BY,
)
