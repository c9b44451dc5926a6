"""``CareOps`` and ``AsyncCareOps`` with files, ids in a POST's query, and a GET that changes something."""

from __future__ import annotations

import io
import os
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from sdk.tests.clients.client_platform import SESSION, Platform, async_client, good, refused, silent, sync_client
from sdk.tests.shape_calls import ExportThings, FetchThings, PublishThings, UploadThings

from careops import ApiError, ConnectionFailed, Forbidden, InvalidResponse, NotFound
from careops.contract import Empty
from careops.files import Upload

EXPORT = "/careops/test/things"
UPLOAD = "/careops/test/4/things"
MIB = 2**20


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Body in chunks, which may break off."""

    def __init__(self, *pieces: bytes, broken: bool = False) -> None:
        self.pieces, self.broken, self.closed = pieces, broken, False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.broken:
            raise httpx.RemoteProtocolError("peer closed connection")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def file(stream: Pieces, **headers: str) -> httpx.Response:
    named = {"content-type": "text/csv", "content-disposition": 'attachment; filename="leads.csv"'}
    return httpx.Response(200, stream=stream, headers={**named, **headers})


async def test_file_is_streamed_with_its_name(platform: Platform, tmp_path: Path) -> None:
    stream = Pieces(b"name\n", b"Asha\n")
    platform.answers[EXPORT] = lambda request: file(stream)
    with sync_client(platform, tokens=SESSION).send(ExportThings()) as download:
        assert (download.name, download.content_type, download.size) == ("leads.csv", "text/csv", None)
        assert list(download) == [b"name\n", b"Asha\n"]
    assert stream.closed
    async with await async_client(platform, tokens=SESSION).send(ExportThings()) as later:
        assert await later.asave(tmp_path) == tmp_path / "leads.csv"
    assert (tmp_path / "leads.csv").read_bytes() == b"name\nAsha\n"
    assert [request.headers["accept"] for request in platform.seen] == ["*/*"] * 2


async def test_abandoned_file_is_closed(platform: Platform) -> None:
    stream = Pieces(b"x")
    platform.answers[EXPORT] = lambda request: file(stream)
    with sync_client(platform, tokens=SESSION).send(ExportThings()):
        pass
    assert stream.closed
    stream = Pieces(b"x")
    async with await async_client(platform, tokens=SESSION).send(ExportThings()):
        pass
    assert stream.closed


async def test_wrong_kind_of_iteration_names_the_right_one(platform: Platform) -> None:
    platform.answers[EXPORT] = lambda request: file(Pieces(b"x"))
    with pytest.raises(TypeError, match="use `for`"):
        aiter(sync_client(platform, tokens=SESSION).send(ExportThings()))
    with pytest.raises(TypeError, match="use `async for`"):
        iter(await async_client(platform, tokens=SESSION).send(ExportThings()))


async def test_truncated_file_is_not_saved(platform: Platform, tmp_path: Path) -> None:
    platform.answers[EXPORT] = lambda request: file(Pieces(b"half", broken=True), **{"content-length": "9"})
    download = sync_client(platform, tokens=SESSION).send(ExportThings())
    assert download.size == 9
    with pytest.raises(ConnectionFailed, match="broke off: peer closed"):
        download.save(tmp_path)
    later = await async_client(platform, tokens=SESSION).send(ExportThings())
    with pytest.raises(ConnectionFailed, match="broke off"):
        await later.asave(tmp_path)
    assert os.listdir(tmp_path) == []


async def test_refusal_instead_of_a_file_is_raised(platform: Platform) -> None:
    for answer, kind in (
        (lambda request: refused(404, "No such clinic"), NotFound),
        (lambda request: refused(200, "Not today"), ApiError),
        (lambda request: good(data=[]), InvalidResponse),
    ):
        platform.answers[EXPORT] = answer
        with pytest.raises(kind):
            sync_client(platform, tokens=SESSION).send(ExportThings())
        with pytest.raises(kind):
            await async_client(platform, tokens=SESSION).send(ExportThings())


async def test_named_json_is_a_file(platform: Platform) -> None:
    platform.answers[EXPORT] = lambda request: file(Pieces(b"{}"), **{"content-type": "application/json"})
    assert b"".join(sync_client(platform, tokens=SESSION).send(ExportThings())) == b"{}"


async def test_form_contains_its_file(platform: Platform, tmp_path: Path) -> None:
    path = tmp_path / "ਲੀਡ.csv"
    path.write_text("name\nAsha\n")
    call = UploadThings(clinic_id=4, file0=Upload.of(path), note="from the camp", replace=True)
    assert sync_client(platform, tokens=SESSION).send(call) == Empty()
    assert await async_client(platform, tokens=SESSION).send(call) == Empty()
    for request in platform.seen:
        assert request.url.path == f"/api{UPLOAD}"
        assert request.headers["content-type"].startswith("multipart/form-data; boundary=")
        assert request.headers["content-length"] == str(len(request.content))
        assert b'name="file0"; filename="\xe0\xa8\xb2' in request.content
        assert b"Content-Type: text/csv\r\n\r\nname\nAsha\n\r\n" in request.content
        assert b'name="note"\r\n\r\nfrom the camp\r\n' in request.content
        assert b'name="replace"\r\n\r\ntrue\r\n' in request.content


async def test_open_file_is_sent_again_after_a_token_refresh(platform: Platform) -> None:
    platform.answers[UPLOAD] = lambda request: refused(401, "Over") if len(platform.seen) in (1, 4) else good()
    opened = io.BytesIO(b"name\nAsha\n")
    opened.seek(5)
    call = UploadThings(clinic_id=4, file0=Upload.of(opened, name="a.csv"))
    sync_client(platform, tokens=SESSION).send(call)
    sent = [request.content for request in platform.seen if request.url.path.endswith("things")]
    assert len(sent) == 2
    assert all(b"name\nAsha\n" in content for content in sent)
    assert not opened.closed


async def test_large_file_is_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.bin"
    with path.open("wb") as file:
        file.truncate(64 * MIB)

    def count(request: httpx.Request) -> httpx.Response:
        stream = request.stream
        assert isinstance(stream, httpx.SyncByteStream)
        assert sum(len(piece) for piece in stream) >= 64 * MIB
        return good()

    class Counting(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            return count(request)

    from careops import CareOps, MemoryTokens

    client = CareOps("http://platform.test/api", transport=Counting(), tokens=MemoryTokens(SESSION))
    tracemalloc.start()
    client.send(UploadThings(clinic_id=4, file0=Upload.of(path)))
    client.store("https://storage.test/key?signature=x", Upload.of(path))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MIB


@pytest.mark.parametrize(
    ("url", "host"), [("https://storage.test/b/key?sig=1", "storage.test"), ("/uploads/k?sig=1", "platform.test")]
)
async def test_signed_address_gets_no_headers_of_the_platform(platform: Platform, url: str, host: str) -> None:
    photo = Upload.of(io.BytesIO(b"\x89PNG"), name="photo.png")
    for path in ("/b/key", "/uploads/k"):
        platform.answers[path] = lambda request: httpx.Response(200)
    sync_client(platform, tokens=SESSION).store(url, photo)
    await async_client(platform, tokens=SESSION).store(url, photo)
    for request in platform.seen:
        assert (request.method, request.url.host, request.url.params["sig"]) == ("PUT", host, "1")
        assert request.content == b"\x89PNG"
        assert (request.headers["content-type"], request.headers["content-length"]) == ("image/png", "4")
        for ours in ("authorization", "idempotency-key", "transfer-encoding"):
            assert ours not in request.headers


async def test_refusal_of_the_storage_is_raised_without_retry(platform: Platform) -> None:
    photo = Upload.of(io.BytesIO(b"\x89PNG"), name="photo.png")
    platform.answers["/b/key"] = lambda request: httpx.Response(403, text="<Error>expired</Error>")
    for _ in range(2):
        with pytest.raises(Forbidden):
            sync_client(platform).store("https://storage.test/b/key", photo)
        with pytest.raises(Forbidden):
            await async_client(platform).store("https://storage.test/b/key", photo)
        with pytest.raises(ConnectionFailed, match=r"No answer from the file store storage\.test"):
            sync_client(silent).store("https://storage.test/b/key", photo)
        with pytest.raises(ConnectionFailed, match="No answer from the platform"):
            sync_client(silent).store("/uploads/k", photo)
    assert platform.request_counts == {"/b/key": 4}


async def test_ids_are_sent_in_the_query_of_a_post(platform: Platform) -> None:
    sync_client(platform, tokens=SESSION).send(PublishThings(ids=[3, 5, 3], notify_desc="New"))
    await async_client(platform, tokens=SESSION).send(PublishThings(ids=[3, 5]))
    first, second = platform.seen
    assert (first.method, first.url.query, first.content) == ("POST", b"ids=3%2C5", b'{"notify_desc":"New"}')
    assert (second.url.params["ids"], second.content) == ("3,5", b"{}")


async def test_changing_get_is_never_sent_twice(platform: Platform) -> None:
    path = "/careops/test/things/fetch"
    for answer in (silent, lambda request: refused(503, "Busy"), lambda request: refused(429, "Wait")):
        platform.answers[path] = answer
        platform.request_counts.clear()
        with pytest.raises((ConnectionFailed, ApiError)):
            sync_client(platform, tokens=SESSION).send(FetchThings())
        with pytest.raises((ConnectionFailed, ApiError)):
            await async_client(platform, tokens=SESSION).send(FetchThings())
        assert platform.request_counts == {path: 2}
