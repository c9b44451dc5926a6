"""Handlers of referrals."""

from __future__ import annotations

from careops.calls.referrals import (
    CHANNEL,
    NEW,
    UPDATED,
    FindReferrals,
    ListReferrals,
    ReadReferral,
    Referral,
    ReferralsReported,
    ReportReferrals,
)
from careops.contract import Page, RawJson
from careops_server.areas.referrals import queries
from careops_server.core.context import Context


async def list_referrals(call: ListReferrals, context: Context) -> RawJson[Page[Referral]]:
    """Return one page of all referrals."""
    return await queries.REFERRALS.page(context.connection, call)


async def find_referrals(call: FindReferrals, context: Context) -> RawJson[Page[Referral]]:
    """Return one page of matching referrals."""
    return await queries.FOUND_REFERRALS.page(context.connection, call)


async def read_referral(call: ReadReferral, context: Context) -> Referral:
    """Return a referral. Raises ``NotFound``."""
    return await queries.read_referral(context.connection, call.referral_id)


async def report_referrals(call: ReportReferrals, context: Context) -> ReferralsReported:
    """Store the latest report of each referral."""
    kept = await queries.report_referrals(context.connection, call.referrals)
    told = {"added": len(kept.added), "updated": len(kept.updated)}
    nothing = not kept.added and not kept.updated
    what = f"{len(call.referrals)} reports"
    context.changed("referral", what, before={} if nothing else None, after={} if nothing else told)
    for event, ids in ((NEW, kept.added), (UPDATED, kept.updated)):
        for referral_id in ids:
            context.publish(CHANNEL, event, referral_id=referral_id)
    return ReferralsReported(**told, known=len(call.referrals) - len(kept.added) - len(kept.updated))
