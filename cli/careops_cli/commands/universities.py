"""``careops universities``: universities for the education of doctors."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import UNIVERSITIES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.call_options import OptionTexts
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import add_create_command, add_edit_command
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table

app = Area("Manage universities and their ranks.")

COLUMNS = Columns.of("University")


@app.verb(
    "list",
    examples=["careops universities list", "careops universities list --name punjab --all --csv"],
    columns=COLUMNS,
    web="/universities?search={name}&page={page}",
)
def list_universities(
    context: typer.Context,
    name: Annotated[str | None, typer.Option(metavar="TEXT", help="Search in names.")] = None,
    *,
    pages: Pages,
) -> Table:
    """List universities by rank, those without one last, then by name."""
    from careops.calls.universities import ListUniversities

    filters = {"name": name}
    return list_rows(connect(context), ListUniversities, filters, columns=COLUMNS, noun=UNIVERSITIES, pages=pages)


add_create_command(
    app,
    "CreateUniversity",
    OptionTexts(arguments=("name",)),
    verb="add",
    done="added",
    help="Add a university.",
    examples=[
        "careops universities add 'Punjabi University, Patiala'",
        "careops universities add 'Panjab University, Chandigarh' --rank 38",
    ],
)
add_edit_command(
    app,
    "UpdateUniversity",
    "ListUniversities",
    id_name="university_id",
    id_help="The university's id, as listed.",
    unknown="university_not_found",
    help="Change a university; omitted fields stay unchanged.",
    examples=["careops universities edit 3 --rank 12", "careops universities edit 3 --no-rank"],
)


@app.verb(
    "import",
    examples=[
        "careops universities import --from universities.xlsx --dry-run",
        "careops universities import --from universities.csv --yes --csv > imported.csv",
    ],
    columns=(*REPORT, "rank", "id"),
)
def import_universities(context: typer.Context, *, options: TableOptions) -> Record | Table:
    """Add the universities of a table, and set the ranks of existing ones.

    A table has the column name and optionally rank. An empty rank clears it; without the column ranks stay unchanged.
    A university in the wanted state stays unchanged.
    """
    from careops_cli.bulk.imports import run_table

    return run_table(context, options, "universities import")
