"""Requests to an S3 service over TLS, as installations send them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse  # type: ignore[import-untyped]
from server.tests.support.s3 import settings
from urllib3 import HTTPResponse

from careops.errors import Unavailable
from careops_server.core.storage.object_keys import Key
from careops_server.core.storage.s3 import S3Store


async def test_upload_has_no_trailing_headers(tmp_path: Path) -> None:
    sent: list[AWSPreparedRequest] = []

    def answer(request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        sent.append(request)
        return AWSResponse(request.url, 200, {}, HTTPResponse(io.BytesIO(), preload_content=False))

    over_tls = S3Store(settings("https://files.example", tmp_path))
    over_tls._client.meta.events.register("before-send.s3.PutObject", answer)
    await over_tls.write(Key.new("photos", "asha.png"), b"a picture")
    (request,) = sent
    assert int(request.headers["content-length"]) == len(b"a picture")
    assert not {"x-amz-trailer", "transfer-encoding"} & {name.lower() for name in request.headers}


async def test_reason_of_a_failed_store_is_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Unavailable):
        await S3Store(settings("http://127.0.0.1:1", tmp_path)).write(Key.new("photos", "asha.png"), b"a picture")
    output = "".join(capsys.readouterr())
    assert "file store failed" in output
    assert "EndpointConnectionError" in output
    assert "a secret of the tests" not in output


@pytest.mark.parametrize(
    ("file", "name", "header"),
    [
        ("registration.jpg", "Certificate of Asha", 'inline; filename="Certificate of Asha.jpg"'),
        ("registration.png", "", None),
        ("registration.tiff", "", 'attachment; filename="certificate.tiff"'),
        ("registration.tiff", "Certificate of Asha", 'attachment; filename="Certificate of Asha.tiff"'),
    ],
)
def test_a_signed_address_names_the_downloaded_file(tmp_path: Path, file: str, name: str, header: str | None) -> None:
    store = S3Store(settings("https://files.example", tmp_path))
    query = parse_qs(urlsplit(store.get_address(Key.new("certificates", file), "", name)).query)
    assert query.get("response-content-disposition") == ([header] if header else None)
