"""``careops flags``: feature flags of clinics."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.constants import FEATURE_FLAGS
from careops.resource_names import CLINICS
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework.click_extensions import Area
from careops_cli.framework.errors import USAGE, CliError
from careops_cli.output.results import Record, Table

app = Area("Turn feature flags of clinics on and off.")

FLAGS = {flag.removesuffix("_enabled"): flag for flag in FEATURE_FLAGS}
"""Typed names of the flags, with their fields."""

Flag = Annotated[
    str,
    typer.Argument(metavar="FLAG", help=f"Choices: {', '.join(FLAGS)}.", autocompletion=lambda: list(FLAGS)),
]


@app.verb(
    "on",
    examples=[
        "careops flags on ipd 41",
        "careops flags on ipd --from clinics.csv --dry-run",
        "careops flags on abdm --where state=Punjab",
    ],
    columns=REPORT,
)
def turn_on(context: typer.Context, flag: Flag, options: Annotated[BulkOptions, CLINICS]) -> Record | Table:
    """Turn a feature flag on for one clinic or many. Clinics that have it stay unchanged."""
    return _switch(context, flag, options, enabled=True)


@app.verb(
    "off",
    examples=["careops flags off surgery 41 --json", "careops flags off surgery --from clinics.xlsx"],
    columns=REPORT,
)
def turn_off(context: typer.Context, flag: Flag, options: Annotated[BulkOptions, CLINICS]) -> Record | Table:
    """Turn a feature flag off for one clinic or many. Clinics without it stay unchanged."""
    return _switch(context, flag, options, enabled=False)


def _switch(context: typer.Context, typed: str, options: BulkOptions, *, enabled: bool) -> Record | Table:
    flag = _resolve_flag(typed)
    from careops_cli.bulk.clinics import switch_flag

    return switch_flag(context, flag, FLAGS[flag], options, enabled=enabled)


def _resolve_flag(typed: str) -> str:
    from careops_cli.framework.resolve import suggestion

    name = typed.strip().casefold().removesuffix("_enabled")
    if name not in FLAGS:
        step = suggestion(name, FLAGS) or f"Available: {', '.join(FLAGS)}."
        raise CliError(f"There is no flag {typed!r}", next_step=step, code=USAGE)
    return name
