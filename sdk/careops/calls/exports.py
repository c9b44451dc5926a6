"""Lists as files: exactly what their filters leave, in the columns that are wanted. Our own addition."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from careops.areas import Area, ClientT, verb
from careops.calls.views import ListName
from careops.constants import NAME_MAX
from careops.contract import STAFF, Call, Example, Post
from careops.fields import Typed
from careops.files import Download
from careops.shapes import CSV, XLSX, file

TOO_MANY_EXPORTS: Final = "You have exported this list ten times within a day. Please try again later."
TOO_MANY_ROWS: Final = "A spreadsheet has room for 1,048,575 rows. Please export CSV."


class ExportColumn(BaseModel):
    """One column of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    title: Annotated[str, Typed(NAME_MAX)]
    """What stands above it."""
    fields: Annotated[
        list[Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_.]{0,79}$")]],
        Field(min_length=1, max_length=12),
    ]
    """The fields of the row that it shows, ``location.city``; several are joined by commas."""


class ExportList(Call[Download]):
    """Every row that a list's filters leave, as one file, in the list's own order. Our own addition.

    CSV is UTF-8 with its mark, and a cell that a spreadsheet would take for a formula has an apostrophe before it;
    XLSX is one sheet whose texts are texts. Values are as the list's call answers them. Ten exports within a day for
    each list and account; more are refused with 429. The audit trail asks for the password of the last five minutes:
    else 403 with source ``step_up_required``.
    """

    route = Post(
        "/careops/lists/{list_name}/export",
        access=STAFF,
        answer=file(XLSX, CSV),
        event="list.export",
        personal=True,
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
    """The list, by the name of its call."""
    filters: Annotated[dict[str, Any], Field(max_length=60)]
    """Parameters of that call by name, those of its path as well; its pages do not count."""
    columns: Annotated[list[ExportColumn], Field(min_length=1, max_length=60)]
    """The columns of the file, in their order."""
    format: Literal["csv", "xlsx"] = "csv"
    """What kind of file."""


class Exports(Area[ClientT]):
    """``client.exports``: lists as files."""

    list = verb(ExportList)
