"""Freeze periods, in which no request is applied."""

from __future__ import annotations

from careops.calls.change_requests import ReadFreezePeriods, SaveFreezePeriods
from careops.contract import Empty
from careops.error_codes import title_of
from careops.errors import InvalidInput, Problem
from careops_server.areas.change_requests import policy_queries
from careops_server.areas.change_requests.run_context import CHANNEL, EVENT
from careops_server.core.approvals import queries as stored
from careops_server.core.approvals.looser_lists import read_freezes
from careops_server.core.context import Context
from careops_server.core.pipeline.etags import check_if_match


async def save_freezes(call: SaveFreezePeriods, context: Context) -> Empty:
    """Replace all freeze periods."""
    times = [(period.starts_at, period.ends_at) for period in call.periods]
    problems = [
        Problem(title_of("freeze_period_invalid"), f"periods.{position}.ends_at")
        for position, period in enumerate(call.periods)
        if period.ends_at <= period.starts_at or (period.starts_at, period.ends_at) in times[:position]
    ]
    if problems:
        raise InvalidInput(*problems)
    connection = context.connection
    await stored.lock_freezes(connection)
    await check_if_match(call, context, read_freezes)
    old = await read_freezes(ReadFreezePeriods(), context)
    await policy_queries.replace_freezes(connection, call.periods)
    new = await read_freezes(ReadFreezePeriods(), context)
    context.changed("freeze_periods", "all", before=old.model_dump(mode="json"), after=new.model_dump(mode="json"))
    context.publish(CHANNEL, EVENT)
    return Empty()
