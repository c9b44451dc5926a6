"""Handlers of data generation: find the clinics of a phone number, and enqueue a job that fills them."""

from __future__ import annotations

from careops.calls import data_generation as calls
from careops.errors import InvalidInput
from careops_server.areas.data_generation import queries
from careops_server.areas.data_generation.jobs import CMS, GROWTH
from careops_server.core.context import Context
from careops_server.core.jobs.definitions import JobKind
from careops_server.core.pipeline.job_wait import when_ended

list_generations = queries.GENERATIONS.handle


async def create_cms_data(call: calls.CreateCmsData, context: Context) -> calls.Generation:
    """Enqueue the generation of a clinic's daily work."""
    return await _ask(CMS, call.phone_number, context)


async def create_growth_data(call: calls.CreateGrowthData, context: Context) -> calls.Generation:
    """Enqueue the generation of campaigns and leads."""
    return await _ask(GROWTH, call.phone_number, context)


async def list_clinics_of_number(call: calls.ListClinicsOfNumber, context: Context) -> list[calls.GeneratedFor]:
    """Return the clinics that data would be generated for."""
    return await queries.clinics_of(context.connection, call.phone_number)


async def when_generated(generation: calls.Generation, context: Context) -> calls.Generation:
    """Return the generation with the job's result, or its current state after the time limit."""
    job = await when_ended(context, generation.job_id or 0)
    return (
        generation if job is None else generation.model_copy(update={"state": job["state"], "problem": job["problem"]})
    )


async def _ask(kind: JobKind, phone: str, context: Context) -> calls.Generation:
    clinics = await queries.clinics_of(context.connection, phone)
    if not clinics:
        raise InvalidInput(calls.NO_CLINIC, source="phone_number")
    ids = [clinic.id for clinic in clinics]
    job_id = await context.enqueue(kind, {"clinic_ids": ids}, only_one=f"{kind.name} {phone}")
    context.changed("job", job_id, clinic_id=ids[0] if len(ids) == 1 else None, after={"clinics": len(ids)})
    return calls.Generation(job_id=job_id, state="waiting", clinics=clinics)
