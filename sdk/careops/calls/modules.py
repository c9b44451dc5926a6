"""Product modules and feature flags, clinic by clinic. Spec: A 2, A 4, A 7."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Self

from pydantic import model_validator

from careops.areas import Area, ClientT, verb
from careops.contract import STAFF, Call, Done, Example, Get, Model, Post
from careops.fields import Id
from careops.shapes import rows

NO_MODULE: Final = "There is no module with this id"


class SpecModule(Model):
    """A product module a clinic may have."""

    id: int
    """What identifies the module."""
    name: str
    """The module's name."""


class ListSpecModules(Call[list[SpecModule]]):
    """Every product module, by name. Spec: A 7."""

    route = Get("/spec_modules", access=STAFF, answer=rows("data", attributes=True))
    example = Example(call={}, answer=[{"id": 2, "name": "Prescriptions"}])


class ActivateSpecModule(Call[Done]):
    """Turn a product module on for one clinic. On already: nothing changes and it still succeeds. Spec: A 4, A 7."""

    route = Post("/clinics/{clinic_id}/spec_modules/{module_id}/activate", access=STAFF, event="module.activate")
    example = Example(call={"clinic_id": 41, "module_id": 2}, answer={})

    clinic_id: Id
    """The clinic to turn it on for."""
    module_id: Id
    """The module's id, as the list of modules says it."""


class DeactivateSpecModule(Call[Done]):
    """Turn a product module off for one clinic. Off already: nothing changes and it still succeeds. Spec: A 4, A 7."""

    route = Post("/clinics/{clinic_id}/spec_modules/{module_id}/deactivate", access=STAFF, event="module.deactivate")
    example = Example(call={"clinic_id": 41, "module_id": 2}, answer={})

    clinic_id: Id
    """The clinic to turn it off for."""
    module_id: Id
    """The module's id, as the list of modules says it."""


class ModuleChange(Model):
    """The last switch of a module or flag at a clinic."""

    module_id: int | None = None
    """The module's id; null for a feature flag."""
    name: str
    """The module's name, or the flag's: ``ipd_enabled``, ``surgery_enabled`` or ``abdm_enabled``."""
    active: bool
    """Whether it was switched on."""
    changed_at: datetime
    """When it was switched."""
    changed_by: str | None = None
    """The name of the account that switched it; null when the audit trail has none."""


class ListModuleChanges(Call[list[ModuleChange]]):
    """When and by whom each module and flag of a clinic was switched last, by name. Our own addition.

    Read from the audit trail: what was never switched, or before the oldest event kept, is not in the list.
    """

    route = Get("/careops/clinics/{clinic_id}/module_changes", access=STAFF, forwarded=True, answer=rows("data"))
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

    clinic_id: Id
    """The clinic whose switches to list."""


class UpdateClinicSettings(Call[Done]):
    """Switch a clinic's feature flags; flags that are not given stay as they are. Spec: A 4, A 7."""

    route = Post("/clinics/{clinic_id}/clinic_settings", access=STAFF, body_in="settings", event="clinic.settings")
    example = Example(call={"clinic_id": 41, "ipd_enabled": True}, answer={})

    clinic_id: Id
    """The clinic whose flags to switch."""
    ipd_enabled: bool | None = None
    """In-patient care on or off."""
    surgery_enabled: bool | None = None
    """Surgery on or off."""
    abdm_enabled: bool | None = None
    """The link to India's health records (ABDM) on or off."""

    @property
    def flags(self) -> dict[str, bool]:
        """The flags to switch, by name."""
        return {name: value for name, value in self.parameters.items() if name != "clinic_id"}

    @model_validator(mode="after")
    def _one_flag_at_least(self) -> Self:
        if not self.flags or None in self.flags.values():
            raise ValueError("Please give at least one flag, true or false")
        return self


class Modules(Area[ClientT]):
    """``client.modules``: product modules and feature flags."""

    list = verb(ListSpecModules)
    list_changes = verb(ListModuleChanges)
    activate = verb(ActivateSpecModule)
    deactivate = verb(DeactivateSpecModule)
    update_settings = verb(UpdateClinicSettings)
