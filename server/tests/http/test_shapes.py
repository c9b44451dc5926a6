"""File uploads and downloads, ids in a POST's query, a GET that changes data, and slow request bodies."""

from __future__ import annotations

import asyncio
import io
import json
import os
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import psutil
import pytest
from sdk.tests.shape_calls import ExportChosenThings, ExportThings, FetchThings, PublishThings, UploadThings
from server.tests.http.socket_app import PIECE, Things, on_a_socket, travelling_app
from server.tests.support.stage import CARE, PASSWORD, Stage

from careops import AsyncCareOps, ConnectionFailed, InvalidInput, MemoryTokens, PayloadTooLarge, Retries
from careops.files import Upload
from careops_server.core.http import body_stream
from careops_server.core.http.sanic_types import SanicApp

pytestmark = pytest.mark.own
MIB = 2**20


@pytest.fixture(scope="module")
def things() -> Things:
    return Things()


@pytest.fixture(scope="module")
async def travelling(stage: Stage, database_url: str, things: Things) -> AsyncIterator[SanicApp]:
    async with travelling_app(stage.settings, database_url, things) as app:
        yield app


@pytest.fixture(scope="module")
async def client(travelling: SanicApp) -> AsyncIterator[AsyncCareOps]:
    """A signed-in client over a real connection."""
    async with on_a_socket(travelling) as (host, port):
        url = f"http://{host}:{port}/api"
        async with AsyncCareOps(url, tokens=MemoryTokens(), retries=Retries(attempts=1)) as client:
            await client.sign_in(CARE, PASSWORD)
            yield client


@pytest.fixture
async def http(client: AsyncCareOps) -> AsyncIterator[httpx.AsyncClient]:
    """Plain HTTP with that session, for requests that the SDK never sends."""
    tokens = client.tokens.load()
    assert tokens is not None
    headers = {"authorization": f"Bearer {tokens.auth_token}"}
    async with httpx.AsyncClient(base_url=str(client._http._http.base_url), headers=headers) as http:
        yield http


def csv(size: int = 10, name: str = "things.csv") -> Upload:
    return Upload.of(io.BytesIO(b"x" * size), name=name)


@pytest.mark.proves("SEC-47.download")
async def test_file_is_sent_as_a_named_attachment(client: AsyncCareOps, http: httpx.AsyncClient) -> None:
    async with await client.send(ExportThings()) as download:
        assert (download.name, download.content_type) == ("ਲੀਡ.csv", "text/csv")
        assert b"".join([piece async for piece in download]) == PIECE * 3
    answer = await http.get("/careops/test/things")
    assert answer.headers["content-disposition"].startswith('attachment; filename="___.csv"; filename*=UTF-8')
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert (answer.headers["x-content-type-options"], answer.headers["cache-control"]) == ("nosniff", "no-store")


@pytest.mark.proves("SEC-55.export")
async def test_each_export_is_an_event(client: AsyncCareOps, stage: Stage) -> None:
    for _ in range(2):
        async with await client.send(ExportChosenThings(kind="all"), idempotency_key="export-once") as download:
            assert download.size == 3 * len(PIECE)
            assert sum([len(piece) async for piece in download]) == download.size
    assert [event["event_status"] for event in await stage.events("thing.export")] == ["SUCCESS"] * 2


@pytest.mark.parametrize("call", [ExportThings(), ExportChosenThings(kind="all")])
async def test_truncated_file_is_recognizable(
    client: AsyncCareOps,
    things: Things,
    call: ExportThings | ExportChosenThings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(things, "breaks", True)
    async with await client.send(call) as download:
        with pytest.raises(ConnectionFailed, match="broke off"):
            await download.asave(tmp_path)
    assert os.listdir(tmp_path) == []


@pytest.mark.proves("FAULT-30.file-clients", "FAULT-30.file-memory")
async def test_hundred_slow_readers_need_little_memory(
    client: AsyncCareOps, http: httpx.AsyncClient, things: Things, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(things, "pieces", 160)  # ten megabytes each
    address = (http.base_url.host, http.base_url.port)
    token = http.headers["authorization"]
    before = psutil.Process().memory_info().rss
    lines = []
    for _ in range(100):
        reader, writer = await asyncio.open_connection(*address, limit=1024)
        writer.write(f"GET /api/careops/test/things HTTP/1.1\r\nhost: x\r\nauthorization: {token}\r\n\r\n".encode())
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        lines.append(writer)
    assert psutil.Process().memory_info().rss - before < 64 * MIB
    assert (await client.session.read()).user.id  # the server still answers
    for writer in lines:
        writer.transport.abort()


async def test_form_with_a_file_is_accepted(client: AsyncCareOps, things: Things, stage: Stage) -> None:
    await client.send(UploadThings(clinic_id=4, file0=csv(1_500_000, "ਲੀਡ.csv"), note="50% \u20b9", replace=True))
    taken = things.uploaded[-1]
    assert (taken["note"], taken["replace"], taken["content"]) == ("50% ₹", True, b"x" * 100)
    assert taken["file0"].keys() == {"name", "content_type", "size", "sha256"}
    event = (await stage.events("thing.upload"))[-1]
    assert event["parameters"]["file0"] == taken["file0"]
    assert list(stage.settings.spool_dir.glob("*")) == []


async def test_repeated_form_is_done_once_and_another_file_is_another_form(
    client: AsyncCareOps, things: Things
) -> None:
    before = len(things.uploaded)
    for _ in range(2):
        await client.send(UploadThings(clinic_id=4, file0=csv()), idempotency_key="form-number-1")
    assert len(things.uploaded) == before + 1
    with pytest.raises(InvalidInput, match="another request"):
        await client.send(UploadThings(clinic_id=4, file0=csv(11)), idempotency_key="form-number-1")


async def test_large_form_is_refused(client: AsyncCareOps, http: httpx.AsyncClient) -> None:
    with pytest.raises(PayloadTooLarge):
        await client.send(UploadThings(clinic_id=4, file0=csv(2 * MIB + 1)))

    async def unsaid() -> AsyncIterator[bytes]:
        yield b'--b\r\ncontent-disposition: form-data; name="file0"; filename="a"\r\n\r\n'
        for _ in range(40):
            yield PIECE

    answer = await http.post("/careops/test/4/things", content=unsaid(), headers=FORM)
    assert answer.status_code == 413


FORM = {"content-type": "multipart/form-data; boundary=b"}
FILE = 'form-data; name="file0"; filename="a.csv"'


def form_part(disposition: str, content: str = "x", *, headers: str = "") -> str:
    return f"--b\r\ncontent-disposition: {disposition}\r\n{headers}\r\n{content}\r\n"


@pytest.mark.parametrize(
    ("form", "status", "source"),
    [
        (form_part(FILE) + "--b--\r\n", 200, ""),
        (form_part(FILE), 400, "body"),
        ("nonsense", 400, "body"),
        ("", 400, "body"),
        ("--b--\r\n", 422, "file0"),
        (form_part('form-data; name="file0"') + "--b--\r\n", 422, "file0"),
        (form_part('form-data; name="note"; filename="x"') + "--b--\r\n", 422, "note"),
        (
            form_part('form-data; name="note"; filename="x"', headers="content-type: text/plain\r\n") + "--b--\r\n",
            422,
            "note",
        ),
        (
            form_part(FILE)
            + form_part('form-data; name="note"; filename="blob"', headers="content-type: application/json\r\n")
            + "--b--\r\n",
            200,
            "",
        ),
        (form_part('form-data; name="colour"; filename="x"') + "--b--\r\n", 422, "colour"),
        (form_part(FILE) + form_part('form-data; name="colour"') + "--b--\r\n", 422, "colour"),
        (form_part(FILE) + form_part(FILE) + "--b--\r\n", 422, "file0"),
        (form_part(FILE) + form_part('form-data; name="clinic_id"', "5") + "--b--\r\n", 422, "clinic_id"),
        (form_part(FILE) + form_part('form-data; name="replace"', "perhaps") + "--b--\r\n", 422, "replace"),
        (form_part(FILE) + form_part('form-data; name="note"', "a\0b") + "--b--\r\n", 422, "note"),
        (form_part(FILE) + form_part('form-data; name="note"', "x" * 70_000) + "--b--\r\n", 422, "note"),
        (form_part('form-data; name="file0"; filename="../../etc/passwd"') + "--b--\r\n", 422, "file0"),
        (form_part('form-data; name="file0"; filename=".."') + "--b--\r\n", 422, "file0"),
        (form_part('form-data; name="file0"; filename="a\u202egpj.exe"') + "--b--\r\n", 422, "file0"),
        (form_part("attachment; name=x") + "--b--\r\n", 400, "body"),
        (form_part(FILE, headers=f"x-long: {'x' * 70_000}\r\n") + "--b--\r\n", 400, "body"),
        ("".join(form_part(f'form-data; name="f{n}"') for n in range(300)) + "--b--\r\n", 422, "body"),
    ],
)
async def test_malformed_form_is_refused(
    http: httpx.AsyncClient, stage: Stage, form: str, status: int, source: str
) -> None:
    answer = await http.post("/careops/test/4/things", content=form.encode(), headers=FORM)
    assert answer.status_code == status, answer.text
    if source:
        assert answer.json()["errors"][0]["source"] == source
    assert list(stage.settings.spool_dir.glob("*")) == []


async def test_form_is_refused_by_routes_without_forms(http: httpx.AsyncClient) -> None:
    form = {"file0": ("a.csv", b"x")}
    assert (await http.post("/careops/test/things/publish?ids=3", files=form)).status_code == 415
    assert (await http.post("/careops/test/4/things", json={"file0": "/etc/passwd"})).status_code == 415
    for kind in ("multipart/form-data", "multipart/mixed; boundary=b", "multipart/form-data; boundary="):
        answer = await http.post("/careops/test/4/things", content=b"--b--", headers={"content-type": kind})
        assert answer.status_code == 415


async def test_body_without_a_session_is_not_read(client: AsyncCareOps, things: Things) -> None:
    before = len(things.uploaded)
    base = str(client._http._http.base_url)
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/careops/test/4/things", files={"file0": ("a.csv", b"x" * MIB)})
    assert answer.status_code == 401
    assert len(things.uploaded) == before


async def test_ids_are_read_from_the_query_of_a_post(
    client: AsyncCareOps, http: httpx.AsyncClient, things: Things
) -> None:
    await client.send(PublishThings(ids=[3, 5], notify_desc="New"))
    assert (await http.post("/careops/test/things/publish?ids=7,8,7")).status_code == 200
    assert things.published[-2:] == [[3, 5], [7, 8]]


@pytest.mark.parametrize(
    ("query", "body", "source"),
    [
        (f"ids={','.join(map(str, range(1, 502)))}", {}, "ids"),
        ("ids=", {}, "ids"),
        ("ids=1,,2", {}, "ids.1"),
        ("ids=1,x", {}, "ids.1"),
        ("ids=0", {}, "ids.0"),
        ("", {}, "ids"),
        ("", {"ids": [3]}, "ids"),
        ("ids=3", {"ids": "3"}, "ids"),
        ("ids=3&notify_desc=x", {}, "notify_desc"),
        ("ids=3&ids=4", {}, "ids"),
    ],
)
async def test_invalid_ids_are_refused(
    http: httpx.AsyncClient, things: Things, query: str, body: dict[str, object], source: str
) -> None:
    before = len(things.published)
    answer = await http.post(f"/careops/test/things/publish?{query}", json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["source"] == source
    assert len(things.published) == before


async def test_changing_get_is_an_event(client: AsyncCareOps, stage: Stage) -> None:
    before = len(await stage.events())
    await client.send(FetchThings())
    [event] = (await stage.events())[before:]
    assert (event["key"], event["event_status"]) == ("FetchThings", "SUCCESS")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of half a second without data instead of ten seconds."""
    monkeypatch.setattr(body_stream, "STALL_SECONDS", 0.5)


async def answered(http: httpx.AsyncClient, *pieces: bytes, pause: float, length: int = 100_000) -> tuple[int, float]:
    """Send a body in pieces, and wait until the server closes the connection. Return the status and the seconds."""
    began = asyncio.get_running_loop().time()
    reader, writer = await asyncio.open_connection(http.base_url.host, http.base_url.port)
    writer.write(
        f"POST /api/careops/test/things/publish?ids=3 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        f"authorization: {http.headers['authorization']}\r\ncontent-length: {length}\r\n\r\n".encode()
    )

    async def drip() -> None:
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(pause)

    dripping = asyncio.create_task(drip())
    try:
        response = await asyncio.wait_for(reader.read(), 30)
    finally:
        dripping.cancel()
        writer.close()
    head, _, body = response.partition(b"\r\n\r\n")
    assert b"connection: close" in head
    assert json.loads(body)["errors"][0]["title"] == body_stream.TOO_SLOW
    return int(head.split()[1]), asyncio.get_running_loop().time() - began


@pytest.mark.usefixtures("impatient")
async def test_stalled_body_is_answered_and_closed(http: httpx.AsyncClient) -> None:
    status, seconds = await answered(http, b"{", pause=60)
    assert status == 408
    assert seconds < 15


@pytest.mark.proves("SEC-34.bodies")
@pytest.mark.usefixtures("impatient")
async def test_slow_body_is_answered_and_closed(http: httpx.AsyncClient) -> None:
    status, seconds = await answered(http, *[b" "] * 400, pause=0.05)
    assert status == 408
    assert seconds < 15


async def test_five_megabytes_are_accepted_at_64_kbit_a_second() -> None:
    class Slow:
        headers: dict[str, str] = {}

    most = 5 * MIB
    allowed = body_stream.BodyReader(Slow(), most=most)  # type: ignore[arg-type]  # only its limits are used
    assert allowed._ends - allowed._began > most / 8_000


async def test_large_bodies_do_not_delay_other_requests() -> None:
    """Regression: reading twenty photos as fast as they arrived delayed all other requests."""
    rounds = 0
    taken: Counter[int] = Counter()

    class Sending:
        def __init__(self) -> None:
            self.left = 20

        async def read(self) -> bytes:
            taken[rounds] += 1
            self.left -= 1
            return bytes(1 << 16)

        @property
        def request_body(self) -> bool:
            return self.left > 0

    def sent() -> SimpleNamespace:
        return SimpleNamespace(headers={}, stream=Sending())

    async def count() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    try:
        bodies = await asyncio.gather(*(body_stream.BodyReader(sent(), most=5 * MIB).read_all() for _ in range(8)))  # type: ignore[arg-type]  # only the fields in use
    finally:
        counting.cancel()
    assert [len(body) for body in bodies] == [20 << 16] * 8
    assert taken.total() == 160
    assert sum(1 for number in taken.values() if number == 1) > 140, taken


async def test_refused_request_with_an_endless_body_is_closed(http: httpx.AsyncClient) -> None:
    reader, writer = await asyncio.open_connection(http.base_url.host, http.base_url.port)
    head = "POST /api/careops/test/things/publish?ids=3 HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n"
    writer.write(head.encode())

    async def drip() -> None:
        while True:
            writer.write(b" ")
            await asyncio.sleep(0.1)

    dripping = asyncio.create_task(drip())
    assert (await reader.readline()).startswith(b"HTTP/1.1 401")
    await asyncio.wait_for(reader.read(), 15)
    dripping.cancel()
    writer.close()
