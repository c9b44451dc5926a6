"""``careops views``: saved views of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.prompts import Yes, confirm_on_platform
from careops_cli.framework.read_for_update import get_for_update
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Item, Record, Table, field_columns

if TYPE_CHECKING:
    from careops import CareOps
    from careops.calls.views import SavedView

app = Area("View and delete saved views: lists with filters and columns.")


def _filters(item: Item) -> str:
    return " ".join(f"{name}={value}" for name, value in item["filters"].items())


def _columns(item: Item) -> str:
    return " ".join(column["name"] for column in item["columns"] if column["shown"])


COLUMNS = Columns(
    "SavedView",
    **field_columns("id", "list_name", "name"),
    filters=_filters,
    **field_columns("shared", "mine", "made_by"),
)
VIEW = Noun("view", "views")
ViewId = Annotated[int, typer.Argument(metavar="VIEW_ID", help="The view's id, as listed.")]


@app.verb(
    "list",
    examples=["careops views list", "careops views list --list ListClinics --json"],
    columns=COLUMNS,
)
def list_views(
    context: typer.Context,
    list_name: Annotated[
        str | None,
        typer.Option(
            "--list",
            metavar="CALL",
            help="Filter by list, such as ListClinics.",
            autocompletion=completion.lists,
        ),
    ] = None,
    *,
    pages: Pages,
) -> Table:
    """List your saved views, then views shared by others."""
    from careops.calls.views import ListViews

    filters = {"list_name": list_name}
    return list_rows(connect(context), ListViews, filters, columns=COLUMNS, noun=VIEW, pages=pages)


@app.verb("show", examples=["careops views show 7", "careops views show 7 --json"], columns=(*COLUMNS, "columns"))
def show(context: typer.Context, view_id: ViewId) -> Record:
    """Show a saved view: its list, filters and columns."""
    item = _get_view(connect(context), view_id).model_dump(mode="json")
    return Record({**{name: read(item) for name, read in COLUMNS.items()}, "columns": _columns(item)})


@app.verb(
    "delete",
    examples=["careops views delete 7", "careops views delete 7 --yes"],
    columns=("view_id", "name", "deleted"),
)
def delete(context: typer.Context, view_id: ViewId, yes: Yes = False) -> Record:
    """Delete your view; super admins can also delete shared views of others."""
    from careops.calls.views import DeleteView

    client = connect(context)
    view = _get_view(client, view_id)
    confirm_on_platform(context, f"Delete the view “{view.name}”", yes=yes)
    client.send(DeleteView(view_id=view_id))
    item = {"view_id": view_id, "name": view.name, "deleted": True}
    return Record(item, sentence=f"The view “{view.name}” is deleted.")


def _get_view(client: CareOps, view_id: int) -> SavedView:
    from careops.calls.views import NO_VIEW, ListViews

    return get_for_update(client, view_id, ListViews, unknown=NO_VIEW)
