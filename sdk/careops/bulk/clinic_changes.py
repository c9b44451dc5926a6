"""Bulk changes of clinics. To add your own, subclass ``ClinicChange``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from careops.bulk.changes import SWITCHED
from careops.bulk.list_change import DirectChange, ReadableChange
from careops.bulk.targets import Key, Target
from careops.calls.clinics import Clinic, ListClinics, ReadClinic
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, UpdateClinicSettings
from careops.constants import FEATURE_FLAGS
from careops.errors import InvalidInput

if TYPE_CHECKING:
    from careops.contract import Call, Empty


class ClinicChange(ReadableChange[Clinic]):
    """Change of one clinic. If a list row does not contain the state, it is read from ``ClinicDetail``."""

    @property
    def list_all(self) -> ListClinics:
        return ListClinics()

    def key(self, item: Clinic) -> int:
        return item.id

    def read_call(self, key: Key) -> ReadClinic:
        return ReadClinic(id=int(key))


@dataclass(frozen=True)
class SwitchModule(ClinicChange, DirectChange[Clinic]):
    """Turn a product module on or off."""

    makes = (ActivateSpecModule, DeactivateSpecModule)
    module_id: int
    active: bool
    name: str = "module"

    command: ClassVar[str] = "modules"
    compared: ClassVar[bool] = True

    @property
    def fingerprint(self) -> Mapping[str, Any]:
        return {"module_id": self.module_id, "active": self.active}

    def change_call(self, key: Key) -> Call[Empty]:
        kind = ActivateSpecModule if self.active else DeactivateSpecModule
        return kind(clinic_id=int(key), module_id=self.module_id)

    def is_satisfied(self, item: Clinic) -> bool:
        return any(module.spec_module_id == self.module_id for module in item.clinic_spec_modules) == self.active

    @property
    def satisfied_list(self) -> ListClinics | None:
        return ListClinics(spec_module_id=self.module_id) if self.active else None

    def describe(self, target: Target) -> str:
        return f"{self.name}: {SWITCHED[self.active]}"


@dataclass(frozen=True)
class SwitchFlag(ClinicChange, DirectChange[Clinic]):
    """Turn a feature flag on or off: ``ipd_enabled``, ``surgery_enabled`` or ``abdm_enabled``."""

    makes = (UpdateClinicSettings,)
    flag: str
    enabled: bool

    command: ClassVar[str] = "flags"
    compared: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.flag not in FEATURE_FLAGS:
            raise InvalidInput(f"There is no flag {self.flag!r}; there are: {', '.join(FEATURE_FLAGS)}", source="flag")

    def change_call(self, key: Key) -> Call[Empty]:
        return UpdateClinicSettings.model_validate({"clinic_id": key, self.flag: self.enabled})

    def is_satisfied(self, item: Clinic) -> bool:
        return bool(getattr(item, self.flag)) == self.enabled

    @property
    def satisfied_list(self) -> ListClinics | None:
        return ListClinics.model_validate({self.flag: self.enabled})

    def describe(self, target: Target) -> str:
        return f"{self.flag.removesuffix('_enabled')}: {SWITCHED[self.enabled]}"
