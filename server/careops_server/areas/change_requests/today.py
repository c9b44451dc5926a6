"""Sources of Today: change requests that wait for the review of the caller."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.change_requests import ApproveChangeRequest, ReviewBypass
from careops_server.core.today import TodaySource

_TOUCHED_BY: Final = frozenset({"change_requests"})
_REVISION: Final = "change_request_revisions v on v.request_id = c.id and v.revision = c.revision"
REVIEWS: Final = TodaySource(
    "change_requests",
    "change_requests t",
    needs=ApproveChangeRequest,
    index="ix_change_requests_open",
    at="t.created_at",
    open="t.status = 'open'",
    reason="cast(t.revision as text)",
    only="""t.author_id <> :user_id and not coalesce((
        select true from change_request_reviews w
        where w.request_id = t.id and w.revision = t.revision and w.user_id = :user_id
    ), false)""",
    visible="""(
        select r.calls <@ cast(:calls as text[]) from change_request_revisions r
        where r.request_id = t.id and r.revision = t.revision
    )""",
    horizon=timedelta(days=90),
    fields={"title": "v.title", "detail": "t.author_name"},
    joins=f"join change_requests c on c.id = t.id join {_REVISION}",
    touched_by=_TOUCHED_BY,
)
# A request that was applied twice in an emergency is one item.
BYPASSES: Final = TodaySource(
    "bypass_reviews",
    "change_request_bypasses t",
    needs=ReviewBypass,
    index="ix_change_request_bypasses_owed",
    at="t.bypassed_at",
    open="t.reviewed_at is null",
    reason="cast(t.bypassed_at as text)",
    only="""t.user_id <> :user_id and not coalesce((
        select true from change_request_bypasses e
        where e.request_id = t.request_id and e.reviewed_at is null and e.job_id < t.job_id limit 1
    ), false)""",
    horizon=timedelta(days=90),
    id="t.request_id",
    fields={"title": "v.title", "detail": "t.user_name"},
    joins=f"join change_requests c on c.id = t.request_id join {_REVISION}",
    touched_by=_TOUCHED_BY,
)
