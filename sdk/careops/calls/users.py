"""Users of the platform: search, read, feature flags and status. Spec: A 4, A 7, B 2, B 3, B 7 Users."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.contract import BILLING, STAFF, SUPER, Call, Example, Model, Page, PageParams, RestrictedTo
from careops.contract.envelopes import Envelope, array_in, object_in, one_page
from careops.contract.fields import Id, Text
from careops.contract.partial_update import PartialUpdate, not_removable
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Get, ListedBy, Post, Put
from careops.error_codes import title_of
from careops.models.billing import Subscription
from careops.models.references import UserReference

UserStatus = Literal["ACTIVE", "INACTIVE", "BLOCKED"]
NO_USER: Final = title_of("user_not_found")


class PlatformAccount(Model):
    """Account of a user. Only the fields of its type have values."""

    email: Annotated[str | None, Personal("email", "user")] = None
    """Email address of the account; null if there is none."""
    account_type: str
    """Type: ``clinic``, ``clinic_admin``, ``doctor``, ``lab``, ``pharmacy``, ``patient`` or one of the staff types."""
    role: str = "owner"
    """Role of the user in the account; ``owner`` if unknown (B 3)."""
    clinic_id: int | None = None
    """Id of the clinic, for ``clinic`` and ``clinic_admin``."""
    clinic_name: str | None = None
    """Name of the clinic."""
    doctor_id: int | None = None
    """Id of the doctor."""
    doctor_name: Annotated[str | None, Personal("name", "doctor")] = None
    """Name of the doctor."""
    lab_id: int | None = None
    """Id of the lab."""
    lab_name: str | None = None
    """Name of the lab."""
    pharmacy_id: int | None = None
    """Id of the pharmacy."""
    pharmacy_name: str | None = None
    """Name of the pharmacy."""


class PlatformUser(Model):
    """User with a phone number on the platform, with all accounts."""

    id: int
    """Id of the user."""
    name: Annotated[str | None, Personal("name", "user")] = None
    """Name; an addition of careops, null if the platform does not return it."""
    phone_number: Annotated[str | None, Personal("phone", "user")] = None
    """Phone number, ten digits, without country code."""
    verified_at: datetime | None = None
    """Time when the number was verified, in UTC; null if it was not."""
    email: Annotated[str | None, Personal("email", "user")] = None
    """Email address; null if there is none."""
    account: str | None = None
    """Type of the first account; null if there is none (decision 120)."""
    status: UserStatus | str
    """Status, which decides if the user may sign in."""
    platform: str | None = None
    """Platform of the sign-up: ``android``, ``ios`` or ``web``; null if unknown."""
    packages_enabled: bool = False
    """True if Care Packages are on."""
    growth_enabled: bool = False
    """True if Growth is on."""
    user_accounts: list[PlatformAccount] = []
    """All accounts, oldest first."""


class UserRecord(Model):
    """User with accounts and subscriptions."""

    user: PlatformUser
    """User."""
    subscriptions: list[Subscription] = []
    """Subscriptions, newest first."""


_EXAMPLE: Final[dict[str, Any]] = {
    "id": 9,
    "name": "Harleen Kaur Sandhu",
    "phone_number": "9812345670",
    "verified_at": "2026-03-02T05:10:00Z",
    "email": "owner@navjeevan.example",
    "account": "clinic",
    "status": "ACTIVE",
    "platform": "android",
    "packages_enabled": False,
    "growth_enabled": True,
    "user_accounts": [
        {
            "email": "desk@navjeevan.example",
            "account_type": "clinic",
            "role": "owner",
            "clinic_id": 41,
            "clinic_name": "Navjeevan Polyclinic",
        },
        {"email": None, "account_type": "doctor", "role": "owner", "doctor_id": 17, "doctor_name": "Harleen Sandhu"},
    ],
}


_SUBSCRIPTION: Final[dict[str, Any]] = {
    "id": 31,
    "plan": {"name": "Clinic Yearly", "amount": 11999.0, "period": "yearly"},
    "created_at": "2026-09-14T04:05:00Z",
    "expire_by": "2027-09-14T04:05:00Z",
    "billing_subscription_status": "active",
}
_RECORD: Final = Envelope(
    {"user": "data.user", "subscriptions": "data.subscriptions"}, optional=frozenset({"subscriptions"})
)


class ListUsers(PageParams, Call[Page[PlatformUser]]):
    """List users, newest first. All given filters must match. Spec: B 2, B 7 (B-48). ``total_records`` is exact."""

    route = Get("/admin/users", access=BILLING, answer=array_in("data.users", counts="data"))
    example = Example(call={"search_text": "sandhu", "active_users": True}, answer=one_page(_EXAMPLE))

    search_text: Text | None = None
    """Only users that contain this text in their name, phone number or email address."""
    active_users: bool | None = None
    """True for ACTIVE users, false for all others, null for both."""


class ReadUser(UserReference, Call[UserRecord]):
    """Return one user with all accounts and subscriptions. Spec: B 2, B 7."""

    route = Get("/admin/users/{user_id}", access=BILLING, answer=_RECORD)
    example = Example(call={"user_id": 9}, answer={"user": _EXAMPLE, "subscriptions": [_SUBSCRIPTION]})


class UpdateUser(PartialUpdate):
    """Change a user's flags (all staff) or status (super_admin, billing_admin). Spec: A 4, B-45, B-47.

    Blocking a user ends all of the user's sessions. Users cannot block themselves. Only super admins may change a super
    admin's status, and the last active super admin stays active.
    """

    route = Put(
        "/admin/users/{user_id}",
        access=STAFF,
        same_effect="access_ended",
        effect_when=("user_status", ("BLOCKED", "INACTIVE")),
        event="user.update",
        personal="The role of the caller decides whom it may block.",
        listed_by=ListedBy("ListUsers", "user_id"),
    )
    undoable = True
    example = Example(call={"user_id": 9, "growth_enabled": True}, answer={})

    user_id: Id
    """Id of the user."""
    growth_enabled: bool | None = None
    """Growth on or off."""
    packages_enabled: bool | None = None
    """Care Packages on or off."""
    user_status: Annotated[UserStatus | None, RestrictedTo(BILLING)] = None
    """New status; only billing_admin and super_admin may send it."""

    stays = not_removable("growth_enabled", "packages_enabled", "user_status")


class OneTimePassword(Model):
    """Generated one-time password."""

    password: str = Field(repr=False)
    """Password, valid for signing in and choosing another one."""


class ResetPassword(UserReference, Call[OneTimePassword]):
    """Generate a one-time password, returned only once, and end all sessions of the user. Our own addition (S-6).

    Requires that the caller's password was given within five minutes (SEC-21). If the call is repeated with the same
    idempotency key, it is refused with 409, because the password is not stored.
    """

    route = Post(
        "/careops/users/{user_id}/password",
        access=SUPER,
        forwarded=True,
        answer=object_in("data"),
        same_effect="access_ended",
        event="user.reset_password",
        step_up=True,
    )
    example = Example(call={"user_id": 9}, answer={"password": "x7m2k-p9qwd-3hfnz-v8c4t-bj6ry"})


class Users(Resource[ClientT]):
    """``client.users``: search, read, feature flags and status."""

    list = method(ListUsers)
    each = each_row(ListUsers)
    read = method(ReadUser)
    update = method(UpdateUser)
    reset_password = method(ResetPassword)
