"""``careops flags``: feature flags of a clinic."""

from __future__ import annotations

from typing import Annotated

import typer

from careops.constants import FEATURE_FLAGS
from careops_cli.connection import connect
from careops_cli.failures import USAGE, Stop
from careops_cli.groups import Area
from careops_cli.output import Record

app = Area("Feature flags of a clinic.")

FLAGS = {flag.removesuffix("_enabled"): flag for flag in FEATURE_FLAGS}
"""What people type, and the field it stands for."""

Flag = Annotated[
    str,
    typer.Argument(metavar="FLAG", help=f"One of {', '.join(FLAGS)}.", autocompletion=lambda: list(FLAGS)),
]
ClinicId = Annotated[int, typer.Argument(metavar="CLINIC_ID", help="The clinic's id.")]


@app.verb("on", examples=["careops flags on ipd 41"])
def turn_on(context: typer.Context, flag: Flag, clinic_id: ClinicId) -> Record:
    """Turn a feature flag on for one clinic. On already: nothing changes."""
    return _switch(context, flag, clinic_id, enabled=True)


@app.verb("off", examples=["careops flags off surgery 41 --json"])
def turn_off(context: typer.Context, flag: Flag, clinic_id: ClinicId) -> Record:
    """Turn a feature flag off for one clinic. Off already: nothing changes."""
    return _switch(context, flag, clinic_id, enabled=False)


def _switch(context: typer.Context, typed: str, clinic_id: int, *, enabled: bool) -> Record:
    from careops.calls.modules import UpdateClinicSettings

    flag = _flag_meant(typed)
    call = UpdateClinicSettings.model_validate({"clinic_id": clinic_id, FLAGS[flag]: enabled})
    client = connect(context)
    client.send(call)
    return Record(
        {"clinic_id": clinic_id, "flag": flag, "enabled": enabled},
        sentence=f"{flag} is {'on' if enabled else 'off'} for clinic {clinic_id}.",
    )


def _flag_meant(typed: str) -> str:
    from careops_cli.lookups import suggestion

    name = typed.strip().casefold().removesuffix("_enabled")
    if name not in FLAGS:
        step = suggestion(name, FLAGS) or f"There are: {', '.join(FLAGS)}."
        raise Stop(f"There is no flag {typed!r}", next_step=step, code=USAGE)
    return name
