"""Filters of the commands that list clinics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from careops_cli.framework import completion

if TYPE_CHECKING:
    from careops import CareOps

Text = str | None
Switch = bool | None


@dataclass(frozen=True, kw_only=True)
class ClinicFilters:
    """Typed filters. Most are parameters of ``ListClinics`` with the same name."""

    search_text: Annotated[
        Text, typer.Option("--search", metavar="TEXT", help="Search in name, email, phone and city.")
    ] = None
    state: Annotated[Text, typer.Option(metavar="TEXT", help="Search in the name of the state.")] = None
    module: Annotated[
        Text,
        typer.Option(metavar="MODULE", help="Filter by active module, name or id.", autocompletion=completion.modules),
    ] = None
    is_hospital: Annotated[
        Switch, typer.Option("--hospital/--no-hospital", help="Only hospitals, or only other clinics.")
    ] = None
    bank_details: Annotated[Switch, typer.Option("--bank/--no-bank", help="Filter by bank details.")] = None
    ipd_enabled: Annotated[Switch, typer.Option("--ipd/--no-ipd", help="Filter by IPD flag.")] = None
    surgery_enabled: Annotated[Switch, typer.Option("--surgery/--no-surgery", help="Filter by surgery flag.")] = None
    abdm_enabled: Annotated[Switch, typer.Option("--abdm/--no-abdm", help="Filter by ABDM flag.")] = None
    care_package_enabled: Annotated[
        Switch, typer.Option("--care-package/--no-care-package", help="Filter by care package.")
    ] = None

    def parameters(self, client: CareOps) -> Mapping[str, Any]:
        """Return the parameters of ``ListClinics``, with None for missing ones. Raises ``CliError`` for an unknown
        module."""
        from careops_cli.framework.resolve import resolve_module

        values = dict(vars(self))
        state, module = values.pop("state"), values.pop("module")
        return {
            **values,
            "filter_type": "state" if state is not None else None,
            "filter_text": state,
            "spec_module_id": resolve_module(client, module).id if module else None,
        }
