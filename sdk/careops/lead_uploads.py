"""A file of leads: what it is uploaded with, what is seen in it before, and what became of it. Spec: B 5, B 7."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from careops.constants import LEAD_FILE_ENDINGS, LEAD_FILE_MAX, NAME_MAX
from careops.contract import Model
from careops.fields import Typed
from careops.files import Upload
from careops.problems import AboutField

WRONG_KIND: Final = "Please choose a csv, xlsx or xls file"
TOO_LARGE_FILE: Final = "The file is too large. It may have up to 5 MB."
TOO_BUSY: Final = "The server is too busy to read this file now. Nothing was stored. Please try again in a few minutes."


MOST_NAMED: Final = 1_000
"""Wrong rows that are reported with their cells; the others are only counted."""
MOST_MERGED: Final = 100
"""Rows that merge into a lead of another name and are named; the others are only counted."""
MOST_TOLD: Final = 600_000
"""Characters that wrong rows take as JSON, at most: they are the last line of a reader's output."""


def wrong_rows(count: int) -> str:
    """What is said of a file with that many wrong rows."""
    rows = "1 row of the file is wrong" if count == 1 else f"{count} rows of the file are wrong"
    return f"{rows}. Nothing was added."


def is_other_name(one: str, other: str) -> bool:
    """Return whether two names differ: neither has all the words of the other."""
    words = [set(name.casefold().split()) for name in (one, other)]
    return not (words[0] <= words[1] or words[1] <= words[0])


LeadMeaning = Literal[
    "first_name",
    "last_name",
    "full_name",
    "phone_number",
    "email",
    "created_at",
    "campaign_id",
    "campaign_name",
    "utm_details",
    "ignored",
]
"""What stands in a column of a file of leads; the last two: one of the UTM details, and nothing anybody wants."""


def _of_a_form(given: object) -> object:
    """A part of a form is a text."""
    try:
        return json.loads(given) if isinstance(given, str) else given
    except (ValueError, RecursionError):
        raise ValueError("This is not a valid JSON object") from None


LeadColumns = Annotated[
    dict[Annotated[str, Typed(NAME_MAX, at_least=1)], LeadMeaning], Field(max_length=100), BeforeValidator(_of_a_form)
]
"""Titles of columns and what stands below them, where they do not say so themselves."""


class LeadFile(BaseModel):
    """A file of leads, and what its columns are."""

    file0: Upload
    """The file; its name ends with .csv, .xlsx or .xls."""
    columns: LeadColumns | None = None
    """What stands below titles that do not say so; an addition of ours, null takes every column by its title."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.file0.name.lower().endswith(LEAD_FILE_ENDINGS):
            raise AboutField("file0", WRONG_KIND)
        if self.file0.size > LEAD_FILE_MAX:
            raise AboutField("file0", TOO_LARGE_FILE)
        return self


class LeadsUploaded(Model):
    """What became of a file of leads."""

    added: int | None = None
    """Leads that were new; an addition of ours, null when a platform does not say."""
    known: int | None = None
    """Rows about somebody whom the clinic's campaign had brought before, or twice in the file; as above."""
    upload_id: int | None = None
    """What identifies the upload, to take it back; an addition of ours, null when a platform does not say."""


class LeadColumn(Model):
    """A column of a file of leads."""

    title: str
    """Its title in the header; ``column B`` if it has no title and rows hold something in it, empty if none do."""
    meaning: LeadMeaning | None
    """Its meaning; null if it has no title and no assigned meaning: then it has to be empty in every row."""


class WrongLeadRow(Model):
    """A row that keeps a file of leads from being uploaded."""

    row: int
    """Which row of the file, its first being 1."""
    column: str
    """Where it is wrong: the name of what is meant to stand there."""
    reason: str
    """Why."""
    cells: list[str]
    """The row as it is in the file."""


class MergedLeadRow(Model):
    """A row that is not added, because its phone number or email belongs to a lead of another name."""

    row: int
    """Which row of the file."""
    person: str
    """The phone number, or the email where there is none."""
    name: str
    """The name in that row, which is stored nowhere."""
    known_name: str
    """The name that stays."""
    known_row: int | None
    """The earlier row of the file with that name; null when the lead is at the clinic already."""


class LeadsChecked(Model):
    """What uploading a file of leads would do."""

    rows: int
    """Rows of the file below its header."""
    new: int
    """Leads that would be new."""
    known: int
    """Rows about somebody whom the clinic's campaign has brought already, or twice in the file."""
    wrong: int
    """Rows that are wrong; while there is one, nothing can be added."""
    header_row: int = 1
    """Which row of the file names the columns, one of its first ten; rows above it are not read."""
    sheet: str | None = None
    """The sheet of a workbook that is read: the first that is not hidden and not empty; null for other files."""
    other_sheets: list[str] = []
    """Names of the other sheets, which are not read; twenty at most."""
    columns: list[LeadColumn]
    """Its columns, from the left."""
    first_rows: list[list[str]]
    """The first five rows as they will be stored, times in India's zone; their cells cut to 60 characters."""
    wrong_rows: list[WrongLeadRow]
    """Which rows are wrong and why, a thousand at most."""
    merged: int = 0
    """Rows among the known whose phone number or email belongs to a lead of another name."""
    merged_rows: list[MergedLeadRow] = []
    """Which rows those are, a hundred at most."""
    missing: str | None = None
    """What the columns do not say, so that nobody knows yet who the rows are about; null when they say enough."""


class LeadUpload(Model):
    """A file of leads that was added to a clinic."""

    id: int
    """What identifies the upload."""
    clinic_id: int
    """The clinic they were added to."""
    clinic_name: str | None = None
    """What that clinic is called; null when it has no name."""
    uploaded_at: datetime
    """When, in UTC."""
    uploaded_by: str | None = None
    """The name of whoever did; null when the account is there no more."""
    file_name: str
    """What the file was called."""
    added: int
    """Leads that were new."""
    known: int
    """Rows about somebody whom the clinic's campaign had brought before, or twice in the file."""
    undone_at: datetime | None = None
    """When it was taken back, in UTC; null when it was not."""
    undone_by: str | None = None
    """The name of whoever took it back; null when nobody did, or the account is there no more."""
    removed: int | None = None
    """Leads that went when it was taken back; null when it was not."""
    kept: int | None = None
    """Leads that stayed then, because somebody had changed them since the upload; as above."""
    gone: int | None = None
    """Leads that were gone already; as above."""
    may_be_undone: bool
    """Whether it can be taken back still: within 30 days, once."""


class LeadUploadUndone(Model):
    """What became of the leads of an upload that was taken back."""

    removed: int
    """Leads that went."""
    kept: int
    """Leads that stayed, because somebody had changed them since the upload."""
    gone: int
    """Leads that were gone already."""
