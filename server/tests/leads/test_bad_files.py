"""No lead file, however malformed, costs a web worker memory or time, and none of its rows is stored."""

from __future__ import annotations

import asyncio
import io
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.tests.http.socket_app import on_a_socket
from server.tests.leads.bad_files import BAD_FILES, good, with_parts
from server.tests.support.leads import stored_leads, uploaded
from server.tests.support.stage import CARE, Stage

from careops.bulk.lead_reader_worker import CLOCK_SECONDS, CPU_SECONDS
from careops.calls.leads import TOO_BUSY, UploadLeads
from careops_server.areas.leads import parse_upload
from careops_server.core.http import protocol
from careops_server.core.http.protocol import TimeoutProtocol
from careops_server.core.sandbox import run_sandboxed_file

pytestmark = pytest.mark.own
MIB = 1 << 20
_SPENT = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def _memory(kind: str) -> int:
    """Bytes of memory of this process: current (``VmRSS``) or peak (``VmHWM``)."""
    [line] = [line for line in Path("/proc/self/status").read_text("ascii").splitlines() if line.startswith(kind)]
    return int(line.split()[1]) * 1024


def _spent() -> float:
    """CPU seconds of this process and its child processes."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, _SPENT))


@contextmanager
def within_limits(seconds: float) -> Iterator[None]:
    """Assert that the block takes little CPU time and memory.

    CPU time does not depend on tests that run in parallel; the clock does.
    """
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    memory, spent = _memory("VmRSS"), _spent()
    yield
    assert _spent() - spent < seconds
    assert _memory("VmHWM") - memory < 20 * MIB


@pytest.mark.skipif(not os.access("/proc/self/clear_refs", os.W_OK), reason="requires a resettable peak memory counter")
@pytest.mark.proves("SEC-50.expands", "SEC-51.no-table", "FAULT-37.refused", "FAULT-38.leads")
@pytest.mark.parametrize("what", BAD_FILES)
async def test_bad_file_is_refused_within_limits(stage: Stage, what: str) -> None:
    bad, clinic_id = BAD_FILES[what], await stage.clinic()
    content = io.BytesIO(bad.content())
    # The SDK would reject some of them before sending.
    async with stage.http(headers=await stage.bearer(CARE)) as http:
        with within_limits(seconds=20 if bad.is_long else 2):
            path = f"/api/admin/clinics/{clinic_id}/lead_uploads/upload"
            answer = await http.post(path, files={"file0": (bad.name, content)})
    assert answer.status_code == bad.status
    assert bad.sentence in answer.json()["errors"][0]["title"]
    assert await stored_leads(stage, clinic_id) == []


async def test_busy_machine_is_not_an_error_of_the_file(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    clinic_id = await stage.clinic()
    with monkeypatch.context() as busy:
        busy.setattr(parse_upload, "CLOCK_SECONDS", 0.001)
        async with stage.http(headers=await stage.bearer(CARE)) as http:
            path = f"/api/admin/clinics/{clinic_id}/lead_uploads/upload"
            answer = await http.post(path, files={"file0": ("leads.xlsx", good())})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["errors"][0]["title"] == TOO_BUSY
    assert await stored_leads(stage, clinic_id) == []
    assert (await uploaded(stage, clinic_id, good(), "leads.xlsx")).added == 1


def test_parser_with_little_cpu_time_is_not_ended() -> None:
    """The limit is CPU time. The timeout is much longer, but shorter than the request's."""
    assert CPU_SECONDS * 5 < CLOCK_SECONDS < UploadLeads.route.work_seconds


async def test_request_waits_for_a_slow_parser(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timeout of an upload is longer than that of other requests."""
    clinic_id, looks = await stage.clinic(), asyncio.Semaphore(0)
    reads: list[Any] = []

    class Watched(TimeoutProtocol):
        def check_timeouts(self) -> None:
            if reads:
                self.response_timeout = 0.001  # the timeout of other requests passes while the file is read
            super().check_timeouts()
            looks.release()

    async def slow(*words: Any, **options: Any) -> None:
        reads.append(words)
        for _ in range(3):
            await looks.acquire()
        await run_sandboxed_file(*words, **options)

    monkeypatch.setattr("server.tests.http.socket_app.TimeoutProtocol", Watched)
    monkeypatch.setattr(protocol, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(parse_upload, "run_sandboxed_file", slow)
    async with on_a_socket(stage.app) as (host, port), httpx.AsyncClient(headers=await stage.bearer(CARE)) as http:
        address = f"http://{host}:{port}/api/admin/clinics/{clinic_id}/lead_uploads/upload"
        answer = await http.post(address, files={"file0": ("leads.xlsx", good())})
    assert (answer.status_code, answer.json()["data"]["added"]) == (200, 1)


async def test_harmless_parts_of_a_spreadsheet_are_ignored(stage: Stage) -> None:
    clinic_id = await stage.clinic()
    macros = with_parts(good(), {"xl/vbaProject.bin": os.urandom(2_000)})
    assert (await uploaded(stage, clinic_id, macros, "leads.xlsx")).added == 1
    # The file name does not matter.
    assert (await uploaded(stage, clinic_id, good(), "leads.csv")).known == 1
