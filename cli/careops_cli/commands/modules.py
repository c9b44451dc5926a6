"""``careops modules``: product modules of a clinic."""

from __future__ import annotations

from typing import Annotated

import typer

from careops_cli.connection import connect
from careops_cli.groups import Area
from careops_cli.output import Record, Rows, path

app = Area("Product modules of a clinic.")

Module = Annotated[str, typer.Argument(metavar="MODULE", help="The module's name or id.")]
ClinicId = Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")]


@app.verb("list", examples=["careops modules list", "careops modules list --columns id"])
def list_modules(context: typer.Context) -> Rows:
    """List every product module a clinic may have."""
    client = connect(context)
    items = [module.model_dump(mode="json") for module in client.modules.list()]
    return Rows(items, {"id": path("id"), "name": path("name")}, noun="modules")


@app.verb("activate", examples=["careops modules activate Prescriptions 41", "careops modules activate 2 41 --json"])
def activate(context: typer.Context, module: Module, clinic_id: ClinicId) -> Record:
    """Turn a product module on for one clinic. On already: nothing changes."""
    return _switch(context, module, clinic_id, active=True)


@app.verb("deactivate", examples=["careops modules deactivate Prescriptions 41"])
def deactivate(context: typer.Context, module: Module, clinic_id: ClinicId) -> Record:
    """Turn a product module off for one clinic. Off already: nothing changes."""
    return _switch(context, module, clinic_id, active=False)


def _switch(context: typer.Context, typed: str, clinic_id: int, *, active: bool) -> Record:
    from careops_cli.lookups import module_meant

    client = connect(context)
    module = module_meant(client, typed)
    switch = client.modules.activate if active else client.modules.deactivate
    switch(clinic_id=clinic_id, module_id=module.id)
    return Record(
        {"clinic_id": clinic_id, "module_id": module.id, "module": module.name, "active": active},
        sentence=f"{module.name} is {'on' if active else 'off'} for clinic {clinic_id}.",
    )
