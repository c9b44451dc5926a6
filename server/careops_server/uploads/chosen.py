"""Which store an installation keeps its files in: a bucket where one is set, else its own folder."""

from __future__ import annotations

from careops_server.settings import Settings
from careops_server.uploads.local import LocalStore
from careops_server.uploads.stores import Store


def chosen_store(settings: Settings) -> Store:
    """The one the settings name."""
    if settings.s3_bucket is None:
        return LocalStore(settings)
    from careops_server.uploads.s3 import S3Store

    return S3Store(settings)
