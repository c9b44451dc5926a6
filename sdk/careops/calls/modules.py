"""Product modules and feature flags, clinic by clinic. Spec: A 2, A 4, A 7."""

from __future__ import annotations

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
    activate = verb(ActivateSpecModule)
    deactivate = verb(DeactivateSpecModule)
    update_settings = verb(UpdateClinicSettings)
