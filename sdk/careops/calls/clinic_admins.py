"""Admins of a clinic: who may run it on the platform. Spec: A 2, A 3, A 5, A 7."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from careops.areas import Area, ClientT, each_row, verb
from careops.constants import COUNTRY_CODE, TIMEZONE
from careops.contract import STAFF, Call, Created, Delete, Done, Example, Get, Model, Page, Paged, Post
from careops.fields import Email, Id, MobileNumber, Name, NewPassword
from careops.shapes import CREATED, items

NO_ADMIN: Final = "This clinic has no admin with this id"


class ClinicAdmin(Model):
    """One of a clinic's admins. ``id`` is the account's, not the person's: who is admin of two clinics has two."""

    id: int
    """The account's id, which ends with the account."""
    name: str
    """The person's name."""
    phone_number: str
    """The number they sign in with, ten digits without country code."""
    email: str | None = None
    """Their email address; null when there is none."""
    status: str | None = None
    """The user's status; null when a platform does not say."""


class ListClinicAdmins(Paged, Call[Page[ClinicAdmin]]):
    """The admins of one clinic, newest first. Spec: A 7."""

    route = Get("/admin/clinics/{clinic_id}/clinic_admin", access=STAFF, answer=items("data.clinic_admin"), people=True)
    example = Example(
        call={"clinic_id": 41},
        answer={
            "items": [
                {
                    "id": 7,
                    "name": "Simran Gill",
                    "phone_number": "9812345670",
                    "email": "simran@navjeevan.example",
                    "status": "ACTIVE",
                }
            ],
            "total_records": 1,
            "total_pages": 1,
        },
    )

    clinic_id: Id
    """The clinic whose admins to list."""


class CreateClinicAdmin(Call[Created]):
    """Create an admin of a clinic. The phone must not belong to anybody yet. Spec: A 5, A 7.

    The password is for the first sign-in only. Somebody who was an admin and is nothing else any more can be
    created again.
    """

    route = Post(
        "/admin/clinics/{clinic_id}/clinic_admin/sign_up", access=STAFF, answer=CREATED, event="clinic_admin.create"
    )
    example = Example(
        call={
            "clinic_id": 41,
            "name": "Simran Gill",
            "phone_number": "9812345670",
            "password": "a long enough password",
            "email": "simran@navjeevan.example",
        },
        answer={"id": 7},
    )

    clinic_id: Id
    """The clinic the new admin is for."""
    country_code: Literal["91"] = COUNTRY_CODE
    """The country of the phone number; only India."""
    phone_number: MobileNumber
    """The number they will sign in with; nobody else may have it."""
    password: NewPassword = Field(repr=False)
    """The password they will sign in with, 15 characters or more."""
    name: Name
    """The person's name."""
    timezone: Literal["Asia/Kolkata"] = TIMEZONE
    """The zone their days are counted in; only India's."""
    email: Email | None = None
    """Their email address; none when left out."""


class DeleteClinicAdmin(Call[Done]):
    """Make somebody no longer an admin of a clinic and sign them out; the person stays. Spec: A 7."""

    route = Delete("/admin/clinics/{clinic_id}/clinic_admin/{admin_id}", access=STAFF, event="clinic_admin.delete")
    example = Example(call={"clinic_id": 41, "admin_id": 7}, answer={})

    clinic_id: Id
    """The clinic the admin is taken from."""
    admin_id: Id
    """The admin's id, as the list says it."""


class ClinicAdmins(Area[ClientT]):
    """``client.clinic_admins``: who runs a clinic."""

    list = verb(ListClinicAdmins)
    each = each_row(ListClinicAdmins)
    create = verb(CreateClinicAdmin)
    delete = verb(DeleteClinicAdmin)
