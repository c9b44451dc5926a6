"""``careops universities``: universities for the education of doctors."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.resource_names import UNIVERSITIES
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import TableOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.crud_commands import check_change, given_values, replace_record
from careops_cli.output.pagination import Pages, list_rows
from careops_cli.output.results import Columns, Record, Table

app = Area("Manage universities and their ranks.")

Rank = Annotated[int | None, typer.Option(metavar="N", help="Rank, a whole number from 1.")]
COLUMNS = Columns("University", id="id", name="name", rank="rank")


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


@app.verb(
    "add",
    examples=[
        "careops universities add 'Punjabi University, Patiala'",
        "careops universities add 'Panjab University, Chandigarh' --rank 38",
    ],
    columns=("id", "name", "rank"),
)
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Unique name.")],
    rank: Rank = None,
) -> Record:
    """Add a university."""
    from careops.calls.universities import CreateUniversity

    university = connect(context).send(CreateUniversity.model_validate({"name": name, "rank": rank}))
    return Record({"id": university.id, "name": name, "rank": rank}, sentence=f"“{name}” is added.")


@app.verb(
    "edit",
    examples=["careops universities edit 3 --rank 12", "careops universities edit 3 --no-rank"],
    columns=("university_id", "name", "rank"),
)
def edit(
    context: typer.Context,
    university_id: Annotated[int, typer.Argument(metavar="UNIVERSITY_ID", help="The university's id, as listed.")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="New name.")] = None,
    rank: Rank = None,
    no_rank: Annotated[bool, typer.Option("--no-rank", help="Remove the rank.")] = False,
) -> Record:
    """Change a university; omitted fields stay unchanged."""
    from careops.calls.universities import NO_UNIVERSITY, ListUniversities, UpdateUniversity

    if no_rank and rank is not None:
        raise typer.BadParameter("Give --rank or --no-rank, one of them.")
    change = given_values(name=name, rank=rank) | ({"rank": None} if no_rank else {})
    check_change(change, "--name, --rank or --no-rank")
    ids = {"university_id": university_id}
    call = replace_record(
        connect(context), UpdateUniversity, ids, change, among=ListUniversities, unknown=NO_UNIVERSITY
    )
    return Record({**ids, **change}, sentence=f"“{call.name}” is changed.")


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
