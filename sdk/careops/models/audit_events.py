"""Events of the audit trail: in lists, and as apps of the platform send them. Spec: A 3, A 7."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import BeforeValidator, JsonValue, StringConstraints, WithJsonSchema

from careops.contract import Model
from careops.contract.answers import Message
from careops.contract.fields import Id, Moment, Name, Text, TypedText
from careops.contract.personal import Personal
from careops.error_codes import title_of

EventStatus = Literal["SUCCESS", "FAILED"]
UserType = Literal["owner", "consultant", "staff", "admin"]
"""Role of the user of an app's event. As a filter ``admin`` includes the three account types of the console."""


class AuditUser(Model):
    """User of the event. Staff have their account type as ``type``."""

    name: Annotated[str | None, Personal("name", "staff")] = None
    """Name; null without a session."""
    type: UserType | str | None = None
    """Account type, or the role at the clinic."""


class AuditPatient(Model):
    """Patient of the event."""

    name: Annotated[str | None, Personal("name", "patient")] = None
    """Name of the patient."""


class AuditResource(Model):
    """Resource of the event."""

    id: int | str | None = None
    """Id of the resource within its type; null if the event is about no single resource."""
    type: str | None = None
    """Type of the resource, such as ``clinic`` or ``user``."""


class AuditTrail(Model):
    """Audit event in a list.

    ``description``, ``parameters``, ``before`` and ``after`` are null for a caller who may not read the record of the
    event.
    """

    id: int | str
    """Permanent id of the event."""
    key: str
    """Event key, such as ``clinic.update``."""
    user: AuditUser | None = None
    """User; null without a session."""
    patient: AuditPatient | None = None
    """Patient; null for none."""
    resource: AuditResource | None = None
    """Resource; null for none."""
    event_status: EventStatus | str
    """Success or refusal."""
    timestamp: datetime
    """Time of the event, in UTC."""
    ip_address: Annotated[str | None, Personal("ip", "staff")] = None
    """IP address of the request; null if unknown."""
    description: Annotated[str | None, Personal("text", "anyone")] = None
    """Description, such as the reason of a refusal; null for none."""
    user_agent: str | None = None
    """User agent of the request; null for none."""
    parameters: Annotated[JsonValue, Personal("text", "anyone")] = None
    """Parameters of the request, without secrets; null if none were stored."""
    before: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Changed fields before the change; null for a new record, or if the platform does not return them."""
    after: Annotated[dict[str, JsonValue] | None, Personal("text", "anyone")] = None
    """Changed fields after the change; null for a deleted record, or if the platform does not return them."""


Key = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9_]+([.:-][a-z0-9_]+)*$", max_length=100)]
MAX_ADDRESS_LENGTH: Final = 100
"""Upper bound of the characters of an IPv6 address with its zone. Longer values are not cached, even as invalid."""


@lru_cache(4096)
def _written_address(address: str) -> str:
    """Normalise an address. Cached, because most events have the address of the previous one."""
    try:
        return str(ip_address(address))
    except ValueError:
        raise ValueError(title_of("ip_address_invalid")) from None


def _address(value: object) -> object:
    if not isinstance(value, str):
        return value
    return _written_address(value if len(value) <= MAX_ADDRESS_LENGTH else "")


Address = Annotated[str, BeforeValidator(_address), WithJsonSchema({"type": "string", "format": "ipvanyaddress"})]
Short = Annotated[str, TypedText(200, at_least=1)]


class NewAuditUser(Model):
    """User of the event."""

    model_config = {"extra": "forbid"}

    id: Id | None = None
    """Id of the user on the platform; omitted if the app does not know it."""
    name: Name
    """Name of the user."""
    type: UserType
    """Role of the user at that time."""


class NewAuditPatient(Model):
    """Patient of the event."""

    model_config = {"extra": "forbid"}

    name: Name
    """Name of the patient."""


class NewAuditResource(Model):
    """Resource of the event."""

    model_config = {"extra": "forbid"}

    id: Short | None = None
    """Id of the resource within its type."""
    type: Short
    """Type of the resource, such as 'prescription'."""


class NewAuditEvent(Model):
    """Event of one of the platform's apps. The app generates the permanent ``id``."""

    model_config = {"extra": "forbid"}

    id: UUID
    """Random id; a repeated event with the same id is stored once."""
    key: Key
    """Event key, in lower case with dots, such as ``patient.export``."""
    event_status: EventStatus
    """Success or refusal."""
    timestamp: Moment
    """Time of the event, with time zone."""
    clinic_id: Id | None = None
    """Id of the clinic; omitted for none."""
    user: NewAuditUser | None = None
    """User; omitted without a session."""
    patient: NewAuditPatient | None = None
    """Patient; omitted for none."""
    resource: NewAuditResource | None = None
    """Resource; omitted for none."""
    ip_address: Address | None = None
    """IP address of the app's user, IPv4 or IPv6."""
    description: Text | None = None
    """Description, for readers of the audit trail."""
    user_agent: Text | None = None
    """User agent of the app's user."""
    parameters: dict[str, JsonValue] | None = None
    """Parameters of the request, without secrets."""


class EventProblem(Message):
    """Error in one field."""

    source: str
    """Path of the field, such as ``user.name``; empty for the whole event."""


class RefusedEvent(Model):
    """Refused event of a batch, with the reasons."""

    index: int
    """Position in the batch, from 0."""
    problems: list[EventProblem]
    """All errors of the event."""


class EventsAdded(Model):
    """Result of a batch of events."""

    added: int
    """Number of new events."""
    known: int
    """Number of events that were already stored; repeating them changes nothing."""
    refused: list[RefusedEvent] = []
    """Refused events."""
