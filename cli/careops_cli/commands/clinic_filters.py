"""Which clinics: the filters of every command that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from careops import CareOps

Switch = bool | None
Search = Annotated[str | None, typer.Option("--search", metavar="TEXT", help="In name, email, phone or city.")]
State = Annotated[str | None, typer.Option("--state", metavar="TEXT", help="In the state's name.")]
Module = Annotated[str | None, typer.Option("--module", metavar="MODULE", help="With this module active; name or id.")]
Hospital = Annotated[Switch, typer.Option("--hospital/--no-hospital", help="Only hospitals, or no hospitals.")]
Bank = Annotated[Switch, typer.Option("--bank/--no-bank", help="With or without bank details.")]
Ipd = Annotated[Switch, typer.Option("--ipd/--no-ipd", help="With IPD on or off.")]
Surgery = Annotated[Switch, typer.Option("--surgery/--no-surgery", help="With surgery on or off.")]
Abdm = Annotated[Switch, typer.Option("--abdm/--no-abdm", help="With ABDM on or off.")]
CarePackage = Annotated[
    Switch, typer.Option("--care-package/--no-care-package", help="With the care package on or off.")
]


def filters(client: CareOps, *, state: str | None, module: str | None, **others: Any) -> Mapping[str, Any]:
    """The parameters of ``ListClinics`` for what was typed. Raises ``Stop`` for a module there is none of."""
    from careops_cli.lookups import module_meant

    return {
        **others,
        "filter_type": "state" if state is not None else None,
        "filter_text": state,
        "spec_module_id": module_meant(client, module).id if module else None,
    }
