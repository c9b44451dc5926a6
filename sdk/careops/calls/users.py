"""Users of the platform: finding and reading them, their flags, their status. Spec: A 4, A 7, B 2, B 3, B 7 Users."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from careops.areas import Area, ClientT, each_row, verb
from careops.billing import Subscription
from careops.changing import Changing, kept
from careops.contract import (
    BILLING,
    STAFF,
    SUPER,
    Call,
    Example,
    Get,
    Model,
    OnlyFor,
    Page,
    Paged,
    Post,
    Put,
)
from careops.fields import Id, Text
from careops.shapes import Shape, items, record

UserStatus = Literal["ACTIVE", "INACTIVE", "BLOCKED"]
NO_USER: Final = "There is no user with this id"


class PlatformAccount(Model):
    """One of a user's accounts. What it is about stands in the fields of its type; the others are null."""

    email: str | None = None
    """The address this account is written to; null when there is none."""
    account_type: str
    """What it is: ``clinic``, ``clinic_admin``, ``doctor``, ``lab``, ``pharmacy``, ``patient`` or one of staff's."""
    role: str = "owner"
    """What the user is in it; ``owner`` when nobody said (B 3)."""
    clinic_id: int | None = None
    """The clinic it is about, of ``clinic`` and ``clinic_admin``."""
    clinic_name: str | None = None
    """That clinic's name."""
    doctor_id: int | None = None
    """The doctor it is about."""
    doctor_name: str | None = None
    """That doctor's name."""
    lab_id: int | None = None
    """The lab it is about."""
    lab_name: str | None = None
    """That lab's name."""
    pharmacy_id: int | None = None
    """The pharmacy it is about."""
    pharmacy_name: str | None = None
    """That pharmacy's name."""


class PlatformUser(Model):
    """Somebody with a phone number on the platform, with all their accounts."""

    id: int
    """What identifies the user."""
    name: str | None = None
    """The user's name; an addition of ours, null when a platform does not say."""
    phone_number: str | None = None
    """Ten digits, without country code."""
    verified_at: datetime | None = None
    """When the number was verified, in UTC; null when it never was."""
    email: str | None = None
    """The user's address; null when there is none."""
    account: str | None = None
    """The type of their first account; null when they have none (decision 120)."""
    status: UserStatus | str
    """Whether they may sign in."""
    platform: str | None = None
    """What they signed up with: ``android``, ``ios`` or ``web``; null when nobody knows."""
    packages_enabled: bool = False
    """Whether care packages are on."""
    growth_enabled: bool = False
    """Whether the growth tools are on."""
    user_accounts: list[PlatformAccount] = []
    """What they do on the platform, oldest first."""


class UserRecord(Model):
    """Everything known about one user."""

    user: PlatformUser
    """The user."""
    subscriptions: list[Subscription] = []
    """What they have subscribed to, newest first."""


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
_RECORD: Final = Shape(
    {"user": "data.user", "subscriptions": "data.subscriptions"}, optional=frozenset({"subscriptions"})
)


class ListUsers(Paged, Call[Page[PlatformUser]]):
    """Users, newest first, narrowed by either filter or both. Spec: B 2, B 7 (B-48). ``total_records`` is exact."""

    route = Get(
        "/admin/users",
        access=BILLING,
        answer=items("data.users", total="data.total_records", pages="data.total_pages"),
        people=True,
    )
    example = Example(
        call={"search_text": "sandhu", "active_users": True},
        answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1},
    )

    search_text: Text | None = None
    """Only those that hold this text in their name, phone number or email address."""
    active_users: bool | None = None
    """Only those who are ACTIVE; false for those who are not, nothing for everybody."""


class ReadUser(Call[UserRecord]):
    """One user with all their accounts and subscriptions. Spec: B 2, B 7."""

    route = Get("/admin/users/{user_id}", access=BILLING, answer=_RECORD, people=True)
    example = Example(call={"user_id": 9}, answer={"user": _EXAMPLE, "subscriptions": [_SUBSCRIPTION]})

    user_id: Id
    """The user's id."""


class UpdateUser(Changing):
    """Switch a user's own feature flags (any staff) or status (super_admin and billing_admin). Spec: A 4, B-45, B-47.

    Blocking a user ends all of the user's sessions. Nobody can block themselves; a super admin's status is changed by
    super admins only, and the last active super admin stays active.
    """

    route = Put("/admin/users/{user_id}", access=STAFF, event="user.update", personal=True)
    example = Example(call={"user_id": 9, "growth_enabled": True}, answer={})

    user_id: Id
    """The user to change."""
    growth_enabled: bool | None = None
    """The growth tools on or off."""
    packages_enabled: bool | None = None
    """Care packages on or off."""
    user_status: Annotated[UserStatus | None, OnlyFor(BILLING)] = None
    """Whether they may sign in; only billing_admin and super_admin may send it."""

    stays = kept("growth_enabled", "packages_enabled", "user_status")


class OneTimePassword(Model):
    """A password that was made up for somebody."""

    password: str = Field(repr=False)
    """Good for signing in and choosing another one."""


class ResetPassword(Call[OneTimePassword]):
    """Give a user a one-time password, shown only now; all of the user's sessions end. Our own addition (S-6).

    Asks for the caller's own password, given within five minutes (SEC-21). Sent again with the same idempotency key it
    is refused with 409: nobody keeps the password.
    """

    route = Post(
        "/careops/users/{user_id}/password",
        access=SUPER,
        forwarded=True,
        answer=record("data"),
        event="user.reset_password",
        step_up=True,
    )
    example = Example(call={"user_id": 9}, answer={"password": "x7m2k-p9qwd-3hfnz-v8c4t-bj6ry"})

    user_id: Id
    """Whose password is replaced."""


class Users(Area[ClientT]):
    """``client.users``: finding and reading users, their flags and status."""

    list = verb(ListUsers)
    each = each_row(ListUsers)
    read = verb(ReadUser)
    update = verb(UpdateUser)
    reset_password = verb(ResetPassword)
