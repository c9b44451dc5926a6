"""The two jobs that make data: some steps for each clinic, each of them done once whatever happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from careops_server.data_generation import queries
from careops_server.jobs.declaring import JobKind, Running


async def make_cms_data(job: Running) -> Mapping[str, Any]:
    """Visits, bills and care plans; payments; referrals: three steps for each clinic."""
    from careops_server.data_generation import drawing

    return await _make(job, (drawing.visits, drawing.payments, drawing.referrals))


async def make_growth_data(job: Running) -> Mapping[str, Any]:
    """Campaigns and their leads: a step for each clinic."""
    from careops_server.data_generation import drawing

    return await _make(job, (drawing.campaigns,))


async def _make(job: Running, chapters: tuple[Any, ...]) -> Mapping[str, Any]:
    clinic_ids: list[int] = job.parameters["clinic_ids"]
    await job.expect(len(clinic_ids) * len(chapters))
    while job.done < len(clinic_ids) * len(chapters):
        clinic_id = clinic_ids[job.done // len(chapters)]
        chapter = chapters[job.done % len(chapters)]
        # Another attempt draws other rows: what was drawn before may be why it came to nothing.
        seed = f"{job.id} {job.done} {job.attempt}"

        async def write(
            connection: AsyncConnection, clinic_id: int = clinic_id, chapter: Any = chapter, seed: str = seed
        ) -> None:
            clinic = await queries.clinic(connection, clinic_id)
            if clinic is not None:  # else it was deleted meanwhile
                await chapter(connection, clinic, seed)

        await job.step(write)
    return {"clinics": len(clinic_ids)}


CMS: Final = JobKind("data_generation.cms", make_cms_data)
GROWTH: Final = JobKind("data_generation.growth", make_growth_data)
