"""``careops contract``: how well a platform keeps the documented calls."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.nouns import Noun
from careops_cli.connection import connect
from careops_cli.failures import FAILED, OK
from careops_cli.groups import Area
from careops_cli.output import Rows, path

app = Area("How well a platform keeps the documented calls.")


@app.verb(
    "check",
    examples=["careops contract check", "careops --url https://staging.example/api contract check --json"],
    columns=("call", "asked", "verdict", "status", "why"),
)
def check(
    context: typer.Context,
    write: Annotated[
        bool, typer.Option("--write", help="Also send changes in a form that a right platform refuses.")
    ] = False,
) -> Rows:
    """Compare the platform you are signed in to with the contract, call by call.

    Missing and unknown fields and types at any depth, statuses, and that errors have titles. Read-only without
    --write. Exit code 1 when anything differs.
    """
    from dataclasses import asdict

    from careops.conformance import check as look

    findings = [asdict(finding) for finding in look(connect(context), write=write)]
    differs = any(finding["verdict"] == "differs" for finding in findings)
    columns = {name: path(name) for name in ("call", "asked", "verdict", "status", "why")}
    return Rows(findings, columns, noun=Noun("finding", "findings"), exit_code=lambda: FAILED if differs else OK)
