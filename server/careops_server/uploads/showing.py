"""Where files of records can be looked at."""

from __future__ import annotations

from careops_server.context import Context
from careops_server.uploads.keys import Key
from careops_server.uploads.local import PATH


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
