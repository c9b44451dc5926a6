"""Bulk changes of users: status and feature flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, get_args

from careops.bulk.changes import SWITCHED
from careops.bulk.list_change import DirectChange, ReadableChange
from careops.bulk.targets import Key, Target
from careops.calls.users import ListUsers, PlatformUser, ReadUser, UpdateUser, UserRecord, UserStatus
from careops.constants import USER_FLAGS
from careops.errors import InvalidInput

if TYPE_CHECKING:
    from careops.contract import Call, Empty


class UserChange(ReadableChange[PlatformUser]):
    """A change of one user."""

    makes = (UpdateUser,)

    @property
    def list_all(self) -> ListUsers:
        return ListUsers()

    def key(self, item: PlatformUser) -> int:
        return item.id

    def read_call(self, key: Key) -> ReadUser:
        return ReadUser(user_id=int(key))

    def item_of(self, answer: UserRecord) -> PlatformUser:
        return answer.user


@dataclass(frozen=True)
class SetUserStatus(UserChange, DirectChange[PlatformUser]):
    """Make users ACTIVE, INACTIVE or BLOCKED. A user who is no longer active is signed out."""

    status: str

    sends = ("user_status",)
    command: ClassVar[str] = "users set-status"
    compared: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.status not in get_args(UserStatus):
            statuses = ", ".join(get_args(UserStatus))
            raise InvalidInput(f"There is no status {self.status!r}; there are: {statuses}", source="status")

    def change_call(self, key: Key) -> Call[Empty]:
        return UpdateUser.model_validate({"user_id": key, "user_status": self.status})

    def is_satisfied(self, item: PlatformUser) -> bool:
        return item.status == self.status

    @property
    def satisfied_list(self) -> ListUsers | None:
        return ListUsers(active_users=True) if self.status == "ACTIVE" else None

    def describe(self, target: Target) -> str:
        return f"status: {self.status}"


@dataclass(frozen=True)
class SetUserFlag(UserChange, DirectChange[PlatformUser]):
    """Turn a user's feature flag on or off: ``growth_enabled`` or ``packages_enabled``."""

    flag: str
    enabled: bool

    command: ClassVar[str] = "users set-flag"
    compared: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.flag not in USER_FLAGS:
            raise InvalidInput(f"There is no flag {self.flag!r}; there are: {', '.join(USER_FLAGS)}", source="flag")

    def change_call(self, key: Key) -> Call[Empty]:
        return UpdateUser.model_validate({"user_id": key, self.flag: self.enabled})

    def is_satisfied(self, item: PlatformUser) -> bool:
        return bool(getattr(item, self.flag)) == self.enabled

    def describe(self, target: Target) -> str:
        return f"{self.flag.removesuffix('_enabled')}: {SWITCHED[self.enabled]}"
