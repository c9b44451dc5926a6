"""Export of lists as files, with the filters and columns of the request. Our own addition."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from careops.calls.views import ListName
from careops.constants import MAX_NAME_LENGTH
from careops.contract import STAFF, Call, Example, Post
from careops.contract.envelopes import CSV, XLSX, file
from careops.contract.fields import TypedText
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of
from careops.files import Download

TOO_MANY_EXPORTS: Final = title_of("export_limit")
TOO_MANY_ROWS: Final = title_of("export_too_large")


class ExportColumn(BaseModel):
    """Column of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    title: Annotated[str, TypedText(MAX_NAME_LENGTH)]
    """Title of the column."""
    fields: Annotated[
        list[Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_.]{0,79}$")]],
        Field(min_length=1, max_length=12),
    ]
    """Fields of the row in this column, such as ``location.city``; several are joined by commas."""


class ExportList(Call[Download]):
    """Export all rows of a filtered list as one file, in the order of the list. Our own addition.

    CSV is UTF-8 with a byte order mark; a cell that a spreadsheet would read as a formula is prefixed with an
    apostrophe. XLSX has one sheet and stores texts as texts. Values are those of the list's call. Ten exports per day,
    list and account are allowed; more are refused with 429. The audit trail requires that the password was given within
    five minutes; otherwise it is refused with 403 and source ``step_up_required``.
    """

    route = Post(
        "/careops/lists/{list_name}/export",
        access=STAFF,
        answer=file(XLSX, CSV),
        event="list.export",
        personal="Each person may export a limited number of files per day.",
        may_refuse=(429,),
    )
    example = Example(
        call={
            "list_name": "ListClinics",
            "filters": {"filter_type": "state", "filter_text": "Punjab"},
            "columns": [{"title": "Clinic", "fields": ["name"]}, {"title": "City", "fields": ["location.city"]}],
        },
        answer={"name": "clinics-2026-11-22.csv", "content": '"Clinic","City"\r\n"Basant Clinic","Ludhiana"\r\n'},
    )

    list_name: ListName
    """List, by the name of its call."""
    filters: Annotated[dict[str, Any], Field(max_length=60)]
    """Parameters of that call by name, including those of its path; page parameters are ignored."""
    columns: Annotated[list[ExportColumn], Field(min_length=1, max_length=60)]
    """Columns of the file, in order."""
    format: Literal["csv", "xlsx"] = "csv"
    """Format of the file."""


class Exports(Resource[ClientT]):
    """``client.exports``: lists as files."""

    list = method(ExportList)
