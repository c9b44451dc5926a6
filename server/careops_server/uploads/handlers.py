"""Files on their way in."""

from __future__ import annotations

from careops.calls.uploads import PresignUploads
from careops_server.context import Context
from careops_server.uploads.keys import Key


async def presign_uploads(call: PresignUploads, context: Context) -> list[str]:
    """An address for each."""
    store, base = context.services.store, context.base
    return [store.put_address(Key.new(file.bucket, file.file_path), base) for file in call.files]
