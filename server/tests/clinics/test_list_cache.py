"""Cached lists are never shown once they are outdated."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from server.tests.support.stage import CARE, Stage, running_app
from sqlalchemy import text

from careops import AsyncCareOps
from careops.calls.clinics import ListClinics
from careops_server.areas.clinics import list_queries
from careops_server.core.cache import list_cache
from careops_server.core.cache.list_cache import CachedList

pytestmark = pytest.mark.own


@pytest.fixture(scope="module")
async def ids(stage: Stage) -> list[int]:
    """Thirty clinics called Sukoon, the newest first."""
    return [await stage.clinic(name=f"Sukoon {n}", city="Pune", state="Goa") for n in range(30)][::-1]


async def listed(client: AsyncCareOps, **filters: Any) -> tuple[int, list[int]]:
    """The total and the ids of a page."""
    page = await client.send(ListClinics(**filters))
    return page.total_records, [clinic.id for clinic in page.items]


async def test_repeated_search_has_the_same_pages(
    stage: Stage, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_queries, "REMEMBERED", 20)
    list_queries._search.cache_clear()
    client = await stage.signed_in(CARE)
    for _ in range(2):
        for page in (1, 2, 3, 4):
            expected = ids[(page - 1) * 10 : page * 10]
            assert await listed(client, search_text="sukoon", page=page) == (30, expected)
    list_queries._search.cache_clear()


@pytest.mark.parametrize(
    ("change", "total"),
    [
        ("update clinics set name = 'Renamed' where id = :id", 29),
        ("update clinics set city = 'Delhi' where id = :id", 29),
        ("delete from clinics where id = :id", 28),
        ("insert into clinics (name) select 'sukoon again' where :id > 0", 29),
    ],
)
async def test_every_change_is_visible_at_once(stage: Stage, ids: list[int], change: str, total: int) -> None:
    client = await stage.signed_in(CARE)
    await listed(client, search_text="sukoon")
    await stage.sql(change, id=ids[5] if "delete" not in change else ids[6])
    assert (await listed(client, search_text="sukoon"))[0] == total
    assert len((await listed(client, search_text="sukoon", page=3))[1]) == max(0, total - 20)


async def test_change_of_another_worker_is_visible(stage: Stage, ids: list[int]) -> None:
    client = await stage.signed_in(CARE)
    module = next(iter(stage.module_ids.values()))
    filters = {"spec_module_id": module, "is_hospital": False}
    assert (await listed(client, **filters))[0] == 0
    async with running_app(stage.settings, stage.services.database.pool.url) as other:
        assert other.ctx.services.recollection is not stage.services.recollection
        async with other.ctx.services.database.pool.transaction() as connection:
            switched = text("insert into clinic_spec_modules (clinic_id, spec_module_id) values (:clinic, :module)")
            await connection.execute(switched, {"clinic": ids[0], "module": module})
    assert await listed(client, **filters) == (1, [ids[0]])


async def test_totals_are_exact_during_writes(stage: Stage, ids: list[int]) -> None:
    client = await stage.signed_in(CARE)
    before = (await listed(client, search_text="mehfil"))[0]

    async def write(number: int) -> None:
        await stage.sql("insert into clinics (name) values (:name)", name=f"Mehfil {number}")

    async def read() -> int:
        total, ids = await listed(client, search_text="mehfil", perpage=500)
        assert total == len(ids)
        return total

    writes = asyncio.gather(*(write(n) for n in range(25)))
    totals = [await read() for _ in range(25)]
    await writes
    assert totals == sorted(totals)
    assert await read() == before + 25


@pytest.mark.proves("SEC-31.depth")
@pytest.mark.parametrize("filters", [{}, {"filter_type": "state", "filter_text": "goa"}])
async def test_deep_pages_are_read_from_either_end_and_from_anchors(
    stage: Stage, ids: list[int], monkeypatch: pytest.MonkeyPatch, filters: dict[str, Any]
) -> None:
    monkeypatch.setattr(list_queries, "_DEEP", 1)
    client = await stage.signed_in(CARE)
    total, every = await listed(client, perpage=500, **filters)
    assert total == len(every)
    pages = [*range(1, 14), *range(13, 0, -1), 1000]
    for _ in range(2):
        for page in pages:
            assert await listed(client, page=page, perpage=3, **filters) == (total, every[(page - 1) * 3 : page * 3])
        await stage.sql("insert into clinics (name, state) values ('Newcomer', 'Goa')")
        total, every = await listed(client, perpage=500, **filters)


def test_anchors_are_bounded_and_nearest_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = CachedList(1)
    for offset in (900, 600, 600, 1200):
        memory.add_anchor(offset, 10_000 - offset)
    assert memory.anchor(599) is None
    assert memory.anchor(600) == (600, 9_400)
    assert memory.anchor(790) == (600, 9_400)
    assert memory.anchor(100_000) is None, "too far from all of them"
    monkeypatch.setattr(list_cache, "_MAX_PLACES", 3)
    memory.add_anchor(5, 5)
    assert memory.places == [(5, 5)]
