"""Clinic admins, who may run a clinic on the platform. Spec: A 2, A 3, A 5, A 7."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from careops.constants import COUNTRY_CODE, TIMEZONE
from careops.contract import STAFF, Call, Created, Delete, Empty, Example, Get, ListedBy, Model, Page, PageParams, Post
from careops.contract.envelopes import CREATED, array_in, one_page
from careops.contract.fields import Email, Id, MobileNumber, Name, NewPassword
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.error_codes import title_of
from careops.models.references import ClinicReference

NO_ADMIN: Final = title_of("clinic_admin_not_found")


class ClinicAdmin(Model):
    """Admin of a clinic. ``id`` is the account's id: an admin of two clinics has two."""

    id: int
    """Id of the account, valid until the account is deleted."""
    name: Annotated[str, Personal("name", "user")]
    """Name of the user."""
    phone_number: Annotated[str, Personal("phone", "user")]
    """Phone number for signing in, ten digits without country code."""
    email: Annotated[str | None, Personal("email", "user")] = None
    """Email address; null if there is none."""
    status: str | None = None
    """Status of the user; null if the platform does not return it."""


class ListClinicAdmins(ClinicReference, PageParams, Call[Page[ClinicAdmin]]):
    """List the admins of one clinic, newest first. Spec: A 7."""

    route = Get("/admin/clinics/{clinic_id}/clinic_admin", access=STAFF, answer=array_in("data.clinic_admin"))
    example = Example(
        call={"clinic_id": 41},
        answer=one_page(
            {
                "id": 7,
                "name": "Simran Gill",
                "phone_number": "9812345670",
                "email": "simran@navjeevan.example",
                "status": "ACTIVE",
            }
        ),
    )


class CreateClinicAdmin(ClinicReference, Call[Created]):
    """Create an admin of a clinic. The phone number must be unused. Spec: A 5, A 7.

    The password is for the first sign-in only. A former admin without other accounts can be created again.
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

    country_code: Literal["91"] = COUNTRY_CODE
    """Country code of the phone number; only India."""
    phone_number: MobileNumber
    """Phone number for signing in; unique."""
    password: NewPassword = Field(repr=False)
    """Password for signing in, at least 15 characters."""
    name: Name
    """Name of the user."""
    timezone: Literal["Asia/Kolkata"] = TIMEZONE
    """Time zone of the user; only India's."""
    email: Email | None = None
    """Email address; optional."""


class DeleteClinicAdmin(ClinicReference, Call[Empty]):
    """Remove an admin from a clinic and sign them out. The user is kept. Spec: A 7."""

    route = Delete(
        "/admin/clinics/{clinic_id}/clinic_admin/{admin_id}",
        access=STAFF,
        event="clinic_admin.delete",
        listed_by=ListedBy("ListClinicAdmins", "admin_id"),
    )
    example = Example(call={"clinic_id": 41, "admin_id": 7}, answer={})

    admin_id: Id
    """Id of the admin, as in the list."""


class ClinicAdmins(Resource[ClientT]):
    """``client.clinic_admins``: admins of a clinic."""

    list = method(ListClinicAdmins)
    each = each_row(ListClinicAdmins)
    create = method(CreateClinicAdmin)
    delete = method(DeleteClinicAdmin)
