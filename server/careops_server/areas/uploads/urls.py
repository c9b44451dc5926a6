"""Addresses that show the files of records."""

from __future__ import annotations

from careops_server.core.context import Context
from careops_server.core.storage.local import PATH
from careops_server.core.storage.object_keys import Key


def url_for(context: Context, key: str | None, name: str = "") -> str | None:
    """Return the address of a record's file: signed and valid for some minutes, or permanent if it is public.

    ``name`` is the name of a downloaded file, without its ending.
    """
    object_key = Key.read(key) if key else None
    if object_key is None or str(object_key) != key:
        return key
    if object_key.is_public:
        return f"{shown_from(context)}{object_key}"
    return context.services.store.get_address(object_key, context.base_url, name)


def shown_certificate(context: Context, key: str | None, doctor: str | None) -> str | None:
    """Return the address of a doctor's certificate. A downloaded file has the name of the doctor."""
    return url_for(context, key, f"Certificate of {doctor}" if doctor else "")


def shown_from(context: Context) -> str:
    """Return the URL prefix of public files, before the key (see ``queries.address_of``)."""
    return f"{context.base_url}{PATH}/"
