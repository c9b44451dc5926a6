"""Asking for data: the clinics of a number are found, and a job makes it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from careops.calls.data_generation import NO_CLINIC, CreateCmsData, CreateGrowthData, GeneratedFor, Generation
from careops.errors import InvalidInput
from careops_server.context import Context
from careops_server.data_generation import queries
from careops_server.data_generation.jobs import CMS, GROWTH
from careops_server.database.connections import Connection
from careops_server.jobs.declaring import JobKind
from careops_server.jobs.queries import read_job

LOOK_SECONDS = 0.2
OPEN = frozenset({"waiting", "running"})


async def create_cms_data(call: CreateCmsData, context: Context) -> Generation:
    """Ask for a clinic's daily work."""
    return await _ask(CMS, call.phone_number, context)


async def create_growth_data(call: CreateGrowthData, context: Context) -> Generation:
    """Ask for campaigns and leads."""
    return await _ask(GROWTH, call.phone_number, context)


async def when_generated(asked: Generation, context: Context) -> Generation:
    """The same once the job has ended; as it stands when that takes too long."""
    until = time.monotonic() + context.services.settings.job_answer_seconds

    async def look(connection: Connection) -> Mapping[str, Any] | None:
        return await read_job(connection, asked.job_id or 0)

    while True:
        job = await context.services.database.read(look)
        if job is None:
            return asked
        if job["state"] not in OPEN or time.monotonic() >= until:
            return asked.model_copy(update={"state": job["state"], "problem": job["problem"]})
        await asyncio.sleep(LOOK_SECONDS)


async def _ask(kind: JobKind, phone: str, context: Context) -> Generation:
    clinics = await queries.clinics_of(context.connection, phone)
    if not clinics:
        raise InvalidInput(NO_CLINIC, source="phone_number")
    ids = [clinic["id"] for clinic in clinics]
    job_id = await context.enqueue(kind, {"clinic_ids": ids}, only_one=f"{kind.name} {phone}")
    context.changed("job", job_id, clinic_id=ids[0] if len(ids) == 1 else None, after={"clinics": len(ids)})
    named = [GeneratedFor(id=clinic["id"], name=clinic["name"]) for clinic in clinics]
    return Generation(job_id=job_id, state="waiting", clinics=named)
