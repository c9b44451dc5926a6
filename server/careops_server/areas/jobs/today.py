"""Source of Today: failed jobs."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from careops.calls.jobs import RetryJob
from careops_server.core.today import TodaySource

SOURCE: Final = TodaySource(
    "jobs",
    "jobs t",
    verb="retry",
    needs=RetryJob,
    index="ix_jobs_failed",
    at="t.ended_at",
    open="t.state = 'failed'",
    reason="cast(t.ended_at as text)",
    horizon=timedelta(days=30),
    fields={"title": "t.kind", "detail": "left(t.problem, 200)"},
    touched_by=frozenset({"jobs", "news", "data_generation"}),
)
