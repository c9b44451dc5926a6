"""Built console: one page for all paths, and its assets, compressed at build time."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from sanic import Request
from sanic.response import HTTPResponse, text

from careops.errors import NotFound
from careops_server.core.http.responses import content_security

_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NOT_SERVED = (".br", ".gz", ".map")
FOREVER = "public, max-age=31536000, immutable"
_TOLD = re.compile(rb'(<meta name="([a-z-]+)" content=)""')
NOT_BUILT = "The console is not built here. Run `nox -s console`, or `npm run build`.\n"


@dataclass(frozen=True)
class Asset:
    """A file with its compressed forms by encoding."""

    content_type: str
    immutable: bool
    bodies: dict[str, bytes]
    own_headers: Mapping[str, str]

    def answer(self, accepted: str) -> HTTPResponse:
        """Return the smallest form that the browser accepts."""
        caching = FOREVER if self.immutable else "no-cache"
        headers = {"vary": "accept-encoding", "cache-control": caching, **self.own_headers}
        encodings = accepted_encodings(accepted)
        for encoding, _ in _ENCODINGS:
            if encoding in self.bodies and encoding in encodings:
                headers["content-encoding"] = encoding
                return HTTPResponse(self.bodies[encoding], content_type=self.content_type, headers=headers)
        return HTTPResponse(self.bodies["identity"], content_type=self.content_type, headers=headers)


class Console:
    """Files of one build, held in memory: a few megabytes. Paths of requests never reach the disk.

    One build serves every installation. Values of the installation are filled into the page's empty ``meta`` tags.
    """

    def __init__(self, folder: Path, meta: Mapping[str, str], storage: str | None = None) -> None:
        self.build = build_of(folder)
        """Name of the build; empty if there is no build. The page contains it too (B-102)."""
        meta = {**meta, "build": self.build}
        self._assets = {
            f"/{file.relative_to(folder).as_posix()}": _load(file, folder, meta, storage)
            for file in sorted(folder.rglob("*"))
            if file.is_file() and file.suffix not in _NOT_SERVED and "/." not in f"/{file.relative_to(folder)}"
        }

    async def answer(self, request: Request[Any, Any], path: str = "") -> HTTPResponse:
        """Return the asset at a path, or the page for all other paths. A missing asset is a 404."""
        accepted = request.headers.get("accept-encoding", "")
        asset = self._assets.get(f"/{path}")
        if asset is None and (path.startswith(("assets/", "api/")) or path == "api"):
            raise NotFound
        asset = asset or self._assets.get("/index.html")
        return asset.answer(accepted) if asset else text(NOT_BUILT, status=503)


def accepted_encodings(header: str) -> set[str]:
    """Return the codings that an ``accept-encoding`` header allows. One with a weight of 0 is refused (RFC 9110)."""
    codings = (coding.replace(" ", "").lower().partition(";q=") for coding in header.split(","))
    return {name for name, sign, weight in codings if not sign or weight.strip("0.")}


def build_of(folder: Path) -> str:
    """Return the name of a build: a hash of its page, which names its scripts by their hashes."""
    page = folder / "index.html"
    return hashlib.sha256(page.read_bytes()).hexdigest()[:12] if page.is_file() else ""


def _load(file: Path, folder: Path, meta_values: Mapping[str, str], storage: str | None) -> Asset:
    if file.suffix == ".html":
        page = _TOLD.sub(
            lambda meta: meta[1] + f'"{escape(meta_values.get(meta[2].decode(), ""))}"'.encode(), file.read_bytes()
        )
        bodies = {"identity": page, "gzip": gzip.compress(page, mtime=0)}
    else:
        packed = {encoding: file.with_name(file.name + suffix) for encoding, suffix in _ENCODINGS}
        bodies = {"identity": file.read_bytes()} | {
            encoding: other.read_bytes() for encoding, other in packed.items() if other.exists()
        }
    own_headers = (
        {"content-security-policy": content_security(script_hashes(bodies["identity"]), storage)}
        if file.suffix == ".html"
        else {}
    )
    immutable = "assets" in file.relative_to(folder).parts
    return Asset(content_type_of(file.name), immutable, bodies, own_headers)


def content_type_of(name: str) -> str:
    """Return the content type of a file, with the encoding of texts."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    textual = kind.startswith("text/") or kind in ("application/javascript", "application/json")
    return f"{kind}; charset=utf-8" if textual else kind


def script_hashes(page: bytes) -> list[str]:
    """Return the hashes of a page's inline scripts. No other inline scripts may run."""
    return [
        f"'sha256-{b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in re.findall(rb"<script>(.*?)</script>", page, re.DOTALL)
    ]
