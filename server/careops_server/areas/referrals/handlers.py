"""Handlers of referrals."""

from __future__ import annotations

from careops.calls import referrals as calls
from careops_server.areas.referrals import queries
from careops_server.core.context import Context

list_referrals = queries.REFERRALS.handle
find_referrals = queries.FOUND_REFERRALS.handle


async def read_referral(call: calls.ReadReferral, context: Context) -> calls.Referral:
    """Return a referral. Raises ``NotFound``."""
    return await queries.read_referral(context.connection, call.referral_id)


async def report_referrals(call: calls.ReportReferrals, context: Context) -> calls.ReferralsReported:
    """Store the latest report of each referral."""
    report = await queries.report_referrals(context.connection, call.referrals)
    counts = {"added": len(report.added), "updated": len(report.updated)}
    nothing = not report.added and not report.updated
    what = f"{len(call.referrals)} reports"
    context.changed("referral", what, before={} if nothing else None, after={} if nothing else counts)
    for event, ids in ((calls.NEW, report.added), (calls.UPDATED, report.updated)):
        for referral_id in ids:
            context.publish(calls.CHANNEL, event, referral_id=referral_id)
    return calls.ReferralsReported(**counts, known=len(call.referrals) - len(report.added) - len(report.updated))
