"""Presigned URLs for uploads, within the limits of pending files."""

from __future__ import annotations

from careops.calls.uploads import TOO_MANY_PENDING, UPLOADS_FULL, PresignUploads
from careops.errors import TooManyRequests, Unavailable
from careops_server.core.context import Context
from careops_server.core.observability.logs import log
from careops_server.core.storage import queries
from careops_server.core.storage.object_keys import Key

RETRY_SECONDS = 600


async def presign_uploads(call: PresignUploads, context: Context) -> list[str]:
    """Sign a URL for each file. The audit event names the account, the number of files and their buckets."""
    store, base, settings = context.services.store, context.base_url, context.services.settings
    account = context.actor.account_key
    of_account, in_all = await queries.lock_pending(context.connection, account)
    count = len(call.files)
    if of_account + count > settings.pending_uploads_per_account:
        raise TooManyRequests(TOO_MANY_PENDING, source="files", retry_after=RETRY_SECONDS)
    if in_all + count > settings.pending_uploads_in_all:
        log.error("too many pending uploads", pending=in_all)
        raise Unavailable(UPLOADS_FULL, source="files", retry_after=RETRY_SECONDS)
    keys = [Key.new(file.bucket, file.file_path) for file in call.files]
    await queries.add_signed(context.connection, account, [str(key.processed_key) for key in keys])
    details = {
        "files": count,
        "buckets": sorted({key.bucket for key in keys}),
        "object_keys": [str(key) for key in keys],
    }
    context.changed("upload", keys[0].name, after=details)
    return [store.upload_url(key, base) for key in keys]
