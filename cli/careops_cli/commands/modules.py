"""``careops modules``: product modules and feature flags of clinics."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.constants import FLAGS_BY_NAME
from careops.resource_names import CLINICS, Noun
from careops_cli.auth.connection import connect
from careops_cli.bulk.options import BulkOptions
from careops_cli.bulk.report_columns import REPORT
from careops_cli.framework import completion
from careops_cli.framework.click_extensions import Area
from careops_cli.output.results import Columns, Record, Table

app = Area("Turn product modules and feature flags of clinics on and off.")

COLUMNS = Columns("SpecModule", id="id", name="name")
CHANGES = Columns("ModuleChange", name="name", active="active", changed_at="changed_at", changed_by="changed_by")

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help=f"Name or id of a module, or a feature flag: {', '.join(FLAGS_BY_NAME)}.",
        autocompletion=completion.switches,
    ),
]


@app.verb("list", examples=["careops modules list", "careops modules list --columns id"], columns=COLUMNS)
def list_modules(context: typer.Context) -> Table:
    """List the product modules of the platform."""
    return Table(connect(context).modules.list(), COLUMNS, noun=Noun("module", "modules"))


@app.verb(
    "changes",
    examples=["careops modules changes 41", "careops modules changes 41 --json"],
    columns=CHANGES,
)
def changes(
    context: typer.Context,
    clinic_id: Annotated[int, typer.Argument(metavar="CLINIC", help="The clinic's id.", min=1)],
) -> Table:
    """List the last change of each module and flag of a clinic, with time and user."""
    rows = connect(context).modules.list_changes(clinic_id=clinic_id)
    return Table(rows, CHANGES, noun=Noun("switched module", "switched modules"))


@app.verb(
    "on",
    examples=[
        "careops modules on Prescriptions 41",
        "careops modules on Prescriptions 41 --one --json",
        "careops modules on 2 41 42 43 --yes --json",
        "careops modules on ipd --from clinics.xlsx --dry-run",
        "careops modules on Prescriptions --where is_hospital=true --where ipd_enabled=true",
        "careops clinics list --state Punjab --all --columns id | careops modules on Prescriptions - --yes",
    ],
    columns=REPORT,
)
def turn_on(context: typer.Context, name: Name, options: Annotated[BulkOptions, CLINICS]) -> Record | Table:
    """Turn a module or feature flag on for one clinic or many. Clinics that have it stay unchanged."""
    return _switch(context, name, options, active=True)


@app.verb(
    "off",
    examples=[
        "careops modules off Prescriptions 41",
        "careops modules off surgery --from clinics.csv --id-column clinic",
    ],
    columns=REPORT,
)
def turn_off(context: typer.Context, name: Name, options: Annotated[BulkOptions, CLINICS]) -> Record | Table:
    """Turn a module or feature flag off for one clinic or many. Clinics without it stay unchanged."""
    return _switch(context, name, options, active=False)


def _switch(context: typer.Context, typed: str, options: BulkOptions, *, active: bool) -> Record | Table:
    from careops.bulk.clinic_changes import SwitchFlag, SwitchModule
    from careops_cli.bulk.records import connect_patiently, run_over_records
    from careops_cli.framework.resolve import resolve_module

    verb = "on" if active else "off"
    flag = typed.strip().casefold().removesuffix("_enabled")
    change: SwitchFlag | SwitchModule
    if flag in FLAGS_BY_NAME:
        name, change = flag, SwitchFlag(FLAGS_BY_NAME[flag], active)
    else:
        module = resolve_module(connect_patiently(context, options), typed)
        name, change = module.name, SwitchModule(module.id, active, module.name)
    sentence, command = f"Turn {name} {verb} for", ("modules", verb, name)
    return run_over_records(context, options, change, sentence=sentence, resume_command=command)
