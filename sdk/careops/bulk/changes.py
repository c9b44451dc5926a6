"""What a run does to each target. A change of your own is a subclass of ``ClinicChange``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from careops.bulk.targets import Outcome, Target
from careops.calls.clinics import Clinic, ListClinics, ReadClinic
from careops.calls.modules import ActivateSpecModule, DeactivateSpecModule, UpdateClinicSettings
from careops.constants import FEATURE_FLAGS

if TYPE_CHECKING:
    from careops.bulk.ledger import Ledger
    from careops.bulk.pace import Pace
    from careops.client import AsyncCareOps
    from careops.contract import Call, Done


class Change(ABC):
    """One kind of change, for any number of targets."""

    command: ClassVar[str]
    """What the run is called in its journal."""
    keeps_targets: ClassVar[bool] = True
    """Whether the list of targets goes into the journal; not when it holds secrets."""

    @property
    @abstractmethod
    def says(self) -> Mapping[str, Any]:
        """What tells this change from others of its command; part of the journal's fingerprint."""

    @abstractmethod
    async def call(self, client: AsyncCareOps, target: Target) -> Call[Any]:
        """The call that makes the change; it may ask the platform for something first.

        Raises ``pydantic.ValidationError`` for a target that cannot be meant.
        """

    async def survey(  # noqa: B027 (most changes have nothing to learn at once)
        self, client: AsyncCareOps, pace: Pace, ledger: Ledger, *, every_target: bool
    ) -> None:
        """Learn the state of open targets all at once, where that costs less than looking at each.

        ``every_target`` asks for certainty: it is a dry run.
        """

    @abstractmethod
    async def look(self, client: AsyncCareOps, target: Target) -> bool:
        """Whether the target already is as wanted, by asking the platform. Raises ``Refused`` when it is not there."""

    @abstractmethod
    def told(self, target: Target) -> str:
        """What would change, in a few words."""

    async def foresee(self, client: AsyncCareOps, target: Target) -> tuple[Outcome, str]:
        """What would become of a target that is not as wanted, without changing it."""
        return Outcome.PLANNED, self.told(target)

    @property
    def looks_first(self) -> bool:
        """Whether every target is looked at before it is changed, or only when the change's answer was lost."""
        return True


class ClinicChange(Change):
    """A change of one clinic. Its present state is read from any list that shows it."""

    @abstractmethod
    def is_wanted(self, clinic: Clinic) -> bool | None:
        """Whether a clinic already is as wanted; None when a row of the list does not tell, only ``ClinicDetail``."""

    @property
    def those_as_wanted(self) -> ListClinics | None:
        """The list of all clinics that are as wanted, when the platform can tell."""
        return None

    async def survey(self, client: AsyncCareOps, pace: Pace, ledger: Ledger, *, every_target: bool) -> None:
        """Read the clinics list where it is shorter than the targets."""
        from careops.bulk.survey import survey

        await survey(client, pace, self, ledger, every_clinic=every_target)

    async def look(self, client: AsyncCareOps, target: Target) -> bool:
        """Read the clinic."""
        return bool(self.is_wanted(await client.send(ReadClinic(id=int(target.key)))))


@dataclass(frozen=True)
class SwitchModule(ClinicChange):
    """Turn a product module on or off."""

    module_id: int
    active: bool
    name: str = "module"

    command: ClassVar[str] = "modules"

    @property
    def says(self) -> Mapping[str, Any]:
        return {"module_id": self.module_id, "active": self.active}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Done]:
        kind = ActivateSpecModule if self.active else DeactivateSpecModule
        return kind(clinic_id=int(target.key), module_id=self.module_id)

    def is_wanted(self, clinic: Clinic) -> bool:
        return any(module.spec_module_id == self.module_id for module in clinic.clinic_spec_modules) == self.active

    @property
    def those_as_wanted(self) -> ListClinics | None:
        return ListClinics(spec_module_id=self.module_id) if self.active else None

    def told(self, target: Target) -> str:
        return f"{self.name}: {_switch(self.active)}"


@dataclass(frozen=True)
class SwitchFlag(ClinicChange):
    """Turn a feature flag on or off: ``ipd_enabled``, ``surgery_enabled`` or ``abdm_enabled``."""

    flag: str
    enabled: bool

    command: ClassVar[str] = "flags"

    def __post_init__(self) -> None:
        if self.flag not in FEATURE_FLAGS:
            raise ValueError(f"There is no flag {self.flag!r}; there are: {', '.join(FEATURE_FLAGS)}")

    @property
    def says(self) -> Mapping[str, Any]:
        return {"flag": self.flag, "enabled": self.enabled}

    async def call(self, client: AsyncCareOps, target: Target) -> Call[Done]:
        return UpdateClinicSettings.model_validate({"clinic_id": target.key, self.flag: self.enabled})

    def is_wanted(self, clinic: Clinic) -> bool:
        return bool(getattr(clinic, self.flag)) == self.enabled

    @property
    def those_as_wanted(self) -> ListClinics | None:
        return ListClinics.model_validate({self.flag: self.enabled})

    def told(self, target: Target) -> str:
        return f"{self.flag.removesuffix('_enabled')}: {_switch(self.enabled)}"


def _switch(on: bool) -> str:
    return "off → on" if on else "on → off"
