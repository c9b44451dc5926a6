"""Files on their way in."""

from __future__ import annotations

from careops.calls.uploads import PresignUploads
from careops_server.context import Context
from careops_server.uploads.keys import Key
from careops_server.uploads.local import PATH


async def presign_uploads(call: PresignUploads, context: Context) -> list[str]:
    """An address for each."""
    store, base = context.services.store, context.base
    return [store.put_address(Key.new(file.bucket, file.file_path), base) for file in call.files]


def shown(context: Context, key: str | None) -> str | None:
    """Where a record's file can be looked at: for some minutes, or for good where anybody may see it."""
    found = Key.read(key) if key else None
    if found is None or str(found) != key:
        return key
    if found.is_public:
        return f"{shown_from(context)}{found}"
    return context.services.store.get_address(found, context.base)


def shown_from(context: Context) -> str:
    """What addresses of files that anybody may look at begin with, before the key (see ``queries.address_of``)."""
    return f"{context.base}{PATH}/"
