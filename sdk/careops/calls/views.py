"""Lists as somebody wants to see them: their columns, and views that are saved under a name. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import NAME_MAX, TEXT_MAX, VIEWS_MAX
from careops.contract import STAFF, Call, Delete, Done, Example, Get, Model, Page, Paged, Post, Put
from careops.fields import Id, Typed, filled, plain_number
from careops.shapes import items, record, rows

NO_LIST: Final = "There is no such list"
NO_VIEW: Final = "There is no view with this id"
NOT_YOURS: Final = "Only whoever made a view may change it"
NAME_TAKEN: Final = "You have a view of this name already"
TOO_MANY: Final = f"You have {VIEWS_MAX} views already. Please delete one first."
TWICE: Final = "Each column may be named once"

ListName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z][A-Za-z]{2,59}$")]
"""A list, by the name of its call: ``ListClinics``."""


class ListColumn(BaseModel):
    """How one column of a list is shown."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    name: Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_.]{0,79}$")]
    """The column, by the field of the row that it shows: ``location.city``."""
    shown: bool = True
    """Whether it is seen."""
    width: Annotated[int, Field(ge=40, le=1000), BeforeValidator(plain_number)] | None = None
    """How wide it is, in pixels; null for as wide as the list has it."""


def _once_each(columns: list[ListColumn]) -> list[ListColumn]:
    if len({column.name for column in columns}) < len(columns):
        raise ValueError(TWICE)
    return columns


Columns = Annotated[list[ListColumn], Field(max_length=60), AfterValidator(_once_each)]
"""Columns in their order. Those not named follow, as the list has them; names that no column has are ignored."""
Filters = Annotated[
    dict[
        Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,59}$")],
        Annotated[str, Typed(TEXT_MAX, at_least=1)],
    ],
    Field(max_length=40),
]
"""Filters and order by name, as they stand in the list's address: ``{"state": "Punjab", "order": "-name"}``."""
ViewName = Annotated[str, Typed(NAME_MAX, at_least=1), filled("Please enter a name")]

_COLUMNS: Final = [
    {"name": "name", "shown": True, "width": 260},
    {"name": "location.city", "shown": True, "width": None},
    {"name": "email", "shown": False, "width": None},
]


class Layout(Model):
    """How the caller wants to see the columns of a list, in every view that says nothing else."""

    list_name: str
    """The list, by the name of its call."""
    columns: list[ListColumn]
    """Its columns in their order."""


class ListLayouts(Call[list[Layout]]):
    """The columns the caller has chosen, for every list where they are not as they come. Our own addition."""

    route = Get("/careops/layouts", access=STAFF, answer=rows("data.layouts"))
    example = Example(call={}, answer=[{"list_name": "ListClinics", "columns": _COLUMNS}])


class SaveLayout(Call[Done]):
    """Keep how the caller wants to see a list's columns; none at all is how they come. Our own addition."""

    route = Put("/careops/layouts/{list_name}", access=STAFF, event="layout.save")
    example = Example(call={"list_name": "ListClinics", "columns": _COLUMNS}, answer={})

    list_name: ListName
    """The list, by the name of its call."""
    columns: Columns
    """Its columns in their order; an empty list forgets what was kept."""


class SavedView(Model):
    """A list with its filters, order and columns, under a name."""

    id: int
    """What identifies it."""
    list_name: str
    """The list, by the name of its call."""
    name: str
    """What it is called; nobody has two of one name for the same list."""
    filters: dict[str, str]
    """Filters and order by name, as they stand in the list's address."""
    columns: list[ListColumn]
    """Its columns in their order; empty for how the reader has them."""
    shared: bool
    """Whether all staff who may see the list see the view."""
    mine: bool
    """Whether the caller made it, and may change it."""
    made_by: str
    """The name of whoever made it."""


_BODY: Final = {
    "name": "Punjab hospitals",
    "filters": {"state": "Punjab", "is_hospital": "true"},
    "columns": _COLUMNS,
    "shared": True,
}
_VIEW: Final = {"id": 7, "list_name": "ListClinics", **_BODY, "mine": True, "made_by": "Harpreet Kaur"}


class ListViews(Paged, Call[Page[SavedView]]):
    """Saved views by name: the caller's own, and the shared ones of lists the caller may see. Our own addition."""

    route = Get("/careops/views", access=STAFF, answer=items("data.views"))
    example = Example(
        call={"list_name": "ListClinics"}, answer={"items": [_VIEW], "total_records": 1, "total_pages": 1}
    )

    list_name: ListName | None = None
    """Only views of this list, by the name of its call."""


class ViewBody(BaseModel):
    """What a view is made of."""

    name: ViewName
    """What it is called; no two of the caller's for one list have the same name, whatever their capitals."""
    filters: Filters
    """Filters and order by name, as they stand in the list's address."""
    columns: Columns
    """Its columns in their order; empty for how the reader has them."""
    shared: bool = False
    """Whether all staff who may see the list see it."""


class CreateView(ViewBody, Call[SavedView]):
    """Save a list's filters, order and columns under a name; a hundred at most for each account. Our own addition."""

    route = Post("/careops/views", access=STAFF, answer=record("data.view"), event="view.create", may_refuse=(409,))
    example = Example(call={"list_name": "ListClinics", **_BODY}, answer=_VIEW)

    list_name: ListName
    """The list, by the name of its call."""


class UpdateView(ViewBody, Call[SavedView]):
    """Change a view as a whole; only whoever made it may. Our own addition."""

    route = Put("/careops/views/{view_id}", access=STAFF, answer=record("data.view"), event="view.update")
    example = Example(call={"view_id": 7, **_BODY}, answer=_VIEW)

    view_id: Id
    """The view to change."""


class DeleteView(Call[Done]):
    """Delete a view, one's own; super admins may delete any that is shared. Our own addition."""

    route = Delete("/careops/views/{view_id}", access=STAFF, event="view.delete")
    example = Example(call={"view_id": 7}, answer={})

    view_id: Id
    """The view to delete."""


class Views(Area[ClientT]):
    """``client.views``: lists as somebody wants to see them."""

    list = verb(ListViews)
    each = each_row(ListViews)
    create = verb(CreateView)
    update = verb(UpdateView)
    delete = verb(DeleteView)
    layouts = verb(ListLayouts)
    save_layout = verb(SaveLayout)
