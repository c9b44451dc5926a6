"""Users of the platform. Spec: A 4, A 7, B 7 Users."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from careops.areas import Area, ClientT, verb
from careops.contract import BILLING, STAFF, SUPER, Call, Done, Example, Model, OnlyFor, Post, Put
from careops.fields import Id
from careops.shapes import record

UserStatus = Literal["ACTIVE", "INACTIVE", "BLOCKED"]


class UpdateUser(Call[Done]):
    """Switch a user's own feature flags (any staff) or status (super_admin and billing_admin). Spec: A 4, B-45, B-47.

    Blocking a user ends all of the user's sessions. Nobody can block themselves; a super admin's status is changed by
    super admins only, and the last active super admin stays active.
    """

    route = Put("/admin/users/{user_id}", access=STAFF, event="user.update")
    example = Example(call={"user_id": 9, "growth_enabled": True}, answer={})

    user_id: Id
    """The user to change."""
    growth_enabled: bool | None = None
    """The growth tools on or off."""
    packages_enabled: bool | None = None
    """Care packages on or off."""
    user_status: Annotated[UserStatus | None, OnlyFor(BILLING)] = None
    """Whether they may sign in; only billing_admin and super_admin may send it."""

    @property
    def changes(self) -> dict[str, bool | str]:
        """What to set, by column."""
        return {name: value for name, value in self.parameters.items() if name != "user_id"}

    @model_validator(mode="after")
    def _one_change_at_least(self) -> Self:
        if not self.changes or None in self.changes.values():
            raise ValueError("Please give something to change")
        return self


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
        answer=record("data"),
        event="user.reset_password",
        step_up=True,
    )
    example = Example(call={"user_id": 9}, answer={"password": "x7m2k-p9qwd-3hfnz-v8c4t-bj6ry"})

    user_id: Id
    """Whose password is replaced."""


class Users(Area[ClientT]):
    """``client.users``: users and their flags."""

    update = verb(UpdateUser)
    reset_password = verb(ResetPassword)
