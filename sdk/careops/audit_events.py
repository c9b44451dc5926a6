"""An event of the audit trail: as lists show it, and as an app of the platform hands it in. Spec: A 3, A 7."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import BeforeValidator, JsonValue, StringConstraints, WithJsonSchema

from careops.contract import Model
from careops.fields import Id, Moment, Name, Text, Typed

EventStatus = Literal["SUCCESS", "FAILED"]
UserType = Literal["owner", "consultant", "staff", "admin"]
"""Who an app's event is about. ``admin`` as a filter also means the three account types of the console."""


class AuditUser(Model):
    """Who did it. The console's own people have their account type as ``type``."""

    name: str | None = None
    """Their name; null when nobody was signed in."""
    type: UserType | str | None = None
    """Their account type, or the role they have at the clinic."""


class AuditPatient(Model):
    """Whom it is about."""

    name: str | None = None
    """The patient's name."""


class AuditResource(Model):
    """What it was done to."""

    id: int | str | None = None
    """What identifies it among things of its type; null when the event is about no single thing."""
    type: str | None = None
    """The kind of thing, such as ``clinic`` or ``user``."""


class AuditTrail(Model):
    """One event, as the list shows it."""

    id: int | str
    """What identifies the event for ever."""
    key: str
    """What was done, such as ``clinic.update``."""
    user: AuditUser | None = None
    """Who did it; null when nobody was signed in."""
    patient: AuditPatient | None = None
    """The patient it is about; null when it is about none."""
    resource: AuditResource | None = None
    """The thing it was done to; null when there is none."""
    event_status: EventStatus | str
    """Whether it worked or was refused."""
    timestamp: datetime
    """When it happened, in UTC."""
    ip_address: str | None = None
    """The address the request came from; null when it is not known."""
    description: str | None = None
    """A sentence about it, such as why it was refused; null when there is nothing to say."""
    user_agent: str | None = None
    """The program the request came from, as it calls itself; null when it does not."""
    parameters: JsonValue = None
    """What was asked, with secrets left out; null when nothing was kept."""
    before: dict[str, JsonValue] | None = None
    """What the change found, as far as it differs; null when nothing was there, or when a platform does not say."""
    after: dict[str, JsonValue] | None = None
    """What the change made of it; null when nothing is left, or when a platform does not say."""


Key = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9_]+([.:-][a-z0-9_]+)*$", max_length=100)]
LONGEST_ADDRESS: Final = 100
"""Characters of an IPv6 address with its zone, generously; what is longer is not even remembered as wrong."""


@lru_cache(4096)
def _written_address(given: str) -> str:
    """As everybody writes it. The address of most events is that of the event before."""
    try:
        return str(ip_address(given))
    except ValueError:
        raise ValueError("Please give an IPv4 or IPv6 address") from None


def _address(given: object) -> object:
    if not isinstance(given, str):
        return given
    return _written_address(given if len(given) <= LONGEST_ADDRESS else "")


Address = Annotated[str, BeforeValidator(_address), WithJsonSchema({"type": "string", "format": "ipvanyaddress"})]
Short = Annotated[str, Typed(200, at_least=1)]


class NewAuditUser(Model):
    """Who did it."""

    model_config = {"extra": "forbid"}

    id: Id | None = None
    """The platform's id of the user; left out when the app does not know it."""
    name: Name
    """The user's name."""
    type: UserType
    """The role they had at that moment."""


class NewAuditPatient(Model):
    """Whom it is about."""

    model_config = {"extra": "forbid"}

    name: Name
    """The patient's name."""


class NewAuditResource(Model):
    """What it was done to."""

    model_config = {"extra": "forbid"}

    id: Short | None = None
    """What identifies it among things of its type."""
    type: Short
    """The kind of thing, such as ``prescription``."""


class NewAuditEvent(Model):
    """An event of one of the platform's apps. ``id`` is drawn by the app and names the event for ever."""

    model_config = {"extra": "forbid"}

    id: UUID
    """Drawn by the app; an event that comes again under the same id is kept once."""
    key: Key
    """What was done, in lower case with dots, such as ``patient.export``."""
    event_status: EventStatus
    """Whether it worked or was refused."""
    timestamp: Moment
    """When it happened, with its zone."""
    clinic_id: Id | None = None
    """The clinic it happened at; left out when at none."""
    user: NewAuditUser | None = None
    """Who did it; left out when nobody was signed in."""
    patient: NewAuditPatient | None = None
    """The patient it is about; left out when it is about none."""
    resource: NewAuditResource | None = None
    """The thing it was done to; left out when there is none."""
    ip_address: Address | None = None
    """The address the app's user came from, IPv4 or IPv6."""
    description: Text | None = None
    """A sentence for whoever reads the trail."""
    user_agent: Text | None = None
    """The program the user worked with, as it calls itself."""
    parameters: dict[str, JsonValue] | None = None
    """What was asked, without secrets."""


class EventProblem(Model):
    """What is wrong with one field."""

    source: str
    """The field, as a path such as ``user.name``; empty when it is about the whole event."""
    title: str
    """A sentence that says what is wrong."""


class RefusedEvent(Model):
    """An event of a batch that was not kept, and why."""

    index: int
    """Its place in the batch, from 0."""
    problems: list[EventProblem]
    """Everything that is wrong with it."""


class EventsAdded(Model):
    """What became of a batch."""

    added: int
    """Events that were new and are kept now."""
    known: int
    """Events that were there already: sent again, they change nothing."""
    refused: list[RefusedEvent] = []
    """Events that were not kept."""
