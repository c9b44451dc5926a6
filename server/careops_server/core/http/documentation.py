"""Documentation site below ``/docs``, as ``nox -s docs`` builds it. Everyone may read it."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from sanic import Request
from sanic.response import HTTPResponse, redirect, text

from careops_server.core.http.responses import documentation_security
from careops_server.core.http.static_files import FOREVER, accepted_encodings, content_type_of, script_hashes

PREFIX: Final = "/docs"
NOT_BUILT: Final = "The documentation is not built here. Run `nox -s docs`, then restart the server.\n"
_HASHED: Final = re.compile(r"\.[0-9a-f]{8}\.min\.(?:js|css)$")
_NOT_FOUND: Final = "404.html"
_STYLES: Final = "styles.txt"
"""Hashes of the styles that scripts of the theme add, written by the build."""
_IN_MEMORY: Final = 16
"""Files of a worker that stay in memory. The site has 20 MB, and few people read it at once."""

mimetypes.add_type("image/webp", ".webp")  # unknown to Python 3.11


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes
    headers: dict[str, str]
    content_type: str


class Documentation:
    """Files of the site. Paths of requests are names in a table and never reach the disk."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()
        }
        listed = self._files.pop(_STYLES, None)
        styles = listed.read_text("utf-8").split() if listed else []
        self._load = lru_cache(maxsize=_IN_MEMORY)(partial(_load, styles=styles))

    @property
    def address(self) -> str:
        """Address of the site; empty if it is not built."""
        return f"{PREFIX}/" if self._files else ""

    async def answer(self, request: Request[Any, Any], path: str = "") -> HTTPResponse:
        """Return the file at a path, or the page for unknown paths with status 404."""
        if not self._files:
            return text(NOT_BUILT, status=503)
        if request.path == PREFIX:
            return redirect(f"{PREFIX}/", status=308)
        name = path or "index.html"
        status = 200 if name in self._files else 404
        file = await asyncio.to_thread(self._load, self._files[name if status == 200 else _NOT_FOUND])
        headers = dict(file.headers)
        if status == 200 and headers["etag"] in request.headers.get("if-none-match", ""):
            return HTTPResponse(status=304, headers=headers)
        body = file.body
        if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
            headers["content-encoding"], body = "gzip", file.packed
        return HTTPResponse(body, status=status, content_type=file.content_type, headers=headers)


def _load(file: Path, styles: Sequence[str]) -> _File:
    body = file.read_bytes()
    headers = {
        "cache-control": FOREVER if _HASHED.search(file.name) else "no-cache",
        "etag": f'W/"{hashlib.sha256(body).hexdigest()[:16]}"',
        "vary": "accept-encoding",
        "content-security-policy": documentation_security(script_hashes(body), styles)
        if file.suffix == ".html"
        else documentation_security(),
    }
    return _File(
        body,
        gzip.compress(body, mtime=0),
        headers,
        content_type_of(file.name),
    )
