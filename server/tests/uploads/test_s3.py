"""The storage contract with a real S3 server: rclone's, which checks signatures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from server.tests.support.s3 import needs_rclone, s3_server, settings
from server.tests.support.stage import Stage
from server.tests.support.uploads import altered, picture

from careops.errors import InvalidInput, PayloadTooLarge, Unavailable
from careops_server.core.configuration.settings import Settings
from careops_server.core.diagnostics.installation import storage
from careops_server.core.sandbox import TurnQueue
from careops_server.core.storage.images import ImageStore
from careops_server.core.storage.object_keys import Key
from careops_server.core.storage.s3 import S3Store

pytestmark = needs_rclone


@pytest.fixture
async def endpoint(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An S3 server with a bucket. A parameter adds words to its command line."""
    async with s3_server(tmp_path, *getattr(request, "param", ())) as url:
        yield url


@pytest.fixture
def s3(endpoint: str, tmp_path: Path) -> S3Store:
    """The store of this bucket."""
    return S3Store(settings(endpoint, tmp_path))


def pictures(store: S3Store, folder: Path) -> ImageStore:
    return ImageStore(store, TurnQueue(folder))


async def put(address: str, content: bytes, content_type: str = "image/jpeg") -> int:
    async with httpx.AsyncClient() as http:
        return (await http.put(address, content=content, headers={"content-type": content_type})).status_code


async def test_upload_to_a_signed_address_becomes_a_picture(s3: S3Store, tmp_path: Path) -> None:
    key = Key.new("certificates", "registration.jpg")
    address = s3.upload_url(key, "")
    assert await put(address, picture()) == 200
    taken = await pictures(s3, tmp_path).accept(
        address.partition("?")[0], "certificates", source="reg_photo_url", account="user:1"
    )
    assert taken.key == str(key.processed_key)
    assert await s3.read(key, most=10**6) is None
    again = await pictures(s3, tmp_path).accept(
        address.partition("?")[0], "certificates", source="reg_photo_url", account="user:1"
    )
    assert again.key == taken.key
    assert again.look is not None
    assert taken.look is not None
    assert (again.look ^ taken.look).bit_count() <= 4  # a second conversion hardly changes the perceptual hash
    async with httpx.AsyncClient() as http:
        response = await http.get(s3.get_address(key.processed_key, ""))
        assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")
        unsigned = s3.get_address(key.processed_key, "").partition("?")[0]
        assert (await http.get(unsigned)).status_code in (
            400,
            403,
        )  # 400: rclone's answer to a missing signature


@pytest.mark.proves("SEC-44.address", "SEC-44.type")
async def test_unsigned_upload_is_refused(s3: S3Store) -> None:
    address = s3.upload_url(Key.new("certificates", "registration.jpg"), "")
    assert await put(altered(address, **{"X-Amz-Signature": "0" * 64}), picture()) == 403
    assert await put(altered(address, **{"X-Amz-Expires": "86400"}), picture()) == 403
    assert await put(address, picture("PNG"), "image/png") == 403


@pytest.mark.proves("SEC-45.read-size")
async def test_large_object_is_not_read(s3: S3Store) -> None:
    key = Key.new("certificates", "registration.jpg")
    await s3.write(key, bytes(1_001))
    with pytest.raises(PayloadTooLarge):
        await s3.read(key, most=1_000)


async def test_objects_of_the_installation_are_listed(s3: S3Store, tmp_path: Path) -> None:
    key = Key.new("certificates", "a.png")
    await s3.write(key, picture("PNG"))
    (tmp_path / "careops" / "somebody-elses.txt").write_text("kept")
    [[listed]] = await s3.batches(10)
    assert listed.key == str(key)
    assert abs(datetime.now(UTC) - listed.at) < timedelta(minutes=5)
    await s3.delete([listed.key])
    assert await s3.batches(10) == []
    assert (tmp_path / "careops" / "somebody-elses.txt").exists()


@pytest.mark.proves("FAULT-33.s3")
async def test_unreachable_store_is_reported(tmp_path: Path) -> None:
    away = S3Store(settings("http://127.0.0.1:9", tmp_path))
    with pytest.raises(Unavailable):
        await away.read(Key.new("certificates", "a.png"), most=10)
    with pytest.raises(Unavailable):
        await away.ping()


async def test_reachable_store_answers_and_missing_bucket_fails(s3: S3Store, endpoint: str, tmp_path: Path) -> None:
    await s3.ping()
    nobodys = settings(endpoint, tmp_path).model_copy(update={"s3_bucket": "nobodys"})
    with pytest.raises(Unavailable):
        await S3Store(nobodys).ping()


async def test_missing_upload_is_refused(s3: S3Store, tmp_path: Path) -> None:
    address = s3.upload_url(Key.new("certificates", "a.png"), "").partition("?")[0]
    with pytest.raises(InvalidInput):
        await pictures(s3, tmp_path).accept(address, "certificates", source="file", account="user:1")


def test_browser_can_upload_and_show_files(tmp_path: Path) -> None:
    assert settings("https://minio.example:9000/", tmp_path).storage_origin == "https://minio.example:9000"
    ours = Settings(data_dir=tmp_path)
    assert ours.storage_origin is None
    amazon = ours.model_copy(update={"s3_bucket": "careops"})
    assert amazon.storage_origin == "https://s3.ap-south-1.amazonaws.com"


@pytest.mark.own
async def test_public_picture_redirects_to_the_store(
    stage: Stage, s3: S3Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = s3.upload_url(key := Key.new("news", "camp.jpg"), "")
    assert key.processed_key.is_public
    assert await put(address, picture()) == 200
    taken = await pictures(s3, tmp_path).accept(address.partition("?")[0], "news", source="image_url", account="user:1")
    monkeypatch.setattr(stage.app.ctx, "services", replace(stage.services, store=s3))
    async with stage.http(follow_redirects=False) as http:
        led = await http.get(f"/uploads/{taken.key}")
        assert led.status_code == 302
        assert led.headers["cross-origin-resource-policy"] == "cross-origin"
        private = Key.new("certificates", "registration.jpg").processed_key
        assert (await http.get(f"/uploads/{private}")).status_code == 404, "nobody is led to a certificate"
    async with httpx.AsyncClient() as http:
        response = await http.get(led.headers["location"])
    assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")
    assert response.content == await s3.read(key.processed_key, most=10**6)


CONSOLE = "https://console.careops.example"


@pytest.mark.parametrize(("endpoint", "state"), [(("--allow-origin", "*"), "ok"), ((), "fail")], indirect=["endpoint"])
async def test_doctor_checks_the_store_like_a_browser(endpoint: str, state: str, tmp_path: Path) -> None:
    installed = settings(endpoint, tmp_path)
    assert storage(installed).state == "warn", "from where is not said"
    public_settings = installed.model_copy(update={"public_url": CONSOLE})
    finding = await asyncio.to_thread(storage, public_settings)
    assert (finding.check, finding.state) == ("file storage", state)
    assert CONSOLE in finding.found
    away = public_settings.model_copy(update={"s3_endpoint": "http://127.0.0.1:9"})
    assert "cannot be reached" in (await asyncio.to_thread(storage, away)).found
