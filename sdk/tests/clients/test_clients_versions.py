"""``CareOps`` and ``AsyncCareOps`` return versions of records, and send them with changes."""

from __future__ import annotations

import httpx
import pytest
from sdk.tests.clients.client_platform import SESSION, Platform, async_client, good, sync_client

from careops import NotSent, PreconditionFailed
from careops.calls.clinics import ClinicDetail, UpdateClinic
from careops.calls.modules import ActivateSpecModule

CLINIC = {"id": 41, "name": "Navjeevan Polyclinic", "beds_count": 4}
CHANGE = UpdateClinic(id=41, beds_count=20)


def tagged(tag: str) -> httpx.Response:
    answer = good(clinic=CLINIC)
    answer.headers["etag"] = tag
    return answer


@pytest.mark.parametrize(("tag", "version"), [('"abc-1"', "abc-1"), ('W/"abc-1"', "abc-1"), ("", None)])
async def test_version_of_a_record_is_not_part_of_its_equality(
    platform: Platform, tag: str, version: str | None
) -> None:
    platform.answers["/admin/clinics/41"] = lambda request: tagged(tag)
    for read in (
        sync_client(platform, tokens=SESSION).clinics.read(id=41),
        await async_client(platform, tokens=SESSION).clinics.read(id=41),
    ):
        assert read.version == version
        assert read == ClinicDetail.model_validate(CLINIC)
        assert hash(read.speciality) == hash(None)
        assert "version" not in repr(read)
        assert read.model_dump(exclude_unset=True) == CLINIC


async def test_change_sends_the_version_it_is_based_on(platform: Platform) -> None:
    sync_client(platform, tokens=SESSION).send(CHANGE, if_match="abc-1")
    await async_client(platform, tokens=SESSION).send(CHANGE, if_match="abc-1")
    sync_client(platform, tokens=SESSION).send(CHANGE)
    assert [request.headers.get("if-match") for request in platform.seen] == ['"abc-1"', '"abc-1"', None]


async def test_stale_change_raises_the_newest_values_and_is_not_repeated(platform: Platform) -> None:
    problem = {"source": "beds_count", "title": "Beds count has changed since it was read", "newest": 55}
    platform.answers["/admin/clinics/41"] = lambda request: httpx.Response(
        412, json={"success": False, "errors": [problem], "request_id": "r-1"}, headers={"etag": '"abc-2"'}
    )
    with pytest.raises(PreconditionFailed) as stale:
        sync_client(platform, tokens=SESSION).send(CHANGE, if_match="abc-1")
    with pytest.raises(PreconditionFailed):
        await async_client(platform, tokens=SESSION).send(CHANGE, if_match="abc-1")
    assert stale.value.newest == {"beds_count": 55}
    assert (stale.value.version, str(stale.value)) == ("abc-2", "Beds count has changed since it was read")
    assert platform.request_counts == {"/admin/clinics/41": 2}


async def test_call_without_versions_sends_none(platform: Platform) -> None:
    call = ActivateSpecModule(clinic_id=41, module_id=2)
    with pytest.raises(NotSent, match="ActivateSpecModule cannot be made against a version"):
        sync_client(platform, tokens=SESSION).send(call, if_match="abc")
    with pytest.raises(NotSent):
        await async_client(platform, tokens=SESSION).send(call, if_match="abc")
    assert platform.seen == []
