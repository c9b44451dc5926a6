"""A doctor as a clinic lists them. Apart from the calls about them: who asks for clinics needs no more. Spec: A 3."""

from __future__ import annotations

from careops.answers import Model


class DoctorName(Model):
    """Who a doctor of a clinic is; without an ``id`` when a platform knows only the invitation."""

    id: int | None = None
    """The doctor's id; null while they are only invited."""
    first_name: str | None = None
    """Their first name."""
    last_name: str | None = None
    """Their last name; null when there is none."""
    gender: str | None = None
    """Their gender; null when nobody said."""


class DoctorOfClinic(Model):
    """A row of a clinic's doctors; ``id`` is the clinic doctor's."""

    id: int
    """The clinic doctor's id: the doctor at this one clinic."""
    doctor: DoctorName | None = None
    """Who it is; null when a platform knows only the invitation."""
    phone_number: str | None = None
    """Their number, ten digits without country code."""
    status: str | None = None
    """How far they are, such as invited or active; null when a platform does not say."""
