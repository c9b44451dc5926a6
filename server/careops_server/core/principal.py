"""Principal, origin and changes of a request. Sessions, the audit log and handlers build on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from uuid import UUID

from careops.calls import calls_by_name
from careops.calls.realtime import CHANNELS, KEY_CHANNELS, RECORD_CALLS, Event
from careops.calls.session import User
from careops.constants import MISSING_SCOPE, AccountType
from careops.contract import Access, Call
from careops.errors import Forbidden, Problem
from careops.scopes import allows, scope_of

PEOPLE_ONLY: Final = "Keys of programs cannot make this call: sign in for it"
PEOPLES_CHANNEL: Final = "Keys of programs cannot subscribe to this channel: sign in for it"


@dataclass(frozen=True)
class ApiClient:
    """API client behind a request, by its key."""

    key_id: int
    scopes: frozenset[str]
    per_minute: int
    """Requests it may make per minute."""
    token_hash: bytes = field(default=b"", repr=False)
    """Hash of the key, to check later that it is still valid."""
    people_ids: frozenset[int] = frozenset()
    """Ids of the user who created the key and of the one who rotated it last, as far as they are known."""


@dataclass(frozen=True)
class Actor:
    """Principal of a request: a signed-in member of staff, or an API client."""

    user: User
    account_type: AccountType | Literal["app"]
    session_id: UUID
    must_change_password: bool = False
    """Signed in with a one-time password, which must be changed before anything else."""
    api_client: ApiClient | None = None
    """Missing for a person."""

    @property
    def user_id(self) -> int | None:
        """Id of the person; empty for an API client, which has a name only."""
        return self.user.id if self.api_client is None else None

    @property
    def people_ids(self) -> frozenset[int]:
        """Ids of the people who act: the user, or those behind the API key. Empty for a key of unknown people."""
        return frozenset({self.user.id}) if self.api_client is None else self.api_client.people_ids

    @property
    def staff_type(self) -> AccountType:
        """Account type of a person. Only for calls that API clients may not make."""
        if self.account_type == "app":
            raise LookupError("an API client has no account")
        return self.account_type

    @property
    def account_key(self) -> str:
        """Name for rate limits and queues: ``user:5`` or ``key:3``."""
        return f"user:{self.user.id}" if self.api_client is None else f"key:{self.api_client.key_id}"

    def is_among(self, access: Access) -> bool:
        """Return whether the principal is a person with one of these account types."""
        return access is not None and self.account_type in access

    def may_call(self, call: type[Call[Any]]) -> bool:
        """Return whether the principal may make a call."""
        return self.is_among(call.route.access) if self.api_client is None else allows(self.api_client.scopes, call)

    def access_error(self, call: type[Call[Any]], *, source: str = "") -> Forbidden:
        """Return the error for a call that the principal may not make.

        An API client learns which scope its key lacks.
        """
        if self.api_client is None:
            return Forbidden(source=source)
        scope = scope_of(call)
        if scope is None:
            return Forbidden(Problem(Forbidden.title, source, PEOPLE_ONLY))
        detail = f"The key {self.user.name!r} lacks the scope {scope}"
        return Forbidden(Problem(Forbidden.title, source or MISSING_SCOPE, detail, scope=scope))

    def check_channels(self, channels: Iterable[str]) -> None:
        """Raise ``Forbidden`` for channels of events that the principal may not read."""
        for channel in channels:
            if self.api_client is None:
                if not self.is_among(CHANNELS[channel]):
                    raise Forbidden(source="channels")
            elif channel not in KEY_CHANNELS:
                raise Forbidden(Problem(Forbidden.title, "channels", PEOPLES_CHANNEL))
            elif not self.may_call(call := calls_by_name()[KEY_CHANNELS[channel]]):
                raise self.access_error(call, source="channels")

    def may_receive(self, event: Event) -> bool:
        """Return whether the principal may receive an event of its channels. Changed records require the permission
        to read records of their kind.
        """
        if event.channel != "records":
            return True
        name = RECORD_CALLS.get(str(event.data.get("kind")))
        return name is not None and self.may_call(calls_by_name()[name])


@dataclass(frozen=True)
class Origin:
    """Origin of a request."""

    request_id: str
    ip_address: str
    user_agent: str
    from_browser: bool = False
    """The request came from a web page, according to its headers."""
    foreign_page: bool = False
    """The web page belongs to another site."""
    host: str = ""
    """Scheme and host under which the caller reached this server; empty without a usable header."""
    browsers: tuple[bytes, ...] = field(default=(), repr=False)
    """Hashes of the browser cookies in the request."""
    run_id: str | None = None
    """Id of the bulk run that the request belongs to, as the caller names it."""
    changed_lately: bool = False
    """This browser sent a change within the last seconds."""
    in_background: bool = False
    """A job works for the request, after its answer."""


@dataclass(frozen=True)
class OutgoingEvent:
    """Event for the subscribers of a channel."""

    channel: str
    event: str
    data: Mapping[str, Any]


@dataclass
class Change:
    """Result of a mutation for its audit event. ``before`` and ``after`` hold only the differences."""

    resource_type: str | None = None
    resource_id: str | None = None
    clinic_id: int | None = None
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    description: str | None = None
    actor: Actor | None = None
    records: Sequence[object] | None = None
    """Ids of the written records, if they are not the one record of the event."""
    is_none: bool = False
    """Nothing changed: the handler reported both sides, and they are equal."""
