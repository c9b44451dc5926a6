"""Data generation: realistic sample data for the clinics of a phone number. Spec: B 2, B 7."""

from __future__ import annotations

from typing import Annotated, Any, Final

from careops.calls.jobs import JOB, Job, JobState
from careops.contract import SUPER, Call, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import Envelope, array_in, one_page, page_in
from careops.contract.fields import Phone
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of

NO_CLINIC: Final = title_of("clinic_phone_not_found")
_ANSWER: Final[dict[str, Any]] = {
    "job_id": 12,
    "state": "done",
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic"}],
    "problem": None,
}
_PARTS: Final = Envelope({name: f"data.{name}" for name in _ANSWER}, optional=frozenset(_ANSWER))
_GENERATION: Final[dict[str, Any]] = {
    **JOB,
    "done": 1,
    "total": 3,
    "phone_number": "9815000041",
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic"}],
}


class GeneratedFor(Model):
    """Clinic that receives generated data."""

    id: int
    """Id of the clinic."""
    name: str
    """Name of the clinic."""


class Generation(Model):
    """State of the generation. All fields are additions of careops: the documented answer only reports success."""

    job_id: int | None = None
    """Job that generates the data. It continues if it takes longer than the request."""
    state: JobState | str | None = None
    """State of the job: ``done`` if the data is complete; null if the platform does not return it."""
    clinics: list[GeneratedFor] = []
    """Clinics that receive data: all clinics of the owner, whether the number is the owner's or that of one clinic."""
    problem: str | None = None
    """Reason of a failure; null otherwise."""


class CreateCmsData(Call[Generation]):
    """Generate a clinic's daily work for all clinics of a phone number's owner. Spec: B 2, B 7 (B-101).

    Adds patient visits, bills, care plans, payments, referrals and audit events of the last weeks. Answers when the
    data is complete, or after 20 seconds while the job continues. If a job for this number is in progress, a repeated
    request returns that job. Refused with 422 if no clinic has the number.
    """

    route = Post("/admin/users/create_cms_data", access=SUPER, answer=_PARTS, event="data_generation.cms")
    example = Example(call={"phone_number": "9815000041"}, answer=_ANSWER)

    phone_number: Phone
    """Phone number of a clinic or its owner, ten digits. Both select all clinics of the owner."""


class CreateGrowthData(Call[Generation]):
    """Generate campaigns and leads for all clinics of a phone number's owner. Spec: B 2, B 7 (B-101).

    Existing data stays. Answers when the data is complete, or after 20 seconds while the job continues. If a job for
    this number is in progress, a repeated request returns that job. Refused with 422 if no clinic has the number.
    """

    route = Post("/admin/users/create_growth_data", access=SUPER, answer=_PARTS, event="data_generation.growth")
    example = Example(call={"phone_number": "9815000041"}, answer=_ANSWER)

    phone_number: Phone
    """Phone number of a clinic or its owner, ten digits. Both select all clinics of the owner."""


class ListClinicsOfNumber(Call[list[GeneratedFor]]):
    """List all clinics of a phone number's owner, which would receive data. Our own addition (B-101).

    Empty if no clinic has the number. Generates nothing.
    """

    route = Get("/careops/data_generation/clinics", access=SUPER, forwarded=True, answer=page_in("data"))
    example = Example(call={"phone_number": "9815000041"}, answer=[{"id": 41, "name": "Navjeevan Polyclinic"}])

    phone_number: Phone
    """Phone number of a clinic or its owner, ten digits."""


class GenerationJob(Job):
    """Job that generates data, with its clinics."""

    phone_number: Annotated[str | None, Personal("phone", "user")] = None
    """Phone number of the request, ten digits; null if the platform does not return it."""
    clinics: list[GeneratedFor] = []
    """Clinics that receive data, without deleted ones."""


class ListGenerations(PageParams, Call[Page[GenerationJob]]):
    """List jobs that generate data, newest first, with phone number and clinics. Our own addition (B-101)."""

    route = Get("/careops/data_generation", access=SUPER, forwarded=True, answer=array_in("data.jobs"))
    example = Example(call={}, answer=one_page(_GENERATION))


class DataGeneration(Resource[ClientT]):
    """``client.data_generation``: sample data for demonstrations and training."""

    list_clinics = method(ListClinicsOfNumber)
    list = method(ListGenerations)
    each = each_row(ListGenerations)
    cms = method(CreateCmsData)
    growth = method(CreateGrowthData)
