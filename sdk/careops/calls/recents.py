"""Records somebody has opened lately, and those they have pinned: kept for each account. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from careops.areas import Area, ClientT, verb
from careops.constants import NAME_MAX, PINS_MAX
from careops.contract import STAFF, Call, Delete, Example, Get, Model, Put
from careops.fields import Id, Moment, Typed
from careops.shapes import rows

RecordKind = Literal["clinic", "doctor", "user", "pharmacy", "lab"]
"""The kinds of records that have a screen of their own."""

NO_RECORD: Final = "There is no record with this id"
TOO_MANY_PINS: Final = f"You have pinned {PINS_MAX} records already. Please unpin one first."


class Recent(Model):
    """A record that was opened lately, or is pinned, as it is called now."""

    kind: RecordKind | str
    """What it is."""
    record_id: int
    """What identifies it among its kind."""
    name: str | None = None
    """What it is called; null for one without a name."""
    place: str | None = None
    """The city it is in, where that is known."""
    pinned: bool = False
    """Whether it stays until it is unpinned."""
    opened_at: Moment
    """When it was last opened, in UTC."""


_CLINIC: Final = {
    "kind": "clinic",
    "record_id": 41,
    "name": "Basant Avenue Clinic",
    "place": "Ludhiana",
    "pinned": True,
    "opened_at": "2026-11-20T09:30:00Z",
}


class ListRecents(Call[list[Recent]]):
    """What the caller has pinned, then what was opened last; nothing the caller may not see. Our own addition."""

    route = Get("/careops/recents", access=STAFF, answer=rows("data.recents"))
    example = Example(call={}, answer=[_CLINIC])


class KeepRecent(Call[list[Recent]]):
    """Say that a record was opened, or pin it; answers with all there are now. Our own addition.

    The last eight stay beside those that are pinned, twelve at most. Opening one again is noted without an audit event.
    """

    route = Put(
        "/careops/recents/{kind}/{record_id}",
        access=STAFF,
        answer=rows("data.recents"),
        event="recent.keep",
        may_refuse=(409,),
    )
    example = Example(
        call={"kind": "clinic", "record_id": 41, "name": "Basant Avenue Clinic", "pinned": True}, answer=[_CLINIC]
    )

    kind: RecordKind
    """What it is."""
    record_id: Id
    """What identifies it among its kind."""
    name: Annotated[str, Typed(NAME_MAX)] | None = None
    """What it is called: only a gateway, which has no records of its own, has to be told."""
    pinned: bool | None = None
    """Whether it stays until it is unpinned; null leaves that as it is."""


class ForgetRecent(Call[list[Recent]]):
    """Take a record from what was opened lately, pinned or not; answers with the rest. Our own addition."""

    route = Delete(
        "/careops/recents/{kind}/{record_id}", access=STAFF, answer=rows("data.recents"), event="recent.forget"
    )
    example = Example(call={"kind": "clinic", "record_id": 41}, answer=[])

    kind: RecordKind
    """What it is."""
    record_id: Id
    """What identifies it among its kind."""


class Recents(Area[ClientT]):
    """``client.recents``: what the caller has opened lately, and pinned."""

    list = verb(ListRecents)
    keep = verb(KeepRecent)
    forget = verb(ForgetRecent)
