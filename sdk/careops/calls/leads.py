"""Leads: people whom ad campaigns brought to clinics. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import LEAD_FILE_MAX
from careops.contract import STAFF, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Id, Text
from careops.files import Download
from careops.filters import BetweenDays
from careops.lead_uploads import TOO_BUSY as TOO_BUSY
from careops.lead_uploads import TOO_LARGE_FILE as TOO_LARGE_FILE
from careops.lead_uploads import WRONG_KIND as WRONG_KIND
from careops.lead_uploads import LeadColumn as LeadColumn
from careops.lead_uploads import LeadColumns as LeadColumns
from careops.lead_uploads import LeadFile as LeadFile
from careops.lead_uploads import LeadMeaning as LeadMeaning
from careops.lead_uploads import LeadsChecked as LeadsChecked
from careops.lead_uploads import LeadsUploaded as LeadsUploaded
from careops.lead_uploads import LeadUpload as LeadUpload
from careops.lead_uploads import LeadUploadUndone as LeadUploadUndone
from careops.lead_uploads import MergedLeadRow as MergedLeadRow
from careops.lead_uploads import WrongLeadRow as WrongLeadRow
from careops.lead_uploads import is_other_name as is_other_name
from careops.lead_uploads import wrong_rows as wrong_rows
from careops.shapes import CSV, Shape, file, items, record

TOO_MANY_EXPORTS: Final = "You have exported leads ten times within a day. Please try again later."
NO_LEAD: Final = "There is no lead with this id"
NO_UPLOAD: Final = "There is no upload with this id"
UNDONE_WITHIN_DAYS: Final = 30
_FILE_SECONDS: Final = 180
"""How long the server may work on a file. A large one takes 3 seconds of a processor, which may be minutes on a busy
machine."""
TOO_LATE: Final = f"Uploads can be taken back for {UNDONE_WITHIN_DAYS} days"


class Lead(Model):
    """Somebody who answered an ad campaign."""

    id: int | None = None
    """What identifies the lead; an addition of ours, null when a platform does not say."""
    created_at: datetime | None = None
    """When it came in, in UTC; an addition of ours, null when a platform does not say (B-111)."""
    ad_campaign_id: int | None = None
    """The campaign that brought it; an addition of ours, null when no campaign did or a platform does not say."""
    campaign_name: str | None = None
    """What that campaign is called; null when none brought it."""
    clinic_id: int | None = None
    """The clinic it was brought to; an addition of ours, null when a platform does not say."""
    clinic_name: str | None = None
    """What that clinic is called; null when it has no name."""
    first_name: str | None = None
    """The first name; null when there is none."""
    last_name: str | None = None
    """The last name; null when there is none."""
    phone_number: str | None = None
    """The number, as it came in; null when there is none."""
    email: str | None = None
    """The email address; null when there is none."""
    campaign_start_time: datetime | None = None
    """When the campaign begins, in UTC; null when nobody said."""
    campaign_end_time: datetime | None = None
    """When the campaign ends, in UTC; null when it goes on."""
    utm_details: dict[str, str | None] | None = None
    """Where it came from: names and values such as ``utm_source`` and ``google``; null when nothing is known."""


_LEAD: Final[dict[str, Any]] = {
    "id": 9104,
    "created_at": "2026-11-12T09:14:00Z",
    "ad_campaign_id": 12,
    "campaign_name": "Free eye check, November",
    "clinic_id": 41,
    "clinic_name": "Navjeevan Polyclinic",
    "first_name": "Harpreet",
    "last_name": "Gill",
    "phone_number": "9812345670",
    "email": "harpreet@patient.example",
    "campaign_start_time": "2026-11-01T03:30:00Z",
    "campaign_end_time": "2026-11-30T12:30:00Z",
    "utm_details": {"utm_source": "google", "utm_medium": "cpc"},
}


class LeadFilters(BetweenDays):
    """What leads are narrowed by, all of it together. Days are those of India, both included; either may be alone."""

    clinic_id: Id | None = None
    """Only leads of this clinic."""
    ad_campaign_id: Id | None = None
    """Only leads that this campaign brought."""
    search_text: Text | None = None
    """Only those that hold this text in their name, phone number or email address."""


class ListLeads(LeadFilters, Paged, Call[Page[Lead]]):
    """Leads, the latest first, narrowed by any of the filters together. Spec: B 2, B 7 (B-10, B-111).

    ``total_records`` is exact.
    """

    route = Get(
        "/admin/ad_campaign_leads",
        access=STAFF,
        answer=items("data.leads", total="total_records"),
        people=True,
    )
    example = Example(
        call={"ad_campaign_id": 12, "start_time": "2026-11-01"},
        answer={"items": [_LEAD], "total_records": 1, "total_pages": 1},
    )


class KnownLead(Model):
    """Another campaign that brought the same person."""

    ad_campaign_id: int
    """What identifies that campaign."""
    campaign_name: str | None
    """What it is called; null when it has no name."""
    clinic_id: int
    """The clinic it is of."""
    clinic_name: str | None
    """What that clinic is called; null when it has no name."""
    created_at: datetime
    """When it brought them, in UTC."""


class KnownBefore(Model):
    """Where somebody is known already."""

    leads: list[KnownLead]
    """Other campaigns that brought them, the latest first, 20 at most."""
    user_id: int | None
    """The user of the platform with the same phone number; null when there is none, or the caller may see no users."""


class ReadKnownBefore(Call[KnownBefore]):
    """Where the person of a lead is known from already. Our own addition.

    The same person is the same phone number, or the same email where there is none.
    """

    route = Get(
        "/careops/leads/{lead_id}/known_before", access=STAFF, forwarded=True, answer=record("data"), people=True
    )
    example = Example(
        call={"lead_id": 9104},
        answer={
            "leads": [
                {
                    "ad_campaign_id": 7,
                    "campaign_name": "Dental camp",
                    "clinic_id": 41,
                    "clinic_name": "Navjeevan Polyclinic",
                    "created_at": "2026-10-02T09:14:00Z",
                }
            ],
            "user_id": 1204,
        },
    )

    lead_id: Id
    """The lead."""


class ExportLeads(LeadFilters, Call[Download]):
    """Every lead that the filters leave, as one CSV file, the latest first. Spec: B 2, B 7, B 8 (B-78).

    UTF-8 with its mark, a header, a column for each name in the UTM details. A cell that a spreadsheet would take for
    a formula has an apostrophe before it. Ten exports within a day for each account; more are refused with 429.
    """

    route = Post(
        "/admin/ad_campaign_leads/export_download",
        access=STAFF,
        answer=file(CSV),
        event="lead.export",
        personal=True,
        may_refuse=(429,),
    )
    example = Example(
        call={"ad_campaign_id": 12},
        answer={"name": "leads-2026-11-22.csv", "content": "first_name,phone_number\r\nHarpreet,9812345670\r\n"},
    )


class UploadLeads(LeadFile, Call[LeadsUploaded]):
    """Add the leads of a file to a clinic: all of them, or none where a row is wrong. Spec: B 5, B 7 (B-79, B-111).

    CSV, XLSX or XLS of 5 MB and 100,000 rows at most. Its first row names the columns; what is no name, phone number or
    email goes into the UTM details. A column ``campaign_id`` or ``campaign_name`` names a campaign of that clinic.
    Nobody is added twice to the same campaign, so the same file again adds nobody.
    """

    route = Post(
        "/admin/clinics/{clinic_id}/lead_uploads/upload",
        access=STAFF,
        multipart=True,
        body_limit=LEAD_FILE_MAX + 64 * 1024,
        work_seconds=_FILE_SECONDS,
        answer=Shape(
            {"added": "data.added", "known": "data.known", "upload_id": "data.upload_id"},
            optional=frozenset({"added", "known", "upload_id"}),
        ),
        event="lead.upload",
        personal=True,
        large=True,
    )
    example = Example(
        call={
            "clinic_id": 41,
            "file0": {"name": "leads.csv", "content": "first_name,phone_number\nHarpreet,9812345670\n"},
        },
        answer={"added": 1, "known": 0, "upload_id": 7},
    )

    clinic_id: Id
    """The clinic they are leads of."""


class CheckLeads(LeadFile, Call[LeadsChecked]):
    """Say what uploading a file of leads would do, and do none of it. Our own addition.

    Takes what ``UploadLeads`` takes and reads it in the same way. A column that is not recognised can be assigned.
    """

    route = Post(
        "/careops/clinics/{clinic_id}/lead_uploads/check",
        access=STAFF,
        forwarded=True,
        multipart=True,
        body_limit=LEAD_FILE_MAX + 64 * 1024,
        work_seconds=_FILE_SECONDS,
        answer=record("data"),
        safe=True,
    )
    example = Example(
        call={
            "clinic_id": 41,
            "file0": {"name": "leads.csv", "content": "Naam,phone_number\nHarpreet,9812345670\n"},
            "columns": {"Naam": "first_name"},
        },
        answer={
            "rows": 1,
            "new": 1,
            "known": 0,
            "wrong": 0,
            "header_row": 1,
            "columns": [
                {"title": "Naam", "meaning": "first_name"},
                {"title": "phone_number", "meaning": "phone_number"},
            ],
            "first_rows": [["Harpreet", "9812345670"]],
            "wrong_rows": [],
            "merged": 0,
            "merged_rows": [],
            "missing": None,
        },
    )

    clinic_id: Id
    """The clinic they would be leads of."""


_UPLOAD: Final[dict[str, Any]] = {
    "id": 7,
    "clinic_id": 41,
    "clinic_name": "Navjeevan Polyclinic",
    "uploaded_at": "2026-11-12T09:14:00Z",
    "uploaded_by": "Harpreet Kaur",
    "file_name": "leads.csv",
    "added": 118,
    "known": 4,
    "undone_at": None,
    "undone_by": None,
    "removed": None,
    "kept": None,
    "gone": None,
    "may_be_undone": True,
}


class ListLeadUploads(Paged, Call[Page[LeadUpload]]):
    """Files of leads that were uploaded, the latest first; to one clinic where it is named. Our own addition."""

    route = Get(
        "/careops/lead_uploads", access=STAFF, forwarded=True, answer=items("data.lead_uploads", total="total_records")
    )
    example = Example(call={"clinic_id": 41}, answer={"items": [_UPLOAD], "total_records": 1, "total_pages": 1})

    clinic_id: Id | None = None
    """Only uploads to this clinic."""


class UndoLeadUpload(Call[LeadUploadUndone]):
    """Take an upload back: its leads go, but for those that somebody changed since. Our own addition (decision 141).

    Within 30 days of the upload; later ones are refused with 409. One that was taken back already says again what
    became of it.
    """

    route = Post(
        "/careops/lead_uploads/{upload_id}/undo",
        access=STAFF,
        forwarded=True,
        answer=record("data"),
        event="lead_upload.undo",
        personal=True,
        large=True,
        may_refuse=(409,),
    )
    example = Example(call={"upload_id": 7}, answer={"removed": 116, "kept": 1, "gone": 1})

    upload_id: Id
    """The upload to take back."""


class Leads(Area[ClientT]):
    """``client.leads``: people whom ad campaigns brought."""

    list = verb(ListLeads)
    each = each_row(ListLeads)
    known_before = verb(ReadKnownBefore)
    export = verb(ExportLeads)
    check = verb(CheckLeads)
    upload = verb(UploadLeads)
    uploads = verb(ListLeadUploads)
    undo = verb(UndoLeadUpload)
