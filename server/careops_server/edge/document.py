"""The OpenAPI document as a file of the server: compressed once, with a hash as its version."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from sanic import Request
from sanic.response import HTTPResponse

from careops_server.edge.console import accepted_encodings

_FILE: Final = Path(__file__).parents[1] / "openapi.json"
"""Written by sdk/generate.py. Only its compressed form is kept in memory: each worker has a copy (decision 81)."""


@dataclass(frozen=True)
class _Document:
    packed: bytes
    etag: str


async def answer(request: Request[Any, Any]) -> HTTPResponse:
    """Send the document, compressed where the client takes that, or 304 when it has it already."""
    document = await asyncio.to_thread(_packed)
    headers = {"etag": document.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = {part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")}
    if document.etag.removeprefix("W/") in known or "*" in known:
        return HTTPResponse(status=304, headers=headers)
    body = document.packed
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(_FILE.read_bytes)
    return HTTPResponse(body, content_type="application/json", headers=headers)


@cache
def _packed() -> _Document:
    text = _FILE.read_bytes()
    # Weak, because the compressed and the plain form share it.
    return _Document(gzip.compress(text, mtime=0), f'W/"{hashlib.sha256(text).hexdigest()[:16]}"')
