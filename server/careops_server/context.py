"""What a handler is given beside its call: who asks, one connection, and a place to say what changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.asking import Actor, Change, Origin, Raised
from careops_server.database.changes import plain
from careops_server.jobs import queries as jobs
from careops_server.observe import tracing
from careops_server.services import Services

if TYPE_CHECKING:
    from careops_server.jobs.declaring import JobKind


@dataclass
class Context:
    """One request, on one connection: inside a transaction for a mutation, in autocommit for a read."""

    services: Services
    origin: Origin
    signed_in: Actor | None
    change: Change = field(default_factory=Change)
    token: str = field(default="", repr=False)
    """The caller's bearer token, for a call that is passed on."""
    idempotency_key: str | None = None
    if_match: str | None = None
    """The version of the record that the caller wants to change, as it was read."""
    cookies: list[str] = field(default_factory=list, repr=False)
    """Set with the answer."""
    raised: list[Raised] = field(default_factory=list)
    """Events of this transaction, for whoever listens."""
    enqueued: bool = False
    """Whether a job waits for this transaction's commit."""
    _connection: AsyncConnection | None = None

    @property
    def connection(self) -> AsyncConnection:
        """The request's one connection. A preparation has none: it must not hold one while it takes its time."""
        if self._connection is None:
            raise LookupError("no connection before the transaction begins")
        return self._connection

    def on(self, connection: AsyncConnection, **instead: Any) -> Context:
        """The same request on a connection, with nothing changed yet (a transaction may be tried again).

        ``instead`` names what else is different about it.
        """
        return replace(self, _connection=connection, change=Change(), raised=[], enqueued=False, **instead)

    def reading(self, connection: AsyncConnection) -> Self:
        """The same for a read, which leaves nothing behind that a second attempt would have to forget."""
        self._connection = connection
        return self

    @property
    def base(self) -> str:
        """What the caller calls this server: addresses that are handed out begin with it."""
        settings = self.services.settings
        said = self.origin.host.replace("http://", "https://", 1) if settings.https else self.origin.host
        return (settings.public_url or said).rstrip("/")

    @property
    def actor(self) -> Actor:
        """Who asks. Only for calls that need a token."""
        if self.signed_in is None:
            raise LookupError("this call is open to anyone, so nobody in particular asks")
        return self.signed_in

    def changed(
        self,
        resource_type: str,
        resource_id: object,
        *,
        clinic_id: int | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        """Say what the mutation changed; it becomes the audit event. Equal values on both sides are left out.

        When both sides are given and nothing differs, nothing happened and there is no event (decision 52).
        """
        self.change.resource_type = resource_type
        self.change.resource_id = str(resource_id)
        self.change.clinic_id = clinic_id
        old, new = before or {}, after or {}
        self.change.before, self.change.after = _told(old, new), _told(new, old)
        both_told = before is not None and after is not None
        self.change.is_none = both_told and not self.change.before and not self.change.after

    def raises(self, channel: str, event: str, **data: Any) -> None:
        """Raise an event on a channel: everybody who listens hears of it once this transaction is committed.

        ``data`` is kept for 30 days and shown to all who may listen there: ids and figures, nothing personal.
        """
        self.raised.append(Raised(channel, event, {name: plain(value) for name, value in data.items()}))

    async def enqueue(
        self, kind: JobKind, parameters: Mapping[str, Any] | None = None, *, only_one: str | None = None
    ) -> int:
        """Ask for a job in this transaction; its number. It is begun as soon as this is committed.

        Of jobs that share ``only_one`` one at most is open at a time: while it is, its number is answered.
        """
        self.enqueued = True
        return await jobs.ask(self.connection, self._job(kind, parameters, only_one))

    async def enqueue_alone(
        self, kind: JobKind, parameters: Mapping[str, Any] | None = None, *, only_one: str
    ) -> int | None:
        """The same, but for its number while one is open: None then, and nothing is asked for."""
        made = await jobs.ask_alone(self.connection, self._job(kind, parameters, only_one))
        self.enqueued = self.enqueued or made is not None
        return made

    def _job(self, kind: JobKind, parameters: Mapping[str, Any] | None, only_one: str | None) -> dict[str, Any]:
        asker = self.signed_in
        return {
            "kind": kind.name,
            "parameters": plain(parameters or {}),
            "only_one": only_one,
            "asked_by": asker.user.name if asker else None,
            "asked_by_id": asker.user_id if asker else None,
            "asked_by_type": asker.account_type if asker else None,
            "request_id": self.origin.request_id,
            "traceparent": tracing.parent(),
        }

    async def apart(self, work: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Do it in a transaction of its own: it stays although the call is refused (a failed sign-in, a theft)."""
        await self.services.database.change(work)


def _told(side: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """What one side has that the other has not, as JSON can say it."""
    return {name: plain(value) for name, value in side.items() if name not in other or other[name] != value}
