"""``CareOps`` and ``AsyncCareOps`` iterate over lists page by page."""

from __future__ import annotations

import pytest
from sdk.tests.clients.client_platform import (
    SESSION,
    Platform,
    async_client,
    good,
    sync_client,
)

from careops.calls import AREAS, offers_of
from careops.calls.clinics import ListClinics
from careops.contract import ANYONE, Call, FixedPageParams, Get, Page, PageParams
from careops.contract.envelopes import array_in
from careops.errors import InvalidInput


async def test_each_reads_every_page(platform: Platform) -> None:
    call = ListClinics(search_text="50% off_&?#", perpage=10)
    assert [clinic.id for clinic in sync_client(platform, tokens=SESSION).each(call)] == platform.clinics
    aclient = async_client(platform, tokens=SESSION)
    assert [clinic.id async for clinic in aclient.each(call)] == platform.clinics
    assert [request.url.params["page"] for request in platform.seen] == ["1", "2", "3"] * 2
    assert {request.url.params["search_text"] for request in platform.seen} == {"50% off_&?#"}


@pytest.mark.parametrize("added", [1, 9, 10, 15, 25])
async def test_each_yields_a_row_once_while_others_are_added(platform: Platform, added: int) -> None:
    """The list is newest first, so new rows shift the rest over one or several pages."""

    def add(page: int) -> None:
        if page == 2:
            platform.clinics = [*range(1000, 1000 + added), *range(1, 26)]

    platform.before_page = add
    walked = [clinic.id for clinic in sync_client(platform, tokens=SESSION).each(ListClinics(perpage=10))]
    platform.clinics = list(range(1, 26))
    awalked = [clinic.id async for clinic in async_client(platform, tokens=SESSION).each(ListClinics(perpage=10))]
    for rows in (walked, awalked):
        assert len(rows) == len(set(rows))
        assert set(rows) >= set(range(1, 26))


async def test_each_starts_at_its_page_and_ends_on_an_empty_one(platform: Platform) -> None:
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    assert [clinic.id for clinic in client.each(ListClinics(page=3))] == [21, 22, 23, 24, 25]
    platform.clinics = []
    assert list(client.each(ListClinics())) == []
    assert [clinic async for clinic in aclient.each(ListClinics())] == []
    assert platform.request_counts == {"/admin/clinics": 3}


async def test_each_ends_when_the_list_shrinks(platform: Platform) -> None:
    def shrink(page: int) -> None:
        if page == 2:
            platform.clinics = platform.clinics[:5]

    platform.before_page = shrink
    assert len(list(sync_client(platform, tokens=SESSION).each(ListClinics()))) == 10
    assert platform.request_counts == {"/admin/clinics": 2}


class UnpagedList(Call[Page[dict[str, int]]]):
    """List that is not ``PageParams``, with rows without an id."""

    route = Get("/unpaged", access=ANYONE, answer=array_in("data"))


async def test_each_needs_a_paged_list(platform: Platform) -> None:
    platform.answers["/unpaged"] = lambda request: good(data=[{"a": 1}, {"a": 1}], total_records=2, total_pages=1)
    walk = sync_client(platform, tokens=SESSION).each(UnpagedList())
    assert [next(walk), next(walk)] == [{"a": 1}, {"a": 1}]
    with pytest.raises(TypeError, match="UnpagedList has no pages"):
        next(walk)
    with pytest.raises(TypeError, match="has no pages"):
        [row async for row in async_client(platform, tokens=SESSION).each(UnpagedList())]


async def test_area_iterates_its_list(platform: Platform) -> None:
    client, aclient = sync_client(platform, tokens=SESSION), async_client(platform, tokens=SESSION)
    assert [clinic.id for clinic in client.clinics.each(perpage=10)] == platform.clinics
    assert [clinic.id async for clinic in aclient.clinics.each(perpage=10)] == platform.clinics
    with pytest.raises(InvalidInput):
        client.clinics.each(nope=1)  # type: ignore[call-arg]  # the error under test


def test_every_paged_list_can_be_iterated() -> None:
    for area in AREAS:
        offers = vars(offers_of(area))
        if "list" in offers and issubclass(offers["list"].call, (PageParams, FixedPageParams)):
            assert offers["each"].call is offers["list"].call, f"say each = each_row(…) in the area {area}"
