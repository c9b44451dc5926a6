"""Job kinds, and the object that a job's function gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from careops.calls.session import User
from careops_server.core.audit import event_queries as audit
from careops_server.core.database.connection import Connection
from careops_server.core.jobs import queries
from careops_server.core.principal import Actor, ApiClient, Change, Origin, OutgoingEvent
from careops_server.core.realtime.queries import raise_events
from careops_server.core.today import ITEMS_CHANGED

if TYPE_CHECKING:
    from careops_server.core.services import Services

ResultT = TypeVar("ResultT")
CHANNEL = "jobs"
EVENT = "progress"
MAX_FAILURES = 5
"""Attempts in a row without progress."""


class LostError(Exception):
    """The job was cancelled, or another process took it over. This process must stop working on it."""


@dataclass
class JobContext:
    """A running job, the argument of its function."""

    services: Services
    row: Mapping[str, Any]
    """Latest state of the job's row."""
    lost: bool = False

    @property
    def id(self) -> int:
        """Number of the job."""
        number: int = self.row["id"]
        return number

    @property
    def attempt(self) -> int:
        """Number of the attempt. Writes contain it, and those of older attempts are refused."""
        number: int = self.row["attempt"]
        return number

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Parameters of the job."""
        parameters: Mapping[str, Any] = self.row["parameters"]
        return parameters

    @property
    def done(self) -> int:
        """Number of completed steps, including those of other processes."""
        number: int = self.row["done"]
        return number

    async def set_total(self, total: int) -> None:
        """Set the total number of steps. Raises ``LostError``."""
        if total != self.row["total"]:
            await self.save(lambda connection: queries.expect(connection, self.id, self.attempt, total))

    async def run_step(self, work: Callable[[Connection], Awaitable[ResultT]], *, parts: int = 1) -> ResultT:
        """Run a step: ``work`` and the progress are one transaction, so the step never runs twice.

        Raises ``LostError`` before ``work`` if the job was lost.
        """
        result: list[ResultT] = []

        async def both(connection: Connection) -> dict[str, Any] | None:
            if not await queries.lock_attempt(connection, self.id, self.attempt):
                return None
            result[:] = [await work(connection)]
            return await queries.complete_steps(connection, self.id, self.attempt, parts)

        await self.save(both)
        return result[0]

    async def save(
        self,
        work: Callable[[Connection], Awaitable[Mapping[str, Any] | None]],
        *,
        event: tuple[str, Change] | None = None,
    ) -> None:
        """Write the job's row, and raise a realtime event. ``event`` is an additional audit event.

        Raises ``LostError`` if ``work`` finds that the job was lost.
        """

        async def change(connection: Connection) -> Mapping[str, Any]:
            row = await work(connection)
            if row is None:
                raise LostError
            if event is not None:
                await self._note(connection, *event, failed=row["state"] == "failed")
            # What an ended job changed, and a job that failed, can be items.
            await raise_events(connection, [event_payload(row), *([ITEMS_CHANGED] if row["ended_at"] else [])])
            return row

        self.row = await self.services.database.change(change)

    async def _note(self, connection: Connection, key: str, change: Change, *, failed: bool) -> None:
        event = audit.EventRecord("FAILED" if failed else "SUCCESS", change, self.parameters)
        origin = Origin(self.row["request_id"] or "", "", "careops jobs", in_background=True)
        await audit.record_events(connection, [event], key=key, actor=requested_by(self.row), origin=origin)


@dataclass(frozen=True)
class JobKind:
    """A kind of job. ``name`` is its area and its name there; ``run`` returns the job's result.

    ``give_up`` runs before the job fails after too many attempts, also if its process was killed each time. It gets the
    problem, and may run again.
    """

    name: str
    run: Callable[[JobContext], Awaitable[Mapping[str, Any]]]
    give_up: Callable[[JobContext, str], Awaitable[None]] | None = None


def event_payload(row: Mapping[str, Any]) -> OutgoingEvent:
    """Return the realtime event of a job's state."""
    return OutgoingEvent(CHANNEL, EVENT, {"job_id": row["id"], **{name: row[name] for name in _TOLD}})


_TOLD = ("kind", "state", "done", "total")


def requested_by(row: Mapping[str, Any]) -> Actor | None:
    """Return the principal who enqueued a job, for the audit log; None for the server."""
    if row["asked_by"] is None:
        return None
    from uuid import UUID

    user = User(id=row["asked_by_id"] or 0, name=row["asked_by"], phone_number="")
    program = ApiClient(0, frozenset(), 0) if row["asked_by_id"] is None else None
    return Actor(user, row["asked_by_type"], UUID(int=0), api_client=program)
