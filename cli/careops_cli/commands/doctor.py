"""``careops doctor``: diagnostics of this installation."""

from __future__ import annotations

from dataclasses import asdict

from careops.resource_names import Noun
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import FAILED, OK
from careops_cli.output.results import Table, field_columns

app = Area("Check this installation and advise how to fix problems.")


@app.verb(
    "doctor",
    examples=["careops doctor", "careops doctor --json", "careops doctor && echo well"],
    columns=("state", "check", "found", "advice"),
)
def doctor() -> Table:
    """Check this installation and advise how to fix problems.

    Prints ok, warn or fail for the data folder, the secret, the disk, the console, the port and the workers, PostgreSQL
    and its schema, search, and the clock. A stopped embedded PostgreSQL is started for the check and stopped again.
    Exit code 1 if a check failed.
    """
    from careops_cli.local_installation import settings
    from careops_server.core.diagnostics.runner import examine

    findings = [asdict(finding) for finding in examine(settings())]
    return Table(
        findings,
        field_columns("state", "check", "found", "advice"),
        spare=None,  # all columns are needed
        noun=Noun("check", "checks"),
        exit_code=lambda: FAILED if any(finding["state"] == "fail" for finding in findings) else OK,
    )
