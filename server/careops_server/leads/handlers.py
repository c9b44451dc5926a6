"""Leads of ad campaigns."""

from __future__ import annotations

from careops.calls.leads import (
    EXPORTS_A_DAY,
    TOO_MANY_EXPORTS,
    ExportLeads,
    Lead,
    LeadsUploaded,
    ListLeads,
    UploadLeads,
)
from careops.contract import Page, Written
from careops.errors import TooManyRequests
from careops.files import Download
from careops_server.clinics.known import CLINIC
from careops_server.context import Context
from careops_server.leads import export_queries, queries, upload_queries
from careops_server.leads.reading import LeadFile, read


async def list_leads(call: ListLeads, context: Context) -> Written[Page[Lead]]:
    """One page of the leads that match."""
    return await queries.list_leads(context.connection, call)


async def export_leads(call: ExportLeads, context: Context) -> Download:
    """Say what is exported, then the file, read as fast as the caller takes it. Raises ``TooManyRequests``."""
    wait = await export_queries.take_one(context.connection, context.actor.user.id, most=EXPORTS_A_DAY)
    if wait is not None:
        raise TooManyRequests(TOO_MANY_EXPORTS, retry_after=wait)
    export = await export_queries.export(context.connection, call)
    context.changed("lead", "export", clinic_id=call.clinic_id, after={"leads": export.count})
    pieces = export.pieces(context.services.database)
    return Download(pieces, name=f"leads-{export.day}.csv", content_type="text/csv; charset=utf-8")


async def read_upload(call: UploadLeads, context: Context) -> LeadFile:
    """Read the file in a process with limits, before anything waits for it. Raises ``InvalidInput``."""
    return await read(call.file0, context.services.settings.spool_dir)


async def upload_leads(call: UploadLeads, context: Context, file: LeadFile) -> LeadsUploaded:
    """Add all of them, or none. Raises ``NotFound`` for the clinic, ``InvalidInput`` for a campaign it has not."""
    await CLINIC.hold(context.connection, call.clinic_id)
    campaigns = await upload_queries.campaigns_meant(context.connection, call.clinic_id, file.campaigns)
    added = await upload_queries.add(context.connection, call.clinic_id, file.batches(), campaigns)
    told = {"file": file.described, "added": added, "known": file.leads - added}
    context.changed("lead", "upload", clinic_id=call.clinic_id, after=told)
    return LeadsUploaded(added=added, known=file.leads - added)
