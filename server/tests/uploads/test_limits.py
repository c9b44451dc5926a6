"""Limits of uploads: pending files, free space and changes per minute; and the audit events of each upload."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from server.tests.support.log_lines import read_log_lines
from server.tests.support.stage import BILLING, CARE, SUPER, Stage
from server.tests.support.uploads import Desk, desk, picture

from careops.calls.uploads import TOO_MANY_PENDING, UPLOADS_FULL, FileToUpload
from careops.errors import TooManyRequests, Unavailable
from careops_server.core.configuration.constants import Constants
from careops_server.core.embedded_postgres import disk_space
from careops_server.core.storage import queries
from careops_server.core.storage.orphans import purge

__all__ = ["desk"]
pytestmark = pytest.mark.own  # behind a gateway, files belong to the platform
FILE = FileToUpload(bucket="photos", file_path="a.jpg")


@pytest.fixture
async def limits(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow five pending files per account and eight in total."""
    await stage.sql("delete from signed_uploads")
    monkeypatch.setattr(Constants, "pending_uploads_per_account", 5)
    monkeypatch.setattr(Constants, "pending_uploads_in_all", 8)


async def pending(stage: Stage) -> int:
    count: int = await stage.sql("select count(*) from signed_uploads")
    return count


@pytest.mark.proves("SEC-69.account")
@pytest.mark.usefixtures("limits")
async def test_an_account_has_a_limit_of_pending_files(desk: Desk) -> None:
    await desk.client.uploads.presign(files=[FILE] * 3)
    with pytest.raises(TooManyRequests, match=TOO_MANY_PENDING) as refused:
        await desk.client.uploads.presign(files=[FILE] * 3)
    assert refused.value.source == "files"
    assert refused.value.retry_after
    assert await pending(desk.stage) == 3, "a refused call signs nothing"
    await desk.client.uploads.presign(files=[FILE] * 2)


@pytest.mark.proves("SEC-69.total")
@pytest.mark.usefixtures("limits")
async def test_all_accounts_share_a_limit_and_changes_still_work(desk: Desk) -> None:
    await desk.client.uploads.presign(files=[FILE] * 5)
    other = await desk.stage.signed_in(BILLING)
    with pytest.raises(Unavailable, match=UPLOADS_FULL):
        await other.uploads.presign(files=[FILE] * 4)
    signed_in = await desk.stage.signed_in(SUPER)
    await signed_in.doctors.update(id=desk.id, name="Asha Rao")
    assert (await desk.read()).name == "Asha Rao"


@pytest.mark.proves("SEC-69.linked")
@pytest.mark.usefixtures("limits")
async def test_a_linked_file_is_not_pending(desk: Desk) -> None:
    for number in range(7):
        await desk.link(await desk.brought(picture(text=f"Page {number}")))
        await desk.stage.sql(
            "delete from signed_uploads where account <> 'none' and object_key not in "
            "(select coalesce(reg_photo_url, '') from doctors)"
        )
    await desk.client.uploads.presign(files=[FILE] * 5)


@pytest.mark.usefixtures("limits")
async def test_a_file_of_any_record_is_not_pending(desk: Desk) -> None:
    """A deleted article can be restored, so its picture is still in use."""
    stage, account = desk.stage, "user:1"
    keys = {place: f"{place}/{number:032x}.jpg" for number, place in enumerate(("certificates", "photos", "news"))}
    deleted = f"news/{9:032x}.jpg"
    for key in (*keys.values(), deleted, f"news/{10:032x}.jpg"):
        await stage.sql(
            "insert into signed_uploads (object_key, account) values (:key, :account)", key=key, account=account
        )
    clinic_doctor = await stage.clinic_doctor(await stage.clinic(), reg_photo_url=keys["certificates"])
    await stage.sql("update clinic_doctors set photo = :key where id = :id", key=keys["photos"], id=clinic_doctor)
    client = await stage.signed_in(CARE)
    articles = []
    for key in (keys["news"], deleted):
        article = await client.news.create(
            news_type="GENERAL",
            news_date=date(2026, 1, 1),
            title="A",
            news_text="B",
            source_name="C",
            source_link="https://a.example",
            photo_url=f"https://a.example/{key}",
        )
        assert article.id is not None
        articles.append(article.id)
        await stage.sql("update news_articles set photo_url = :key where id = :id", key=key, id=article.id)
    await client.news.delete(ids=articles[1:])
    async with stage.services.database.pool.transaction() as connection:
        assert await queries.lock_pending(connection, account) == (1, 1)
        named = await queries.referenced_keys(connection, [*keys.values(), deleted, f"news/{10:032x}.jpg"])
    assert named == {*keys.values(), deleted}


@pytest.mark.usefixtures("limits")
async def test_after_an_hour_an_account_may_upload_again(desk: Desk) -> None:
    await desk.client.uploads.presign(files=[FILE] * 4)
    await desk.brought(picture())
    services, later = desk.stage.services, datetime.now(UTC) + timedelta(minutes=61)
    await purge(services.database, services.store, now=later)
    assert await pending(desk.stage) == 0
    await desk.client.uploads.presign(files=[FILE] * 5)


@pytest.mark.usefixtures("limits")
async def test_a_processed_file_counts_until_it_is_removed(desk: Desk) -> None:
    pictures = desk.stage.services.pictures
    address = await desk.brought(picture())
    await pictures.accept(address, "certificates", source="reg_photo_url", account="user:1")
    services, now = desk.stage.services, datetime.now(UTC)
    await purge(services.database, services.store, now=now + timedelta(minutes=61))
    assert await pending(desk.stage) == 1
    await purge(services.database, services.store, now=now + timedelta(hours=25))
    assert await pending(desk.stage) == 0


@pytest.mark.proves("SEC-35.upload", "SEC-69.write")
async def test_signing_counts_as_a_change(desk: Desk) -> None:
    async with desk.stage.http(headers=await desk.stage.bearer(CARE)) as http:
        answer = await http.post("/api/presigned_urls", json={"files": [FILE.model_dump()]})
    assert answer.headers["ratelimit-policy"].startswith('"writes";')


@pytest.mark.proves("SEC-55.upload")
async def test_signing_leaves_one_event(desk: Desk) -> None:
    before = len(await desk.stage.events("upload.presign"))
    await desk.client.uploads.presign(files=[FILE, FileToUpload(bucket="news", file_path="b.png"), FILE])
    events = (await desk.stage.events("upload.presign"))[before:]
    (event,) = events
    assert (event["resource_type"], event["event_status"]) == ("upload", "SUCCESS")
    assert (event["after"]["files"], event["after"]["buckets"]) == (3, ["news", "photos"])
    assert len(event["after"]["object_keys"]) == 3


async def test_each_put_leaves_one_line(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    address = await desk.signed()
    key = address.partition("?")[0].partition("/uploads/")[2]
    await desk.put(address, picture("PNG"), "png")
    content = picture()
    await desk.put(address, content)
    await desk.put(address, content)
    puts = [line for line in read_log_lines(caplog) if line["event"] == "uploaded"]
    assert [(line["object_key"], line["bytes"], line["status"]) for line in puts] == [
        (key, 0, 415),
        (key, len(content), 200),
        (key, len(content), 409),
    ]


async def test_refused_put_is_in_the_access_log(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    address = await desk.signed()
    forged = await desk.put(address.replace("signature=", "signature=0"), picture())
    done = await desk.put(address, picture())
    assert (forged.status_code, done.status_code) == (403, 200)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["status"] for line in lines if line["event"] == "answered" and line["method"] == "PUT"] == [403, 200]


@asynccontextmanager
async def free_space(monkeypatch: pytest.MonkeyPatch, mib: int) -> AsyncIterator[None]:
    """A disk with this much free space, checked on every request."""
    with monkeypatch.context() as patch:
        patch.setattr(disk_space, "free_bytes", lambda folder: mib * 2**20)
        yield


@pytest.mark.proves("SEC-69.disk")
async def test_uploads_stop_long_before_changes_do(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    address, files = await desk.signed(), desk.files()
    settings: Any = desk.stage.services.settings
    assert settings.upload_reserve_mib >= 4 * settings.reserve_mib
    async with free_space(monkeypatch, settings.upload_reserve_mib - 1):
        refused = await desk.put(address, picture())
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "60")
        assert refused.json()["errors"][0] == {"source": "file", "title": UPLOADS_FULL, "code": "uploads_full"}
        assert desk.files() == files
        await desk.stage.signed_in(SUPER)
        await desk.client.doctors.update(id=desk.id, name="Asha Rao")
    async with free_space(monkeypatch, settings.upload_reserve_mib):
        assert (await desk.put(address, picture())).status_code == 200
