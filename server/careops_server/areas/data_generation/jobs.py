"""Jobs that generate data in steps for each clinic. Each step runs once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from careops_server.areas.data_generation import queries
from careops_server.core.database.connection import Connection
from careops_server.core.jobs.definitions import JobContext, JobKind


async def make_cms_data(job: JobContext) -> Mapping[str, Any]:
    """Generate visits, bills and care plans, then payments, then referrals: three steps per clinic."""
    from careops_server.areas.data_generation import generators

    return await _make(job, (generators.visits, generators.payments, generators.referrals))


async def make_growth_data(job: JobContext) -> Mapping[str, Any]:
    """Generate campaigns and their leads: one step per clinic."""
    from careops_server.areas.data_generation import generators

    return await _make(job, (generators.campaigns,))


async def _make(job: JobContext, chapters: tuple[Any, ...]) -> Mapping[str, Any]:
    clinic_ids: list[int] = job.parameters["clinic_ids"]
    await job.set_total(len(clinic_ids) * len(chapters))
    while job.done < len(clinic_ids) * len(chapters):
        clinic_id = clinic_ids[job.done // len(chapters)]
        chapter = chapters[job.done % len(chapters)]
        # Each attempt generates other rows, because the previous rows may have caused its failure.
        seed = f"{job.id} {job.done} {job.attempt}"

        async def write(
            connection: Connection, clinic_id: int = clinic_id, chapter: Any = chapter, seed: str = seed
        ) -> None:
            clinic = await queries.clinic(connection, clinic_id)
            if clinic is not None:  # else it was deleted in between
                await chapter(connection, clinic, seed)

        await job.run_step(write)
    return {"clinics": len(clinic_ids)}


CMS: Final = JobKind("data_generation.cms", make_cms_data)
GROWTH: Final = JobKind("data_generation.growth", make_growth_data)
