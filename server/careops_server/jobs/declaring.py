"""What a kind of job is, and what its function is given."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from careops.calls.session import User
from careops_server.asking import Actor, Change, Origin, Program, Raised
from careops_server.audit import queries as audit
from careops_server.jobs import queries
from careops_server.realtime.queries import raise_events
from careops_server.services import Services

ResultT = TypeVar("ResultT")
CHANNEL = "jobs"
EVENT = "progress"


class LostError(Exception):
    """The job was cancelled, or another process goes on with it: nothing more is to be done here."""


@dataclass
class Running:
    """A job that is being done: what its function is given."""

    services: Services
    row: Mapping[str, Any]
    """The job as it was last written."""
    lost: bool = False

    @property
    def id(self) -> int:
        """The job's number."""
        number: int = self.row["id"]
        return number

    @property
    def attempt(self) -> int:
        """Which go at it this is: what is written bears its number, and an older one's is refused."""
        number: int = self.row["attempt"]
        return number

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What was asked for."""
        asked: Mapping[str, Any] = self.row["parameters"]
        return asked

    @property
    def done(self) -> int:
        """Parts that are done, before this process or by it."""
        number: int = self.row["done"]
        return number

    async def expect(self, total: int) -> None:
        """Say how many parts there are. Raises ``LostError``."""
        if total != self.row["total"]:
            await self.write(lambda connection: queries.expect(connection, self.id, self.attempt, total))

    async def step(self, work: Callable[[AsyncConnection], Awaitable[ResultT]], *, parts: int = 1) -> ResultT:
        """Do a part of it: ``work`` and that it is done are one transaction, so that it is never done twice.

        Raises ``LostError`` before ``work`` when the job is not ours any more.
        """
        result: list[ResultT] = []

        async def both(connection: AsyncConnection) -> dict[str, Any] | None:
            if not await queries.hold(connection, self.id, self.attempt):
                return None
            result[:] = [await work(connection)]
            return await queries.advance(connection, self.id, self.attempt, parts)

        await self.write(both)
        return result[0]

    async def write(
        self,
        work: Callable[[AsyncConnection], Awaitable[Mapping[str, Any] | None]],
        *,
        event: tuple[str, Change] | None = None,
    ) -> None:
        """Write its row, and tell whoever listens; ``event`` is the audit event that goes with it.

        Raises ``LostError`` when ``work`` finds that the job is not ours any more.
        """

        async def change(connection: AsyncConnection) -> Mapping[str, Any]:
            row = await work(connection)
            if row is None:
                raise LostError
            if event is not None:
                await self._note(connection, *event, failed=row["state"] == "failed")
            await raise_events(connection, [told(row)])
            return row

        self.row = await self.services.database.change(change)

    async def _note(self, connection: AsyncConnection, key: str, change: Change, *, failed: bool) -> None:
        await audit.add_event(
            connection,
            key=key,
            event_status="FAILED" if failed else "SUCCESS",
            actor=asker(self.row),
            origin=Origin(self.row["request_id"] or "", "", "careops jobs"),
            change=change,
            parameters=self.parameters,
        )


@dataclass(frozen=True)
class JobKind:
    """A kind of job. ``name`` is its area and its name there; what ``run`` answers is the job's result."""

    name: str
    run: Callable[[Running], Awaitable[Mapping[str, Any]]]


def told(row: Mapping[str, Any]) -> Raised:
    """What is told of a job on its channel."""
    return Raised(CHANNEL, EVENT, {"job_id": row["id"], **{name: row[name] for name in _TOLD}})


_TOLD = ("kind", "state", "done", "total")


def asker(row: Mapping[str, Any]) -> Actor | None:
    """Who asked for a job, as the audit trail names them; None when the server did."""
    if row["asked_by"] is None:
        return None
    from uuid import UUID

    user = User(id=row["asked_by_id"] or 0, name=row["asked_by"], phone_number="")
    program = Program(0, frozenset(), 0) if row["asked_by_id"] is None else None
    return Actor(user, row["asked_by_type"], UUID(int=0), program=program)
