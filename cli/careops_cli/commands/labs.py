"""``careops labs``."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import LABS
from careops_cli import partners
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Message, Record, Table

app = Area("View and export labs.")

COLUMNS = partners.COLUMNS
DETAILS = partners.DETAILS


@app.verb(
    "list",
    examples=[
        "careops labs list --state Punjab",
        "careops labs list --search ludhiana --all --csv > labs.csv",
    ],
    web="/labs?search={search_text}&state={state}&page={page}",
    columns=COLUMNS,
    fields=partners.MORE,
)
def list_labs(context: typer.Context, only: partners.PartnerFilters, pages: Pages) -> Table:
    """List labs, newest first. Filters can be combined."""
    from careops.calls.labs import ListLabs

    return list_rows(
        connect(context),
        ListLabs,
        only.parameters(),
        columns=COLUMNS,
        spare=("email",),
        noun=LABS,
        pages=pages,
    )


@app.verb(
    "show",
    examples=["careops labs show 7", "careops labs show 7 --json"],
    web="/lab-details/{lab_id}/basic-details",
    columns=DETAILS,
    fields=partners.MORE,
)
def show_lab(
    context: typer.Context,
    lab_id: Annotated[int, typer.Argument(metavar="LAB_ID", help="The lab's id.")],
) -> Record:
    """Show all fields of a lab."""
    found = connect(context).labs.read(lab_id=lab_id)
    return Record(found.model_dump(mode="json"), DETAILS)


@app.verb(
    "export",
    examples=[
        "careops labs export labs.xlsx",
        "careops labs export punjab.csv --state Punjab",
        "careops labs export - --as jsonl | gzip > labs.jsonl.gz",
    ],
    columns=DETAILS,
    fields=partners.MORE,
)
def export_labs(
    context: typer.Context,
    *,
    into: ExportOptions,
    only: partners.PartnerFilters,
) -> Message | None:
    """Export all labs, or those that match the filters, to a file, newest first.

    It includes metrics and clinics. The file appears when it is complete.
    """
    from careops.calls.labs import ListLabs

    return partners.exported(
        context,
        ListLabs,
        lambda client, id: client.labs.read(lab_id=id),
        noun=LABS,
        only=only,
        into=into,
    )
