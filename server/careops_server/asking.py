"""Who asks, from where, and what came of it: the ground that sessions, the audit trail and handlers stand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from careops.calls.session import User
from careops.constants import AccountType


@dataclass(frozen=True)
class Actor:
    """The signed-in member of staff behind a request."""

    user: User
    account_type: AccountType
    session_id: UUID
    must_change_password: bool = False
    """Signed in with a one-time password: nothing else may be done first."""


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
    browsers: tuple[bytes, ...] = field(default=(), repr=False)
    """The browsers it may come from, by the hashes of their cookies."""


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
