"""Pictures of articles and photos of clinic doctors: public, stored, replaced and removed."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PIL import Image
from server.tests.news.articles import BODY, create_article
from server.tests.support.stage import CARE, Stage
from server.tests.support.uploads import TYPES, picture

from careops import AsyncCareOps, InvalidInput
from careops.calls.clinic_doctors import UpdateClinicDoctor
from careops.calls.news import body_of
from careops.calls.uploads import NO_UPLOAD, UNREADABLE_PICTURE, Bucket, FileToUpload, stored_address
from careops.calls.weekly_news import PlaceOfArticle
from careops.errors import PreconditionFailed
from careops_server.core.storage.object_keys import Key
from careops_server.core.storage.orphans import purge

pytestmark = pytest.mark.own  # behind a gateway, files belong to the platform
TOMORROW = timedelta(hours=25)


async def brought(
    stage: Stage, client: AsyncCareOps, bucket: Bucket, name: str = "photo.jpg", content: bytes | None = None
) -> str:
    """Upload a picture. Return its stored address."""
    (address,) = await client.uploads.presign(files=[FileToUpload(bucket=bucket, file_path=name)])
    kind = name.rpartition(".")[2]
    content = picture({"jpg": "JPEG", "png": "PNG", "tiff": "TIFF"}[kind]) if content is None else content
    async with stage.http() as http:
        assert (await http.put(address, content=content, headers={"content-type": TYPES[kind]})).status_code == 200
    return stored_address(address)


async def photo_of(client: AsyncCareOps, article_id: int) -> str:
    address = (await client.news.read(article_id=article_id)).photo_url
    assert address is not None
    return address


@pytest.mark.parametrize("name", ["heart.jpg", "heart.png", "heart.tiff"])
async def test_picture_of_an_article_is_public(stage: Stage, name: str) -> None:
    client = await stage.signed_in(CARE)
    article_id = await create_article(client, title=name, photo_url=await brought(stage, client, "news", name))
    address = await photo_of(client, article_id)
    assert "?" not in address
    assert await photo_of(client, article_id) == address
    async with stage.http() as http:
        response = await http.get(address)
    shown_as = {"heart.tiff": "image/jpeg"}.get(name, TYPES[name.rpartition(".")[2]])
    assert (response.status_code, response.headers["content-type"]) == (200, shown_as)
    assert address.endswith((".jpg", ".png"))
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "content-disposition" not in response.headers
    with Image.open(io.BytesIO(response.content)) as shown:
        assert shown.size == (320, 200)
    page = await client.news.list(search_text=name)
    assert [item.photo_url for item in page.items] == [address]
    key = await stage.sql("select photo_url from news_articles where id = :id", id=article_id)
    assert address.endswith(f"/uploads/{key}")
    assert (await stage.events("news_article.create"))[-1]["after"]["photo_url"] == key


async def test_unchanged_article_keeps_its_picture(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    article_id = await create_article(client, photo_url=await brought(stage, client, "news"), published=True)
    now = await client.news.read(article_id=article_id)
    await client.news.update(article_id=article_id, **{**body_of(now), "title": "Another heading"})
    event = (await stage.events("news_article.update"))[-1]
    assert event["after"] == {"title": "Another heading"}
    assert await photo_of(client, article_id) == now.photo_url
    await client.weekly_news.set(news_articles=[PlaceOfArticle(id=article_id, sequence=1)])
    assert (await client.weekly_news.read())[0].photo_url == now.photo_url


async def test_replaced_and_removed_pictures_are_deleted(stage: Stage) -> None:
    client, services = await stage.signed_in(CARE), stage.services
    article_id = await create_article(client, photo_url=await brought(stage, client, "news"))
    first = await photo_of(client, article_id)
    body = body_of(await client.news.read(article_id=article_id))
    await client.news.update(
        article_id=article_id, **{**body, "photo_url": await brought(stage, client, "news", "new.png")}
    )
    second = await photo_of(client, article_id)
    assert second != first
    await purge(services.database, services.store, now=datetime.now(UTC) + TOMORROW)
    async with stage.http() as http:
        assert [(await http.get(address)).status_code for address in (first, second)] == [404, 200]
    await client.news.update(article_id=article_id, **{**body, "photo_url": None})
    assert (await client.news.read(article_id=article_id)).photo_url is None
    await purge(services.database, services.store, now=datetime.now(UTC) + TOMORROW)
    async with stage.http() as http:
        assert (await http.get(second)).status_code == 404


async def test_restored_article_has_its_picture(stage: Stage) -> None:
    client, services = await stage.signed_in(CARE), stage.services
    article_id = await create_article(client, photo_url=await brought(stage, client, "news"))
    address = await photo_of(client, article_id)
    await client.news.delete(ids=[article_id])
    await purge(services.database, services.store, now=datetime.now(UTC) + TOMORROW)
    await client.news.restore(ids=[article_id])
    assert await photo_of(client, article_id) == address
    async with stage.http() as http:
        assert (await http.get(address)).status_code == 200


async def test_picture_on_another_host_remains(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    elsewhere = f"https://pictures.example/news/{'0' * 32}.jpg"
    assert await photo_of(client, await create_article(client, photo_url=elsewhere)) == elsewhere


@pytest.mark.parametrize("bucket", ["certificates", "photos", "news"])
async def test_missing_upload_and_other_purpose_are_refused(stage: Stage, bucket: Bucket) -> None:
    client = await stage.signed_in(CARE)
    if bucket == "news":
        address = f"http://test/uploads/pending/news/{'0' * 32}.jpg"
    else:
        address = await brought(stage, client, bucket)
    with pytest.raises(InvalidInput, match=NO_UPLOAD) as refused:
        await client.news.create(**{**BODY, "photo_url": address})
    assert refused.value.source == "photo_url"


async def test_invalid_picture_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    address = await brought(stage, client, "news", content=b"<html>")
    with pytest.raises(InvalidInput, match=UNREADABLE_PICTURE):
        await client.news.create(**{**BODY, "photo_url": address})


async def test_only_processed_pictures_are_shown_without_a_signature(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    pending = await brought(stage, client, "news")
    async with stage.http() as http:
        assert (await http.get(pending)).status_code == 403
        assert (await http.get(f"http://test/uploads/certificates/{'0' * 32}.jpg")).status_code == 403
        assert (await http.get(f"http://test/uploads/news/{'0' * 32}.jpg")).status_code == 404
        assert (await http.put(f"http://test/uploads/news/{'0' * 32}.jpg", content=picture())).status_code == 403


async def test_a_clinic_doctor_has_a_photo_of_this_clinic(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    at: dict[str, Any] = {"clinic_id": clinic_id, "clinic_doctor_id": await stage.clinic_doctor(clinic_id)}
    before = await client.clinic_doctors.read(**at)
    await client.clinic_doctors.update(**at, photo=await brought(stage, client, "photos"))
    read = await client.clinic_doctors.read(**at)
    assert read.photo is not None
    assert "?" not in read.photo
    async with stage.http() as http:
        assert (await http.get(read.photo)).status_code == 200
    key = Key.read(read.photo)
    assert key is not None
    event = (await stage.events("clinic_doctor.update"))[-1]
    assert (event["before"], event["after"]) == ({"photo": None}, {"photo": str(key)})
    with pytest.raises(PreconditionFailed):
        await client.send(UpdateClinicDoctor(**at, photo=None), if_match=before.version)
    await client.clinic_doctors.update(**at, photo=read.photo, fees=450)
    assert (await client.clinic_doctors.read(**at)).photo == read.photo
    await client.clinic_doctors.update(**at, photo=None)
    assert (await client.clinic_doctors.read(**at)).photo is None


async def test_photo_of_another_purpose_is_refused(stage: Stage) -> None:
    client = await stage.signed_in(CARE)
    clinic_id = await stage.clinic()
    clinic_doctor_id = await stage.clinic_doctor(clinic_id)
    address = await brought(stage, client, "news")
    with pytest.raises(InvalidInput, match=NO_UPLOAD) as refused:
        await client.clinic_doctors.update(clinic_id=clinic_id, clinic_doctor_id=clinic_doctor_id, photo=address)
    assert refused.value.source == "photo"
