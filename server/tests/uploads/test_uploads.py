"""Certificates: presigned, uploaded, checked, converted, linked, replaced, removed; and invalid files."""

from __future__ import annotations

import errno
import io
import os
import struct
import time
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image
from server.tests.support.stage import CARE
from server.tests.support.uploads import Desk, altered, picture
from server.tests.support.uploads import desk as desk

from careops import Conflict, InvalidInput
from careops.calls.doctors import CERTIFICATE_LOCKED, VerifyDoctor
from careops.calls.uploads import (
    NO_UPLOAD,
    TOO_MANY_PIXELS,
    UNREADABLE_PICTURE,
    WRONG_PICTURE,
    stored_address,
)
from careops.constants import MAX_PICTURE_BYTES
from careops.contract.fields import CONTROL_CHARACTERS
from careops.errors import PreconditionFailed, Unavailable
from careops_server.core.database.database import FULL
from careops_server.core.storage import images
from careops_server.core.storage.object_keys import Key
from careops_server.core.storage.orphans import purge

pytestmark = pytest.mark.own  # behind a gateway, files belong to the platform


@pytest.mark.proves("SEC-47.picture")
@pytest.mark.parametrize(
    ("name", "kind", "stored_kind"),
    [("a.jpg", "JPEG", "JPEG"), ("s.JPEG", "JPEG", "JPEG"), ("b.png", "PNG", "PNG"), ("c.tiff", "TIFF", "JPEG")],
)
async def test_uploaded_file_is_linked_to_its_record(desk: Desk, name: str, kind: str, stored_kind: str) -> None:
    address = await desk.signed(name)
    put = await desk.put(address, picture(kind), {"JPEG": "jpg", "PNG": "png", "TIFF": "tiff"}[kind])
    assert put.status_code == 200
    await desk.link(stored_address(address))
    response = await desk.fetch()
    assert (response.status_code, response.headers["content-type"]) == (200, f"image/{stored_kind.lower()}")
    assert "sandbox" in response.headers["content-security-policy"]
    ending = ".jpg" if kind == "TIFF" else Path(name).suffix.lower()
    file = f"Certificate of {(await desk.read()).name}{ending}"
    assert response.headers["content-disposition"] == f'inline; filename="{file}"'
    with Image.open(io.BytesIO(response.content)) as shown:
        assert (shown.format, shown.size) == (stored_kind, (320, 200))
    key = await desk.stage.sql("select reg_photo_url from doctors where id = :id", id=desk.id)
    assert (await desk.read()).certificate == key
    assert not [file for file in desk.files() if file.startswith("pending") and key.rpartition("/")[2] in file]
    event = (await desk.stage.events("doctor.update"))[-1]
    assert event["after"]["reg_photo_url"] == key


@pytest.mark.proves("SEC-46.pixels")
async def test_metadata_of_a_picture_is_removed(desk: Desk) -> None:
    exif = Image.Exif()
    exif[0x010F] = "A phone that tells where it was"
    exif[0x0112] = 6  # rotated by 90 degrees
    await desk.link(await desk.brought(picture(exif=exif, comment=b"secret words")))
    content = (await desk.fetch()).content
    assert b"A phone" not in content
    assert b"secret words" not in content
    with Image.open(io.BytesIO(content)) as shown:
        assert not shown.getexif()
        assert shown.size == (200, 320)  # rotation applied


async def test_second_link_of_a_file_changes_nothing(desk: Desk) -> None:
    address = await desk.brought(picture())
    await desk.link(address)
    first = await desk.read()
    await desk.link(address)
    assert (await desk.read()).certificate == first.certificate
    # The displayed address names the same file: a form that sends it back changes nothing.
    await desk.link(first.reg_photo_url)
    assert (await desk.read()).certificate == first.certificate


async def test_certificate_is_replaced_and_removed(desk: Desk) -> None:
    await desk.link(await desk.brought(picture()))
    first = await desk.read()
    await desk.link(await desk.brought(picture("PNG"), "new.png"))
    second = await desk.read()
    assert second.certificate != first.certificate
    assert second.version != first.version
    await desk.link(None)
    assert (await desk.read()).reg_photo_url is None
    assert await desk.stage.sql("select reg_photo_look from doctors where id = :id", id=desk.id) is None


@pytest.mark.proves("SEC-48.certificate")
async def test_verified_certificate_is_locked(desk: Desk) -> None:
    address = await desk.brought(picture())
    await desk.link(address)
    await desk.client.doctors.verify(id=desk.id, verify_status=True, verification_reason="Checked with College")
    other = await desk.brought(picture("PNG"), "new.png")
    for path in (other, None):
        with pytest.raises(Conflict, match=CERTIFICATE_LOCKED.partition(".")[0]):
            await desk.link(path)
    await desk.link(address)


@pytest.mark.proves("SEC-48.seen", "FAULT-34.seen")
async def test_unseen_certificate_cannot_be_verified(desk: Desk) -> None:
    doctor = await desk.read()
    await desk.link(await desk.brought(picture()))
    call = {"id": desk.id, "verify_status": True, "verification_reason": "Checked with IMA"}
    with pytest.raises(PreconditionFailed):
        await desk.client.send(VerifyDoctor.model_validate(call), if_match=doctor.version)


def png(width: int, height: int) -> bytes:
    """The header of a PNG of that size, without pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR" + head, b"IDAT" + zlib.compress(b""))
    written = [struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(written)


@pytest.mark.proves("SEC-45.content", "SEC-46.refused")
@pytest.mark.parametrize(
    ("content", "name", "title"),
    [
        (b"<html><script>alert(1)</script></html>", "a.png", UNREADABLE_PICTURE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.png", UNREADABLE_PICTURE),
        (b"", "a.png", UNREADABLE_PICTURE),
        (picture()[:900], "a.jpg", UNREADABLE_PICTURE),
        (picture("TIFF")[:900], "a.tiff", UNREADABLE_PICTURE),
        (picture("GIF"), "a.png", UNREADABLE_PICTURE),
        (png(50_000, 50_000), "a.png", TOO_MANY_PIXELS),
    ],
)
async def test_invalid_picture_is_refused(desk: Desk, content: bytes, name: str, title: str) -> None:
    address = await desk.brought(content, name)
    with pytest.raises(InvalidInput, match=title) as refused:
        await desk.link(address)
    assert refused.value.source == "reg_photo_url"
    assert (await desk.read()).certificate is None


@pytest.mark.proves("SEC-46.sandbox")
async def test_busy_machine_is_not_an_error_of_the_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    address = await desk.brought(picture())
    with monkeypatch.context() as busy:
        busy.setattr(images, "SECONDS", 0.001)
        with pytest.raises(Unavailable):
            await desk.link(address)
    await desk.link(address)
    assert (await desk.read()).certificate is not None


async def test_picture_is_converted_to_the_type_of_its_name(desk: Desk) -> None:
    await desk.link(await desk.brought(picture("PNG"), "really-a-png.jpg"))
    assert (await desk.fetch()).headers["content-type"] == "image/jpeg"


@pytest.mark.proves("SEC-45.size")
async def test_five_megabytes_are_accepted_and_one_byte_more_is_refused(desk: Desk) -> None:
    full = picture() + bytes(MAX_PICTURE_BYTES - len(picture()))
    await desk.link(await desk.brought(full))
    assert len((await desk.fetch()).content) < 100_000
    refused = await desk.put(await desk.signed(), full + b"\0")
    assert refused.status_code == 413


@pytest.mark.proves("FAULT-11.uploads")
async def test_full_disk_keeps_no_part_of_a_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before, address = desk.files(), await desk.signed()

    class Filling(io.FileIO):
        """A file on a disk with space for half of the written bytes."""

        def writelines(self, pieces: Iterable[Any], /) -> None:
            content = b"".join(pieces)
            self.write(content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", lambda path, mode: Filling(path, mode))
        refused = await desk.put(address, picture())
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "30")
    assert refused.json()["errors"][0]["title"] == FULL
    assert desk.files() == before
    assert (await desk.put(address, picture())).status_code == 200


@pytest.mark.proves("SEC-45.ending")
@pytest.mark.parametrize(
    "name", ["a.gif", "a", "a.jpg.exe", "a.svg", "", ".jpg", "x/.jpg", ".TIFF", "a\nb.jpg", "a\x7f.jpg", "a\u2028.jpg"]
)
async def test_only_names_of_pictures_are_signed(desk: Desk, name: str) -> None:
    async with desk.stage.http(headers=await desk.stage.bearer(CARE)) as http:
        body = {"files": [{"bucket": "certificates", "file_path": name}]}
        answer = await http.post("/api/presigned_urls", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == "files.0.file_path"
    if name:
        title = WRONG_PICTURE if name.isprintable() else CONTROL_CHARACTERS
        assert answer.json()["errors"][0]["title"] == title


@pytest.mark.proves("SEC-44.name")
async def test_answer_has_the_documented_order(desk: Desk) -> None:
    files = [{"bucket": "certificates", "file_path": f"../../{name}"} for name in ("a.png", "b.tiff", "c.jpg")]
    async with desk.stage.http(headers=await desk.stage.bearer(CARE)) as http:
        answer = (await http.post("/api/presigned_urls", json={"files": files})).json()
        assert (
            await http.post("/api/presigned_urls", json={"files": [{**files[0], "bucket": "x"}]})
        ).status_code == 422
    keys = [Key.read(address) for address in answer["data"]["ps_urls"]]
    assert [key.ending for key in keys if key] == [".png", ".tiff", ".jpg"]
    assert all(key and key.pending and ".." not in str(key) for key in keys)


@pytest.mark.proves("SEC-44.once", "SEC-44.type", "FAULT-34.replaced")
async def test_address_accepts_one_file_of_its_type_once(desk: Desk) -> None:
    address = await desk.signed()
    assert (await desk.put(address, picture("PNG"), "png")).status_code == 415
    assert (await desk.put(address, picture())).status_code == 200
    again = await desk.put(address, picture(text="Another one"))
    assert again.status_code == 409
    async with desk.stage.http() as http:
        assert (await http.get(address)).status_code == 403  # an address for PUT does not allow GET


async def test_the_name_of_a_downloaded_file_is_signed(desk: Desk) -> None:
    await desk.link(await desk.brought(picture()))
    address = (await desk.read()).reg_photo_url
    assert address is not None
    expires = parse_qs(urlsplit(address).query)["expires"][0]
    name = parse_qs(urlsplit(address).query)["name"][0]
    async with desk.stage.http() as http:
        assert (await http.get(altered(address, name="Another name"))).status_code == 403
        assert (await http.get(altered(address, name="", expires=f"{expires}\n{name}"))).status_code == 403


@pytest.mark.proves("SEC-44.address")
async def test_unsigned_address_is_refused(desk: Desk) -> None:
    address, other = await desk.signed(), await desk.signed("b.jpg")
    later = str(int(time.time()) + 9_999)
    for forged in (
        altered(address, expires=later),
        altered(address, signature="0" * 64),
        altered(address, name="Another name"),
        altered(address, signature="\N{DEVANAGARI DIGIT ONE}"),
        altered(address, path=urlsplit(other).path),
        address.partition("?")[0],
    ):
        assert (await desk.put(forged, picture())).status_code == 403
    changed = altered(address, path=urlsplit(address).path.replace("pending/", ""))
    assert (await desk.put(changed, picture())).status_code == 403
    for nowhere in ("/uploads/../secret", "/uploads/pending/certificates/a.jpg", "/uploads/"):
        assert (await desk.put(f"http://test{nowhere}", picture())).status_code in (404, 405)


@pytest.mark.proves("SEC-44.minutes")
async def test_expired_address_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    address = await desk.signed()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 301)
    assert (await desk.put(address, picture())).status_code == 403


@pytest.mark.proves("SEC-47.minutes")
async def test_address_of_served_file_expires_within_minutes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.link(await desk.brought(picture()))
    address, now = (await desk.read()).reg_photo_url, time.time()
    assert address is not None
    async with desk.stage.http() as http:
        assert (await http.get(address)).status_code == 200
        monkeypatch.setattr(time, "time", lambda: now + 301)
        assert (await http.get(address)).status_code == 403


@pytest.mark.proves("SEC-43.certificate")
@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/certificates/a.jpg",
        "javascript:alert(1)",
        "http://test/uploads/pending/certificates/" + "0" * 32 + ".jpg",
        "certificates/" + "0" * 32 + ".jpg",
    ],
)
async def test_address_without_an_upload_is_refused(desk: Desk, address: str) -> None:
    with pytest.raises(InvalidInput, match=NO_UPLOAD) as refused:
        await desk.link(address)
    assert refused.value.source == "reg_photo_url"


@pytest.mark.proves("FAULT-32.unlinked")
async def test_files_that_no_record_names_are_removed(desk: Desk) -> None:
    await desk.link(await desk.brought(picture()))
    replaced = (await desk.read()).certificate
    await desk.link(await desk.brought(picture("PNG"), "new.png"))
    certificate = (await desk.read()).certificate
    await desk.brought(picture())
    services = desk.stage.services
    assert await purge(services.database, services.store) == 0
    before = set(desk.files())
    assert {replaced, certificate} <= before
    assert await purge(services.database, services.store, now=datetime.now(UTC) + timedelta(minutes=61)) >= 1
    assert not [file for file in desk.files() if file.startswith("pending/")], "pending files stay for an hour"
    assert {replaced, certificate} <= set(desk.files()), "an undone change may need the replaced one"
    before = set(desk.files())
    tomorrow = datetime.now(UTC) + timedelta(hours=25)
    gone = await purge(services.database, services.store, now=tomorrow)
    left = set(desk.files())
    assert len(before - left) == gone >= 1
    assert certificate in left
    assert replaced not in left
    assert (await desk.fetch()).status_code == 200


@pytest.mark.proves("FAULT-32.part")
async def test_interrupted_upload_is_deleted(desk: Desk, tmp_path: Path) -> None:
    folder = desk.stage.settings.data_dir / "uploads/pending/certificates"
    folder.mkdir(parents=True, exist_ok=True)
    partial_file = folder / f"{'0' * 32}.jpg.{os.getpid()}-1"
    partial_file.write_bytes(b"half")
    services = desk.stage.services
    await purge(services.database, services.store, now=datetime.now(UTC) + timedelta(hours=25))
    assert not partial_file.exists()
