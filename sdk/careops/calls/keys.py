"""Keys of programs: what an app, a script or a job signs its calls with instead of a person. Our own addition."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field

from careops.areas import Area, ClientT, each_row, verb
from careops.contract import APPS, SUPER, Call, Delete, Done, Example, Get, Model, Page, Paged, Post
from careops.fields import Id, Name, plain_number
from careops.shapes import items, record

NO_KEY: Final = "There is no key with this id"
NAME_TAKEN: Final = "There is a key with this name already"
OVER: Final = "This key has ended; create a new one"
LONGEST_DAYS: Final = 730
"""Days until the farthest expiry: whoever needs a key for longer looks at it once in two years."""
LONGEST_OVERLAP: Final = 168
"""Hours, a week, that a key may still be used after it was replaced."""
REQUESTS_A_MINUTE: Final = 600
MOST_SCOPES: Final = 50


def _known(scopes: list[str]) -> list[str]:
    from careops.scopes import known_scopes

    known = known_scopes()
    for scope in scopes:
        if scope not in known:
            near = difflib.get_close_matches(scope[:100], known, n=1)
            hint = f"did you mean {near[0]}?" if near else "it looks like audit:write or ListClinics"
            raise ValueError(f"There is no scope of this name: {hint}")
    return sorted(set(scopes))


class _Choices:
    """Names every scope where the call is described; they follow from all calls, and nobody writes them down."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        from careops.scopes import known_scopes

        return {**handler(core), "enum": sorted(known_scopes())}


Scope = Annotated[str, _Choices()]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=MOST_SCOPES), AfterValidator(_known)]
PerMinute = Annotated[int, Field(ge=1, le=60_000), BeforeValidator(plain_number)]


class Key(Model):
    """A program's key, without the key itself: nobody can read that again."""

    id: int
    """What identifies the key."""
    name: str
    """What uses it; no other key ever has this name, as the audit trail calls its changes by it."""
    scopes: list[str]
    """What it may do: reads or changes of an area (``audit:write``), and single calls (``ListClinics``)."""
    per_minute: int
    """Requests it may make in a minute."""
    ends_with: str
    """Its last four characters, to tell keys apart."""
    created_at: datetime
    """When it was made, in UTC."""
    created_by: str | None = None
    """The name of who made it."""
    expires_at: datetime
    """When it stops working by itself, in UTC."""
    revoked_at: datetime | None = None
    """When it was revoked, in UTC; null while nobody has."""
    last_used_at: datetime | None = None
    """When it was used last, in UTC and to the minute; null when never."""
    last_used_from: str | None = None
    """The address it was used from last; null when never."""


class NewKey(Model):
    """A key that was just made: shown now and never again."""

    id: int
    """What identifies it in the list."""
    token: str = Field(repr=False)
    """The key itself; goes with every call as a session's token does."""


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


class ListKeys(Paged, Call[Page[Key]]):
    """Keys of programs, revoked and expired ones among them, newest first. Our own addition (S-6)."""

    route = Get("/careops/keys", access=SUPER, answer=items("data.keys"))
    example = Example(call={}, answer={"items": [_EXAMPLE], "total_records": 1, "total_pages": 1})


class ReadOwnKey(Call[Key]):
    """The key that this request is made with: its name, scopes and expiry. Our own addition.

    Every key may make it, so that a program can find out what it may do.
    """

    route = Get("/careops/keys/own", access=APPS, answer=record("data"), any_key=True)
    example = Example(call={}, answer=_EXAMPLE)


class CreateKey(Call[NewKey]):
    """Make a key for a program, shown only now. Our own addition (S-6).

    Asks for the caller's own password, given within five minutes (SEC-21). It may do what its scopes say and nothing
    else, and is sent as ``Authorization: Bearer …``. Sent again with the same idempotency key the call is refused with
    409: nobody keeps the key.
    """

    route = Post("/careops/keys", access=SUPER, answer=record("data"), event="key.create", step_up=True)
    example = Example(
        call={"name": "clinic app", "scopes": ["audit:write"], "expires_in_days": 90},
        answer={"id": 3, "token": "careops_key_…4f2k"},
    )

    name: Name
    """What will use it; no other key may ever have had this name."""
    scopes: Scopes
    """What it may do: ``area:read``, ``area:write`` or a call's name, 1 to 50 of them."""
    expires_in_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS), BeforeValidator(plain_number)]
    """Days until it stops working, 730 at most."""
    per_minute: PerMinute = REQUESTS_A_MINUTE
    """Requests it may make in a minute, over all workers of a machine."""


class RotateKey(Call[NewKey]):
    """Replace a key by a new one of the same name, scopes and expiry, shown only now. Our own addition (S-6).

    Asks for the caller's own password, given within five minutes (SEC-21). The key before goes on working for a while,
    so that a program can be given the new one without a gap; one that was replaced earlier ends at once.
    """

    route = Post("/careops/keys/{key_id}/rotate", access=SUPER, answer=record("data"), event="key.rotate", step_up=True)
    example = Example(call={"key_id": 3, "overlap_hours": 24}, answer={"id": 3, "token": "careops_key_…9xq1"})

    key_id: Id
    """The key to replace."""
    overlap_hours: Annotated[int, Field(ge=0, le=LONGEST_OVERLAP), BeforeValidator(plain_number)] = 24
    """Hours the key before still works, 0 to 168."""


class RevokeKey(Call[Done]):
    """End a key for good, at once on every worker of the machine it was revoked on. Our own addition (S-6).

    Asks for the caller's own password, given within five minutes (SEC-21). Done again, it changes nothing.
    """

    route = Delete("/careops/keys/{key_id}", access=SUPER, event="key.revoke", step_up=True)
    example = Example(call={"key_id": 3}, answer={})

    key_id: Id
    """The key to end."""


class Keys(Area[ClientT]):
    """``client.keys``: what programs sign their calls with."""

    list = verb(ListKeys)
    each = each_row(ListKeys)
    read_own = verb(ReadOwnKey)
    create = verb(CreateKey)
    rotate = verb(RotateKey)
    revoke = verb(RevokeKey)
