"""Data generation: realistic sample data for the clinics of a phone number. Spec: B 2, B 7."""

from __future__ import annotations

from typing import Any, Final

from careops.areas import Area, ClientT, each_row, verb
from careops.calls.jobs import Job, JobState
from careops.contract import SUPER, Call, Example, Get, Model, Page, Paged, Post
from careops.fields import Phone
from careops.shapes import Shape, items, rows

NO_CLINIC: Final = "There is no clinic with this phone number"
_ANSWER: Final[dict[str, Any]] = {
    "job_id": 12,
    "state": "done",
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic"}],
    "problem": None,
}
_PARTS: Final = Shape({name: f"data.{name}" for name in _ANSWER}, optional=frozenset(_ANSWER))
_GENERATION: Final[dict[str, Any]] = {
    "id": 12,
    "kind": "data_generation.cms",
    "state": "running",
    "done": 1,
    "total": 3,
    "attempt": 1,
    "asked_by": "Harpreet Kaur",
    "asked_at": "2026-11-20T09:31:07Z",
    "due_at": "2026-11-20T09:31:07Z",
    "started_at": "2026-11-20T09:31:08Z",
    "ended_at": None,
    "result": None,
    "problem": None,
    "phone_number": "9815000041",
    "clinics": [{"id": 41, "name": "Navjeevan Polyclinic"}],
}


class GeneratedFor(Model):
    """A clinic that data is made for."""

    id: int
    """What identifies the clinic."""
    name: str
    """Its name."""


class Generation(Model):
    """What became of it by the time of the answer. All of it is an addition of ours: a platform says only success."""

    job_id: int | None = None
    """The job that makes the data; it goes on when the answer could not wait for its end."""
    state: JobState | str | None = None
    """How the job stands: ``done`` when the data is there; null when a platform does not say."""
    clinics: list[GeneratedFor] = []
    """The clinics it is for: all of the owner's, whether the number is theirs or that of one of their clinics."""
    problem: str | None = None
    """Why it failed; null when it did not."""


class CreateCmsData(Call[Generation]):
    """Fill all clinics of a phone number's owner with a clinic's daily work. Spec: B 2, B 7 (B-101).

    Patient visits, bills, care plans, payments, referrals and audit events of the last weeks, added to what is there.
    Answers when the data is there, or after 20 seconds with the job that goes on. While one is under way for this
    number, asking again answers with the same. Refused with 422 when no clinic has the number.
    """

    route = Post("/admin/users/create_cms_data", access=SUPER, answer=_PARTS, event="data_generation.cms")
    example = Example(call={"phone_number": "9815000041"}, answer=_ANSWER)

    phone_number: Phone
    """A clinic's number or its owner's, ten digits; either way all clinics of that owner are meant."""


class CreateGrowthData(Call[Generation]):
    """Fill all clinics of a phone number's owner with campaigns and their leads. Spec: B 2, B 7 (B-101).

    Added to what is there. Answers when the data is there, or after 20 seconds with the job that goes on. While one is
    under way for this number, asking again answers with the same. Refused with 422 when no clinic has the number.
    """

    route = Post("/admin/users/create_growth_data", access=SUPER, answer=_PARTS, event="data_generation.growth")
    example = Example(call={"phone_number": "9815000041"}, answer=_ANSWER)

    phone_number: Phone
    """A clinic's number or its owner's, ten digits; either way all clinics of that owner are meant."""


class ListClinicsOfNumber(Call[list[GeneratedFor]]):
    """The clinics that data would be generated for: all clinics of a phone number's owner. Our own addition (B-101).

    Empty when no clinic has the number. Nothing is generated.
    """

    route = Get("/careops/data_generation/clinics", access=SUPER, forwarded=True, answer=rows("data"))
    example = Example(call={"phone_number": "9815000041"}, answer=[{"id": 41, "name": "Navjeevan Polyclinic"}])

    phone_number: Phone
    """A clinic's number or its owner's, ten digits."""


class GenerationJob(Job):
    """A job that generates data, and the clinics it is for."""

    phone_number: str | None = None
    """The phone number that was given, ten digits; null when a platform does not send it."""
    clinics: list[GeneratedFor] = []
    """The clinics that the data is for, without those deleted since."""


class ListGenerations(Paged, Call[Page[GenerationJob]]):
    """Jobs that generate data, newest first, each with its phone number and clinics. Our own addition (B-101)."""

    route = Get("/careops/data_generation", access=SUPER, forwarded=True, answer=items("data.jobs"))
    example = Example(
        call={},
        answer={
            "items": [_GENERATION],
            "total_records": 1,
            "total_pages": 1,
        },
    )


class DataGeneration(Area[ClientT]):
    """``client.data_generation``: sample data for demonstrations and training."""

    list_clinics = verb(ListClinicsOfNumber)
    list = verb(ListGenerations)
    each = each_row(ListGenerations)
    cms = verb(CreateCmsData)
    growth = verb(CreateGrowthData)
