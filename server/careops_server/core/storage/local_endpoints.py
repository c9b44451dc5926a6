"""HTTP handlers of the local store: upload to a signed URL, and download. The signature replaces a token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sanic import Request
from sanic.response import HTTPResponse, empty, raw, redirect

from careops.calls.uploads import UPLOADS_FULL, WRONG_PICTURE
from careops.constants import MAX_PICTURE_BYTES
from careops.errors import ApiError, InvalidInput, NotFound, Unavailable
from careops_server.core.http.body_stream import BodyReader
from careops_server.core.http.responses import SANDBOX
from careops_server.core.observability.logs import log
from careops_server.core.storage.backend import Store
from careops_server.core.storage.local import LocalStore
from careops_server.core.storage.object_keys import Key

_ANYWHERE: Final = {"cross-origin-resource-policy": "cross-origin"}
"""The apps that show the pictures have other origins."""


async def put(request: Request[Any, Any], path: str) -> HTTPResponse:
    """Store a file at its signed URL. The body is read only if the URL is valid. Each upload writes one log line."""
    store, key = _signed(request, path)
    pieces: list[bytes] = []
    status = 500
    try:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != key.content_type:
            raise InvalidInput(WRONG_PICTURE, source="content-type", status=415)
        if not store.has_room():
            log.error("too little free space for uploads")
            raise Unavailable(UPLOADS_FULL, source="file", retry_after=60)
        pieces = await BodyReader(request, most=MAX_PICTURE_BYTES).pieces()
        await store.put_once(key, pieces)
        status = 200
    except ApiError as refusal:
        status = refusal.status
        raise
    finally:
        log.info("uploaded", object_key=str(key), bytes=sum(map(len, pieces)), status=status)
    return empty(200)


async def get(request: Request[Any, Any], path: str) -> HTTPResponse:
    """Return a file. The headers prevent browsers from running its content; formats that browsers cannot show are
    downloads.
    """
    object_key = Key.read(path)
    if object_key is not None and object_key.is_public and str(object_key) == path:
        return await _public(request.app.ctx.services.store, object_key)
    store, key = _signed(request, path)
    return await _file_response(store, key, {"cache-control": "private, max-age=240"}, request.args.get("name", ""))


async def _public(store: Store, key: Key) -> HTTPResponse:
    """Return a public picture, or redirect to the store that holds it."""
    if isinstance(store, LocalStore):
        return await _file_response(store, key, {"cache-control": "public, max-age=86400", **_ANYWHERE})
    # The signed URL expires after some minutes, so the redirect is cached for a shorter time.
    return redirect(store.get_address(key, ""), headers={"cache-control": "public, max-age=240", **_ANYWHERE})


async def _file_response(store: Store, key: Key, also: Mapping[str, str], name: str = "") -> HTTPResponse:
    content = await store.read(key, most=4 * MAX_PICTURE_BYTES)
    if content is None:
        raise NotFound
    headers = {"content-security-policy": SANDBOX, **also}
    if disposition := key.disposition(name):
        headers["content-disposition"] = disposition
    return raw(content, content_type=key.content_type, headers=headers)


def _signed(request: Request[Any, Any], path: str) -> tuple[LocalStore, Key]:
    store, key = request.app.ctx.services.store, Key.read(path)
    if not isinstance(store, LocalStore) or key is None or str(key) != path:
        raise NotFound
    expires, signature, name = (request.args.get(each, "") for each in ("expires", "signature", "name"))
    store.check_signature(request.method, key, expires, signature, name)
    return store, key
