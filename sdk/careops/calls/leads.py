"""Leads: people who answered ad campaigns of clinics. Spec: B 2, B 3, B 5, B 7, B 8."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from careops.constants import MAX_LEAD_FILE_BYTES
from careops.contract import STAFF, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import CSV, Envelope, array_in, file, object_in, one_page
from careops.contract.fields import Id, Text
from careops.contract.filters import DateFilter
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.files import Download
from careops.models.lead_uploads import TOO_BUSY as TOO_BUSY
from careops.models.lead_uploads import TOO_LARGE_FILE as TOO_LARGE_FILE
from careops.models.lead_uploads import WRONG_KIND as WRONG_KIND
from careops.models.lead_uploads import EditedLead as EditedLead
from careops.models.lead_uploads import LeadColumn as LeadColumn
from careops.models.lead_uploads import LeadColumns as LeadColumns
from careops.models.lead_uploads import LeadFile as LeadFile
from careops.models.lead_uploads import LeadMeaning as LeadMeaning
from careops.models.lead_uploads import LeadsChecked as LeadsChecked
from careops.models.lead_uploads import LeadsUploaded as LeadsUploaded
from careops.models.lead_uploads import LeadUpload as LeadUpload
from careops.models.lead_uploads import LeadUploadUndone as LeadUploadUndone
from careops.models.lead_uploads import MergedLeadRow as MergedLeadRow
from careops.models.lead_uploads import WrongLeadRow as WrongLeadRow
from careops.models.lead_uploads import is_other_name as is_other_name
from careops.models.lead_uploads import wrong_rows as wrong_rows
from careops.models.references import ClinicReference

TOO_MANY_EXPORTS: Final = title_of("lead_export_limit")
NO_LEAD: Final = title_of("lead_not_found")
NO_UPLOAD: Final = title_of("lead_upload_not_found")
UNDONE_WITHIN_DAYS: Final = 30
_FILE_SECONDS: Final = 180
"""Time limit of the server for a file. A large one takes 3 seconds of processor time, or minutes on a busy machine."""
TOO_LATE: Final = title_of("lead_upload_too_old", count=UNDONE_WITHIN_DAYS)


class Lead(Model):
    """Person who answered an ad campaign."""

    id: int | None = None
    """Id of the lead; an addition of careops, null if the platform does not return it."""
    created_at: datetime | None = None
    """Time when it came in, in UTC; an addition of careops, null if the platform does not return it (B-111)."""
    ad_campaign_id: int | None = None
    """Id of its campaign; an addition of careops, null without a campaign or if the platform does not return it."""
    campaign_name: str | None = None
    """Name of the campaign; null without a campaign."""
    clinic_id: int | None = None
    """Clinic of the lead; an addition of careops, null if the platform does not return it."""
    clinic_name: str | None = None
    """Name of the clinic; null if it has none."""
    first_name: Annotated[str | None, Personal("name", "lead")] = None
    """First name; null if there is none."""
    last_name: Annotated[str | None, Personal("name", "lead")] = None
    """Last name; null if there is none."""
    phone_number: Annotated[str | None, Personal("phone", "lead")] = None
    """Phone number as received; null if there is none."""
    email: Annotated[str | None, Personal("email", "lead")] = None
    """Email address; null if there is none."""
    campaign_start_time: datetime | None = None
    """Start of the campaign, in UTC; null if unknown."""
    campaign_end_time: datetime | None = None
    """End of the campaign, in UTC; null if it has no end."""
    utm_details: dict[str, str | None] | None = None
    """UTM details: names and values such as ``utm_source`` and ``google``; null if unknown."""


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


class LeadFilters(DateFilter):
    """Filters of leads, which must all match. Days are those of India, both included; each may be given alone."""

    clinic_id: Id | None = None
    """Only leads of this clinic."""
    ad_campaign_id: Id | None = None
    """Only leads of this campaign."""
    search_text: Text | None = None
    """Only leads that contain this text in their name, phone number or email address."""


class ListLeads(LeadFilters, PageParams, Call[Page[Lead]]):
    """List leads, latest first. All given filters must match. Spec: B 2, B 7 (B-10, B-111).

    ``total_records`` is exact.
    """

    route = Get("/admin/ad_campaign_leads", access=STAFF, answer=array_in("data.leads"))
    example = Example(call={"ad_campaign_id": 12, "start_time": "2026-11-01"}, answer=one_page(_LEAD))


class KnownLead(Model):
    """Lead of the same person in another campaign."""

    ad_campaign_id: int
    """Id of the campaign."""
    campaign_name: str | None
    """Name of the campaign; null if it has none."""
    clinic_id: int
    """Id of the clinic."""
    clinic_name: str | None
    """Name of the clinic; null if it has none."""
    created_at: datetime
    """Time when the lead came in, in UTC."""


class KnownBefore(Model):
    """Other records of a person."""

    leads: list[KnownLead]
    """Leads in other campaigns, latest first, at most 20."""
    user_id: int | None
    """Id of the user with the same phone number; null if there is none, or if the caller may not see users."""


class ReadKnownBefore(Call[KnownBefore]):
    """Return other records of the person of a lead. Our own addition.

    A person is identified by the phone number, or by the email address if there is no number.
    """

    route = Get("/careops/leads/{lead_id}/known_before", access=STAFF, forwarded=True, answer=object_in("data"))
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
    """Id of the lead."""


class ExportLeads(LeadFilters, Call[Download]):
    """Export all leads that match the filters as one CSV file, latest first. Spec: B 2, B 7, B 8 (B-78).

    The file is UTF-8 with a byte order mark and has a header and one column for each name in the UTM details. A cell
    that a spreadsheet would read as a formula is prefixed with an apostrophe. Ten exports per day and account are
    allowed; more are refused with 429.
    """

    route = Post(
        "/admin/ad_campaign_leads/export_download",
        access=STAFF,
        answer=file(CSV),
        event="lead.export",
        personal="Each person may export a limited number of files per day.",
        may_refuse=(429,),
    )
    example = Example(
        call={"ad_campaign_id": 12},
        answer={"name": "leads-2026-11-22.csv", "content": "first_name,phone_number\r\nHarpreet,9812345670\r\n"},
    )


class UploadLeads(ClinicReference, LeadFile, Call[LeadsUploaded]):
    """Add the leads of a file to a clinic: all, or none if a row is wrong. Spec: B 5, B 7 (B-79, B-111).

    Accepts CSV, XLSX or XLS with at most 5 MB and 100,000 rows. The first row contains the column titles. Columns other
    than name, phone number and email go into the UTM details. A column ``campaign_id`` or ``campaign_name`` selects a
    campaign of that clinic. A person is added only once per campaign, so the same file again adds no lead. The audit
    trail has the name of an API key that uploads a file.
    """

    route = Post(
        "/admin/clinics/{clinic_id}/lead_uploads/upload",
        access=STAFF,
        multipart=True,
        body_limit=MAX_LEAD_FILE_BYTES + 64 * 1024,
        work_seconds=_FILE_SECONDS,
        answer=Envelope(
            {"added": "data.added", "known": "data.known", "upload_id": "data.upload_id"},
            optional=frozenset({"added", "known", "upload_id"}),
        ),
        event="lead.upload",
        large=True,
    )
    example = Example(
        call={
            "clinic_id": 41,
            "file0": {"name": "leads.csv", "content": "first_name,phone_number\nHarpreet,9812345670\n"},
        },
        answer={"added": 1, "known": 0, "upload_id": 7},
    )


class CheckLeads(ClinicReference, LeadFile, Call[LeadsChecked]):
    """Check a file of leads and report the effect of its upload, without adding leads. Our own addition.

    Accepts the same files as ``UploadLeads`` and reads them in the same way. Unknown columns can be assigned.
    """

    route = Post(
        "/careops/clinics/{clinic_id}/lead_uploads/check",
        access=STAFF,
        forwarded=True,
        multipart=True,
        body_limit=MAX_LEAD_FILE_BYTES + 64 * 1024,
        work_seconds=_FILE_SECONDS,
        answer=object_in("data"),
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


class ListLeadUploads(PageParams, Call[Page[LeadUpload]]):
    """List uploaded files of leads, latest first, of all clinics or of one. Our own addition."""

    route = Get("/careops/lead_uploads", access=STAFF, forwarded=True, answer=array_in("data.lead_uploads"))
    example = Example(call={"clinic_id": 41}, answer=one_page(_UPLOAD))

    clinic_id: Id | None = None
    """Only uploads to this clinic."""


class UndoLeadUpload(Call[LeadUploadUndone]):
    """Undo an upload. Its leads are deleted, except those edited since. Our own addition (decision 141).

    Allowed within 30 days of the upload, later refused with 409. A repeated call returns the first result again.
    """

    route = Post(
        "/careops/lead_uploads/{upload_id}/undo",
        access=STAFF,
        forwarded=True,
        answer=object_in("data"),
        event="lead_upload.undo",
        personal="A person decides to delete leads.",
        large=True,
        may_refuse=(409,),
    )
    example = Example(
        call={"upload_id": 7},
        answer={"removed": 116, "kept": 1, "gone": 1, "edited": [{"id": 3104, "name": "Meera Sharma"}]},
    )

    upload_id: Id
    """Id of the upload."""


class Leads(Resource[ClientT]):
    """``client.leads``: people who answered ad campaigns."""

    list = method(ListLeads)
    each = each_row(ListLeads)
    known_before = method(ReadKnownBefore)
    export = method(ExportLeads)
    check = method(CheckLeads)
    upload = method(UploadLeads)
    uploads = method(ListLeadUploads)
    undo = method(UndoLeadUpload)
