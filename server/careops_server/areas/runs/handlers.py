"""Start bulk runs."""

from __future__ import annotations

from careops.calls.runs import RUN_SECONDS, StartedRun, StartRun
from careops_server.core.context import Context


async def start_run(call: StartRun, context: Context) -> StartedRun:
    """Issue a token for the caller's account and record the run in the audit trail."""
    run_id, token = context.services.run_tokens.issue(context.actor.account_key)
    context.changed("run", run_id, after=call.model_dump())
    return StartedRun(run_id=run_id, token=token, expires_in=RUN_SECONDS)
