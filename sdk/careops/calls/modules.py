"""Product modules and feature flags of clinics. Spec: A 2, A 4, A 7."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Self

from pydantic import model_validator

from careops.contract import STAFF, Call, Empty, Example, Get, ListedBy, Model, Post, Route
from careops.contract.envelopes import page_in
from careops.contract.fields import Id
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of
from careops.models.references import ClinicReference

NO_MODULE: Final = title_of("module_not_found")
_CLINICS: Final = ListedBy("ListClinics", "clinic_id")


class SpecModule(Model):
    """Product module."""

    id: int
    """Id of the module."""
    name: str
    """Name of the module."""


class ListSpecModules(Call[list[SpecModule]]):
    """List all product modules by name. Spec: A 7."""

    route = Get("/spec_modules", access=STAFF, answer=page_in("data", attributes=True))
    example = Example(call={}, answer=[{"id": 2, "name": "Prescriptions"}])


class ModuleSwitch(ClinicReference):
    """A module of a clinic."""

    module_id: Id
    """Id of the module, as in the list of modules."""


def _switch_route(verb: str) -> Route:
    return Post(
        f"/clinics/{{clinic_id}}/spec_modules/{{module_id}}/{verb}",
        access=STAFF,
        same_effect="clinic_features",
        event=f"module.{verb}",
        listed_by=_CLINICS,
    )


_SWITCH_EXAMPLE: Final = Example(call={"clinic_id": 41, "module_id": 2}, answer={})


class ActivateSpecModule(ModuleSwitch, Call[Empty]):
    """Activate a module for one clinic. Succeeds without a change if it is already active. Spec: A 4, A 7."""

    route = _switch_route("activate")
    example = _SWITCH_EXAMPLE


class DeactivateSpecModule(ModuleSwitch, Call[Empty]):
    """Deactivate a module for one clinic. Succeeds without a change if it is not active. Spec: A 4, A 7."""

    route = _switch_route("deactivate")
    example = _SWITCH_EXAMPLE


class ModuleChange(Model):
    """Latest change of a module or flag at a clinic."""

    module_id: int | None = None
    """Id of the module; null for a feature flag."""
    name: str
    """Name of the module, or of the flag: ``ipd_enabled``, ``surgery_enabled`` or ``abdm_enabled``."""
    active: bool
    """True if it was switched on."""
    changed_at: datetime
    """Time of the change."""
    changed_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the account that made the change; null if the audit trail has none."""


class ListModuleChanges(ClinicReference, Call[list[ModuleChange]]):
    """List the latest change of each module and flag of a clinic, by name. Our own addition.

    The source is the audit trail. Modules that never changed, or only before the oldest stored event, are not listed.
    """

    route = Get("/careops/clinics/{clinic_id}/module_changes", access=STAFF, forwarded=True, answer=page_in("data"))
    example = Example(
        call={"clinic_id": 41},
        answer=[
            {
                "module_id": 2,
                "name": "Prescriptions",
                "active": True,
                "changed_at": "2026-11-20T09:31:07Z",
                "changed_by": "Harpreet Kaur",
            }
        ],
    )


class UpdateClinicSettings(ClinicReference, Call[Empty]):
    """Change a clinic's feature flags. Omitted flags are unchanged. Spec: A 4, A 7."""

    route = Post(
        "/clinics/{clinic_id}/clinic_settings",
        access=STAFF,
        body_in="settings",
        same_effect="clinic_features",
        event="clinic.settings",
        listed_by=_CLINICS,
    )
    undoable = True
    example = Example(call={"clinic_id": 41, "ipd_enabled": True}, answer={})

    ipd_enabled: bool | None = None
    """IPD on or off."""
    surgery_enabled: bool | None = None
    """Surgery on or off."""
    abdm_enabled: bool | None = None
    """ABDM, the link to India's health records, on or off."""

    @property
    def flags(self) -> dict[str, bool]:
        """Return the new values of the flags by name."""
        return {name: value for name, value in self.parameters.items() if name != "clinic_id"}

    @model_validator(mode="after")
    def _one_flag_at_least(self) -> Self:
        if not self.flags or None in self.flags.values():
            raise ValueError(title_of("flag_missing"))
        return self


class Modules(Resource[ClientT]):
    """``client.modules``: product modules and feature flags."""

    list = method(ListSpecModules)
    list_changes = method(ListModuleChanges)
    activate = method(ActivateSpecModule)
    deactivate = method(DeactivateSpecModule)
    update_settings = method(UpdateClinicSettings)
