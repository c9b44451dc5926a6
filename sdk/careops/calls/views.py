"""Views of lists: columns, and saved views with filters under a name. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from careops.constants import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_VIEWS
from careops.contract import STAFF, Call, Delete, Empty, Example, Get, Model, Page, PageParams, Post, Put
from careops.contract.envelopes import array_in, object_in, one_page, page_in
from careops.contract.fields import Id, TypedText, non_empty, strict_int
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

NO_LIST: Final = title_of("list_not_found")
NO_VIEW: Final = title_of("view_not_found")
NOT_YOURS: Final = title_of("view_not_own")
NAME_TAKEN: Final = title_of("view_name_taken")
TOO_MANY: Final = title_of("too_many_views", count=MAX_VIEWS)
TWICE: Final = title_of("column_repeated")

ListName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z][A-Za-z]{2,59}$")]
"""List, by the name of its call: ``ListClinics``."""


class ListColumn(BaseModel):
    """Column of a list."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_.]{0,79}$")]
    """Name of the column, which is the field of the row: ``location.city``."""
    shown: bool
    """True if it is visible."""
    width: Annotated[int, Field(ge=40, le=1000), BeforeValidator(strict_int)] | None
    """Width in pixels; null for the default of the list."""


def _once_each(columns: list[ListColumn]) -> list[ListColumn]:
    if len({column.name for column in columns}) < len(columns):
        raise ValueError(TWICE)
    return columns


Columns = Annotated[list[ListColumn], Field(max_length=60), AfterValidator(_once_each)]
"""Columns in order. The others follow in the default order; unknown names are ignored."""
Filters = Annotated[
    dict[
        Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,59}$")],
        Annotated[str, TypedText(MAX_TEXT_LENGTH, at_least=1)],
    ],
    Field(max_length=40),
]
"""Filters and order by name, as in the address of the list: ``{"state": "Punjab", "order": "-name"}``."""
ViewName = Annotated[str, TypedText(MAX_NAME_LENGTH, at_least=1), non_empty(title_of("view_name_required"))]

_COLUMNS: Final = [
    {"name": "name", "shown": True, "width": 260},
    {"name": "location.city", "shown": True, "width": None},
    {"name": "email", "shown": False, "width": None},
]


class Layout(Model):
    """Column layout of the caller for a list, in all views without their own columns."""

    list_name: str
    """List, by the name of its call."""
    columns: list[ListColumn]
    """Columns in order."""


class ListLayouts(Call[list[Layout]]):
    """List the caller's column layouts, without lists that have the default. Our own addition."""

    route = Get("/careops/layouts", access=STAFF, answer=page_in("data.layouts"))
    example = Example(call={}, answer=[{"list_name": "ListClinics", "columns": _COLUMNS}])


class SaveLayout(Call[Empty]):
    """Save the caller's column layout of a list. No columns mean the default. Our own addition."""

    route = Put("/careops/layouts/{list_name}", access=STAFF, event="layout.save")
    example = Example(call={"list_name": "ListClinics", "columns": _COLUMNS}, answer={})

    list_name: ListName
    """List, by the name of its call."""
    columns: Columns
    """Columns in order; an empty list deletes the layout."""


class SavedView(Model):
    """List with filters, order and columns, saved under a name."""

    id: int
    """Id of the view."""
    list_name: str
    """List, by the name of its call."""
    name: str
    """Name, unique per user and list."""
    filters: Annotated[dict[str, str], Personal("text", "anyone")]
    """Filters and order by name, as in the address of the list."""
    columns: list[ListColumn]
    """Columns in order; empty for the layout of the reader."""
    shared: bool
    """True if all staff who may see the list see the view."""
    mine: bool
    """True if the caller created it and may change it."""
    made_by: Annotated[str, Personal("name", "staff")]
    """Name of the user who created it."""


_BODY: Final = {
    "name": "Punjab hospitals",
    "filters": {"state": "Punjab", "is_hospital": "true"},
    "columns": _COLUMNS,
    "shared": True,
}
_VIEW: Final = {"id": 7, "list_name": "ListClinics", **_BODY, "mine": True, "made_by": "Harpreet Kaur"}


class ListViews(PageParams, Call[Page[SavedView]]):
    """List saved views by name: the caller's, and shared ones of lists the caller may see. Our own addition."""

    route = Get("/careops/views", access=STAFF, answer=array_in("data.views"))
    example = Example(call={"list_name": "ListClinics"}, answer=one_page(_VIEW))

    list_name: ListName | None = None
    """Only views of this list, by the name of its call."""


class ViewBody(BaseModel):
    """Fields of a new or changed view."""

    name: ViewName
    """Name, unique among the caller's views of the list regardless of case."""
    filters: Filters
    """Filters and order by name, as in the address of the list."""
    columns: Columns
    """Columns in order; empty for the layout of the reader."""
    shared: bool
    """True if all staff who may see the list see the view."""


class CreateView(ViewBody, Call[SavedView]):
    """Save a list's filters, order and columns under a name; at most a hundred per account. Our own addition."""

    route = Post("/careops/views", access=STAFF, answer=object_in("data.view"), event="view.create", may_refuse=(409,))
    example = Example(call={"list_name": "ListClinics", **_BODY}, answer=_VIEW)

    list_name: ListName
    """List, by the name of its call."""
    shared: bool = False
    """True if all staff who may see the list see the view."""


class UpdateView(ViewBody, Call[SavedView]):
    """Replace a view. Only its creator may change it. Our own addition."""

    route = Put("/careops/views/{view_id}", access=STAFF, answer=object_in("data.view"), event="view.update")
    example = Example(call={"view_id": 7, **_BODY}, answer=_VIEW)

    view_id: Id
    """Id of the view."""


class DeleteView(Call[Empty]):
    """Delete a view of the caller. Super admins may delete all shared views. Our own addition."""

    route = Delete("/careops/views/{view_id}", access=STAFF, event="view.delete")
    example = Example(call={"view_id": 7}, answer={})

    view_id: Id
    """Id of the view."""


class Views(Resource[ClientT]):
    """``client.views``: column layouts and saved views."""

    list = method(ListViews)
    each = each_row(ListViews)
    create = method(CreateView)
    update = method(UpdateView)
    delete = method(DeleteView)
    layouts = method(ListLayouts)
    save_layout = method(SaveLayout)
