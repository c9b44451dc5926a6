"""Recently opened and pinned records, stored per account. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from careops.constants import MAX_NAME_LENGTH, MAX_PINS
from careops.contract import STAFF, Call, Delete, Example, Get, Model, Put
from careops.contract.envelopes import page_in
from careops.contract.fields import Moment, TypedText
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.error_codes import title_of
from careops.models.references import ScreenReference
from careops.record_kinds import ScreenKind

NO_RECORD: Final = title_of("record_not_found")
TOO_MANY_PINS: Final = title_of("too_many_pins", count=MAX_PINS)


class Recent(Model):
    """Record that was opened recently or is pinned, with its current name."""

    kind: ScreenKind | str
    """Kind of the record."""
    record_id: int
    """Id of the record."""
    name: Annotated[str | None, Personal("name", "anyone")] = None
    """Current name; null if it has none."""
    place: str | None = None
    """City; null if unknown."""
    pinned: bool = False
    """True if it is pinned."""
    opened_at: Moment
    """Time when it was last opened, in UTC."""


_CLINIC: Final = {
    "kind": "clinic",
    "record_id": 41,
    "name": "Basant Avenue Clinic",
    "place": "Ludhiana",
    "pinned": True,
    "opened_at": "2026-11-20T09:30:00Z",
}


class ListRecents(Call[list[Recent]]):
    """List the caller's pinned records, then the last opened ones, without forbidden ones. Our own addition."""

    route = Get("/careops/recents", access=STAFF, answer=page_in("data.recents"))
    example = Example(call={}, answer=[_CLINIC])


class KeepRecent(ScreenReference, Call[list[Recent]]):
    """Mark a record as opened, or pin it. Returns the complete list. Our own addition.

    The list contains up to twelve pinned records and the last eight opened ones. Opening a listed record again creates
    no audit event.
    """

    route = Put(
        "/careops/recents/{kind}/{record_id}",
        access=STAFF,
        answer=page_in("data.recents"),
        event="recent.keep",
        may_refuse=(409,),
    )
    example = Example(
        call={"kind": "clinic", "record_id": 41, "name": "Basant Avenue Clinic", "pinned": True}, answer=[_CLINIC]
    )

    name: Annotated[str, TypedText(MAX_NAME_LENGTH)] | None = None
    """Name of the record; required only by a gateway, which stores no records."""
    pinned: bool | None = None
    """True to pin it, false to unpin it; null leaves it unchanged."""


class ForgetRecent(ScreenReference, Call[list[Recent]]):
    """Remove a record from the list, pinned or not. Returns the remaining list. Our own addition."""

    route = Delete(
        "/careops/recents/{kind}/{record_id}", access=STAFF, answer=page_in("data.recents"), event="recent.forget"
    )
    example = Example(call={"kind": "clinic", "record_id": 41}, answer=[])


class Recents(Resource[ClientT]):
    """``client.recents``: recently opened and pinned records."""

    list = method(ListRecents)
    keep = method(KeepRecent)
    forget = method(ForgetRecent)
