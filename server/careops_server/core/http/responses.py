"""Responses: success envelope, error envelope and common headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final
from urllib.parse import quote

import orjson
from sanic import Request
from sanic.http import Http
from sanic.response import HTTPResponse

from careops.contract.headers import CORRECTIONS_HEADER, HONOURED_HEADER
from careops.error_codes import message_of
from careops.errors import ApiError, PreconditionFailed, Problem, Unauthorized
from careops.files import CHUNK, Download, content_disposition


def content_security(scripts: Sequence[str] = (), storage: str | None = None) -> str:
    """Return the Content-Security-Policy of a page: resources of this origin, and inline scripts with the given hashes.

    ``storage`` is the origin for files if another server stores them (B-95).
    """
    files = f" {storage}" if storage else ""
    allowed = " ".join(["'self'", *scripts])
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'self'; img-src 'self' data:{files}; "
        f"font-src 'self'; connect-src 'self'{files}; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def documentation_security(scripts: Sequence[str] = (), styles: Sequence[str] = ()) -> str:
    """Return the Content-Security-Policy of the documentation. Its theme needs markup from scripts (decision 541).

    Inline scripts and styles with the given hashes are allowed.
    """
    of_scripts, of_styles = " ".join(["'self'", *scripts]), " ".join(["'self'", *styles])
    return (
        f"default-src 'none'; script-src {of_scripts}; style-src {of_styles}; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


SECURITY_HEADERS: Mapping[str, str] = {
    "content-security-policy": content_security(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
SANDBOX = "default-src 'none'; sandbox"
"""Policy for files: no content of them may run."""
HSTS = "max-age=63072000; includeSubDomains"


_OF_EACH: Final = {**SECURITY_HEADERS, "cache-control": "no-store", "content-type": "application/json"}
# Announces support for idempotency keys, so that clients may retry.
_ENVELOPED: Final = tuple(
    (name.encode(), value.encode()) for name, value in {**_OF_EACH, HONOURED_HEADER: "yes"}.items()
)


class EnvelopeResponse(HTTPResponse):
    """JSON response in one of the platform's envelopes. The common headers are encoded once for all responses."""

    __slots__ = ()

    @property
    def processed_headers(self) -> Iterator[tuple[bytes, bytes]]:
        """Encoded headers."""
        values = [f"{value}" for value in self.headers.values()]
        if not "".join(values).isprintable():
            values = [value.translate(_BREAKS) for value in values]
        return chain(_ENVELOPED, zip(map(str.encode, self.headers.keys()), map(str.encode, values), strict=True))


_BREAKS: Final = str.maketrans("", "", "\r\n\0")


def success(payload: Mapping[str, Any], version: str | None = None, spelt: Sequence[str] = ()) -> HTTPResponse:
    """Return a success response in the platform's envelope."""
    forgiven = {CORRECTIONS_HEADER: ",".join(quote(word, safe="") for word in spelt)} if spelt else {}
    return _json(payload, 200, {**_tag(version), **forgiven})


async def send_file(request: Request[Any, Any], file: Download) -> None:
    """Send a file in pieces as fast as the client takes them. A client that takes nothing for a minute is disconnected.

    Browsers save the file and never show it. If sending fails, the connection is aborted, so that a partial file is
    never taken for a complete one.
    """
    headers = {
        HONOURED_HEADER: "yes",
        "cache-control": "no-store",
        "content-disposition": content_disposition(file.name),
        "content-security-policy": SANDBOX,
    }
    if file.size is not None:
        headers["content-length"] = str(file.size)
    async with file:
        response = await request.respond(content_type=file.content_type, headers=headers)
        try:
            async for piece in file:
                for start in range(0, len(piece), CHUNK):
                    await response.send(piece[start : start + CHUNK])
        except BaseException:
            if isinstance(request.stream, Http):
                request.stream.protocol.abort()  # type: ignore[no-untyped-call]  # Sanic leaves it untyped
            raise


def error_response(error: ApiError, request_id: str) -> HTTPResponse:
    """Return an error response in the platform's envelope (S-2)."""
    headers = _tag(error.version)
    if error.retry_after is not None:
        headers["retry-after"] = str(max(1, round(error.retry_after)))
    if isinstance(error, Unauthorized):
        headers["www-authenticate"] = 'Bearer realm="careops"'
    payload = {"success": False, "errors": [_problem(p, error) for p in error.problems], "request_id": request_id}
    return _json(payload, error.status, headers)


def _problem(problem: Problem, error: ApiError) -> dict[str, Any]:
    optional = {
        "code": problem.code,
        "parameters": problem.parameters or None,
        "detail": problem.detail,
        "details": [message_of(each) for each in problem.details] or None,
        "scope": problem.scope,
        "change_request": problem.change_request,
        "policy": problem.policy,
    }
    shown: dict[str, Any] = {"source": problem.source, "title": problem.title}
    shown |= {name: value for name, value in optional.items() if value is not None}
    return shown | ({"newest": problem.newest} if isinstance(error, PreconditionFailed) else {})


def _tag(version: str | None) -> dict[str, str]:
    return {} if version is None else {"etag": f'"{version}"'}


def _json(payload: Mapping[str, Any], status: int, headers: dict[str, str]) -> HTTPResponse:
    return EnvelopeResponse(orjson.dumps(payload), status=status, headers=headers)
