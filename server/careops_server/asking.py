"""Who asks, from where, and what came of it: the ground that sessions, the audit trail and handlers stand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from uuid import UUID

from careops.calls.session import User
from careops.constants import MISSING_SCOPE, AccountType
from careops.contract import Access, Call
from careops.errors import Forbidden, Problem
from careops.scopes import covers, scope_of

PEOPLE_ONLY: Final = "Keys of programs cannot make this call: sign in for it"


@dataclass(frozen=True)
class Program:
    """A program behind a request, by the key it sends."""

    key_id: int
    scopes: frozenset[str]
    per_minute: int
    """Requests it may make in a minute."""


@dataclass(frozen=True)
class Actor:
    """Who is behind a request: a signed-in member of staff, or a program with its key."""

    user: User
    account_type: AccountType | Literal["app"]
    session_id: UUID
    must_change_password: bool = False
    """Signed in with a one-time password: nothing else may be done first."""
    program: Program | None = None
    """None for a person."""

    @property
    def user_id(self) -> int | None:
        """Which person it is; None for a program, which is known by its name."""
        return self.user.id if self.program is None else None

    @property
    def staff_type(self) -> AccountType:
        """The account a person works under. Only for calls that no program may make."""
        if self.account_type == "app":
            raise LookupError("a program has no account")
        return self.account_type

    @property
    def account_key(self) -> str:
        """The name that limits and queues count it by: ``user:5`` or ``key:3``."""
        return f"user:{self.user.id}" if self.program is None else f"key:{self.program.key_id}"

    def is_among(self, access: Access) -> bool:
        """Whether it is a person with one of these accounts."""
        return access is not None and self.account_type in access

    def may_make(self, call: type[Call[Any]]) -> bool:
        """Whether it may make a call at all."""
        return self.is_among(call.route.access) if self.program is None else covers(self.program.scopes, call)

    def refusal_of(self, call: type[Call[Any]], *, source: str = "") -> Forbidden:
        """The error for a call that it may not make; a program reads which scope its key lacks."""
        if self.program is None:
            return Forbidden(source=source)
        scope = scope_of(call)
        if scope is None:
            return Forbidden(Problem(Forbidden.title, source, PEOPLE_ONLY))
        detail = f"The key {self.user.name!r} lacks the scope {scope}"
        return Forbidden(Problem(Forbidden.title, source or MISSING_SCOPE, detail, scope=scope))


@dataclass(frozen=True)
class Origin:
    """Where a request came from."""

    request_id: str
    ip_address: str
    user_agent: str
    from_browser: bool = False
    """A browser's page sent it: it says of which site the page is."""
    foreign_page: bool = False
    """And that page is not ours."""
    host: str = ""
    """What the caller calls this server, with its scheme; empty when it says nothing usable."""
    browsers: tuple[bytes, ...] = field(default=(), repr=False)
    """The browsers it may come from, by the hashes of their cookies."""
    changed_lately: bool = False
    """Something was changed from this browser within the last seconds."""


@dataclass(frozen=True)
class Raised:
    """An event for whoever listens on a channel."""

    channel: str
    event: str
    data: Mapping[str, Any]


@dataclass
class Change:
    """What a mutation did, for its audit event. ``before`` and ``after`` hold only what differs."""

    resource_type: str | None = None
    resource_id: str | None = None
    clinic_id: int | None = None
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    description: str | None = None
    actor: Actor | None = None
    is_none: bool = False
    """Everything was so already: both sides were told, and nothing differs."""
