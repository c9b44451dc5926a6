"""Uploads of lead files: parameters, preview and result. Spec: B 5, B 7."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from careops.constants import LEAD_FILE_ENDINGS, MAX_LEAD_COLUMNS, MAX_LEAD_FILE_BYTES, MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from careops.contract import Model
from careops.contract.fields import TypedText
from careops.contract.personal import Personal
from careops.contract.strict_json import AmbiguousJsonError, strict_json
from careops.contract.validation_errors import FieldError
from careops.error_codes import Title, title_of
from careops.files import Upload

WRONG_KIND: Final = title_of("lead_file_kind")
TOO_LARGE_FILE: Final = title_of("lead_file_too_large")
TOO_BUSY: Final = title_of("lead_file_busy")


MAX_LISTED_ROWS: Final = 1_000
"""Maximum number of wrong rows that are returned with their cells. Further ones are counted."""
MAX_MERGED: Final = 100
"""Maximum number of rows merged into a lead of another name that are returned. Further ones are counted."""
MAX_WRONG_ROWS_LENGTH: Final = 600_000
"""Maximum number of characters of wrong rows as JSON, because they are the last line of the reader's output."""
MAX_ROW_BYTES: Final = 2_000_000
"""The number of the last row of a file that can be corrected; rows may be blank."""
MAX_CORRECTED: Final = 200
"""Cells that can be corrected in one request."""
MAX_CORRECTED_LENGTH: Final = 10_000
"""Characters of all corrections together: they are an argument of the reader's process."""
TOO_MANY_CORRECTED: Final = title_of("lead_corrections_too_long", count=f"{MAX_CORRECTED_LENGTH:,}")


def wrong_rows(count: int) -> Title:
    """Return the message about a number of wrong rows."""
    return title_of("lead_rows_invalid", count=count)


def is_other_name(first: str, other: str) -> bool:
    """Return whether two names differ: neither has all the words of the other."""
    words = [set(name.casefold().split()) for name in (first, other)]
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
"""Meaning of a column in a lead file; the last two are UTM details and ignored."""


def _of_a_form(value: object) -> object:
    """Parse a form field, which is a text."""
    try:
        return strict_json(value) if isinstance(value, str) else value
    except AmbiguousJsonError as error:
        raise ValueError(error.title) from None
    except ValueError:
        raise ValueError(title_of("json_text_invalid")) from None


def _array_of_a_form(value: object) -> object:
    """Parse an array of a form: one part with a JSON array, or one part for each item."""
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        return _of_a_form(value)
    items = [_of_a_form(text) for text in value]
    return items[0] if len(items) == 1 and isinstance(items[0], list) else items


LeadColumns = Annotated[
    dict[Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1)], LeadMeaning],
    Field(max_length=100),
    BeforeValidator(_of_a_form),
]
"""Meanings of columns by title, if the titles are not recognised."""


class LeadCorrection(BaseModel):
    """A cell of a lead file, and the text to read in its place."""

    model_config = ConfigDict(extra="forbid")

    row: Annotated[int, Field(ge=1, le=MAX_ROW_BYTES)]
    """The row of the file, the first being 1."""
    column_number: Annotated[int, Field(ge=1, le=MAX_LEAD_COLUMNS)]
    """The column of the file, the first being 1."""
    text: Annotated[str, TypedText(MAX_TEXT_LENGTH)]
    """The text to read; an empty one reads the cell as empty."""


LeadCorrections = Annotated[list[LeadCorrection], Field(max_length=MAX_CORRECTED), BeforeValidator(_array_of_a_form)]
"""Cells that are read as something else than the file has in them."""


class LeadFile(BaseModel):
    """Lead file with the meanings of its columns and corrections of its cells."""

    file0: Upload
    """File with a name that ends with .csv, .xlsx or .xls."""
    columns: LeadColumns | None = None
    """Meanings of columns with unknown titles; an addition of careops, null to use the titles only."""
    corrections: Annotated[LeadCorrections | None, Field(repr=False)] = None
    """Cells to read as another text, such as wrong ones of the preview; an addition of careops, null for none."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not self.file0.name.lower().endswith(LEAD_FILE_ENDINGS):
            raise FieldError("file0", WRONG_KIND)
        if self.file0.size > MAX_LEAD_FILE_BYTES:
            raise FieldError("file0", TOO_LARGE_FILE)
        if sum(len(correction.text) for correction in self.corrections or ()) > MAX_CORRECTED_LENGTH:
            raise FieldError("corrections", TOO_MANY_CORRECTED)
        return self


class LeadsUploaded(Model):
    """Result of an upload."""

    added: int | None = None
    """Number of new leads; an addition of careops, null if the platform does not return it."""
    known: int | None = None
    """Rows about people who are already leads of that campaign, or appear twice in the file; as above."""
    upload_id: int | None = None
    """Id of the upload, for undoing it; an addition of careops, null if the platform does not return it."""


class LeadColumn(Model):
    """Column of a lead file."""

    title: str
    """Title in the header; ``column B`` if it has no title and rows have values in it, empty if none do."""
    meaning: LeadMeaning | None
    """Meaning; null without a title and an assignment: then it must be empty in all rows."""


class WrongLeadRow(Model):
    """Row that prevents the upload of a file."""

    row: int
    """Number of the row in the file, from 1."""
    column: str
    """Column with the error, by its meaning."""
    column_number: int | None = None
    """Number of that column in the file, from 1; null if the file has no such column."""
    reason: Annotated[str, Personal("text", "lead")]
    """Reason."""
    code: str | None = None
    """Stable code of the reason; null if it is unknown."""
    parameters: Annotated[dict[str, JsonValue] | None, Personal("text", "lead")] = None
    """Values in the reason by name: numbers, texts, or messages; null if there are none."""
    cells: Annotated[list[str], Personal("text", "lead")]
    """Cells of the row in the file, with their corrections."""


class CorrectedLeadRow(Model):
    """Row with corrections that can be added."""

    row: int
    """Number of the row in the file, from 1."""
    cells: Annotated[list[str], Personal("text", "lead")]
    """The row as it will be stored, times in India's zone."""


class MergedLeadRow(Model):
    """Row that is not added, because its phone number or email belongs to a lead of another name."""

    row: int
    """Number of the row in the file."""
    person: Annotated[str, Personal("phone", "lead")]
    """Phone number, or email without a phone number."""
    name: Annotated[str, Personal("name", "lead")]
    """Name in that row, which is not stored."""
    known_name: Annotated[str, Personal("name", "lead")]
    """Name of the existing lead."""
    known_row: int | None
    """Earlier row of the file with that name; null if the lead already exists at the clinic."""


class LeadsChecked(Model):
    """Preview of an upload."""

    rows: int
    """Number of rows below the header."""
    new: int
    """Number of new leads."""
    known: int
    """Rows about people who are already leads of that campaign, or appear twice in the file."""
    wrong: int
    """Number of wrong rows. Any wrong row prevents the upload."""
    header_row: int = 1
    """Number of the header row, one of the first ten. Rows above it are ignored."""
    sheet: str | None = None
    """Sheet of a workbook that is read: the first that is neither hidden nor empty; null for other files."""
    other_sheets: list[str] = []
    """Names of the other sheets, which are not read; at most twenty."""
    hidden_rows: int = 0
    """Number of hidden or filtered rows of an XLSX file, which are not read."""
    first_hidden_rows: list[int] = []
    """Numbers of these rows, at most twenty."""
    unchecked: bool = False
    """True for a spreadsheet that is not XLSX. Its hidden rows are read, and cells with failed formulas are empty."""
    columns: list[LeadColumn]
    """Columns, from the left."""
    first_rows: Annotated[list[list[str]], Personal("text", "lead")]
    """First five rows as they will be stored, with times in India's time zone and cells cut to 60 characters."""
    wrong_rows: list[WrongLeadRow]
    """Wrong rows with their reasons, at most a thousand."""
    corrected_rows: list[CorrectedLeadRow] = []
    """Rows with corrections that can be added."""
    merged: int = 0
    """Number of known rows whose phone number or email belongs to a lead of another name."""
    merged_rows: list[MergedLeadRow] = []
    """These rows, at most a hundred."""
    missing: str | None = None
    """Missing column that would identify the people; null if the columns are sufficient."""


class LeadUpload(Model):
    """Lead file that was added to a clinic."""

    id: int
    """Id of the upload."""
    clinic_id: int
    """Id of the clinic."""
    clinic_name: str | None = None
    """Name of the clinic; null if it has none."""
    uploaded_at: datetime
    """Time of the upload, in UTC."""
    uploaded_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who uploaded it; null if an API client uploaded it, or if the account was deleted."""
    file_name: str
    """Name of the file."""
    added: int
    """Number of new leads."""
    known: int
    """Rows about people who were already leads of that campaign, or appeared twice in the file."""
    undone_at: datetime | None = None
    """Time when it was undone, in UTC; null if it was not."""
    undone_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who undid it; null if it was not undone, or if the account was deleted."""
    removed: int | None = None
    """Number of leads deleted when it was undone; null if it was not."""
    kept: int | None = None
    """Number of leads kept then, because they were edited since the upload; null if it was not undone."""
    gone: int | None = None
    """Number of leads that were already deleted; null if it was not undone."""
    may_be_undone: bool
    """True if it can be undone: within 30 days, once."""


class EditedLead(Model):
    """Lead that was edited since its upload."""

    id: int
    """Id of the lead."""
    name: Annotated[str | None, Personal("name", "lead")] = None
    """Name; null if it has none, and neither a phone number nor an email address."""


class LeadUploadUndone(Model):
    """Result of undoing an upload."""

    removed: int
    """Number of deleted leads."""
    kept: int
    """Number of leads kept, because they were edited since the upload and have other values."""
    gone: int
    """Number of leads that were already deleted."""
    edited: list[EditedLead] = []
    """The first 1,000 kept leads, without those that were deleted later."""
