"""Presence: members of staff who have the same record open. Our own addition."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import StringConstraints

from careops.constants import AccountType
from careops.contract import STAFF, Call, Delete, Empty, Example, Get, Model, Put
from careops.contract.envelopes import page_in
from careops.contract.fields import Moment
from careops.contract.personal import Personal
from careops.contract.resource import ClientT, Resource, method
from careops.models.references import ScreenReference

TabId = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{32}$")]


class PresentColleague(Model):
    """Another member of staff who has a record open."""

    user_id: int
    """Id of the user."""
    name: Annotated[str | None, Personal("name", "staff")] = None
    """Name; null if the account has none."""
    account_type: AccountType | str
    """Account type."""
    editing: bool
    """True if a form on the screen has values that are not saved."""
    since: Moment
    """Time when the record was opened, in UTC."""


_TAB: Final = "7c1d9e0b4a5f4c3e9b2a6d8f0e1c3b5a"
_KEY: Final = {"kind": "clinic", "record_id": 41}
_COLLEAGUE: Final = {
    "user_id": 2,
    "name": "Arjun Pillai",
    "account_type": "customer_care",
    "editing": True,
    "since": "2026-11-28T09:30:00Z",
}


class ListPresence(ScreenReference, Call[list[PresentColleague]]):
    """List the colleagues who have a record open, those who edit it first. Our own addition.

    The caller is not in the list.
    """

    route = Get("/careops/presence/{kind}/{record_id}", access=STAFF, answer=page_in("data.colleagues"))
    example = Example(call=_KEY, answer=[_COLLEAGUE])


class AnnouncePresence(ScreenReference, Call[list[PresentColleague]]):
    """Announce that the caller has a record open, and list the colleagues who have it open too. Our own addition.

    The announcement is valid for 90 seconds. Announcing it again renews it. An account has at most 20 announcements;
    the oldest is removed. Only the start and the end of editing create an audit event.
    """

    route = Put(
        "/careops/presence/{kind}/{record_id}",
        access=STAFF,
        answer=page_in("data.colleagues"),
        event="presence.announce",
    )
    example = Example(call={**_KEY, "tab": _TAB, "editing": True}, answer=[_COLLEAGUE])

    tab: TabId
    """Id of the browser tab: 32 hexadecimal digits, chosen at random by the client."""
    editing: bool
    """True if a form on the screen has values that are not saved."""


class EndPresence(ScreenReference, Call[Empty]):
    """End an announcement of the caller, if there is one. Other tabs of the caller stay present. Our own addition."""

    route = Delete("/careops/presence/{kind}/{record_id}", access=STAFF, event="presence.end")
    example = Example(call={**_KEY, "tab": _TAB}, answer={})

    tab: TabId
    """Id of the browser tab that announced it."""


class Presence(Resource[ClientT]):
    """``client.presence``: colleagues who have the same record open."""

    list = method(ListPresence)
    announce = method(AnnouncePresence)
    end = method(EndPresence)
