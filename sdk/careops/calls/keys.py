"""API keys, with which apps, scripts and jobs authenticate. Our own addition."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from careops.contract import SUPER, Call, Empty, Example, Model, Page, PageParams, RestrictedTo
from careops.contract.envelopes import array_in, object_in, one_page
from careops.contract.fields import Id, Moment, Name, strict_int
from careops.contract.filters import ENDS_TOO_EARLY
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, each_row, method
from careops.contract.routes import Delete, Get, Post
from careops.contract.validation_errors import FieldError
from careops.error_codes import title_of
from careops.renamed import CALLS

NO_KEY: Final = title_of("key_not_found")
NAME_TAKEN: Final = title_of("key_name_taken")
OVER: Final = title_of("key_ended")
MAX_DAYS: Final = 730
"""Maximum lifetime in days, so that every key is reviewed at least once in two years."""
MAX_OVERLAP_HOURS: Final = 168
"""Maximum number of hours, a week, in which a replaced key can still be used."""
REQUESTS_A_MINUTE: Final = 600
MAX_SCOPES: Final = 50
LOG_DAYS: Final = 7
"""Days for which the request log keeps a request."""
MAX_CODE_LENGTH: Final = 80
"""Maximum length of the names of calls and errors."""
MAX_ERROR_GROUPS: Final = 200


def _check_scopes(scopes: list[str]) -> list[str]:
    from careops.scopes import known_scopes

    scopes = [CALLS.get(scope, scope) for scope in scopes]
    valid_scopes = known_scopes()
    for scope in scopes:
        if scope not in valid_scopes:
            near = difflib.get_close_matches(scope[:100], valid_scopes, n=1)
            hint = f"did you mean {near[0]}?" if near else "it looks like audit:write or ListClinics"
            raise ValueError(title_of("unknown_scope", what=hint))
    return sorted(set(scopes))


class _Choices:
    """Adds all scopes to the description of the call. The scopes are derived from the contract."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        from careops.scopes import known_scopes

        return {**handler(core), "enum": sorted(known_scopes())}


Scope = Annotated[str, _Choices()]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=MAX_SCOPES), AfterValidator(_check_scopes)]
StatusClass = Literal["2xx", "4xx", "5xx"]
PerMinute = Annotated[int, Field(ge=1, le=60_000), BeforeValidator(strict_int)]


class Key(Model):
    """API key, without the secret, which cannot be read again."""

    id: int
    """Id of the key."""
    name: str
    """Name of the API client. Unique for all time, because the audit trail refers to it."""
    scopes: list[str]
    """Scopes: reads or changes of an area (``audit:write``), and single calls (``ListClinics``)."""
    per_minute: int
    """Allowed requests per minute."""
    ends_with: str
    """Last four characters, to tell keys apart."""
    created_at: datetime
    """Time of creation, in UTC."""
    created_by: Annotated[str | None, Personal("name", "staff")] = None
    """Name of the user who created it."""
    expires_at: datetime
    """Time when it expires, in UTC."""
    revoked_at: datetime | None = None
    """Time when it was revoked, in UTC; null if it was not."""
    last_used_at: datetime | None = None
    """Time of the last use, in UTC and to the minute; null if never used."""
    last_used_from: Annotated[str | None, Personal("ip", "staff")] = None
    """Address of the last use; null if never used."""


class NewKey(Model):
    """New API key, returned only once."""

    id: int
    """Id in the list of keys."""
    token: str = Field(repr=False)
    """The key itself, sent with every call like a session's access token."""


class KeyRequest(Model):
    """Request of an API key. The log contains no bodies and no values of parameters."""

    id: int
    """Id of the entry."""
    occurred_at: datetime
    """Time of the answer, in UTC."""
    key_id: int
    """Id of the key."""
    key_name: str
    """Name of the key."""
    method: str
    """HTTP method."""
    call_name: str
    """Name of the call."""
    status: int
    """HTTP status of the answer; 499 if the client closed the connection before."""
    codes: list[str]
    """Error codes of a refused request, each once; empty if it succeeded."""
    duration_ms: float
    """Milliseconds until the answer began."""
    request: str
    """Id of the request, as in its answer and in the log of the server."""
    ip_address: Annotated[str, Personal("ip", "staff")]
    """Address of the client."""


class KeyErrorGroup(Model):
    """Refused requests of the same call with the same error code."""

    call_name: str
    """Name of the call."""
    code: str | None = None
    """Error code; null for answers without one."""
    status: int
    """HTTP status of the answers."""
    total: int
    """Number of requests."""
    first_at: datetime
    """Time of the first one, in UTC."""
    last_at: datetime
    """Time of the last one, in UTC."""
    last_request: str
    """Id of the last request, as an example."""


class KeyLogDay(Model):
    """Number of requests of one day."""

    day: date
    """Day in India."""
    total: int
    """Number of requests."""
    refused: int
    """Number of requests that were refused or failed."""
    omitted: int
    """Number of requests that are not in the log, because the day had more than its limits allow."""


class KeyLogSummary(Model):
    """Request log in figures: days and errors."""

    days: list[KeyLogDay]
    """Days with requests, newest first."""
    errors: list[KeyErrorGroup]
    """Refused requests in the log by call and error code, most frequent first, at most 200 groups.

    A request with several codes is in the group of each.
    """
    error_groups: int
    """Number of all groups."""


_EXAMPLE = {
    "id": 3,
    "name": "clinic app",
    "scopes": ["audit:write"],
    "per_minute": REQUESTS_A_MINUTE,
    "ends_with": "4f2k",
    "created_at": "2026-11-20T09:30:00Z",
    "created_by": "Harpreet Kaur",
    "expires_at": "2027-02-18T09:30:00Z",
    "revoked_at": None,
    "last_used_at": "2026-11-21T04:10:00Z",
    "last_used_from": "203.0.113.7",
}


_REQUEST: Final[dict[str, Any]] = {
    "id": 5120,
    "occurred_at": "2026-11-21T04:10:12Z",
    "key_id": 3,
    "key_name": "clinic app",
    "method": "POST",
    "call_name": "AddAuditEvents",
    "status": 422,
    "codes": ["too_many_entries"],
    "duration_ms": 3.2,
    "request": "9f86d081884c7d659a2feaa0",
    "ip_address": "203.0.113.7",
}
_SUMMARY: Final[dict[str, Any]] = {
    "days": [{"day": "2026-11-21", "total": 5210, "refused": 12, "omitted": 210}],
    "errors": [
        {
            "call_name": "AddAuditEvents",
            "code": "too_many_entries",
            "status": 422,
            "total": 12,
            "first_at": "2026-11-21T03:58:40Z",
            "last_at": "2026-11-21T04:10:12Z",
            "last_request": "9f86d081884c7d659a2feaa0",
        }
    ],
    "error_groups": 1,
}


class ListKeys(PageParams, Call[Page[Key]]):
    """List API keys, including revoked and expired ones, newest first. Our own addition (S-6)."""

    route = Get("/careops/keys", access=SUPER, answer=array_in("data.keys"))
    example = Example(call={}, answer=one_page(_EXAMPLE))


class _LogFilter(BaseModel):
    """Filters of the request log."""

    key_id: Annotated[Id | None, RestrictedTo(SUPER)] = None
    """Only requests of this key. Not for API keys, which read their own requests."""
    since: Moment | None = None
    """Only requests at or after this time; by default of the last seven days."""
    until: Moment | None = None
    """Only requests before this time."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not None and self.until is not None and self.until < self.since:
            raise FieldError("until", ENDS_TOO_EARLY)
        return self


class ListKeyRequests(PageParams, _LogFilter, Call[Page[KeyRequest]]):
    """List the requests of API keys in the last seven days, newest first. Our own addition (S-6).

    A request appears within a few seconds. The log contains requests that reached a call with a known key, including a
    revoked, expired or replaced one. An API key may call it, and reads its own requests.
    """

    route = Get("/careops/keys/requests", access=SUPER, answer=array_in("data.requests"), any_key=True)
    example = Example(
        call={"status": "4xx", "call_name": "AddAuditEvents", "code": "too_many_entries"}, answer=one_page(_REQUEST)
    )

    status: StatusClass | None = None
    """Only answers with a status of this class."""
    call_name: Annotated[str, Field(min_length=1, max_length=MAX_CODE_LENGTH)] | None = None
    """Only requests of this call, such as ``ListClinics``."""
    code: Annotated[str, Field(min_length=1, max_length=MAX_CODE_LENGTH)] | None = None
    """Only requests refused with this error code."""


class ReadKeyLogSummary(_LogFilter, Call[KeyLogSummary]):
    """Return the requests of API keys in figures: by day, and errors by call and code. Our own addition (S-6).

    The figures of days count every request, including those that the log omits. An API key may call it, and reads the
    figures of its own requests.
    """

    route = Get("/careops/keys/requests/summary", access=SUPER, answer=object_in("data"), any_key=True)
    example = Example(call={"since": "2026-11-20T00:00:00Z"}, answer=_SUMMARY)


class CreateKey(Call[NewKey]):
    """Create an API key, which is returned only once. Our own addition (S-6).

    Requires that the caller's password was given within five minutes (SEC-21). The key grants only its scopes and is
    sent as ``Authorization: Bearer …``. If the call is repeated with the same idempotency key, it is refused with 409,
    because the key is not stored.
    """

    route = Post("/careops/keys", access=SUPER, answer=object_in("data"), event="key.create", step_up=True)
    example = Example(
        call={"name": "clinic app", "scopes": ["audit:write"], "expires_in_days": 90},
        answer={"id": 3, "token": "careops_key_…4f2k"},
    )

    name: Name
    """Name of the API client; unique for all time."""
    scopes: Scopes
    """Scopes: ``area:read``, ``area:write`` or the name of a call, 1 to 50 of them."""
    expires_in_days: Annotated[int, Field(ge=1, le=MAX_DAYS), BeforeValidator(strict_int)]
    """Days until it expires, at most 730."""
    per_minute: PerMinute = REQUESTS_A_MINUTE
    """Allowed requests per minute, over all workers of a machine."""


class RotateKey(Call[NewKey]):
    """Replace a key by one with the same name, scopes and expiry, returned only once. Our own addition (S-6).

    Requires that the caller's password was given within five minutes (SEC-21). The previous key stays valid for a
    while, so that the API client can switch without interruption. Keys that were replaced earlier end at once.
    """

    route = Post(
        "/careops/keys/{key_id}/rotate", access=SUPER, answer=object_in("data"), event="key.rotate", step_up=True
    )
    example = Example(call={"key_id": 3, "overlap_hours": 24}, answer={"id": 3, "token": "careops_key_…9xq1"})

    key_id: Id
    """Id of the key to replace."""
    overlap_hours: Annotated[int, Field(ge=0, le=MAX_OVERLAP_HOURS), BeforeValidator(strict_int)] = 24
    """Hours for which the previous key stays valid, 0 to 168."""


class RevokeKey(Call[Empty]):
    """Revoke a key permanently, at once on all workers of the machine of the request. Our own addition (S-6).

    Requires that the caller's password was given within five minutes (SEC-21). A repeated call changes nothing.
    """

    route = Delete("/careops/keys/{key_id}", access=SUPER, event="key.revoke", step_up=True)
    example = Example(call={"key_id": 3}, answer={})

    key_id: Id
    """Id of the key to revoke."""


class Keys(Resource[ClientT]):
    """``client.keys``: API keys."""

    list = method(ListKeys)
    each = each_row(ListKeys)
    list_requests = method(ListKeyRequests)
    each_request = each_row(ListKeyRequests)
    read_log_summary = method(ReadKeyLogSummary)
    create = method(CreateKey)
    rotate = method(RotateKey)
    revoke = method(RevokeKey)
