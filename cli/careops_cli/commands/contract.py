"""``careops contract``: check a platform against the contract."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from careops.resource_names import Noun
from careops_cli.auth.connection import connect
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import FAILED, OK, print_note
from careops_cli.framework.options import options_of
from careops_cli.output.export_options import Replace
from careops_cli.output.results import Table, field_columns

app = Area("Check that a platform follows the API contract.")

_COLUMNS = ("call", "asked", "verdict", "status", "why")


@app.verb(
    "check",
    examples=[
        "careops contract check",
        "careops --url https://staging.example/api contract check --json",
        "careops contract check --html contract.html",
        "careops contract check --jq '.[].drifts[] | \"\\(.path) \\(.said)\"'",
    ],
    columns=(*_COLUMNS, "drifts"),
)
def check(
    context: typer.Context,
    write: Annotated[
        bool, typer.Option("--write", help="Also send invalid changes, which a correct platform rejects.")
    ] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write an HTML report; - for stdout.")] = None,
    replace: Replace = False,
) -> Table | None:
    """Check that the platform follows the API contract, call by call.

    Checks fields and types at any depth, in several records, on full, last and empty pages; statuses; titles and
    sources of errors. Reports each difference with its location and an example. Read-only without --write. Exit code 1
    if anything differs.
    """
    from careops.conformance import check as look
    from careops_cli.auth.profiles import selected_profile
    from careops_cli.output.export import check_target, written_to
    from careops_cli.output.progress import progress_line

    if html is not None:
        check_target(html, replace=replace)
    findings = []
    with progress_line() as progress:
        for finding in look(connect(context), write=write):
            findings.append(finding)
            progress("looking", len(findings), 0)
    differs = any(finding.verdict == "differs" for finding in findings)
    if html is not None:
        from careops.conformance.html_report import render

        with written_to(html) as target:
            target.write(render(findings, selected_profile(options_of(context)).url).encode())
        if str(html) == "-":
            raise typer.Exit(FAILED if differs else OK)
        print_note(f"Written to {html}.")
    return Table(
        [asdict(finding) for finding in findings],
        field_columns(*_COLUMNS, "drifts"),
        shown=_COLUMNS,
        spare=None,
        noun=Noun("finding", "findings"),
        tints={"verdict": {"kept": "green", "differs": "bold red", "not tried": "dim"}},
        exit_code=lambda: FAILED if differs else OK,
    )
