"""Context of a handler: principal, connection and changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from careops_server.core.database.connection import Connection
from careops_server.core.jobs import queries as jobs
from careops_server.core.observability import tracing
from careops_server.core.principal import Actor, Change, Origin, OutgoingEvent
from careops_server.core.queries.row_updates import Diff, to_jsonable

if TYPE_CHECKING:
    from careops_server.core.jobs.definitions import JobKind
    from careops_server.core.services import Services


@dataclass
class Context:
    """One request on one connection: in a transaction for a mutation, in autocommit for a read."""

    services: Services
    origin: Origin
    signed_in: Actor | None = None
    change: Change = field(default_factory=Change)
    additional_changes: list[Change] = field(default_factory=list)
    """Changes of further records, each with its own audit event."""
    records: list[str] = field(default_factory=list)
    """Names of the records that the parts of a batch changed, for approval policies."""
    ids_parameter: str | None = None
    """Parameter with the ids of these records, which their audit events leave out."""
    token: str = field(default="", repr=False)
    """The caller's bearer token, for calls that are forwarded."""
    idempotency_key: str | None = None
    if_match: str | None = None
    """Version of the record that the caller read and wants to change."""
    cookies: list[str] = field(default_factory=list, repr=False)
    """Cookies of the answer."""
    events: list[OutgoingEvent] = field(default_factory=list)
    """Realtime events of this transaction."""
    enqueued: bool = False
    """True if a job waits for this transaction's commit."""
    _connection: Connection | None = None

    @property
    def connection(self) -> Connection:
        """The request's connection. A preparation has none, so that slow steps do not hold one."""
        if self._connection is None:
            raise LookupError("no connection before the transaction begins")
        return self._connection

    def with_connection(self, connection: Connection, **instead: Any) -> Context:
        """Return the request's context for a connection, without changes (a transaction may be retried).

        ``instead`` replaces other fields.
        """
        parts: dict[str, Any] = {"additional_changes": [], "events": [], "records": [], "enqueued": False}
        return replace(self, _connection=connection, change=Change(), **parts, **instead)

    def with_read_connection(self, connection: Connection) -> Self:
        """Set the connection for a read. A read leaves no changes, so a retry can reuse the context."""
        self._connection = connection
        return self

    @property
    def base_url(self) -> str:
        """Address of this server as the caller knows it, the start of generated URLs."""
        settings = self.services.settings
        url = self.origin.host.replace("http://", "https://", 1) if settings.https else self.origin.host
        return (settings.public_url or url).rstrip("/")

    @property
    def actor(self) -> Actor:
        """The principal. Only for calls that require a token."""
        if self.signed_in is None:
            raise LookupError("a public call has no principal")
        return self.signed_in

    def changed(
        self,
        resource_type: str,
        resource_id: object,
        *,
        clinic_id: int | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        records: Sequence[object] | None = None,
    ) -> None:
        """Record the change of a mutation for the audit event. Equal values on both sides are left out.

        ``records`` are the ids of the written records, if they are not the one of the event.

        If both sides are given and nothing differs, there is no event (decision 52).
        """
        self.change.resource_type = resource_type
        self.change.resource_id = str(resource_id)
        self.change.clinic_id = clinic_id
        self.change.records = records
        old, new = before or {}, after or {}
        self.change.before, self.change.after = _differing(old, new), _differing(new, old)
        has_both_sides = before is not None and after is not None
        self.change.is_none = has_both_sides and not self.change.before and not self.change.after

    def changed_each(
        self, resource_type: str, diffs: Mapping[int, tuple[int | None, Diff]], *, ids_parameter: str
    ) -> None:
        """Record the change of each record by its id, with its clinic: one audit event for each that differs.

        ``ids_parameter`` is the parameter of the call with the ids, which the events leave out. Calls that use this
        cannot be part of a batch.
        """
        changes = []
        for id, (clinic_id, diff) in diffs.items():
            self.change = Change()
            self.changed(resource_type, id, clinic_id=clinic_id, before=diff["before"], after=diff["after"])
            if not self.change.is_none:
                changes.append(self.change)
        self.change = changes[0] if changes else Change(is_none=True)
        self.additional_changes = changes[1:]
        self.ids_parameter = ids_parameter

    def publish(self, channel: str, event: str, **data: Any) -> None:
        """Raise an event on a channel. Subscribers receive it after the commit.

        ``data`` is stored for 30 days and visible to all who may subscribe: ids and numbers, nothing personal.
        """
        self.events.append(OutgoingEvent(channel, event, {name: to_jsonable(value) for name, value in data.items()}))

    async def enqueue(
        self,
        kind: JobKind,
        parameters: Mapping[str, Any] | None = None,
        *,
        only_one: str | None = None,
        due_at: datetime | None = None,
    ) -> int:
        """Enqueue a job in this transaction and return its number. It starts after the commit, or at ``due_at``.

        Only one job with the same ``only_one`` is open at a time. If there is one, its number is returned.
        """
        self.enqueued = True
        return await jobs.enqueue(self.connection, {**self._job(kind, parameters, only_one), "due_at": due_at})

    async def enqueue_unique(
        self, kind: JobKind, parameters: Mapping[str, Any] | None = None, *, only_one: str
    ) -> int | None:
        """Enqueue a job like ``enqueue``, but return None if one with the same ``only_one`` is open."""
        job_id = await jobs.enqueue_unique(self.connection, self._job(kind, parameters, only_one))
        self.enqueued = self.enqueued or job_id is not None
        return job_id

    def _job(self, kind: JobKind, parameters: Mapping[str, Any] | None, only_one: str | None) -> dict[str, Any]:
        requester = self.signed_in
        return {
            "kind": kind.name,
            "parameters": to_jsonable(parameters or {}),
            "only_one": only_one,
            "asked_by": requester.user.name if requester else None,
            "asked_by_id": requester.user_id if requester else None,
            "asked_by_type": requester.account_type if requester else None,
            "request_id": self.origin.request_id,
            "traceparent": tracing.parent(),
            "due_at": None,
        }

    async def in_new_transaction(self, work: Callable[[Connection], Awaitable[object]]) -> None:
        """Run work in a separate transaction, which is committed even if the call is refused (a failed sign-in, a
        theft).
        """
        await self.services.database.change(work)


def _differing(side: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of one side that differ from the other, in a form that JSON supports."""
    return {name: to_jsonable(value) for name, value in side.items() if name not in other or other[name] != value}
