"""``careops pharmacies``."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import PHARMACIES
from careops_cli import partners
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.output.export_options import ExportOptions
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Message, Record, Table

app = Area("View and export pharmacies.")

COLUMNS = partners.COLUMNS
DETAILS = partners.DETAILS


@app.verb(
    "list",
    examples=[
        "careops pharmacies list --state Punjab",
        "careops pharmacies list --search ludhiana --all --csv > pharmacies.csv",
    ],
    web="/pharmacies?search={search_text}&state={state}&page={page}",
    columns=COLUMNS,
    fields=partners.MORE,
)
def list_pharmacies(context: typer.Context, only: partners.PartnerFilters, pages: Pages) -> Table:
    """List pharmacies, newest first. Filters can be combined."""
    from careops.calls.pharmacies import ListPharmacies

    return list_rows(
        connect(context),
        ListPharmacies,
        only.parameters(),
        columns=COLUMNS,
        spare=("email",),
        noun=PHARMACIES,
        pages=pages,
    )


@app.verb(
    "show",
    examples=["careops pharmacies show 7", "careops pharmacies show 7 --json"],
    web="/pharmacy-details/{pharmacy_id}/basic-details",
    columns=DETAILS,
    fields=partners.MORE,
)
def show_pharmacy(
    context: typer.Context,
    pharmacy_id: Annotated[int, typer.Argument(metavar="PHARMACY_ID", help="The pharmacy's id.")],
) -> Record:
    """Show all fields of a pharmacy."""
    found = connect(context).pharmacies.read(pharmacy_id=pharmacy_id)
    return Record(found.model_dump(mode="json"), DETAILS)


@app.verb(
    "export",
    examples=[
        "careops pharmacies export pharmacies.xlsx",
        "careops pharmacies export punjab.csv --state Punjab",
        "careops pharmacies export - --as jsonl | gzip > pharmacies.jsonl.gz",
    ],
    columns=DETAILS,
    fields=partners.MORE,
)
def export_pharmacies(
    context: typer.Context,
    *,
    into: ExportOptions,
    only: partners.PartnerFilters,
) -> Message | None:
    """Export all pharmacies, or those that match the filters, to a file, newest first.

    It includes metrics and clinics. The file appears when it is complete.
    """
    from careops.calls.pharmacies import ListPharmacies

    return partners.exported(
        context,
        ListPharmacies,
        lambda client, id: client.pharmacies.read(pharmacy_id=id),
        noun=PHARMACIES,
        only=only,
        into=into,
    )
