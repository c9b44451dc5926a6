"""A large file over a slow connection: the upload takes eleven minutes and succeeds despite all timeouts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import pytest
from server.tests.faults.cluster import Scene, new_key

from careops.constants import MAX_LEAD_FILE_BYTES

BYTES_A_SECOND: Final = 8_000
"""64 kbit per second."""
_PIECE: Final = BYTES_A_SECOND // 4
_LEADS: Final = 42_000


def content() -> bytes:
    """A file of the maximum size, filled with lead details."""
    rows = b"".join(b"Lead %05d,98%08d,%s\n" % (number, number, b"x" * 99) for number in range(_LEADS))
    table = b"first_name,phone_number,utm_term\n" + rows
    assert 0.95 * MAX_LEAD_FILE_BYTES < len(table) <= MAX_LEAD_FILE_BYTES
    return table


def slowly(body: bytes) -> Iterator[bytes]:
    """Yield the body at the speed of the connection, regardless of the server's speed."""
    began = time.monotonic()
    for start in range(0, len(body), _PIECE):
        time.sleep(max(0.0, began + start / BYTES_A_SECOND - time.monotonic()))
        yield body[start : start + _PIECE]


@pytest.mark.proves("SEC-34.slow-upload")
@pytest.mark.long
@pytest.mark.hour
def test_five_megabytes_arrive_at_64_kbit_a_second(scene: Scene) -> None:
    ((clinic_id,),) = scene.sql("insert into clinics (name) values ('Clinic at the end of the line') returning id")
    path = f"/admin/clinics/{clinic_id}/lead_uploads/upload"
    client = scene.http(timeout=60)
    request = client.build_request("POST", path, files={"file0": ("leads.csv", content(), "text/csv")})
    body = request.read()
    headers = {"content-type": request.headers["content-type"], "content-length": str(len(body))}
    began = time.monotonic()
    answer = client.post(path, content=slowly(body), headers={**headers, "idempotency-key": new_key()})
    print(f"{len(body):,} bytes in {time.monotonic() - began:,.0f} s")  # noqa: T201 (measured)
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["added"] == _LEADS
