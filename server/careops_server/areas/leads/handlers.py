"""Handlers of the leads of ad campaigns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from operator import itemgetter
from typing import Any

from careops.calls import leads as calls
from careops.calls.users import ReadUser
from careops.error_codes import Title, reason_of
from careops.errors import Conflict
from careops.files import Download
from careops.models.lead_uploads import MAX_LISTED_ROWS, MAX_MERGED, MAX_WRONG_ROWS_LENGTH
from careops_server.areas.clinics.reference import CLINIC
from careops_server.areas.exports import quota
from careops_server.areas.leads import (
    export_queries,
    parse_upload,
    prior_contact_queries,
    queries,
    revert_queries,
    upload_queries,
)
from careops_server.areas.leads.parse_upload import LeadFile, LeadLook
from careops_server.core.context import Context
from careops_server.core.pipeline import bulk_read_alerts

list_leads = queries.LEADS.handle
list_lead_uploads = revert_queries.LEAD_UPLOADS.handle


async def read_known_before(call: calls.ReadKnownBefore, context: Context) -> calls.KnownBefore:
    """Return other records of the lead's person. Users are included only if the caller may read users. Raises
    ``NotFound``.
    """
    users = context.actor.may_call(ReadUser)
    return await prior_contact_queries.read_known_before(context.connection, call.lead_id, users=users)


async def export_leads(call: calls.ExportLeads, context: Context) -> Download:
    """Record the export and return the file, streamed at the client's speed. Raises ``TooManyRequests``."""
    await quota.consume_quota(context, calls.ListLeads.__name__, calls.TOO_MANY_EXPORTS)
    export = await export_queries.export(context.connection, call)
    context.changed("lead", "export", clinic_id=call.clinic_id, after={"leads": export.count})
    pieces = export.pieces(context.services.database, lambda leads: bulk_read_alerts.count(leads, context))
    return Download(pieces, name=f"leads-{export.day}.csv", content_type="text/csv; charset=utf-8")


async def read_upload(call: calls.UploadLeads, context: Context) -> LeadFile:
    """Parse the file in the sandbox, before the transaction. Raises ``InvalidInput``."""
    return await parse_upload.parse(call, context.services.settings.spool_dir)


async def preview_upload(call: calls.CheckLeads, context: Context) -> LeadLook:
    """Examine the file in the sandbox. Raises ``InvalidInput`` if it is not a table."""
    return await parse_upload.preview(call, context.services.settings.spool_dir)


async def check_leads(call: calls.CheckLeads, context: Context, look: LeadLook) -> calls.LeadsChecked:
    """Return the effect of an upload without making it. Raises ``NotFound`` for the clinic."""
    await CLINIC.find(context.connection, call.clinic_id)
    campaigns, unknown = await upload_queries.campaigns_found(context.connection, call.clinic_id, look.campaigns)
    new, merged = await upload_queries.compare(context.connection, call.clinic_id, look.people.batches(), campaigns)
    of_nobody = sum(look.campaigns[key]["rows"] for key in unknown)
    stray = list(islice(_stray_rows(look, unknown), MAX_LISTED_ROWS - len(look.preview["wrong_rows"])))
    strays = {row["row"] for row in stray}
    preview = {
        **look.preview,
        "new": new,
        "known": look.preview["leads"] - of_nobody - new,
        "wrong": look.preview["wrong"] + of_nobody,
        "wrong_rows": sorted([*stray, *look.preview["wrong_rows"]], key=itemgetter("row")),
        "corrected_rows": [row for row in look.preview["corrected_rows"] if row["row"] not in strays],
        "merged": look.preview["merged"] + len(merged),
        "merged_rows": sorted([*merged, *look.preview["merged_rows"]], key=itemgetter("row"))[:MAX_MERGED],
    }
    return calls.LeadsChecked.model_validate(preview)


def _stray_rows(look: LeadLook, unknown: Mapping[str, Title]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of unknown campaigns as wrong rows."""
    size = 0
    numbers = {column["meaning"]: number for number, column in enumerate(look.preview["columns"], 1)}
    for batch in look.campaign_rows.batches() if unknown else ():
        for row in json.loads(batch):
            key = row.pop("campaign")
            if key in unknown and (size := size + sum(map(len, row["cells"]))) <= MAX_WRONG_ROWS_LENGTH:
                column = "campaign_id" if key.partition("\x1f")[0] else "campaign_name"
                yield {**row, "column": column, "column_number": numbers.get(column), **reason_of(unknown[key])}


async def upload_leads(call: calls.UploadLeads, context: Context, file: LeadFile) -> calls.LeadsUploaded:
    """Add all leads of a file, or none. Raises ``NotFound`` for the clinic, ``InvalidInput`` for an unknown
    campaign.
    """
    await CLINIC.lock(context.connection, call.clinic_id)
    campaigns = await upload_queries.resolve_campaigns(context.connection, call.clinic_id, file.campaigns)
    upload_id = await upload_queries.create_upload(
        context.connection, call.clinic_id, user_id=context.actor.user_id, file_name=call.file0.name
    )
    added = await upload_queries.add(context.connection, call.clinic_id, upload_id, file.lines.batches(), campaigns)
    known_leads = file.leads - added
    await upload_queries.count(context.connection, upload_id, added=added, known_leads=known_leads)
    facts = {"file": file.described, "added": added, "known": known_leads}
    if call.corrections:
        facts["corrected"] = len(call.corrections)
    context.changed("lead", "upload", clinic_id=call.clinic_id, after=facts)
    return calls.LeadsUploaded(added=added, known=known_leads, upload_id=upload_id)


async def undo_lead_upload(call: calls.UndoLeadUpload, context: Context) -> calls.LeadUploadUndone:
    """Undo an upload. Idempotent. Raises ``NotFound``, and ``Conflict`` if it is too late."""
    upload = await revert_queries.lock_upload(context.connection, call.upload_id)
    if upload.undone is not None:
        context.changed("lead_upload", upload.id, clinic_id=upload.clinic_id, before={}, after={})
        return upload.undone
    if not upload.in_time:
        raise Conflict(calls.TOO_LATE, source="upload_id")
    done = await revert_queries.undo(context.connection, upload, user_id=context.actor.user.id)
    facts = {"file_name": upload.file_name, **done.model_dump(exclude={"edited"})}
    context.changed("lead_upload", upload.id, clinic_id=upload.clinic_id, after=facts)
    return done
