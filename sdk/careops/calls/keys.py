"""API keys, with which apps, scripts and jobs authenticate. Our own addition."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from careops.client.resource import ClientT, Resource, each_row, method
from careops.contract import APPS, SUPER, Call, Delete, Empty, Example, Get, Model, Page, PageParams, Post
from careops.contract.envelopes import array_in, object_in
from careops.contract.fields import Id, Name, strict_int
from careops.error_codes import title_of

NO_KEY: Final = title_of("key_not_found")
NAME_TAKEN: Final = title_of("key_name_taken")
OVER: Final = title_of("key_ended")
LONGEST_DAYS: Final = 730
"""Maximum lifetime in days, so that every key is reviewed at least once in two years."""
LONGEST_OVERLAP: Final = 168
"""Maximum number of hours, a week, in which a replaced key can still be used."""
REQUESTS_A_MINUTE: Final = 600
MOST_SCOPES: Final = 50


def _check_scopes(scopes: list[str]) -> list[str]:
    from careops.contract.scopes import known_scopes

    known = known_scopes()
    for scope in scopes:
        if scope not in known:
            near = difflib.get_close_matches(scope[:100], known, n=1)
            hint = f"did you mean {near[0]}?" if near else "it looks like audit:write or ListClinics"
            raise ValueError(title_of("unknown_scope", what=hint))
    return sorted(set(scopes))


class _Choices:
    """Adds all scopes to the description of the call. The scopes are derived from the contract."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        from careops.contract.scopes import known_scopes

        return {**handler(core), "enum": sorted(known_scopes())}


Scope = Annotated[str, _Choices()]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=MOST_SCOPES), AfterValidator(_check_scopes)]
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
    created_by: str | None = None
    """Name of the user who created it."""
    expires_at: datetime
    """Time when it expires, in UTC."""
    revoked_at: datetime | None = None
    """Time when it was revoked, in UTC; null if it was not."""
    last_used_at: datetime | None = None
    """Time of the last use, in UTC and to the minute; null if never used."""
    last_used_from: str | None = None
    """Address of the last use; null if never used."""


class NewKey(Model):
    """New API key, returned only once."""

    id: int
    """Id in the list of keys."""
    token: str = Field(repr=False)
    """The key itself, sent with every call like a session's access token."""


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


class ListKeys(PageParams, Call[Page[Key]]):
    """List API keys, including revoked and expired ones, newest first. Our own addition (S-6)."""

    route = Get("/careops/keys", access=SUPER, answer=array_in("data.keys"))
    example = Example(call={}, answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1})


class ReadOwnKey(Call[Key]):
    """Return the key that authenticates this request: name, scopes and expiry. Our own addition.

    Every key may make this call, so that an API client can find out its permissions.
    """

    route = Get("/careops/keys/own", access=APPS, answer=object_in("data"), any_key=True)
    example = Example(call={}, answer=_EXAMPLE)


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
    expires_in_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS), BeforeValidator(strict_int)]
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
    overlap_hours: Annotated[int, Field(ge=0, le=LONGEST_OVERLAP), BeforeValidator(strict_int)] = 24
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
    read_own = method(ReadOwnKey)
    create = method(CreateKey)
    rotate = method(RotateKey)
    revoke = method(RevokeKey)
