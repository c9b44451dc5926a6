"""Doctor in the list of a clinic. Separate from their calls, so that clinics need not import these. Spec: A 3."""

from __future__ import annotations

from typing import Annotated

from careops.contract.answers import Model
from careops.contract.personal import Personal


class DoctorName(Model):
    """Name of a doctor of a clinic; without an ``id`` if the platform only knows the invitation."""

    id: int | None = None
    """Id of the doctor; null for an invited doctor."""
    first_name: Annotated[str | None, Personal("name", "doctor")] = None
    """First name."""
    last_name: Annotated[str | None, Personal("name", "doctor")] = None
    """Last name; null if there is none."""
    gender: str | None = None
    """Gender; null if unknown."""


class DoctorOfClinic(Model):
    """Row of a clinic's list of doctors. ``id`` is that of the clinic doctor."""

    id: int
    """Id of the clinic doctor: the doctor at this clinic."""
    doctor: DoctorName | None = None
    """Name of the doctor; null if the platform only knows the invitation."""
    phone_number: Annotated[str | None, Personal("phone", "doctor")] = None
    """Phone number, ten digits without country code."""
    status: str | None = None
    """Status, such as invited or active; null if the platform does not return it."""
